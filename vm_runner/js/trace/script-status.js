// SPDX-License-Identifier: AGPL-3.0-only
/** What the threads of a script are doing: the value of its `/script` field. */

export const RUNNING = 'running';

const TIME = 'waiting for time';
const BROADCAST = 'waiting for broadcast';

const WAITS = new Map(Object.entries({
    control_wait: TIME,
    looks_sayforsecs: TIME,
    looks_thinkforsecs: TIME,
    motion_glidesecstoxy: TIME,
    motion_glideto: TIME,
    music_playDrumForBeats: TIME,
    music_midiPlayDrumForBeats: TIME,
    music_playNoteForBeats: TIME,
    music_restForBeats: TIME,
    text2speech_speakAndWaitBlock: TIME,
    control_wait_until: 'waiting for condition',
    event_broadcastandwait: BROADCAST,
    looks_switchbackdroptoandwait: BROADCAST,
    sensing_askandwait: 'waiting for answer',
    sound_playuntildone: 'waiting for sound'
}));
const STATUS_PROMISE_WAIT = 1;

/** A block that waits has either returned a promise or left something in its stack frame. */
const hasBegun = thread => thread.status === STATUS_PROMISE_WAIT ||
    thread.stackFrames[thread.stackFrames.length - 1].executionContext !== null;

/** Whether a thread counts as alive for the `/script` fields. */
export const isAlive = thread =>
    !thread.updateMonitor && !thread.isKilled && thread.stack.length > 0;

/** Status of one live thread. */
export const statusOf = thread => {
    const block = thread.blockContainer._blocks[thread.stack[thread.stack.length - 1]];
    if (block === undefined) return RUNNING;
    const wait = WAITS.get(block.opcode);
    if (wait === undefined) return RUNNING;
    // "wait until" leaves no trace of having been asked once
    return block.opcode === 'control_wait_until' || hasBegun(thread) ? wait : RUNNING;
};

/** Status of a script, of those of its threads: one that runs wins, then the alphabet decides. */
export const foremost = (a, b) => (b === null || a < b ? a : b);
