// SPDX-License-Identifier: AGPL-3.0-only
import {createRequire} from 'node:module';
import {StageCanvas} from './canvas.js';
import {renderCostume} from './costume.js';
import {renderFrame, visibleDrawables} from './frame.js';
import {imagesSettled} from './images.js';
import {encodePng} from './png.js';

const require = createRequire(import.meta.url);

const NATIVE_WIDTH = 480;
const NATIVE_HEIGHT = 360;

/**
 * A ScratchRender on the software WebGL context. installBrowserGlobals must have been called.
 *
 * @param {{width?: number, height?: number}} [size] - Of the frames, in pixels. The stage's own units stay 480 x 360,
 *   so that nothing a project can observe depends on it.
 */
export function createStage({width = NATIVE_WIDTH, height = NATIVE_HEIGHT} = {}) {
    const {ScratchRender} = require('scratch-render');
    const {BitmapAdapter} = require('scratch-svg-renderer');
    const canvas = new StageCanvas(NATIVE_WIDTH, NATIVE_HEIGHT);
    const renderer = new ScratchRender(canvas);
    const drawNow = renderer.draw.bind(renderer);
    renderer.draw = () => keepSilhouettes(renderer);
    renderer.resize(width, height);
    // 'Automatic' would switch between two algorithms with different rounding at 40,000 pixels times drawables. The CPU
    // one is scratch-render's own arithmetic on silhouettes: it needs neither our rasteriser nor a full-stage readback.
    renderer.setUseGpuMode('ForceCPU');

    return {
        renderer,
        bitmapAdapter: new BitmapAdapter(),
        settle: imagesSettled,
        readFrame: () => renderFrame(renderer, drawNow),
        readCostume: skin => renderCostume(renderer, skin),
        encodePng,
        dispose: () => disposeRenderer(renderer)
    };
}

/** What stays behind of a draw: the texture, and with it the silhouette, of each drawable that would be shown. */
function keepSilhouettes(renderer) {
    for (const drawable of visibleDrawables(renderer)) {
        drawable.skin.getTexture(drawable.scale);
    }
}

/** Frees the large memory at once: a VM that is still referenced elsewhere keeps only small objects alive. */
function disposeRenderer(renderer) {
    for (const drawable of renderer._allDrawables) {
        drawable?.dispose();
    }
    for (const skin of renderer._allSkins) {
        if (skin) {
            const canvas = skin._canvas;
            skin.dispose();
            if (canvas) {
                canvas.width = 0;
                canvas.height = 0;
            }
        }
    }
    renderer._allDrawables = [];
    renderer._allSkins = [];
    renderer._drawList = [];
    renderer.removeAllListeners();
    renderer.gl.backBuffer.color.release();
}
