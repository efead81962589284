// SPDX-License-Identifier: AGPL-3.0-only
import {MAX_SVG_DEPTH, MAX_SVG_ELEMENTS} from './limits.js';
import {scanTags} from './svg-tags.js';

/**
 * Refuses an SVG whose `<use>` references would multiply it without end, or whose nesting would overflow the stack of
 * a native renderer.
 *
 * @param {string} text
 * @throws {Error}
 */
export function requireModestSvg(text) {
    const {root, byId} = outline(text);
    const sizes = new Map();
    const expandedSize = node => {
        if (!sizes.has(node)) {
            // Renderers ignore a reference back to an ancestor; here it meets this 0.
            sizes.set(node, 0);
            const children = node.children.reduce((sum, child) => sum + expandedSize(child), 1);
            const used = byId.get(node.usedId);
            sizes.set(node, children + (used ? expandedSize(used) : 0));
        }
        return sizes.get(node);
    };
    const size = expandedSize(root);
    if (size > MAX_SVG_ELEMENTS) {
        throw new Error(`An SVG that expands to ${size} elements is too large.`);
    }
}

/** The tree of elements with their ids and references. */
function outline(text) {
    const root = {children: [], usedId: null};
    const byId = new Map();
    const open = [root];
    for (const {closing, name, attributes, selfClosing} of scanTags(text)) {
        if (closing) {
            open.length = Math.max(1, open.length - 1);
            continue;
        }
        const node = {children: [], usedId: name === 'use' ? attributes.get('href')?.trim().slice(1) : null};
        open.at(-1).children.push(node);
        if (attributes.has('id')) {
            byId.set(attributes.get('id'), node);
        }
        if (!selfClosing) {
            open.push(node);
        }
        if (open.length > MAX_SVG_DEPTH) {
            throw new Error(`An SVG that nests more than ${MAX_SVG_DEPTH} elements is too deep.`);
        }
    }
    return {root, byId};
}
