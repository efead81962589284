// SPDX-License-Identifier: AGPL-3.0-only
/** Sprites of a few pixels, drawn in the middle of the stage. */
import {addBitmap, makeStage, pixelsAt} from './renderer.js';

export const RED = [255, 0, 0];
export const GREEN = [0, 255, 0];
export const BLUE = [0, 0, 255];
export const BLACK = [0, 0, 0];
export const WHITE = [255, 255, 255];
export const QUARTERS = [
    [RED, GREEN],
    [BLUE, BLACK]
];

/** The frame around a sprite of one to four colours in the middle of the stage. */
export function draw(rows, options, block) {
    const stage = makeStage();
    addBitmap(stage, rows, options);
    const frame = stage.readFrame();
    stage.dispose();
    return pixelsAt(frame, block);
}

export const MIDDLE_2 = {x: -1, y: -1, width: 2, height: 2};
export const MIDDLE_4 = {x: -2, y: -2, width: 4, height: 4};
