// SPDX-License-Identifier: AGPL-3.0-only
import {parseDataUrl} from './data-url.js';
import {readImageSize} from './image-header.js';
import {fitsLimits, MAX_FILE_BYTES} from './limits.js';
import {requireModestSvg} from './svg-complexity.js';
import {replaceAttribute} from './svg-tags.js';

// resvg opens a path that an SVG names, and Skia tries to: no reference may reach them unless it stays in the document
// or carries its own bytes. What is allowed is listed; everything else is dropped.

const OUTSIDE_CSS_URL = /url\((?!\s*(?:["']|&quot;|&apos;|&#39;)?\s*#)[^)]*\)/gi;
const CSS_IMPORT = /@import[^;<]*;?/gi;

/**
 * Removes from an SVG every reference that leaves the document.
 *
 * @param {string} text
 * @returns {string}
 * @throws {Error} When the document is too large or too nested to be drawn in reasonable time, or declares entities.
 */
export function guardSvg(text, depth = 0) {
    if (text.length > MAX_FILE_BYTES) {
        throw new Error(`An SVG of ${text.length} characters is too large.`);
    }
    if (/<!ENTITY/i.test(text)) {
        throw new Error('An SVG that declares entities is refused: they can multiply it without end.');
    }
    requireModestSvg(text);
    return replaceAttribute(text, 'href', href => guardHref(href, depth))
        .replace(OUTSIDE_CSS_URL, 'none')
        .replace(CSS_IMPORT, '');
}

function guardHref(href, depth) {
    if (href.trim().startsWith('#')) {
        return href;
    }
    const data = parseDataUrl(href);
    if (!data) {
        return '';
    }
    const size = readImageSize(data.bytes);
    if (size) {
        return fitsLimits(size.width, size.height) ? href : '';
    }
    if (data.type === 'image/svg+xml' && depth === 0) {
        const inner = guardSvg(data.bytes.toString('utf8'), depth + 1);
        return `data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}`;
    }
    return '';
}
