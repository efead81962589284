// SPDX-License-Identifier: AGPL-3.0-only

const clampIndex = (index, size) => (index < 0 ? 0 : index >= size ? size - 1 : index);

/** texture2D with nearest-texel filtering and clamped edges: RGBA, 0..1. */
export function sampleNearest({width, height, bytes}, [u, v], color) {
    const x = clampIndex(Math.floor(u * width), width);
    const y = clampIndex(Math.floor(v * height), height);
    const at = (y * width + x) * 4;
    for (let channel = 0; channel < 4; channel++) {
        color[channel] = bytes[at + channel] / 255;
    }
}

/** texture2D with bilinear filtering and clamped edges: RGBA, 0..1. */
export function sampleLinear({width, height, bytes}, [u, v], color) {
    const x = u * width - 0.5;
    const y = v * height - 0.5;
    const floorX = Math.floor(x);
    const floorY = Math.floor(y);
    const right = x - floorX;
    const upper = y - floorY;
    const x0 = clampIndex(floorX, width);
    const x1 = clampIndex(floorX + 1, width);
    const row0 = clampIndex(floorY, height) * width;
    const row1 = clampIndex(floorY + 1, height) * width;
    const a00 = (row0 + x0) * 4;
    const a10 = (row0 + x1) * 4;
    const a01 = (row1 + x0) * 4;
    const a11 = (row1 + x1) * 4;
    const w00 = (1 - right) * (1 - upper);
    const w10 = right * (1 - upper);
    const w01 = (1 - right) * upper;
    const w11 = right * upper;
    for (let channel = 0; channel < 4; channel++) {
        color[channel] =
            (bytes[a00 + channel] * w00 +
                bytes[a10 + channel] * w10 +
                bytes[a01 + channel] * w01 +
                bytes[a11 + channel] * w11) /
            255;
    }
}
