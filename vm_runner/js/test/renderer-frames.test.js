// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {checksum, drawBitmapScene, drawVectorScene} from './support/renderer-scene.js';

const SCENE = fileURLToPath(new URL('support/renderer-scene.js', import.meta.url));

// Our own arithmetic: the same on every machine. A change of these is explained in the changelog.
const BITMAP_SCENE = '4147b64d5c7aad09';
// Skia's curves may differ by a level between processor architectures.
const VECTOR_SCENES = {x64: '37b8bff790f054f1'};

test('the golden bitmap frame is unchanged', () => {
    assert.equal(checksum(drawBitmapScene()), BITMAP_SCENE);
});

test(
    'the golden vector frame is unchanged',
    {skip: !(process.arch in VECTOR_SCENES) && 'no sum for this processor'},
    async () => {
        assert.equal(checksum(await drawVectorScene()), VECTOR_SCENES[process.arch]);
    }
);

test('another process draws the same frames', async () => {
    const printed = execFileSync(process.execPath, [SCENE], {encoding: 'utf8'}).trim();
    assert.equal(printed, `${checksum(drawBitmapScene())} ${checksum(await drawVectorScene())}`);
});
