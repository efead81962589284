// SPDX-License-Identifier: AGPL-3.0-only
/** Canvases and images without pixels: the VM asks them for their size alone. */
import {parseDataUrl} from '../renderer/data-url.js';
import {readImageSize} from '../renderer/image-header.js';
import {fitsLimits} from '../renderer/limits.js';
import {imageQueue} from './image-queue.js';

const CONTEXT = {drawImage() {}, clearRect() {}, fillRect() {}, putImageData() {}};
const NO_PIXELS = 'data:image/png;base64,AAAA';

export class SizedCanvas {
    #width = 300;
    #height = 150;

    get width() {
        return this.#width;
    }

    set width(value) {
        this.#width = fitsLimits(value, this.#height) ? Math.trunc(value) : 0;
    }

    get height() {
        return this.#height;
    }

    set height(value) {
        this.#height = fitsLimits(this.#width, value) ? Math.trunc(value) : 0;
    }

    getContext() {
        return CONTEXT;
    }

    toDataURL() {
        return NO_PIXELS;
    }
}

export class SizedImage {
    width = 0;
    height = 0;
    onload = null;
    onerror = null;

    set src(source) {
        const size = readImageSize(parseDataUrl(source)?.bytes ?? Buffer.alloc(0));
        const loads = size !== null && fitsLimits(size.width, size.height);
        if (loads) Object.assign(this, size);
        imageQueue.add(() => (loads ? this.onload : this.onerror)?.call(this));
    }
}

/** In place of scratch-svg-renderer's adapter. */
export class SizedBitmapAdapter {
    resize(image, width, height) {
        return Object.assign(new SizedCanvas(), {width, height});
    }

    convertDataURIToBinary(source) {
        return parseDataUrl(source).bytes;
    }
}
