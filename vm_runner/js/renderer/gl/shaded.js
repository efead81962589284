// SPDX-License-Identifier: AGPL-3.0-only

const color = new Float64Array(4);

/** Runs the fragment shader over a row, with stencil, colour mask and blending as the job asks. */
export function paintShadedRow(paint, index, {start, end, u, v}) {
    const {fragment, target, uByX, vByX, blend, writeColor, stencil, onlyEqual, replaceStencil, reference} =
        paint;
    const {bytes} = target;
    for (let i = 0; i < end - start; i++) {
        const pixel = index + i;
        if (!fragment(u + i * uByX, v + i * vByX, color) || (onlyEqual && stencil[pixel] !== reference)) {
            continue;
        }
        if (replaceStencil) {
            stencil[pixel] = reference;
        }
        if (writeColor) {
            const keep = blend ? 1 - color[3] : 0;
            for (let channel = 0; channel < 4; channel++) {
                const at = pixel * 4 + channel;
                bytes[at] = toByte(color[channel] * 255 + bytes[at] * keep);
            }
        }
    }
}

const toByte = level => (level <= 0 ? 0 : level >= 255 ? 255 : level + 0.5);
