// SPDX-License-Identifier: AGPL-3.0-only
/**
 * The plain package, stepped by hand: scratch-vm as npm has it, with our renderer, since without one
 * its loops spin, and nothing else of ours. No shims, no snapshot, no events. Its clock is the machine's
 * and jumps by a thirtieth of a second with each tick: without that, what waits a second would wait
 * through the whole run, and there would be nothing to time.
 *
 * Reads {projects: [file], ticks} as JSON on stdin; writes {file: microseconds a tick}.
 */
import fs from 'node:fs';
import {createRequire} from 'node:module';
import {createStage, installBrowserGlobals} from '../renderer/index.js';

const require = createRequire(import.meta.url);
installBrowserGlobals();
require('minilog').enable = () => {};
const VirtualMachine = require('scratch-vm');
const {ScratchStorage} = require('scratch-storage');

const MachineDate = Date;
let jumped = 0;

globalThis.Date = class extends MachineDate {
    constructor(...args) {
        if (args.length === 0) super(MachineDate.now() + jumped);
        else super(...args);
    }

    static now() {
        return MachineDate.now() + jumped;
    }
};

const KEYS = ['ArrowRight', ' '];

const time = async (bytes, ticks) => {
    const vm = new VirtualMachine();
    const stage = createStage();
    vm.attachStorage(new ScratchStorage());
    vm.attachRenderer(stage.renderer);
    vm.attachV2BitmapAdapter(stage.bitmapAdapter);
    const {runtime} = vm;
    runtime.currentStepTime = 1000 / 30;
    await vm.loadProject(bytes);
    await stage.settle();
    vm.greenFlag();
    for (const key of KEYS) vm.postIOData('keyboard', {key, isDown: true});
    const start = process.hrtime.bigint();
    for (let tick = 0; tick < ticks; tick++) {
        jumped += 1000 / 30;
        runtime._step();
        // let promises resolve, as a player's event loop does between two ticks
        await null;
    }
    const spent = Number(process.hrtime.bigint() - start) / 1000 / ticks;
    runtime.dispose();
    stage.dispose();
    return spent;
};

// only the result is for the reader
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);
process.on('unhandledRejection', () => {});
const {projects, ticks} = JSON.parse(fs.readFileSync(0, 'utf8'));
const figures = {};
for (const file of projects) figures[file] = await time(fs.readFileSync(file), ticks);
write(JSON.stringify(figures));
process.exit(0);
