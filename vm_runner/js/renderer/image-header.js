// SPDX-License-Identifier: AGPL-3.0-only

const startsWith = (bytes, text) => bytes.toString('latin1', 0, text.length) === text;

/**
 * The pixel size that a raster file declares, read without decoding it.
 *
 * @param {Buffer} bytes
 * @returns {{width: number, height: number} | null} Null if it is no PNG, JPEG, GIF, BMP or WebP.
 */
export function readImageSize(bytes) {
    try {
        return readKnownFormat(bytes);
    } catch (error) {
        if (error instanceof RangeError) {
            return null;
        }
        throw error;
    }
}

function readKnownFormat(bytes) {
    if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) {
        return {width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20)};
    }
    if (startsWith(bytes, '\xff\xd8')) {
        return readJpegSize(bytes);
    }
    if (startsWith(bytes, 'GIF8')) {
        return {width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8)};
    }
    if (startsWith(bytes, 'BM')) {
        return {width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22))};
    }
    if (startsWith(bytes, 'RIFF') && bytes.toString('latin1', 8, 12) === 'WEBP') {
        return readWebpSize(bytes);
    }
    return null;
}

function readJpegSize(bytes) {
    let position = 2;
    for (;;) {
        const marker = bytes.readUInt16BE(position);
        // SOF0 to SOF15, without the table segments DHT, JPG and DAC between them.
        if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)) {
            return {width: bytes.readUInt16BE(position + 7), height: bytes.readUInt16BE(position + 5)};
        }
        if (marker < 0xff00) {
            return null;
        }
        const isFill = marker === 0xffff;
        position += isFill ? 1 : 2 + bytes.readUInt16BE(position + 2);
    }
}

function readWebpSize(bytes) {
    switch (bytes.toString('latin1', 12, 16)) {
        case 'VP8 ':
            return {width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff};
        case 'VP8L': {
            const bits = bytes.readUInt32LE(21);
            return {width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1};
        }
        case 'VP8X':
            return {width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1};
        default:
            return null;
    }
}
