// SPDX-License-Identifier: AGPL-3.0-only

/**
 * One RGBA8 pixel as the 32-bit word of a little-endian machine, which every platform of Node's own builds is.
 *
 * @param {ArrayLike<number>} color - Red, green, blue, alpha; clamped to 0..1.
 * @returns {number}
 */
export function packColor(color) {
    const level = value => Math.round(Math.min(1, Math.max(0, value)) * 255);
    return (
        (level(color[0]) | (level(color[1]) << 8) | (level(color[2]) << 16) | (level(color[3]) << 24)) >>> 0
    );
}

/**
 * Copies a block of a texture, lowest row first. Pixels outside the texture are left as they are, as WebGL does.
 *
 * @param {import('./objects.js').Texture} texture
 * @param {{x: number, y: number, width: number, height: number}} block
 * @param {Uint8Array} pixels - width * height * 4 bytes.
 */
export function readBlock(texture, block, pixels) {
    const width = Math.floor(block.width);
    const height = Math.floor(block.height);
    const left = Math.max(0, -block.x);
    const right = Math.min(width, texture.width - block.x);
    if (right <= left) {
        return;
    }
    for (let row = 0; row < height; row++) {
        const y = block.y + row;
        if (y >= 0 && y < texture.height) {
            const start = (y * texture.width + block.x + left) * 4;
            pixels.set(texture.bytes.subarray(start, start + (right - left) * 4), (row * width + left) * 4);
        }
    }
}

/**
 * @param {import('./objects.js').Texture} texture - A back buffer, whose first row is the bottom one.
 * @returns {Uint8ClampedArray} RGBA, top row first, every alpha 255.
 */
export function readOpaqueTopDown({width, height, words}) {
    const frame = new Uint32Array(width * height);
    for (let y = 0; y < height; y++) {
        const from = (height - 1 - y) * width;
        const to = y * width;
        for (let x = 0; x < width; x++) {
            frame[to + x] = words[from + x] | 0xff000000;
        }
    }
    return new Uint8ClampedArray(frame.buffer);
}
