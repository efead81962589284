// SPDX-License-Identifier: AGPL-3.0-only
/**
 * How much a tick may do. scratch-vm ends a tick by wall clock (75 % of the frame, 500 ms in warp
 * mode); here it ends after a counted number of rounds over the threads, or of loop checks in warp
 * mode, the same on every machine. A tick also ends once another round could change nothing.
 */
import {drawTest} from './primitives.js';
import {isPure, isPureUnlessItDraws, isWait} from './purity.js';

const SPENT = Infinity;

export class WorkBudget {
    #runtime;
    /** Work of one tick. */
    limits;
    #rounds = 0;
    #checks = 0;
    #impure = true;
    #picture = null;
    #cutThisTick = false;
    /** Ticks that the budget ended early, since the episode's start. */
    cut = 0;

    /**
     * @param {{rounds: number, warpChecks: number, fixpoint: ?boolean}} limits work of one tick;
     *     fixpoint false: use all rounds even when they can change nothing
     */
    constructor(runtime, limits) {
        this.#runtime = runtime;
        this.limits = limits;
        runtime.sequencer.timer = {
            start: () => this.#startTick(),
            timeElapsed: () => this.#nextRound()
        };
    }

    /** Wrap a primitive so that the budget knows when a round has changed something. */
    watch(opcode, primitive) {
        if (isPure(opcode)) return primitive;
        if (opcode === 'data_setvariableto') return this.#watchVariable(primitive);
        const mayChange = this.#changeTest(opcode);
        return (args, util) => {
            if (mayChange(args, util)) this.#impure = true;
            return primitive(args, util);
        };
    }

    /** Many scripts set a variable to the value that it has, for ever. */
    #watchVariable(primitive) {
        return (args, util) => {
            const variable = util.target.lookupVariableById(args.VARIABLE.id);
            const before = variable?.value;
            const result = primitive(args, util);
            // a variable that is known by its name alone is not looked for
            if (variable === undefined || variable.value !== before) this.#impure = true;
            return result;
        };
    }

    /** The function that tells, before a call of the primitive, whether it may change something. */
    #changeTest(opcode) {
        // only the first call starts something; later ones look whether it is over
        if (isWait(opcode)) return (args, util) => util.thread.peekStackFrame().executionContext === null;
        if (isPureUnlessItDraws(opcode)) return drawTest(opcode);
        if (opcode === 'control_create_clone_of') return () => this.#runtime.clonesAvailable();
        return () => true;
    }

    /** The timer of a thread in warp mode: counts the thread's loop checks instead of time. */
    warpTimer() {
        return {
            start() {},
            timeElapsed: () => (++this.#checks <= this.limits.warpChecks ? 0 : this.#spent())
        };
    }

    #startTick() {
        this.#rounds = 0;
        this.#checks = 0;
        this.#impure = true;
        this.#picture = null;
        this.#cutThisTick = false;
    }

    #spent() {
        if (!this.#cutThisTick) this.cut++;
        this.#cutThisTick = true;
        return SPENT;
    }

    #nextRound() {
        if (this.#cutThisTick) return SPENT;
        // the tick is over in any case: no budget has ended it
        if (this.#runtime.redrawRequested && !this.#runtime.turboMode) return 0;
        if (this.#isFixpoint()) return SPENT;
        if (this.#rounds++ < this.limits.rounds) return 0;
        return this.#spent();
    }

    /** Whether the last round changed nothing that the next one could see. */
    #isFixpoint() {
        if (this.#impure || this.limits.fixpoint === false) {
            this.#impure = false;
            this.#picture = null;
            return false;
        }
        const before = this.#picture;
        const picture = this.#takePicture();
        this.#picture = picture;
        return before !== null && picture.length === before.length &&
            picture.every((part, i) => part === before[i]);
    }

    /** Where all threads are. */
    #takePicture() {
        const picture = [];
        for (const thread of this.#runtime.threads) {
            picture.push(thread, thread.status, thread.stack.length);
            for (const block of thread.stack) picture.push(block);
        }
        return picture;
    }
}
