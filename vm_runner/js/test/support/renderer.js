// SPDX-License-Identifier: AGPL-3.0-only
import {createRequire} from 'node:module';
import {createStage, installBrowserGlobals} from '../../renderer/index.js';

const require = createRequire(import.meta.url);

export const STAGE_WIDTH = 480;
export const STAGE_HEIGHT = 360;

/** A stage with the VM's layer groups, for tests that drive the renderer by hand. */
export function makeStage(size) {
    installBrowserGlobals();
    const stage = createStage(size);
    stage.renderer.setLayerGroupOrdering(['background', 'video', 'pen', 'sprite']);
    return stage;
}

/**
 * Adds a sprite whose bitmap costume is given as rows of colours, one stage unit a pixel.
 *
 * @param {number[][][]} rows - Top row first; each colour is [red, green, blue, alpha = 255].
 */
export function addBitmap({renderer}, rows, options = {}) {
    const {position = [0, 0], centre, scale = 100, direction = 90, effects = {}} = options;
    const height = rows.length;
    const width = rows[0].length;
    const bytes = rows.flat().flatMap(([red, green, blue, alpha = 255]) => [red, green, blue, alpha]);
    const skin = renderer.createBitmapSkin(
        new ImageData(new Uint8ClampedArray(bytes), width, height),
        1,
        centre
    );
    const drawable = renderer.createDrawable('sprite');
    renderer.updateDrawableSkinId(drawable, skin);
    renderer.updateDrawablePosition(drawable, position);
    renderer.updateDrawableDirectionScale(drawable, direction, [scale, scale]);
    for (const [name, value] of Object.entries(effects)) {
        renderer.updateDrawableEffect(drawable, name, value);
    }
    return drawable;
}

/** Adds a sprite with a vector costume and waits for it. */
export async function addVector(stage, svg) {
    const {renderer} = stage;
    const skin = renderer.createSVGSkin(svg);
    const drawable = renderer.createDrawable('sprite');
    renderer.updateDrawableSkinId(drawable, skin);
    await stage.settle();
    return {skin, drawable};
}

/** Adds a pen layer. */
export function addPen({renderer}) {
    const skin = renderer.createPenSkin();
    const drawable = renderer.createDrawable('pen');
    renderer.updateDrawableSkinId(drawable, skin);
    return skin;
}

/** The pixel whose lower left corner has stage coordinates (x, y), as [red, green, blue]. */
export function pixelAt(frame, x, y) {
    const column = x + frame.width / 2;
    const row = frame.height / 2 - 1 - y;
    return [...frame.data.subarray((row * frame.width + column) * 4).subarray(0, 3)];
}

/** A block of pixels, top row first, from its lower left corner and size. */
export const pixelsAt = (frame, {x, y, width, height}) =>
    Array.from({length: height}, (_, row) =>
        Array.from({length: width}, (_, column) => pixelAt(frame, x + column, y + height - 1 - row))
    );

export const wrapSvg = (body, attributes = 'width="40" height="40" viewBox="0 0 40 40"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;

/** Loads a project into a VM with a renderer. The caller quits the VM and disposes of the stage. */
export async function loadProject(bytes) {
    const stage = (installBrowserGlobals(), createStage());
    require('minilog').disable();
    require('format-message').setup({missingTranslation: 'ignore'});
    const VirtualMachine = require('scratch-vm');
    const {ScratchStorage} = require('scratch-storage');
    const vm = new VirtualMachine();
    vm.attachStorage(new ScratchStorage());
    vm.attachRenderer(stage.renderer);
    vm.attachV2BitmapAdapter(stage.bitmapAdapter);
    vm.setCompatibilityMode(true);
    vm.runtime.currentStepTime = 1000 / 30;
    await vm.loadProject(bytes);
    await stage.settle();
    return {vm, stage};
}

/** Steps the VM until its threads end or the ticks run out, on a clock of its own. */
export function runVm(vm, ticks) {
    const realNow = Date.now;
    let time = 1_700_000_000_000;
    // Each reading moves the clock on a little, or the loops that wait for it would spin.
    Date.now = () => Math.floor((time += 0.05));
    try {
        vm.greenFlag();
        for (
            let tick = 0;
            tick < ticks && vm.runtime.threads.some(thread => vm.runtime.isActiveThread(thread));
            tick++
        ) {
            vm.runtime._step();
            time += 1000 / 30;
        }
    } finally {
        Date.now = realNow;
    }
}
