// SPDX-License-Identifier: AGPL-3.0-only
/**
 * How much a tick may do. scratch-vm ends a tick by wall clock (75 % of the frame, 500 ms in warp
 * mode); here it ends after a counted number of rounds over the threads, or of loop checks in warp
 * mode, the same on every machine. A tick also ends once another round could change nothing.
 */

const SPENT = Infinity;
/** The first round in which nothing changes may have started a timer of length 0: look again. */
const STILL_ROUNDS = 2;

/** Opcodes that only read, or whose repeated call within a tick changes nothing. */
const PURE = new Set([
    'control_if', 'control_if_else', 'control_forever', 'control_repeat_until', 'control_while',
    'control_wait', 'control_wait_until', 'control_all_at_once', 'control_get_counter',
    'event_broadcastandwait', 'looks_switchbackdroptoandwait',
    'motion_glidesecstoxy', 'motion_glideto',
    'procedures_call', 'procedures_definition', 'argument_reporter_string_number',
    'argument_reporter_boolean', 'data_variable', 'data_itemnumoflist', 'data_lengthoflist',
    'music_playDrumForBeats', 'music_midiPlayDrumForBeats', 'music_playNoteForBeats',
    'music_restForBeats', 'text2speech_speakAndWaitBlock', 'data_listcontainsitem', 'data_listcontents', 'motion_xposition', 'motion_yposition',
    'motion_direction', 'motion_xscroll', 'motion_yscroll', 'looks_size',
    'looks_costumenumbername', 'looks_backdropnumbername', 'sound_volume', 'sensing_askandwait'
]);

const isPure = opcode => {
    if (PURE.has(opcode)) return true;
    if (opcode.startsWith('operator_')) return opcode !== 'operator_random';
    if (opcode.startsWith('sensing_')) {
        return opcode !== 'sensing_resettimer' && opcode !== 'sensing_setdragmode';
    }
    return /_menu$|^event_when|menu_/.test(opcode);
};

export class WorkBudget {
    #runtime;
    #limits;
    #rounds = 0;
    #impure = true;
    #picture = [];
    #stillRounds = 0;
    #checks = 0;
    /** Ticks that the budget ended early, since the episode's start. */
    cut = 0;

    /** @param {{rounds: number, warpChecks: number}} limits work of one tick */
    constructor(runtime, limits) {
        this.#runtime = runtime;
        this.#limits = limits;
        runtime.sequencer.timer = {
            start: () => this.#startTick(),
            timeElapsed: () => this.#nextRound()
        };
    }

    /** Wrap a primitive so that the budget knows when a round has changed something. */
    watch(opcode, primitive) {
        if (isPure(opcode)) return primitive;
        return (args, util) => {
            this.#impure = true;
            return primitive(args, util);
        };
    }

    /** The timer of a thread in warp mode: counts the thread's loop checks instead of time. */
    warpTimer() {
        return {
            start() {},
            timeElapsed: () => {
                if (++this.#checks <= this.#limits.warpChecks) return 0;
                this.#spent();
                return SPENT;
            }
        };
    }

    #startTick() {
        this.#rounds = 0;
        this.#checks = 0;
        this.#impure = true;
        this.#picture = [];
        this.#stillRounds = 0;
        this.cutThisTick = false;
    }

    #spent() {
        if (!this.cutThisTick) this.cut++;
        this.cutThisTick = true;
        return SPENT;
    }

    #nextRound() {
        if (this.cutThisTick) return SPENT;
        const still = this.#samePicture() && !this.#impure;
        this.#stillRounds = still ? this.#stillRounds + 1 : 0;
        this.#impure = false;
        if (this.#stillRounds >= STILL_ROUNDS) return SPENT;
        if (this.#rounds++ < this.#limits.rounds) return 0;
        return this.#spent();
    }

    /** Take a picture of all threads and say whether it equals the one before the last round. */
    #samePicture() {
        const picture = [];
        for (const thread of this.#runtime.threads) {
            picture.push(thread, thread.status, thread.stack.length, ...thread.stack);
        }
        const before = this.#picture;
        this.#picture = picture;
        return picture.length === before.length && picture.every((part, i) => part === before[i]);
    }
}
