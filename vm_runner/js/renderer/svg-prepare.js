// SPDX-License-Identifier: AGPL-3.0-only
import {parseDataUrl} from './data-url.js';
import {fitsLimits} from './limits.js';
import {LruCache} from './lru-cache.js';
import {guardSvg} from './svg-guard.js';
import {textToPaths} from './svg-text.js';

const PIXELS_PER_UNIT = {'': 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96};

// Of URLs and of prepared documents, in characters and bytes.
const prepared = new LruCache(32 * 1024 * 1024);

/**
 * Reads an SVG from its data URL and makes it fit for Skia. The result is kept, a refusal too: the same costumes are
 * loaded again with every new stage.
 *
 * @param {string} url
 * @returns {Buffer}
 * @throws {Error} When the document is refused.
 */
export function prepareSvgUrl(url) {
    let result = prepared.get(url);
    if (!result) {
        result = attempt(() => prepareSvg(parseDataUrl(url)?.bytes.toString('utf8') ?? ''));
        prepared.set(url, result, url.length + (result.value?.length ?? 0));
    }
    if (result.error) {
        throw result.error;
    }
    return result.value;
}

function attempt(compute) {
    try {
        return {value: compute()};
    } catch (error) {
        return {error};
    }
}

/**
 * What Skia is given for a costume: no reference out of the document, no text elements, no absurd size.
 *
 * @param {string} svgText
 * @returns {Buffer}
 */
export function prepareSvg(svgText) {
    requireModestSize(svgText);
    return Buffer.from(textToPaths(guardSvg(svgText)));
}

function requireModestSize(svgText) {
    const root = /<(?:[\w.-]+:)?svg\b[^>]*>/i.exec(svgText)?.[0] ?? '';
    const width = readLength(root, 'width');
    const height = readLength(root, 'height');
    if (!fitsLimits(width, height)) {
        throw new Error(`An SVG of ${width} x ${height} pixels is too large.`);
    }
}

function readLength(tag, attribute) {
    const match = new RegExp(`\\s${attribute}\\s*=\\s*["']\\s*([\\d.eE+-]+)([a-z]*)`).exec(tag);
    return match ? Number(match[1]) * (PIXELS_PER_UNIT[match[2]] ?? 1) || 0 : 0;
}
