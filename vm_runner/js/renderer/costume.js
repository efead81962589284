// SPDX-License-Identifier: AGPL-3.0-only
import {withoutLastingEffect} from './frame.js';

/**
 * Down by less than a pixel can show. An extracted picture is drawn upside down, so a row of pixels whose middle is at
 * the very edge would be taken in at the top, where a frame takes it in at the bottom.
 */
const NUDGE = -1 / 1024;

/** Larger ones are drawn smaller: the renderer extracts no more than 2,048 pixels. */
const MOST = 2000;

const EMPTY = {width: 1, height: 1, data: new Uint8ClampedArray(4)};

/**
 * A costume as the renderer draws it at size 100, direction 90 and without effects, without the transparent rows and
 * columns around it.
 *
 * @param {number} skin - Its number in the renderer.
 * @returns {{picture: {width: number, height: number, data: Uint8ClampedArray}, centre: [number, number],
 *   scale: number}} RGBA, top row first, alpha not multiplied in; where its rotation centre is, in pixels from the left
 *   and the top; and pixels a unit of the stage, 1 unless it is huge.
 */
export function renderCostume(renderer, skin) {
    const group = renderer._groupOrdering.at(-1);
    const id = renderer.createDrawable(group);
    try {
        renderer.updateDrawableSkinId(id, skin);
        const drawable = renderer._allDrawables[id];
        const scale = Math.min(1, MOST / Math.max(...drawable.skin.size));
        renderer.updateDrawableScale(id, [100 * scale, 100 * scale]);
        drawable._position[1] = NUDGE;
        drawable.setTransformDirty();
        const {left, right, top, bottom} = drawable.getFastBounds();
        if (!(right > left && top > bottom)) return {picture: EMPTY, centre: [0, 0], scale};
        const {imageData, x, y} = withoutLastingEffect(
            [drawable.skin], () => renderer.extractDrawableScreenSpace(id));
        const [width, height] = renderer.getNativeSize();
        const {picture, trimmed} = trim(imageData);
        return {picture, centre: [width / 2 - x - trimmed.left, height / 2 - y - trimmed.top], scale};
    } finally {
        renderer.destroyDrawable(id, group);
    }
}

/** Leave out what is transparent at the edges. */
function trim({width, height, data}) {
    const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
    let [left, right, top, bottom] = [width, -1, height, -1];
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            if (data[(y * width + x) * 4 + 3] > 0) {
                left = Math.min(left, x);
                right = Math.max(right, x);
                top = Math.min(top, y);
                bottom = y;
            }
        }
    }
    if (right < 0) return {picture: EMPTY, trimmed: {left: 0, top: 0}};
    const size = {width: right - left + 1, height: bottom - top + 1};
    const kept = new Uint32Array(size.width * size.height);
    for (let row = 0; row < size.height; row++) {
        const from = (top + row) * width + left;
        kept.set(pixels.subarray(from, from + size.width), row * size.width);
    }
    return {picture: {...size, data: new Uint8ClampedArray(kept.buffer)}, trimmed: {left, top}};
}
