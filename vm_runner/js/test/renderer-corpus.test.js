// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {describe, test} from 'node:test';
import {fileURLToPath} from 'node:url';
import {checksum} from './support/renderer-scene.js';
import {loadProject, runVm} from './support/renderer.js';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));
const CORPUS = process.env.SCRATCHWORLD_CORPUS ?? path.join(REPOSITORY, '../shared/corpus');

const filesOf = folder => {
    const full = path.join(CORPUS, folder);
    return existsSync(full)
        ? readdirSync(full)
              .sort()
              .map(name => path.join(full, name))
        : [];
};
const skipWithout = files => files.length === 0 && `no corpus at ${CORPUS}; set SCRATCHWORLD_CORPUS`;

/** The verdict of a project that reports by say blocks: "plan 2", "pass ...", "fail ...", "end". */
function judge(says) {
    const verdict = {plan: null, pass: 0, fail: [], end: false};
    for (const said of says) {
        const [, command, rest] = /^(\S*)\s*(.*)$/s.exec(said);
        switch (command.toLowerCase()) {
            case 'plan':
                verdict.plan = Number(rest);
                break;
            case 'pass':
                verdict.pass++;
                break;
            case 'fail':
                verdict.fail.push(rest);
                break;
            case 'end':
                verdict.end = true;
                break;
            default:
        }
    }
    return verdict;
}

async function collectVerdict(file, mode) {
    const {vm, stage} = await loadProject(readFileSync(file));
    if (mode) {
        stage.renderer.setUseGpuMode(mode);
    }
    const says = [];
    vm.runtime.on('SAY', (target, type, text) => says.push(String(text)));
    runVm(vm, 600);
    vm.quit();
    stage.dispose();
    return judge(says);
}

const renderProjects = filesOf('scratchfoundation+scratch-render');
const isPickProject = file => file.includes('test-mouse-touch');
const reporting = renderProjects.filter(file => !isPickProject(file));

describe('integration projects of scratch-render', {skip: skipWithout(renderProjects)}, () => {
    for (const file of reporting) {
        test(path.basename(file), async () => {
            const {plan, pass, fail, end} = await collectVerdict(file);
            assert.deepEqual(fail, []);
            assert.ok(end, 'it reports its end');
            assert.ok(pass > 0);
            assert.equal(pass, plan ?? pass);
        });
    }

    test('touching colours on the GPU path', async () => {
        const file = reporting.find(name => name.includes('color-touching'));
        const {plan, pass, fail} = await collectVerdict(file, 'ForceGPU');
        assert.deepEqual([pass, fail], [plan, []]);
    });

    test('picking', async () => {
        const {vm, stage} = await loadProject(readFileSync(renderProjects.find(isPickProject)));
        const {renderer} = stage;
        vm.greenFlag();
        const sprite = vm.runtime.targets.find(target => target.sprite.name === 'Sprite1');
        const nameAt = (x, y) =>
            vm.runtime.targets.find(target => target.drawableID === renderer.pick(x, y)).sprite.name;
        assert.deepEqual([nameAt(360, 180), nameAt(320, 180)], ['Sprite1', 'Stage']);
        assert.equal(renderer.drawableTouching(sprite.drawableID, 360, 180), true);
        sprite.setVisible(false);
        assert.equal(nameAt(360, 180), 'Stage');
        assert.equal(
            renderer.drawableTouching(sprite.drawableID, 360, 180),
            true,
            'a hidden sprite can be asked about'
        );
        vm.quit();
        stage.dispose();
    });
});

const games = filesOf('CreativeCoder-099+ScratchProjects').filter((_, index) => index % 4 === 0);

/** What a run leaves: every target's state and its silhouette, and the last frame. */
async function runGame(file, readsFrames) {
    const {vm, stage} = await loadProject(readFileSync(file));
    // A seeded stream (Park and Miller) in place of Math.random, whose draws would differ between two runs.
    const realRandom = Math.random;
    let seed = 1;
    Math.random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    try {
        for (let part = 0; part < 6; part++) {
            runVm(vm, 5);
            if (readsFrames) {
                stage.readFrame();
            }
        }
    } finally {
        Math.random = realRandom;
    }
    const states = vm.runtime.targets.map(target => [
        target.sprite.name,
        target.x,
        target.y,
        target.direction,
        target.size,
        target.currentCostume,
        {...stage.renderer.getBounds(target.drawableID)},
        stage.renderer._allDrawables[target.drawableID].skin._silhouette._width
    ]);
    const frame = checksum(stage.readFrame());
    vm.quit();
    stage.dispose();
    return {states, frame};
}

describe('games', {skip: skipWithout(games)}, () => {
    for (const file of games) {
        test(`${path.basename(file)} runs the same with frames and without, and again`, async () => {
            const expected = await runGame(file, false);
            assert.deepEqual(await runGame(file, true), expected);
            assert.deepEqual(await runGame(file, false), expected);
        });
    }
});
