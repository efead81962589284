// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {World} from '../world/world.js';
import {projectOf, statesOf} from './support/project.js';

const change = (name, by = 1) => ['data_changevariableby', {VALUE: by}, {VARIABLE: name}];
const set = (name, value) => ['data_setvariableto', {VALUE: value}, {VARIABLE: name}];
const wait = seconds => ['control_wait', {DURATION: seconds}];
const repeat = (times, ...branch) => ['control_repeat', {TIMES: times}, {}, branch];
const forever = (...branch) => ['control_forever', {}, {}, branch];
const until = condition => ['control_wait_until', {CONDITION: condition}];
const above = (what, threshold) => ['operator_gt', {OPERAND1: what, OPERAND2: threshold}];
const read = name => ['data_variable', {}, {VARIABLE: name}];
const random = ['operator_random', {FROM: 1, TO: 1000000}];
const toRandom = opcode => [opcode, {
    SECS: 0.2, TO: [`${opcode}_menu`, {}, {TO: '_random_'}]
}];

const run = async (project, {seed = 1, ticks = 20, ...options} = {}) => {
    const world = await World.load(project, options);
    try {
        const states = statesOf(world, seed, ticks);
        return {states, cut: world.budget.cut};
    } finally {
        world.dispose();
    }
};

describe('stopping a tick early', () => {
    const PROJECTS = {
        'waits for the timer': [[until(above(['sensing_timer'], 0.3)), change('n')]],
        'loops without a redraw': [[forever(['control_if', {CONDITION: above(read('n'), 3)}, {},
            [set('m', 1)]])], [repeat(5, wait(0.1), change('n'))]],
        'glides unseen': [[toRandom('motion_glideto'), set('m', random)]],
        'waits for a message that others hear': [
            [['event_broadcastandwait', {BROADCAST_INPUT: 'go'}], change('n')],
            [['event_whenbroadcastreceived', {}, {BROADCAST_OPTION: 'go'}], wait(0.2), change('m')]
        ],
        'looks into a list': [
            [until(above(['data_itemoflist', {INDEX: 1}, {LIST: 'l'}], 5)), change('n')],
            [wait(0.2), ['data_replaceitemoflist', {INDEX: 1, ITEM: 9}, {LIST: 'l'}]]
        ],
        'makes no more clones': [[wait(0.1), change('n')]],
        'waits for nothing': [[repeat(3, wait(0), change('n'))]]
    };
    for (const [name, scripts] of Object.entries(PROJECTS)) {
        test(`changes nothing for one that ${name}`, async () => {
            const project = projectOf(scripts, {messages: ['go'], lists: {l: [0]}});
            const short = await run(project);
            const long = await run(project, {limits: {fixpoint: false}});
            assert.deepEqual(short.states, long.states);
            assert.equal(short.cut, 0);
        });
    }

    test('does not hide that nobody hears a message', async () => {
        const send = ['event_broadcastandwait', {BROADCAST_INPUT: 'go'}];
        const {states, cut} = await run(projectOf([[forever(send)]], {messages: ['go']}), {ticks: 2});
        assert.equal(states[1].get('/event/go'), 50);
        assert.equal(cut, 2);
    });

    test('is not a cut when a redraw ends the tick', async () => {
        const many = [repeat(60, change('n')), ['motion_changexby', {DX: 1}]];
        const project = projectOf([many, [forever(change('m'))]], {visible: true});
        const {states, cut} = await run(project, {ticks: 3});
        // the move ends the second tick after ten rounds; the loop beside it goes on before and after
        assert.equal(cut, 2);
        assert.equal(states[1].get('/variable/_stage_/n'), 50);
    });
});

describe('random numbers of a project', () => {
    const drawer = (...extra) => [[...extra, repeat(3, set('n', random), wait(0))]];

    test('depend on the seed', async () => {
        const project = projectOf(drawer());
        const of = async seed => (await run(project, {seed})).states.at(-1).get('/variable/_stage_/n');
        assert.equal(await of(1), await of(1));
        assert.notEqual(await of(1), await of(2));
    });

    test('do not change with a draw elsewhere', async () => {
        const more = [forever(set('m', random), wait(0))];
        const of = async scripts => (await run(projectOf(scripts))).states
            .map(state => state.get('/variable/_stage_/n'));
        assert.deepEqual(await of([...drawer(), more]), await of(drawer()));
    });
});

test('a world leaves nothing to the next', async () => {
    const say = [['looks_sayforsecs', {MESSAGE: 'late', SECS: 1}], ['motion_changexby', {DX: random}]];
    const project = projectOf([say], {visible: true});
    const alone = await run(project, {ticks: 60});
    await run(projectOf([[forever(wait(0), set('n', random))]]), {ticks: 7});
    assert.deepEqual((await run(project, {ticks: 60})).states, alone.states);
});

test('an error within a tick is told with its reason', async () => {
    const world = await World.load(projectOf([[change('n')]]));
    world.start(1);
    world.runtime.sequencer.stepThreads = () => {
        throw new TypeError('broken');
    };
    assert.throws(() => world.step([], 1), {reason: 'runtime_error', message: 'broken'});
    world.dispose();
    const again = await run(projectOf([[change('n')]]), {ticks: 1});
    assert.equal(again.states[1].get('/variable/_stage_/n'), 1);
});

test('an unknown action, or one for an unknown sprite, is refused', async () => {
    const world = await World.load(projectOf([[change('n')]]));
    world.start(1);
    assert.throws(() => world.step([{type: 'toString'}], 1), {reason: 'bad_action'});
    assert.throws(() => world.step([{type: 'sprite_click', sprite: 'Dog'}], 1), {reason: 'bad_action'});
    world.dispose();
});
