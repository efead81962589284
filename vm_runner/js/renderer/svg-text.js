// SPDX-License-Identifier: AGPL-3.0-only
import {createRequire} from 'node:module';
import {RESVG_OPTIONS, renameFonts} from './fonts.js';

const {Resvg} = createRequire(import.meta.url)('@resvg/resvg-js');

const hasText = svgText => /<(?:[\w.-]+:)?text[\s>]/.test(svgText);

// resvg reads the font files anew for each document.
const optionsFor = svgText => (hasText(svgText) ? RESVG_OPTIONS : {font: {loadSystemFonts: false}});

// resvg honours alignment-baseline on <text>; browsers, whose result counts, do not.
const forResvg = svgText =>
    renameFonts(svgText.replace(/(<text[^>]*?)\s+alignment-baseline="[^"]*"/g, '$1'));

/**
 * Turns the text of an SVG into paths: Skia's SVG module ignores `xml:space` and misplaces baselines.
 *
 * @param {string} svgText - Already guarded.
 * @returns {string} The same text if it has no text elements or resvg cannot read it.
 */
export function textToPaths(svgText) {
    if (!hasText(svgText)) {
        return svgText;
    }
    try {
        return new Resvg(forResvg(svgText), RESVG_OPTIONS).toString();
    } catch {
        return svgText;
    }
}

/**
 * @param {string} svgText - Already guarded.
 * @returns {{x: number, y: number, width: number, height: number} | null} Null if nothing is visible.
 */
export function measureSvg(svgText) {
    try {
        const box = new Resvg(forResvg(svgText), optionsFor(svgText)).getBBox();
        return box ? {x: box.x, y: box.y, width: box.width, height: box.height} : null;
    } catch {
        return null;
    }
}
