// SPDX-License-Identifier: AGPL-3.0-only
/** What another engine gives the VM: a renderer's recorded answers, and no more of a browser than that takes. */
import {SizedBitmapAdapter, SizedCanvas, SizedImage} from '../tape/canvas.js';
import {playTape} from '../tape/replay.js';
import {macrotask} from '../tape/macrotask.js';

export const versions = {};

export const installBrowserGlobals = () => {
    Object.assign(globalThis, {
        window: globalThis,
        document: {createElement: name => (name === 'canvas' ? new SizedCanvas() : new SizedImage())},
        Image: SizedImage,
        navigator: {language: 'en', languages: ['en'], userAgent: 'ScratchWorld'}
    });
};

/** @param {{tape: object}} options the tape of the same project under the same episode */
export const createStage = ({tape}) => {
    const {renderer, check, end} = playTape(tape);
    return {
        renderer,
        bitmapAdapter: new SizedBitmapAdapter(),
        settle: async () => {
            await new Promise(macrotask);
            check();
        },
        end,
        dispose() {}
    };
};

export const saveRenderer = () => {
    throw new Error('a renderer that answers from a tape cannot go back');
};
