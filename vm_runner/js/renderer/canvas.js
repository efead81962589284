// SPDX-License-Identifier: AGPL-3.0-only
import {SoftwareGL} from './gl/context.js';
import {fitsLimits} from './limits.js';
import {createCanvas} from './skia.js';

/** The canvas that ScratchRender draws its stage on. */
export class StageCanvas {
    #gl = null;
    style = {};

    constructor(width, height) {
        this.width = width;
        this.height = height;
        // The layout size: pick() and drawableTouching() take their points in these units, whatever the frame's size.
        this.clientWidth = width;
        this.clientHeight = height;
    }

    getContext(kind) {
        if (kind !== 'webgl') {
            return null;
        }
        this.#gl ??= new SoftwareGL(this);
        return this.#gl;
    }

    getBoundingClientRect() {
        return {left: 0, top: 0, width: this.clientWidth, height: this.clientHeight};
    }
}

/** A transparent PNG of one pixel. */
const BLANK_IMAGE =
    'data:image/png;base64,' +
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A 2D canvas with the browser's size limits: a side that would break them becomes 0. */
export function createBoundedCanvas(width, height) {
    const canvas = createCanvas(width, height);
    const native = Object.getPrototypeOf(canvas);
    const side = name => Object.getOwnPropertyDescriptor(native, name);
    const define = (name, otherName) =>
        Object.defineProperty(canvas, name, {
            get: () => side(name).get.call(canvas),
            set: value => side(name).set.call(canvas, fitsLimits(value, canvas[otherName]) ? value : 0)
        });
    define('width', 'height');
    define('height', 'width');
    // Only the VM asks, to save a bitmap that it has doubled in size. Nothing here saves projects, and encoding them
    // all took most of the time to load a Scratch 1 or 2 project.
    canvas.toDataURL = () => BLANK_IMAGE;
    return canvas;
}
