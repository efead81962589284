// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Checkpoints: what a world is at the end of a tick, to go back to within the same process. Exact:
 * what runs after a restore is what ran after the save, to the byte of the trace.
 */
import {clearCause} from '../shims/cause.js';
import {clock} from '../shims/clock.js';
import {savePromises} from '../shims/promise.js';
import {random} from '../shims/random.js';
import {FIELDS} from '../trace/marks.js';
import {saveRenderer} from '#host';
import {Memory} from './memory.js';

const RUNTIME_PARTS = [
    'targets', 'executableTargets', 'threads', '_lastStepDoneThreads', '_scriptGlowsPreviousFrame',
    '_nonMonitorThreadCount', '_cloneCounter', '_refreshTargets', '_monitorState',
    '_prevMonitorState', 'turboMode', 'redrawRequested', 'currentMSecs', '_editingTarget'
];
const DEVICES = ['keyboard', 'mouse', 'clock', 'userData'];

/** Which variables have their monitor shown is also written in blocks of their own. */
const saveMonitorBlocks = ({monitorBlocks}) => {
    const shown = Object.values(monitorBlocks._blocks).map(block => [block, block.isMonitored]);
    return () => {
        let changed = false;
        for (const [block, isMonitored] of shown) {
            changed ||= block.isMonitored !== isMonitored;
            block.isMonitored = isMonitored;
        }
        if (changed) monitorBlocks.resetCache();
    };
};

/** @returns {Function} puts the world back to where it is now; may be called any number of times */
export const saveWorld = world => {
    const {runtime, packages, recorder, stage} = world;
    const memory = new Memory();
    const sprites = new Set(runtime.targets.map(target => target.sprite));
    memory.keepParts(runtime, RUNTIME_PARTS);
    for (const device of DEVICES) memory.keep(runtime.ioDevices[device]);
    for (const sprite of sprites) {
        memory.keepParts(sprite, ['clones']);
        memory.keep(sprite.clones);
    }
    for (const found of packages.all()) memory.keep(found);
    memory.keepParts(world.audio, ['loudness']);
    memory.keepParts(world, ['tick']);
    memory.keep(world.threadNumbers);
    memory.keepParts(world.budget, ['cut']);
    const undo = [
        ...[...sprites].map(sprite => sprite.soundBank?.save?.()),
        ...runtime.targets.map(target => target[FIELDS].save()),
        saveMonitorBlocks(runtime), world.literals.save(), world.drag.save(), recorder.save(),
        saveRenderer(stage.renderer, memory), clock.save(), random.save(), savePromises()
    ].filter(action => action !== undefined);
    return () => {
        clearCause();
        memory.restore();
        for (const action of undo) action();
    };
};
