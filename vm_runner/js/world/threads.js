// SPDX-License-Identifier: AGPL-3.0-only
/** Threads get numbers in the order of their start, their script, and a warp timer that counts work. */
import {NONE} from '../shims/cause.js';
import {WORLD} from '../trace/marks.js';

const countWarpWork = runtime => {
    const throwaway = runtime._pushThread.call({threads: [], monitorBlocks: null}, '', {blocks: null});
    const prototype = Object.getPrototypeOf(throwaway);
    if (Object.hasOwn(prototype, 'warpTimer')) return;
    // the sequencer assigns a wall-clock Timer, or null: keep only whether there is one
    Object.defineProperty(prototype, 'warpTimer', {
        configurable: true,
        get() {
            return this.countedWarpTimer ?? null;
        },
        set(timer) {
            this.countedWarpTimer = timer === null ? null :
                this.target.runtime[WORLD].budget.warpTimer();
        }
    });
};

/**
 * @param {Recorder} recorder knows the script of each thread
 * @returns {{last: number}} the number that was given last
 */
export const prepareThreads = (runtime, recorder) => {
    countWarpWork(runtime);
    const numbers = {last: 0};
    const prepare = thread => {
        // threads that read a monitor's value come and go with every tick: they are not the project's
        thread.number = thread.updateMonitor ? NONE : ++numbers.last;
        thread.script = thread.updateMonitor ? null : recorder.scriptOf(thread);
        return thread;
    };
    const push = runtime._pushThread;
    runtime._pushThread = function (id, target, options) {
        return prepare(push.call(this, id, target, options));
    };
    const restart = runtime._restartThread;
    runtime._restartThread = function (thread) {
        const fresh = restart.call(this, thread);
        return fresh === thread ? thread : prepare(fresh);
    };
    return numbers;
};
