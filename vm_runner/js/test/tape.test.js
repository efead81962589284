// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';

import {Recorder} from '../tape/record.js';
import {playTape} from '../tape/replay.js';
import {pack, unpack} from '../tape/values.js';

class Rectangle {
    left = -1;
    right = 4;
    top = 2;
    bottom = -2;

    get width() {
        return this.right - this.left;
    }

    get height() {
        return this.top - this.bottom;
    }
}

const renderer = () => ({
    position: [0, 0],
    move(x, y) {
        this.position = [x, y];
    },
    getBounds: () => new Rectangle(),
    isTouching: (id, others) => others.includes(id),
    createSVGSkin: () => 7,
    fails() {
        throw new RangeError('too far');
    },
    on() {
        return this;
    }
});

const overPipe = tape => JSON.parse(JSON.stringify(tape));

const recorded = use => {
    const recorder = new Recorder();
    use(recorder.listenTo(renderer()));
    return overPipe(recorder.tape());
};

describe('values on a tape', () => {
    for (const value of [0, -0, NaN, Infinity, -Infinity, 0.1, 'text', '', true, false, null, [1, [-0]], {a: 1}]) {
        test(`${Object.is(value, -0) ? '-0' : JSON.stringify(value)} comes back`, () => {
            assert.deepStrictEqual(unpack(overPipe(pack(value))), value);
        });
    }

    test('a rectangle keeps what its getters say', () => {
        const back = unpack(overPipe(pack(new Rectangle())));
        assert.deepEqual(back, {left: -1, right: 4, top: 2, bottom: -2, width: 5, height: 4});
    });

    test('typed arrays are lists, other objects nothing', () => {
        assert.deepEqual(pack(new Uint8ClampedArray([1, 300])), [1, 255]);
        assert.equal(pack(new Map([[1, 2]])), null);
    });
});

describe('a tape', () => {
    const play = (target, twice) => {
        target.on('event');
        target.move(3, -0);
        const answers = [target.getBounds(0).width, target.isTouching(1, [1, 2]), target.createSVGSkin('<svg/>')];
        assert.throws(() => target.fails(), /too far/);
        if (twice) target.move(4, 4);
        return answers;
    };

    test('gives the answers that were recorded', () => {
        let first;
        const tape = recorded(target => {
            first = play(target, false);
        });
        assert.deepEqual(play(playTape(tape).renderer, false), first);
        assert.deepEqual(first, [5, true, 7]);
    });

    test('does not hold costumes', () => {
        const tape = recorded(target => target.createSVGSkin('<svg>secret</svg>'));
        assert.ok(!JSON.stringify(tape).includes('secret'));
    });

    const differing = {
        'another method': [target => target.move(1, 1), target => target.getBounds(0), /getBounds, where the tape has move/],
        'other arguments': [
            target => target.isTouching(1, [2]), target => target.isTouching(1, [3]),
            /isTouching\[1,\[3\]\], where the tape has \[1,\[2\]\]/
        ],
        'one call more': [() => {}, target => target.move(1, 1), /move, where the tape has its end/]
    };
    for (const [name, [then, now, message]] of Object.entries(differing)) {
        test(`notices ${name}, and says so ever after`, () => {
            const {renderer: player, check} = playTape(recorded(then));
            assert.throws(() => now(player), {name: 'OffTape', message});
            assert.throws(() => player.anything(), message);
            assert.throws(check, message);
        });
    }

    test('answers nothing once the world is cleared away', () => {
        const {renderer: player, end} = playTape(recorded(() => {}));
        end();
        assert.equal(player.destroyDrawable(1), undefined);
    });
});
