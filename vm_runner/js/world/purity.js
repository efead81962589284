// SPDX-License-Identifier: AGPL-3.0-only
/** Which blocks change nothing when they run once more within a tick. */

const PURE = new Set([
    'argument_reporter_boolean', 'argument_reporter_string_number',
    'control_all_at_once', 'control_forever', 'control_get_counter', 'control_if',
    'control_if_else', 'control_repeat_until', 'control_wait_until', 'control_while',
    'data_itemnumoflist', 'data_lengthoflist', 'data_listcontainsitem', 'data_listcontents',
    'data_variable',
    'looks_backdropnumbername', 'looks_costumenumbername', 'looks_size',
    'motion_direction', 'motion_xposition', 'motion_xscroll', 'motion_yposition',
    'motion_yscroll',
    'procedures_call', 'procedures_definition',
    'sound_volume'
]);

/** Blocks that start something when they are first run, and then only wait for its end. */
const WAITS = new Set([
    'control_wait', 'event_broadcastandwait', 'looks_switchbackdroptoandwait',
    'motion_glidesecstoxy', 'motion_glideto', 'music_midiPlayDrumForBeats',
    'music_playDrumForBeats', 'music_playNoteForBeats', 'music_restForBeats',
    'text2speech_speakAndWaitBlock'
]);

/** Sensing blocks that do more than read. */
const SENSING_WRITES = new Set([
    'sensing_askandwait', 'sensing_resettimer', 'sensing_setdragmode'
]);

const LISTENS = /_menu$|menu_|^event_when/;

export const isPure = opcode => {
    if (PURE.has(opcode)) return true;
    if (opcode.startsWith('operator_')) return opcode !== 'operator_random';
    if (opcode.startsWith('sensing_')) return !SENSING_WRITES.has(opcode);
    return LISTENS.test(opcode);
};

export const isPureUnlessItDraws = opcode => opcode === 'data_itemoflist';

export const isWait = opcode => WAITS.has(opcode);
