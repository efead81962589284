// SPDX-License-Identifier: AGPL-3.0-only
/** What the threads of a script are doing: the value of its `/script` field. */

const WAITS = {
    control_wait: 'waiting for time',
    looks_sayforsecs: 'waiting for time',
    looks_thinkforsecs: 'waiting for time',
    motion_glidesecstoxy: 'waiting for time',
    motion_glideto: 'waiting for time',
    music_playDrumForBeats: 'waiting for time',
    music_midiPlayDrumForBeats: 'waiting for time',
    music_playNoteForBeats: 'waiting for time',
    music_restForBeats: 'waiting for time',
    text2speech_speakAndWaitBlock: 'waiting for time',
    control_wait_until: 'waiting for condition',
    event_broadcastandwait: 'waiting for broadcast',
    looks_switchbackdroptoandwait: 'waiting for broadcast',
    sensing_askandwait: 'waiting for answer',
    sound_playuntildone: 'waiting for sound'
};

export const RUNNING = 'running';

/** Status of one live thread. */
export const statusOf = thread => {
    const block = thread.blockContainer._blocks[thread.peekStack()];
    if (block !== undefined && Object.hasOwn(WAITS, block.opcode)) return WAITS[block.opcode];
    return RUNNING;
};
