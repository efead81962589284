// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {afterEach, describe, test} from 'node:test';
import {NONE, cause, clearCause, setCause} from '../shims/cause.js';
import {EPOCH, clock} from '../shims/clock.js';
import {TickPromise, drainPromises, dropPromises, withTickPromises} from '../shims/promise.js';
import {random} from '../shims/random.js';

const nothing = () => {};

describe('the virtual clock', () => {
    afterEach(() => {
        clock.reset();
        clearCause();
    });

    const tick = number => {
        clock.setTick(number);
        clock.fireDue(nothing);
    };

    test('moves by ticks alone', () => {
        assert.equal(clock.now, EPOCH);
        clock.setTick(30);
        assert.equal(clock.now, EPOCH + 1000);
        clock.setTick(1);
        assert.equal(clock.now, EPOCH + 33);
    });

    test('fires timers in the tick in which they are due, the oldest first', () => {
        const fired = [];
        clock.add(() => fired.push('late'), 50, [], false);
        clock.add(() => fired.push('first'), 10, [], false);
        clock.add(name => fired.push(name), 10, ['second'], false);
        tick(1);
        assert.deepEqual(fired, ['first', 'second']);
        tick(2);
        assert.deepEqual(fired, ['first', 'second', 'late']);
        tick(3);
        assert.equal(fired.length, 3);
    });

    test('clears timers, also from within another', () => {
        const fired = [];
        const victim = clock.add(() => fired.push('victim'), 20, [], false);
        clock.add(() => clock.clear(victim), 10, [], false);
        tick(1);
        assert.deepEqual(fired, []);
    });

    test('repeats intervals as often as they were due', () => {
        let count = 0;
        const id = clock.add(() => count++, 10, [], true);
        tick(3);
        assert.equal(count, 10);
        clock.clear(id);
        tick(30);
        assert.equal(count, 10);
    });

    test('takes any delay for at least one millisecond', () => {
        let count = 0;
        for (const delay of [0, -5, NaN, undefined, 'soon', Infinity]) {
            clock.add(() => count++, delay, [], false);
        }
        clock.fireDue(nothing);
        assert.equal(count, 0);
        tick(1);
        assert.equal(count, 6);
    });

    test('ends a storm of timers', () => {
        clock.add(nothing, 1, [], true);
        clock.setTick(10000000);
        assert.throws(() => clock.fireDue(nothing), /without end/);
    });

    test('carries the cause of a timer', () => {
        const seen = [];
        setCause(5, 6);
        clock.add(() => seen.push({...cause}), 1, [], false);
        clearCause();
        tick(1);
        assert.deepEqual(seen, [{block: 5, thread: 6}]);
        assert.equal(cause.block, NONE);
    });
});

describe('the promise of a tick', () => {
    afterEach(dropPromises);

    test('runs reactions only when drained, in the order of settling', () => {
        const seen = [];
        let settle;
        const late = new TickPromise(resolve => {
            settle = resolve;
        });
        late.then(value => seen.push(value));
        TickPromise.resolve(1).then(value => seen.push(value)).then(() => seen.push('chained'));
        settle(2);
        assert.deepEqual(seen, []);
        drainPromises();
        assert.deepEqual(seen, [1, 2, 'chained']);
    });

    test('adopts promises, hands errors on, and finishes', () => {
        const seen = [];
        TickPromise.resolve(new TickPromise(resolve => resolve('inner'))).then(v => seen.push(v));
        TickPromise.reject(new Error('bad')).then(nothing).catch(e => seen.push(e.message));
        TickPromise.resolve('x').finally(() => seen.push('finally')).then(v => seen.push(v));
        TickPromise.all([1, TickPromise.resolve(2)]).then(v => seen.push(v.join()));
        TickPromise.all([]).then(v => seen.push(v.length));
        TickPromise.race([TickPromise.resolve('won'), 'lost']).then(v => seen.push(v));
        drainPromises();
        assert.deepEqual(
            new Set(seen), new Set(['inner', 'bad', 'finally', 'x', '1,2', 0, 'won']));
    });

    test('stands in for the global promise only within', () => {
        const real = Promise;
        withTickPromises(() => assert.equal(globalThis.Promise, TickPromise));
        assert.equal(globalThis.Promise, real);
        assert.throws(() => withTickPromises(() => {
            throw new Error('x');
        }), /x/);
        assert.equal(globalThis.Promise, real);
    });

    test('forgets what a failed tick left behind', () => {
        let ran = false;
        TickPromise.resolve().then(() => {
            ran = true;
        });
        dropPromises();
        drainPromises();
        assert.equal(ran, false);
    });

    test('carries the cause of the block that made it', () => {
        const seen = [];
        setCause(1, 2);
        const promise = TickPromise.resolve();
        clearCause();
        promise.then(() => seen.push({...cause}));
        drainPromises();
        assert.deepEqual(seen, [{block: 1, thread: 2}]);
        assert.equal(cause.thread, NONE);
    });
});

describe('random numbers', () => {
    const draws = (key, count) => Array.from(
        {length: count}, () => random.keyed(key, () => random.next()));

    test('of one block do not depend on any other draw', () => {
        random.startEpisode(3);
        const alone = draws('/sprite/Cat b1', 5);
        random.startEpisode(3);
        random.next();
        draws('/sprite/Dog b1', 7);
        const [first] = draws('/sprite/Cat b1', 1);
        draws('/sprite/Cat b2', 3);
        random.next();
        assert.deepEqual([first, ...draws('/sprite/Cat b1', 4)], alone);
    });

    test('differ by seed, target, block and number', () => {
        const seen = new Set();
        for (const seed of [0, 1, 4294967295]) {
            random.startEpisode(seed);
            for (const key of ['/sprite/Cat a', '/sprite/Cat b', '/sprite/Dog a']) {
                for (const value of draws(key, 50)) seen.add(value);
            }
        }
        assert.equal(seen.size, 3 * 3 * 50);
    });

    test('are uniform enough, and in [0, 1)', () => {
        random.startEpisode(11);
        const values = draws('k', 20000);
        assert.ok(values.every(value => value >= 0 && value < 1));
        const mean = values.reduce((a, b) => a + b) / values.length;
        // standard error of the mean: 0.289 / sqrt(20000) = 0.002
        assert.ok(Math.abs(mean - 0.5) < 0.01, String(mean));
        const tenths = new Array(10).fill(0);
        for (const value of values) tenths[Math.floor(value * 10)]++;
        assert.ok(tenths.every(count => Math.abs(count - 2000) < 200), String(tenths));
    });

    test('while loading are the same after any project', () => {
        random.startLoading();
        const first = [random.next(), random.next()];
        random.startEpisode(5);
        random.next();
        random.startLoading();
        assert.deepEqual([random.next(), random.next()], first);
    });

    test('nested draws return to the outer block', () => {
        random.startEpisode(1);
        const outer = draws('outer', 2);
        random.startEpisode(1);
        const again = random.keyed('outer', () => {
            const one = random.next();
            random.keyed('inner', () => random.next());
            return [one, random.next()];
        });
        assert.deepEqual(again, outer);
    });
});
