// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {EventLog, MAX_EVENTS} from '../trace/event-log.js';
import {distinctNames, path} from '../trace/names.js';
import {Program} from '../trace/program.js';
import {foremost} from '../trace/script-status.js';
import {Slots} from '../trace/slots.js';
import {canonical, canonicalDirection} from '../trace/values.js';

test('values have one form', () => {
    const forms = [
        [1, 1], ['1', 1], ['1.0', '1.0'], ['01', '01'], [' 1', ' 1'], ['', ''], [-0, 0], ['-0', '-0'],
        [NaN, 'NaN'], [Infinity, 'Infinity'], ['-Infinity', '-Infinity'], ['1e21', '1e21'],
        ['1e+21', 1e21], ['0.1', 0.1], [true, true], ['true', 'true'], [null, 'null'], ['0x10', '0x10']
    ];
    for (const [value, expected] of forms) assert.equal(canonical(value), expected, String(value));
    assert.ok(Object.is(canonical(-0), 0));
});

test('directions lie in (-180, 180]', () => {
    assert.equal(canonicalDirection(180), 180);
    assert.equal(canonicalDirection(180.5), -179.5);
    assert.equal(canonicalDirection(-179), -179);
});

test('names are escaped and made distinct', () => {
    assert.equal(path('sprite', 'a/b~c', 1), '/sprite/a~1b~0c/1');
    const items = ['x', 'x', 'x (2)', 'x', '__proto__'].map(name => ({name}));
    const names = [...distinctNames(items, item => item.name).values()];
    assert.deepEqual(names, ['x', 'x (2)', 'x (2) (2)', 'x (3)', '__proto__']);
});

test('of two statuses the one that runs wins', () => {
    assert.equal(foremost('waiting for time', null), 'waiting for time');
    assert.equal(foremost('waiting for time', 'running'), 'running');
    assert.equal(foremost('running', 'waiting for time'), 'running');
});

test('slots report each path once and only changes', () => {
    const slots = new Slots();
    const a = slots.add('/a');
    const b = slots.add('/b');
    slots.put(a, 1);
    slots.remove(b);
    assert.deepEqual(slots.take(), {paths: ['/a', '/b'], changes: [a, 1]});
    slots.put(a, 1);
    slots.put(b, 'x');
    assert.deepEqual(slots.take(), {paths: [], changes: [b, 'x']});
    slots.remove(b);
    assert.deepEqual(slots.take(), {paths: [], changes: [b, null]});
});

describe('the event log', () => {
    const full = () => {
        const log = new EventLog();
        for (let i = 0; i < MAX_EVENTS; i++) log.add(['condition']);
        return log;
    };

    test('keeps everything while there is room', () => {
        const log = new EventLog();
        log.add(['condition']);
        log.addWrite(1, ['write', 0, 0, 0, 1, 5]);
        log.addKept(['stopall']);
        assert.deepEqual(log.take().map(([type]) => type), ['condition', 'write', 'stopall']);
        assert.deepEqual(log.take(), []);
    });

    test('then keeps the last write of each field, and every start and end', () => {
        const log = full();
        log.add(['condition']);
        log.addWrite(1, ['write', 0, 0, 0, 1, 'old']);
        log.addKept(['start']);
        log.addWrite(2, ['write', 0, 0, 0, 2, 'other']);
        log.addWrite(1, ['write', 0, 0, 0, 1, 'new']);
        const events = log.take();
        assert.deepEqual(events.slice(MAX_EVENTS), [
            ['start'], ['write', 0, 0, 0, 2, 'other'], ['write', 0, 0, 0, 1, 'new'], ['dropped', 2]
        ]);
        assert.deepEqual(log.take(), []);
    });

    test('stays bounded however often a field is written', () => {
        const log = full();
        for (let i = 0; i < 500000; i++) log.addWrite(i % 3, ['write', 0, 0, 0, i % 3, i]);
        const events = log.take();
        assert.equal(events.length, MAX_EVENTS + 4);
        assert.deepEqual(events.slice(-4, -1).map(event => event[5]), [499997, 499998, 499999]);
    });
});

describe('the program', () => {
    const block = (opcode, parts = {}) => ({opcode, fields: {}, inputs: {}, next: null, ...parts});
    const input = (name, id) => ({[name]: {name, block: id}});
    const target = (name, blocks, scripts) => ({
        isStage: false,
        sprite: {name, costumes: []},
        variables: {},
        blocks: {_blocks: blocks, getScripts: () => scripts}
    });

    test('numbers blocks in reading order, whatever their own ids are', () => {
        const make = prefix => target('Cat/1', {
            [`${prefix}hat`]: block('hat', {next: `${prefix}if`}),
            [`${prefix}if`]: block('if', {
                inputs: {...input('SUBSTACK', `${prefix}in`), ...input('CONDITION', `${prefix}cond`)},
                next: `${prefix}last`
            }),
            [`${prefix}cond`]: block('cond'),
            [`${prefix}in`]: block('in'),
            [`${prefix}last`]: block('last')
        }, [`${prefix}hat`]);
        const first = make('a');
        const program = new Program([first]);
        assert.deepEqual(program.blockIds, [0, 1, 2, 3, 4].map(k => `Cat~11/0/${k}`));
        const opcodes = program.describe()[0].rules[0].blocks.map(({opcode}) => opcode);
        assert.deepEqual(opcodes, ['hat', 'if', 'cond', 'in', 'last']);
        assert.equal(program.ruleOf(first.blocks, 'ahat'), 'Cat~11/0');
        assert.equal(program.numberOf(first.blocks, 'nobody'), -1);
        assert.deepEqual(new Program([make('z')]).describe(), program.describe());
    });

    test('ends for cycles and dangling references', () => {
        const program = new Program([target('Cat', {
            a: block('a', {next: 'b', inputs: input('X', 'gone')}),
            b: block('b', {next: 'a'})
        }, ['a', 'missing'])]);
        assert.deepEqual(program.blockIds, ['Cat/0/0', 'Cat/0/1']);
    });
});
