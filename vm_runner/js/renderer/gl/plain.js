// SPDX-License-Identifier: AGPL-3.0-only

// The fast path: a sprite drawn without effects (but for ghost) onto colours. Two copies of one loop, because a filter
// chosen per pixel would cost a third of the frame. Both write `source + target * (1 - alpha)`, rounded.

/**
 * @param {{texture: object, target: object, uByX: number, vByX: number, opacity: number}} paint
 * @param {number} index - The first pixel's index in the target.
 * @param {{start: number, end: number, u: number, v: number}} span
 */
export function blendNearestRow({texture, target, uByX, vByX, opacity}, index, {start, end, u, v}) {
    const {width, height, words: texels} = texture;
    const {bytes, words} = target;
    const lastX = width - 1;
    const lastY = height - 1;
    const count = end - start;
    for (let i = 0; i < count; i++) {
        let x = ((u + i * uByX) * width) | 0;
        let y = ((v + i * vByX) * height) | 0;
        x = x < 0 ? 0 : x > lastX ? lastX : x;
        y = y < 0 ? 0 : y > lastY ? lastY : y;
        const texel = texels[y * width + x];
        const alpha = texel >>> 24;
        if (alpha === 255 && opacity === 1) {
            words[index + i] = texel;
        } else if (alpha !== 0) {
            const keep = 1 - (alpha * opacity) / 255;
            const at = (index + i) * 4;
            bytes[at] = (texel & 255) * opacity + bytes[at] * keep + 0.5;
            bytes[at + 1] = ((texel >>> 8) & 255) * opacity + bytes[at + 1] * keep + 0.5;
            bytes[at + 2] = ((texel >>> 16) & 255) * opacity + bytes[at + 2] * keep + 0.5;
            bytes[at + 3] = alpha * opacity + bytes[at + 3] * keep + 0.5;
        }
    }
}

/** As blendNearestRow, with each colour interpolated between the four nearest texels. */
export function blendLinearRow({texture, target, uByX, vByX, opacity}, index, {start, end, u, v}) {
    const {width, height, words: texels} = texture;
    const {bytes, words} = target;
    const lastX = width - 1;
    const lastY = height - 1;
    const count = end - start;
    for (let i = 0; i < count; i++) {
        const x = (u + i * uByX) * width - 0.5;
        const y = (v + i * vByX) * height - 0.5;
        const floorX = Math.floor(x);
        const floorY = Math.floor(y);
        const x0 = floorX < 0 ? 0 : floorX > lastX ? lastX : floorX;
        const x1 = floorX < -1 ? 0 : floorX >= lastX ? lastX : floorX + 1;
        const y0 = (floorY < 0 ? 0 : floorY > lastY ? lastY : floorY) * width;
        const y1 = (floorY < -1 ? 0 : floorY >= lastY ? lastY : floorY + 1) * width;
        const t00 = texels[y0 + x0];
        const t10 = texels[y0 + x1];
        const t01 = texels[y1 + x0];
        const t11 = texels[y1 + x1];
        let red, green, blue, alpha;
        if (t00 === t10 && t00 === t01 && t00 === t11) {
            alpha = t00 >>> 24;
            if (alpha === 0) {
                continue;
            }
            if (alpha === 255 && opacity === 1) {
                words[index + i] = t00;
                continue;
            }
            red = t00 & 255;
            green = (t00 >>> 8) & 255;
            blue = (t00 >>> 16) & 255;
        } else {
            const right = x - floorX;
            const upper = y - floorY;
            const w00 = (1 - right) * (1 - upper);
            const w10 = right * (1 - upper);
            const w01 = (1 - right) * upper;
            const w11 = right * upper;
            red = (t00 & 255) * w00 + (t10 & 255) * w10 + (t01 & 255) * w01 + (t11 & 255) * w11;
            green =
                ((t00 >>> 8) & 255) * w00 +
                ((t10 >>> 8) & 255) * w10 +
                ((t01 >>> 8) & 255) * w01 +
                ((t11 >>> 8) & 255) * w11;
            blue =
                ((t00 >>> 16) & 255) * w00 +
                ((t10 >>> 16) & 255) * w10 +
                ((t01 >>> 16) & 255) * w01 +
                ((t11 >>> 16) & 255) * w11;
            alpha = (t00 >>> 24) * w00 + (t10 >>> 24) * w10 + (t01 >>> 24) * w01 + (t11 >>> 24) * w11;
        }
        const keep = 1 - (alpha * opacity) / 255;
        const at = (index + i) * 4;
        bytes[at] = red * opacity + bytes[at] * keep + 0.5;
        bytes[at + 1] = green * opacity + bytes[at + 1] * keep + 0.5;
        bytes[at + 2] = blue * opacity + bytes[at + 2] * keep + 0.5;
        bytes[at + 3] = alpha * opacity + bytes[at + 3] * keep + 0.5;
    }
}
