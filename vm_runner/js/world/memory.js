// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Remembers what objects hold, and puts it back into the same objects: others that know them, timers
 * and closures above all, need not be told.
 */

/** Longer typed arrays are pixels. Those are replaced when they change, never written to. */
const SMALL = 64;

/** Classes of the Scratch packages and of ours whose instances a world changes as it runs. */
const CHANGING = new Set([
    'RenderedTarget', 'Thread', 'Variable', 'Timer', 'Keyboard', 'Mouse', 'Clock', 'UserData',
    'Drawable', 'TextBubbleSkin', 'Silhouette', 'Texture'
]);
const PACKAGE = /^Scratch3/;
/** Classes whose instances stay as they are, or are remembered elsewhere. */
const STEADY = new Set([
    'Runtime', 'Blocks', 'Sprite', 'RenderWebGL', 'BlockCached', 'OrderedMap', 'Comment',
    'CanvasElement', 'CanvasRenderingContext2D', 'ImageData', 'SVGSkin', 'BitmapSkin', 'Skin',
    'PenSkin', 'TickPromise', 'CanvasMeasurementProvider', 'TextWrapper',
    // no camera and no device is ever connected
    'VideoMotion', 'EV3', 'WeDo2', 'MicroBit', 'Boost', 'GdxFor'
]);

const isPlain = value => {
    const prototype = Object.getPrototypeOf(value);
    return prototype === Object.prototype || prototype === null;
};

const STACK_FRAMES = 'stackFrames';
/** Kept in ways of their own. */
const APART = new Set([STACK_FRAMES, '_convexHullPoints', '_transformedHullPoints']);

const partsOf = value => Object.keys(value).filter(key => !APART.has(key));

export class Memory {
    #seen = new Set();
    #undo = [];

    /** Put everything back. May be called again and again. */
    restore() {
        for (const undo of this.#undo) undo();
    }

    /** Remember all that `value` holds, and what that holds in turn. */
    keep(value) {
        if (value === null || typeof value !== 'object' || this.#seen.has(value)) return;
        this.#seen.add(value);
        if (Array.isArray(value)) this.#keepArray(value);
        else if (ArrayBuffer.isView(value)) this.#keepNumbers(value);
        else if (value instanceof Map) this.#keepMap(value);
        else if (value instanceof Set) this.#keepSet(value);
        else if (isPlain(value)) this.keepParts(value, Object.keys(value));
        else this.#keepInstance(value);
    }

    #keepInstance(value) {
        const {name} = value.constructor;
        if (name === 'Thread') this.#keepThread(value);
        else if (CHANGING.has(name) || PACKAGE.test(name)) this.keepParts(value, partsOf(value));
        else if (!STEADY.has(name)) {
            throw new Error(`cannot save a world that holds a ${name}: run it again from tick 0`);
        }
    }

    /** Remember the own properties `keys` of an object; other properties of a plain one go. */
    keepParts(object, keys) {
        const values = keys.map(key => object[key]);
        const isWhole = isPlain(object);
        this.#undo.push(() => {
            if (isWhole) {
                const present = Object.keys(object);
                // the order of properties is part of what is put back
                if (present.length !== keys.length || present.some((key, i) => key !== keys[i])) {
                    for (const key of present) delete object[key];
                }
            }
            keys.forEach((key, i) => {
                if (object[key] !== values[i] || !Object.hasOwn(object, key)) object[key] = values[i];
            });
        });
        for (const part of values) this.keep(part);
    }

    #keepArray(array) {
        const copy = array.slice();
        this.#undo.push(() => {
            array.length = 0;
            // some have holes
            copy.forEach((item, i) => {
                array[i] = item;
            });
            array.length = copy.length;
        });
        for (const item of copy) {
            // lists hold thousands of numbers
            if (typeof item === 'object') this.keep(item);
        }
    }

    #keepNumbers(numbers) {
        if (numbers.length > SMALL) return;
        const copy = numbers.slice();
        this.#undo.push(() => numbers.set(copy));
    }

    #keepMap(map) {
        const entries = [...map];
        this.#undo.push(() => {
            map.clear();
            for (const [key, value] of entries) map.set(key, value);
        });
        for (const [, value] of entries) this.keep(value);
    }

    #keepSet(set) {
        const items = [...set];
        this.#undo.push(() => {
            set.clear();
            for (const item of items) set.add(item);
        });
        for (const item of items) this.keep(item);
    }

    /** The VM uses stack frames again for other threads, so a thread gets new ones. */
    #keepThread(thread) {
        this.keepParts(thread, partsOf(thread));
        const frames = thread[STACK_FRAMES].map(frame => ({...frame}));
        const prototypes = thread[STACK_FRAMES].map(frame => Object.getPrototypeOf(frame));
        const reports = frames.map(({reported}) => reported?.map(report => ({...report})) ?? null);
        this.#undo.push(() => {
            thread[STACK_FRAMES] = frames.map((frame, i) => Object.assign(
                Object.create(prototypes[i]), frame,
                {reported: reports[i]?.map(report => ({...report})) ?? null}));
        });
        for (const {params, executionContext} of frames) {
            this.keep(params);
            this.keep(executionContext);
        }
    }
}
