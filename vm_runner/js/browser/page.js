// SPDX-License-Identifier: AGPL-3.0-only
/** Entry of the page: the calls that Python makes, on the same World as in Node. */
// first: it keeps what the shims replace
import './host.js';
import {World} from '../world/world.js';

let world = null;

const bytesOf = base64 => Uint8Array.from(atob(base64), character => character.charCodeAt(0));

const graphics = gl => {
    const names = gl.getExtension('WEBGL_debug_renderer_info');
    return gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
};

globalThis.scratchworld = {
    /** Load a project; limits as in Node, gpuMode as in scratch-render. */
    load: async ({project, limits, gpuMode}) => {
        world?.dispose();
        world = null;
        world = await World.load(bytesOf(project), {limits, trace: false});
        world.stage.renderer.setUseGpuMode(gpuMode);
        const {program, stage} = world;
        return {blocks: program.blockIds, graphics: graphics(stage.renderer.gl)};
    },

    start: seed => {
        const {paths, changes, monitors} = world.start(seed);
        return JSON.stringify({paths, changes, monitors});
    },

    /** Run steps. Each answer is that of Node, without events, as one text. */
    run: steps => JSON.stringify(steps.map(({actions = [], ticks, interventions}) => {
        const {events: _, ...answer} = world.step(actions, ticks, interventions);
        return {...answer, events: 0};
    })),

    /** The present frame, a PNG as data URL. */
    frame: () => world.frame()
};
