// SPDX-License-Identifier: AGPL-3.0-only
import {parseDataUrl} from './data-url.js';
import {readImageSize} from './image-header.js';
import {fitsLimits, MAX_FILE_BYTES} from './limits.js';
import {Image as SkiaImage} from './skia.js';
import {prepareSvgUrl} from './svg-prepare.js';

const SVG_URL = /^\s*data:image\/svg\+xml/i;

// Decodes run in parallel on other threads, but their callbacks fire in the order in which the sources were set, so
// that a load does not depend on which thread is quicker. This promise never rejects: one failure must not keep the
// callbacks behind it from running.
let lastCallback = Promise.resolve();
let callbackErrors = [];

/** The Image of the page. It loads data URLs and nothing else, and never draws more pixels than the limits allow. */
export class TrackedImage extends SkiaImage {
    #token = null;
    #onload = null;
    #onerror = null;

    // Skia's image would call what it finds in these properties, at a time of its own: it must find nothing.
    get onload() {
        return null;
    }

    set onload(callback) {
        this.#onload = callback;
    }

    get onerror() {
        return null;
    }

    set onerror(callback) {
        this.#onerror = callback;
    }

    get src() {
        return super.src;
    }

    set src(source) {
        const token = {};
        this.#token = token;
        const outcome = this.#decode(source).then(
            () => null,
            error => error
        );
        lastCallback = lastCallback.then(async () => {
            const error = await outcome;
            if (token === this.#token) {
                this.#report(error);
            }
        });
    }

    #report(error) {
        const callback = error ? this.#onerror : this.#onload;
        try {
            callback?.call(this, error ?? undefined);
        } catch (thrown) {
            callbackErrors.push(thrown);
        }
    }

    async #decode(source) {
        super.src = readSource(source);
        await this.decode();
    }
}

/** @returns {Buffer} Bytes that are safe to hand to Skia. */
function readSource(source) {
    if (typeof source !== 'string' || !/^\s*data:/i.test(source)) {
        throw new Error('An image here can be loaded from a data URL only.');
    }
    return SVG_URL.test(source) ? prepareSvgUrl(source) : readRaster(source);
}

function readRaster(source) {
    const bytes = parseDataUrl(source)?.bytes ?? Buffer.alloc(0);
    if (bytes.length > MAX_FILE_BYTES) {
        throw new Error(`An image file of ${bytes.length} bytes is too large.`);
    }
    // Skia goes by the content, not by the declared type: an SVG in disguise would escape the guard.
    const size = readImageSize(bytes);
    if (!size) {
        throw new Error('An image is not a PNG, JPEG, GIF, BMP or WebP file.');
    }
    if (!fitsLimits(size.width, size.height)) {
        throw new Error(`An image of ${size.width} x ${size.height} pixels is too large.`);
    }
    return bytes;
}

/**
 * Waits until every image whose source is set has loaded or failed and its callback has run, those that callbacks set
 * included.
 *
 * @throws The first error that a callback has thrown since the last call.
 */
export async function imagesSettled() {
    let awaited;
    do {
        awaited = lastCallback;
        await awaited;
    } while (awaited !== lastCallback);
    const [error] = callbackErrors;
    callbackErrors = [];
    if (error) {
        throw error;
    }
}
