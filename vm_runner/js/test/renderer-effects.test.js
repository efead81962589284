// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {BLACK, BLUE, draw, GREEN, MIDDLE_2, MIDDLE_4, QUARTERS, RED} from './support/pixels.js';

test('ghost 40 leaves 60 % of the colour', () => {
    // Red: 255 * 0.6 + 255 * 0.4 = 255. Green: 0 + 255 * 0.4 = 102.
    assert.deepEqual(
        draw(
            [
                [RED, RED],
                [RED, RED]
            ],
            {effects: {ghost: 40}},
            MIDDLE_2
        )[0][0],
        [255, 102, 102]
    );
});

test('brightness 50 adds half', () => {
    // Red: (100 / 255 / 1.001 + 0.5) * 1.001 * 255 = 227.6. Green and blue: 0.5 * 1.001 * 255 = 127.6.
    const dim = [100, 0, 0];
    assert.deepEqual(
        draw(
            [
                [dim, dim],
                [dim, dim]
            ],
            {effects: {brightness: 50}},
            MIDDLE_2
        )[0][0],
        [228, 128, 128]
    );
});

test('colour 100 turns the hue by half a circle', () => {
    // Red has hue 0; at hue 0.5 the ramps are r = |3 - 3| - 1 -> 0, g = 2 - |3 - 2| = 1, b = 2 - |3 - 4| = 1.
    assert.deepEqual(
        draw(
            [
                [RED, RED],
                [RED, RED]
            ],
            {effects: {color: 100}},
            MIDDLE_2
        )[0][0],
        [0, 255, 255]
    );
});

test('colour gives grey the least saturation', () => {
    // Value v = 0.5020 / 1.001 = 0.50146, saturation 0.09, hue 0.5: red is v - 0.09 v = 0.45633; times 1.001 * 255.
    const grey = [128, 128, 128];
    assert.deepEqual(
        draw(
            [
                [grey, grey],
                [grey, grey]
            ],
            {effects: {color: 100}},
            MIDDLE_2
        )[0][0],
        [116, 128, 128]
    );
});

test('mosaic 10 shows two copies a side', () => {
    // u = 1/8, 3/8, 5/8, 7/8 times 2, the whole part dropped: 1/4, 3/4, 1/4, 3/4.
    assert.deepEqual(draw(QUARTERS, {scale: 200, effects: {mosaic: 10}}, MIDDLE_4), [
        [RED, GREEN, RED, GREEN],
        [BLUE, BLACK, BLUE, BLACK],
        [RED, GREEN, RED, GREEN],
        [BLUE, BLACK, BLUE, BLACK]
    ]);
});

test('pixelate 20 makes one cell of a sprite two units wide', () => {
    // Cells a side: 2 / (20 / 10) = 1, whose centre (0.5, 0.5) belongs to the lower right texel.
    assert.deepEqual(
        draw(QUARTERS, {scale: 200, effects: {pixelate: 20}}, MIDDLE_4).flat(),
        Array(16).fill(BLACK)
    );
});

test('whirl turns the middle and leaves the corners', () => {
    // The inner pixels lie 0.125 * sqrt(2) from the centre: factor (1 - 0.353553) ** 2 = 0.417893. 180 degrees over
    // that turns them by half a circle. The corners lie beyond radius 0.5.
    const pixels = draw(QUARTERS, {scale: 200, effects: {whirl: 180 / 0.417893}}, MIDDLE_4);
    assert.deepEqual(
        [pixels[1].slice(1, 3), pixels[2].slice(1, 3)],
        [
            [BLACK, BLUE],
            [GREEN, RED]
        ]
    );
    assert.deepEqual([pixels[0][0], pixels[0][3], pixels[3][0], pixels[3][3]], [RED, GREEN, BLUE, BLACK]);
});

test('fisheye 200 magnifies the middle', () => {
    // In the middle row pixel k of 8 lies d = (2k + 1) / 8 - 1 from the centre and shows what lies at d ** 3: at
    // -0.670, -0.244, -0.053, -0.002 and their mirror images, in texels (d ** 3 / 2 + 0.5) * 8 rounded down.
    const row = Array.from({length: 8}, (_, k) => [k * 20, 0, 0]);
    const options = {centre: [4, 1], effects: {fisheye: 200}};
    const [pixels] = draw([row, row, row], options, {x: -4, y: -1, width: 8, height: 1});
    assert.deepEqual(
        pixels.map(([red]) => red / 20),
        [1, 3, 3, 3, 4, 4, 4, 6]
    );
});
