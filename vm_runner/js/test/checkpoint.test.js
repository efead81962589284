// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {Memory} from '../world/memory.js';
import {World} from '../world/world.js';
import {projectOf} from './support/project.js';

test('a memory puts back what objects hold, into the same objects', () => {
    const inner = [1, , 3];
    const root = {inner, map: new Map([['a', {n: 1}]]), set: new Set([1]), numbers: new Float32Array(2)};
    root.itself = root;
    const memory = new Memory();
    memory.keep(root);
    for (let i = 0; i < 2; i++) {
        inner.push(4);
        inner[1] = 2;
        root.map.get('a').n = 2;
        root.map.set('b', 1);
        root.set.clear();
        root.numbers[1] = 7;
        root.fresh = true;
        delete root.inner;
        memory.restore();
        assert.deepEqual(Object.keys(root), ['inner', 'map', 'set', 'numbers', 'itself']);
        assert.equal(root.inner, inner);
        assert.equal(inner.length, 3);
        assert.ok(!(1 in inner));
        assert.deepEqual([...root.map], [['a', {n: 1}]]);
        assert.deepEqual([...root.set], [1]);
        assert.equal(root.numbers[1], 0);
    }
});

test('an object of an unknown class is refused, not forgotten', () => {
    class Robot {}
    assert.throws(() => new Memory().keep({robot: new Robot()}), /cannot save a world that holds a Robot/);
});

test('the outline of a costume is that of the time of the save', async () => {
    const grow = [['looks_setsizeto', {SIZE: 400}]];
    const world = await World.load(projectOf([grow], {visible: true}));
    try {
        world.start(1);
        world.step([], 1);
        const {renderer} = world.stage;
        const skin = renderer._allSkins[renderer._allDrawables[world.originalNamed('Cat').drawableID].skin.id];
        const outline = () => [skin._largestMIPScale, skin._silhouette._width, skin._scaledMIPs.length];
        const before = outline();
        const restore = world.save();
        world.step([{type: 'green_flag'}], 2);
        assert.notDeepEqual(outline(), before);
        restore();
        assert.deepEqual(outline(), before);
    } finally {
        world.dispose();
    }
});
