// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {readImageSize} from '../renderer/image-header.js';
import {dataUrl, hugePng, image, nested, PNG} from './support/pictures.js';
import {makeStage, wrapSvg} from './support/renderer.js';

describe('images', () => {
    const outcomeOf = async source => {
        const stage = makeStage();
        const loaded = new Image();
        let outcome = 'none';
        loaded.onload = () => (outcome = `${loaded.width} x ${loaded.height}`);
        loaded.onerror = error => (outcome = error.message);
        loaded.src = source;
        await stage.settle();
        stage.dispose();
        return outcome;
    };

    test('load from data URLs only', async () => {
        assert.equal(await outcomeOf(dataUrl('image/png', PNG)), '1 x 1');
        for (const source of ['http://localhost:1/a.png', '/a.png', 'file:///a.png', '', 'a.png']) {
            assert.match(await outcomeOf(source), /data URL only/);
        }
    });

    test('fail when broken, disguised or too large', async () => {
        assert.match(await outcomeOf('data:image/png;base64,'), /not a PNG/);
        assert.match(await outcomeOf(dataUrl('image/png', 'hello')), /not a PNG/);
        assert.match(await outcomeOf(dataUrl('image/png', wrapSvg(image('/a.png')))), /not a PNG/);
        assert.match(await outcomeOf(dataUrl('image/png', hugePng())), /60000 x 60000/);
        assert.match(await outcomeOf(dataUrl('image/png', PNG.subarray(0, 40))), /decoded/);
        assert.match(await outcomeOf('data:image/svg+xml;utf8,%E0%A4%A'), /decoded/);
    });

    test('call back in the order in which they were set', async () => {
        const stage = makeStage();
        const order = [];
        const sources = [wrapSvg(nested(100, '<circle r="9"/>')), wrapSvg('')].map(svg =>
            dataUrl('image/svg+xml', svg)
        );
        for (const [index, source] of [...sources, dataUrl('image/png', PNG), 'bad'].entries()) {
            const next = new Image();
            next.onload = next.onerror = () => order.push(index);
            next.src = source;
        }
        await stage.settle();
        assert.deepEqual(order, [0, 1, 2, 3]);
        stage.dispose();
    });

    test('whose callback throws make settle throw once, after the other callbacks', async () => {
        const stage = makeStage();
        const failing = new Image();
        failing.onload = () => {
            throw new Error('from a callback');
        };
        failing.src = dataUrl('image/png', PNG);
        const next = new Image();
        let loaded = false;
        next.onload = () => (loaded = true);
        next.src = dataUrl('image/png', PNG);
        await assert.rejects(stage.settle(), /from a callback/);
        assert.ok(loaded);
        await stage.settle();
        stage.dispose();
    });

    test('declare their size in the header', () => {
        const jpeg = Buffer.from('ffd8ffe000040000ffc0001108000a0014030122', 'hex');
        const gif = Buffer.from('474946383961140000000a00', 'hex');
        const gifSize = Buffer.from('47494638396114000a00', 'hex');
        assert.deepEqual(readImageSize(PNG), {width: 1, height: 1});
        assert.deepEqual(readImageSize(jpeg), {width: 20, height: 10});
        assert.deepEqual(readImageSize(gifSize), {width: 20, height: 10});
        assert.deepEqual(readImageSize(gif), {width: 20, height: 0});
        assert.equal(readImageSize(PNG.subarray(0, 20)), null);
        assert.equal(readImageSize(Buffer.from('<svg/>')), null);
    });
});
