// SPDX-License-Identifier: AGPL-3.0-only
/** Threads get numbers in the order of their start, and a warp timer that counts work. */

let activeBudget = null;

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
            this.countedWarpTimer = timer === null ? null : activeBudget.warpTimer();
        }
    });
};

/** @param {WorkBudget} budget of the one active world */
export const prepareThreads = (runtime, budget) => {
    countWarpWork(runtime);
    activeBudget = budget;
    let lastNumber = 0;
    const number = thread => {
        thread.number = ++lastNumber;
        return thread;
    };
    const push = runtime._pushThread;
    runtime._pushThread = function (id, target, options) {
        return number(push.call(this, id, target, options));
    };
    const restart = runtime._restartThread;
    runtime._restartThread = function (thread) {
        const fresh = restart.call(this, thread);
        return fresh === thread ? thread : number(fresh);
    };
};
