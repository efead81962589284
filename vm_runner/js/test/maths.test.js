// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {describe, test} from 'node:test';

import {PACKAGES, installMaths} from '../shims/maths.js';

const native = Object.fromEntries(Object.keys(PACKAGES).map(name => [name, Math[name]]));
installMaths();

/** Arguments of all sizes, from a generator of whole numbers. */
const samples = () => {
    let state = 1;
    const unit = () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 4294967296;
    };
    return Array.from({length: 2000}, () => (unit() - 0.5) * (2 ** Math.floor(unit() * 12 - 6)));
};

const argumentsOf = {
    acos: x => [x % 1],
    asin: x => [x % 1],
    atan2: x => [x, 1 - x],
    log: x => [Math.abs(x)],
    pow: x => [Math.abs(x), x / 3]
};

const results = name => {
    const of = argumentsOf[name] ?? (x => [x]);
    return Float64Array.from(samples(), x => Math[name](...of(x)));
};

/** Of all bits of all results: what another engine or another version of a package must give as well. */
const DIGESTS = {
    acos: 'e0a19d90970e8e4d',
    asin: '49e792dac90e67b9',
    atan: '515a9786bbdca323',
    atan2: '65a98c1633b52108',
    cos: '2f2e40fa7f00f204',
    exp: 'eec5c8a1a6149940',
    log: '5403ecf7da783c83',
    pow: '48804b039ebaed68',
    sin: '894f3b51221739eb',
    tan: '08c442eb0f8d281b'
};

describe('the maths', () => {
    for (const name of Object.keys(PACKAGES)) {
        test(`${name} gives the same bits everywhere`, () => {
            const digest = createHash('sha256').update(new Uint8Array(results(name).buffer)).digest('hex');
            assert.equal(digest.slice(0, 16), DIGESTS[name]);
        });

        test(`${name} is as near to the engine's own as rounding allows`, () => {
            const of = argumentsOf[name] ?? (x => [x]);
            for (const x of samples()) {
                const own = native[name](...of(x));
                const difference = Math.abs(Math[name](...of(x)) - own);
                assert.ok(difference <= Math.abs(own) * 4 * Number.EPSILON, `${name} of ${of(x)}`);
            }
        });
    }
});
