// SPDX-License-Identifier: AGPL-3.0-only
import {createRequire} from 'node:module';
import {fitsLimits} from './limits.js';
import {LruCache} from './lru-cache.js';
import {requireModestSvg} from './svg-complexity.js';

const require = createRequire(import.meta.url);

// Characters of SVG text, before and after; a string takes one or two bytes a character.
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Makes every copy of scratch-svg-renderer remember what it made of a costume's text. Parsing and normalising by jsdom
 * is most of the cost of loading a project, and one process loads the same project many times.
 */
export function memoiseSvgLoading() {
    // scratch-vm brings an older copy of its own, for Scratch 2 costumes.
    const requireFromVm = createRequire(require.resolve('scratch-vm'));
    for (const library of new Set([require('scratch-svg-renderer'), requireFromVm('scratch-svg-renderer')])) {
        memoise(library);
    }
}

// scratch-render walks over every unit of a costume's size to find its outline: without a bound it would do so for
// minutes. The VM puts its stand-in costume in the place of one that is refused.
function requireModestSize({viewBox}) {
    const {width, height} = viewBox.baseVal;
    if (!fitsLimits(width, height)) {
        throw new Error(`An SVG of ${width} x ${height} units is too large.`);
    }
}

/** What is kept of a normalised SVG: all that SVGSkin and scratch-vm ask of the element before they drop it. */
class RememberedSvg {
    constructor({viewBox}, text) {
        const {x, y, width, height} = viewBox.baseVal;
        this.viewBox = {baseVal: {x, y, width, height}};
        this.text = text;
    }
}

function memoise(library) {
    const {loadSvgString, serializeSvgToString, inlineSvgFonts} = library;
    const remembered = new LruCache(MAX_CHARACTERS);
    const keys = new WeakMap();

    const textOf = element => {
        if (element instanceof RememberedSvg) {
            return element.text;
        }
        const text = serializeSvgToString(element, false);
        const key = keys.get(element);
        if (key !== undefined) {
            remembered.set(key, new RememberedSvg(element, text), key.length + text.length);
        }
        return text;
    };

    library.loadSvgString = (svgText, fromVersion2) => {
        const key = `${fromVersion2 ? 2 : 3} ${svgText}`;
        const known = remembered.get(key);
        if (known) {
            return known;
        }
        requireModestSvg(svgText);
        const element = loadSvgString(svgText, fromVersion2);
        requireModestSize(element);
        keys.set(element, key);
        return element;
    };

    library.serializeSvgToString = (element, injectFonts) => {
        const text = textOf(element);
        return injectFonts ? inlineSvgFonts(text) : text;
    };
}
