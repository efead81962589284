// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {measureSvg} from '../renderer/svg-text.js';

const svg = attributes =>
    '<svg xmlns="http://www.w3.org/2000/svg">' +
    `<text x="10" y="50" font-size="40" font-family="Sans Serif"${attributes}>Hx</text></svg>`;

describe('measureSvg', () => {
    test('stands text on its baseline, whatever its alignment-baseline says, as browsers do', () => {
        const plain = measureSvg(svg(''));
        // scratch-svg-renderer gives it to every text of a Scratch 2 costume
        const aligned = measureSvg(svg(' alignment-baseline="text-before-edge"'));
        assert.deepEqual(aligned, plain);
        const bottom = plain.y + plain.height;
        assert.ok(Math.abs(bottom - 50) < 1, `the bottom of "Hx" is at ${bottom}`);
    });
});
