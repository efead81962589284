// SPDX-License-Identifier: AGPL-3.0-only
/** Stands in for host/node.js: scratch-render on the browser's own WebGL, as a player has it. */
import {nextTask} from './host.js';
import {BitmapAdapter, ScratchRender, inlineSvgFonts} from './scratch.js';

export {saveRenderer} from '../renderer/checkpoint.js';

const WIDTH = 480;
const HEIGHT = 360;
/** Speech bubbles ask for Helvetica. Here as in Node it is this font, whatever the machine has. */
const BUBBLE_FONT = '/node_modules/scratch-render-fonts/src/NotoSans-Medium.ttf';

const loading = new Set();

/** Know of every image whose source is set and that has neither loaded nor failed yet. */
const watchImages = () => {
    const {prototype} = HTMLImageElement;
    const source = Object.getOwnPropertyDescriptor(prototype, 'src');
    Object.defineProperty(prototype, 'src', {
        ...source,
        set(url) {
            loading.add(this);
            const done = () => loading.delete(this);
            // after the page's own callback, which is a property and set before the source
            this.addEventListener('load', done, {once: true});
            this.addEventListener('error', done, {once: true});
            source.set.call(this, url);
        }
    });
};

const settle = async () => {
    while (loading.size > 0) await nextTask();
};

/** Costumes are measured with the fonts of the page: as Scratch's own page does, wait for all of them. */
const loadCostumeFonts = async () => {
    // any costume with a font makes scratch-svg-renderer put all of them into the page
    inlineSvgFonts('<svg><text font-family="Sans Serif"/></svg>');
    await Promise.all([...document.fonts].map(font => font.load()));
};

watchImages();
await loadCostumeFonts();
document.fonts.add(await new FontFace('Helvetica', `url(${BUBBLE_FONT})`).load());

export const createStage = () => {
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    canvas.style.width = `${WIDTH}px`;
    canvas.style.height = `${HEIGHT}px`;
    document.body.append(canvas);
    const renderer = new ScratchRender(canvas);
    renderer.resize(WIDTH, HEIGHT);
    return {
        renderer,
        bitmapAdapter: new BitmapAdapter(),
        settle,
        readFrame: () => {
            renderer.draw();
            return canvas;
        },
        // in the task that drew: later the drawing buffer is empty
        encodePng: drawn => drawn.toDataURL('image/png'),
        dispose: () => {
            renderer.gl.getExtension('WEBGL_lose_context')?.loseContext();
            canvas.remove();
        }
    };
};
