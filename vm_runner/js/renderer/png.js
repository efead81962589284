// SPDX-License-Identifier: AGPL-3.0-only
/**
 * PNG files of pictures. Skia's own encoder tries every filter on every row, which takes longer than drawing
 * the frame; the flat colours of Scratch pictures are not larger without any.
 */
import zlib from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The lowest that looks for repetitions with care; higher ones save one part in fifty. */
const COMPRESSION = {level: 4};
const BITS = 8;
const RGB = 2;
const RGBA = 6;

/**
 * @param {{width: number, height: number, data: Uint8ClampedArray}} picture - RGBA, top row first.
 * @param {{alpha?: boolean}} [options] - Whether the file has the alpha; a frame is opaque.
 * @returns {Buffer} A PNG file. It holds no text, time or other metadata: the same pixels give the same bytes.
 */
export function encodePng({width, height, data}, {alpha = false} = {}) {
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.set([BITS, alpha ? RGBA : RGB], 8);
    return Buffer.concat([
        SIGNATURE,
        chunk('IHDR', header),
        chunk('IDAT', zlib.deflateSync(scanlines(width, height, data, alpha ? 4 : 3), COMPRESSION)),
        chunk('IEND', Buffer.alloc(0))
    ]);
}

/** The first `channels` of every pixel, and every row with a 0 before it, for no filter. */
function scanlines(width, height, data, channels) {
    const lines = new Uint8Array((width * channels + 1) * height);
    let to = 0;
    let from = 0;
    for (let y = 0; y < height; y++) {
        to++;
        for (let x = 0; x < width; x++, from += 4) {
            for (let channel = 0; channel < channels; channel++) lines[to++] = data[from + channel];
        }
    }
    return lines;
}

function chunk(type, content) {
    const body = Buffer.concat([Buffer.from(type, 'ascii'), content]);
    const edges = Buffer.alloc(8);
    edges.writeUInt32BE(content.length, 0);
    edges.writeUInt32BE(zlib.crc32(body), 4);
    return Buffer.concat([edges.subarray(0, 4), body, edges.subarray(4)]);
}
