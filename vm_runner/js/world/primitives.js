// SPDX-License-Identifier: AGPL-3.0-only
/** Primitives that would reach the network are replaced; those that draw get keyed random numbers. */
import {random} from '../shims/random.js';

const MAX_SPEECH_MS = 10000;
const SPEECH_MS_PER_CHARACTER = 60;

const REPLACED = {
    // speech takes as long as its text is; nothing is heard
    text2speech_speakAndWaitBlock: (args, util) => {
        if (util.stackTimerNeedsInit()) {
            const duration = SPEECH_MS_PER_CHARACTER * String(args.WORDS).length;
            util.startStackTimer(Math.min(MAX_SPEECH_MS, duration));
            util.yield();
        } else if (!util.stackTimerFinished()) {
            util.yield();
        }
    },
    translate_getTranslate: args => String(args.WORDS)
};

/** Opcodes whose primitive may call Math.random on behalf of the project. */
const DRAWS = new Set([
    'operator_random', 'motion_goto', 'motion_goto_menu', 'motion_glideto', 'motion_pointtowards',
    'data_itemoflist', 'data_deleteoflist', 'data_insertatlist', 'data_replaceitemoflist',
    'looks_switchbackdropto', 'looks_switchbackdroptoandwait', 'looks_switchcostumeto'
]);

/** The primitive that stands in for `primitive`, or itself. */
export const replacePrimitive = (opcode, primitive) =>
    (Object.hasOwn(REPLACED, opcode) ? REPLACED[opcode] : primitive);

/** Key the random draws of one block by the target that runs it. */
export const keyDraws = (opcode, blockId, primitive, keyOf) => {
    if (!DRAWS.has(opcode)) return primitive;
    return (args, util) => random.keyed(
        `${keyOf(util.target)} ${blockId}`, () => primitive(args, util));
};
