// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {Readable} from 'node:stream';
import {test} from 'node:test';
import {encodeFrame, readFrames} from '../protocol.js';

const collect = async chunks => {
    const frames = [];
    for await (const {message, attachment} of readFrames(Readable.from(chunks))) {
        frames.push([message, Buffer.from(attachment).toString()]);
    }
    return frames;
};

const FRAMES = [[{id: 1, text: 'ä😀'}, 'abc'], [{}, ''], [{id: 2}, 'x'.repeat(5000)]];
const BYTES = Buffer.concat(FRAMES.map(([message, text]) => encodeFrame(message, Buffer.from(text))));

test('frames survive any cut into chunks', async () => {
    for (const size of [1, 3, 8, 9, 100, 4096, BYTES.length]) {
        const chunks = [];
        for (let at = 0; at < BYTES.length; at += size) chunks.push(BYTES.subarray(at, at + size));
        assert.deepEqual(await collect(chunks), FRAMES, `chunks of ${size}`);
    }
});

test('an unfinished frame is no frame', async () => {
    assert.deepEqual(await collect([BYTES.subarray(0, BYTES.length - 1)]), FRAMES.slice(0, 2));
    assert.deepEqual(await collect([]), []);
});

test('a message that is not JSON ends the stream', async () => {
    const bytes = Buffer.from(encodeFrame({a: 1}));
    bytes[8] = 0x21;
    await assert.rejects(collect([bytes]), SyntaxError);
});

test('lone surrogates arrive', async () => {
    assert.deepEqual(await collect([encodeFrame({name: '\ud800'})]), [[{name: '\ud800'}, '']]);
});
