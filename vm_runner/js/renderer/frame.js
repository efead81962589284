// SPDX-License-Identifier: AGPL-3.0-only
import {readOpaqueTopDown} from './gl/pixels.js';

/** The drawables that a draw would show, back to front. */
export const visibleDrawables = renderer =>
    renderer._drawList
        .map(id => renderer._allDrawables[id])
        .filter(drawable => drawable?.getVisible() && drawable.skin);

/**
 * Runs `draw`, which shows `skins`, so that nothing a project can observe changes by it. A draw makes the SVG textures
 * it misses, and a larger texture also becomes the silhouette for touching queries; what a frame made, the next tick
 * shall make anew. Speech bubbles need no such care: they redraw themselves at the scale that each query asks for.
 */
export function withoutLastingEffect(skins, draw) {
    const saved = [...new Set(skins)].map(skin => ({
        skin,
        silhouette: {...skin._silhouette},
        mips: skin._scaledMIPs && [...skin._scaledMIPs],
        largestMipScale: skin._largestMIPScale
    }));
    try {
        return draw();
    } finally {
        for (const {skin, silhouette, mips, largestMipScale} of saved) {
            if (mips && skin._largestMIPScale !== largestMipScale) {
                restore(skin, {silhouette, mips, largestMipScale});
            }
        }
    }
}

function restore(skin, {silhouette, mips, largestMipScale}) {
    Object.assign(skin._silhouette, silhouette);
    skin._scaledMIPs = mips;
    skin._largestMIPScale = largestMipScale;
}

/**
 * Draws the stage and reads it back.
 *
 * @returns {{width: number, height: number, data: Uint8ClampedArray}} RGBA, top row first, every alpha 255.
 */
export function renderFrame(renderer, drawNow) {
    withoutLastingEffect(visibleDrawables(renderer).map(({skin}) => skin), drawNow);
    const {color} = renderer.gl.backBuffer;
    return {width: color.width, height: color.height, data: readOpaqueTopDown(color)};
}
