// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Frames on stdin and stdout: uint32 length of the JSON, uint32 length of the attachment (both
 * little-endian), the JSON in UTF-8, the attachment.
 */
import fs from 'node:fs';

const HEADER_BYTES = 8;
const STDOUT = 1;

/**
 * Keep stdout for frames: whatever a package prints goes to stderr. Node must never open the stream
 * itself, since that makes the pipe one that does not block, and then a write to a full one is tried
 * again and again until the reader has caught up.
 */
export const claimStdout = () => {
    Object.defineProperty(process, 'stdout', {value: process.stderr});
};

const writeFully = buffer => {
    let offset = 0;
    while (offset < buffer.length) {
        try {
            offset += fs.writeSync(STDOUT, buffer, offset);
        } catch (error) {
            // the parent gave us a pipe that does not block: it will catch up
            if (error.code !== 'EAGAIN') throw error;
        }
    }
};

export const encodeFrame = (message, attachment = Buffer.alloc(0)) => {
    const json = Buffer.from(JSON.stringify(message));
    const header = Buffer.alloc(HEADER_BYTES);
    header.writeUInt32LE(json.length, 0);
    header.writeUInt32LE(attachment.length, 4);
    return Buffer.concat([header, json, attachment]);
};

export const writeFrame = (message, attachment) => writeFully(encodeFrame(message, attachment));

/** Yield {message, attachment} for each frame on `stream`; ends with the stream. */
export async function* readFrames(stream) {
    let buffered = Buffer.alloc(0);
    let parts = [];
    let size = 0;
    let needed = HEADER_BYTES;
    for await (const chunk of stream) {
        parts.push(chunk);
        size += chunk.length;
        while (size >= needed) {
            buffered = Buffer.concat(parts);
            const json = buffered.readUInt32LE(0);
            const total = HEADER_BYTES + json + buffered.readUInt32LE(4);
            parts = [buffered];
            needed = total;
            if (size < total) break;
            yield {
                message: JSON.parse(buffered.toString('utf8', HEADER_BYTES, HEADER_BYTES + json)),
                attachment: buffered.subarray(HEADER_BYTES + json, total)
            };
            parts = [buffered.subarray(total)];
            size -= total;
            needed = HEADER_BYTES;
        }
    }
}
