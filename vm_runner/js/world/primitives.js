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

const toPlace = args => args.TO === '_random_';
const listIndex = args => args.INDEX === 'random' || args.INDEX === 'any';
const backdrop = args => args.BACKDROP === 'random backdrop';

/** Opcodes whose primitive may call Math.random on behalf of the project: when it does. */
const DRAWS = new Map(Object.entries({
    operator_random: () => true,
    motion_goto: toPlace,
    motion_glideto: toPlace,
    motion_pointtowards: args => args.TOWARDS === '_random_',
    data_itemoflist: listIndex,
    data_deleteoflist: listIndex,
    data_insertatlist: listIndex,
    data_replaceitemoflist: listIndex,
    looks_switchbackdropto: backdrop,
    looks_switchbackdroptoandwait: backdrop
}));

/**
 * "Glide to random position" draws a position each time it is asked whether it is there yet, and
 * uses the first: without this the number of rounds in a tick would show in the next draw.
 */
const glideTo = primitive => (args, util) => {
    const isUnderWay = util.thread.peekStackFrame().executionContext !== null;
    return primitive(isUnderWay && args.TO === '_random_' ? {...args, TO: '_mouse_'} : args, util);
};

/** The primitive that stands in for `primitive`, or itself. */
export const replacePrimitive = (opcode, primitive) => {
    if (opcode === 'motion_glideto') return glideTo(primitive);
    return Object.hasOwn(REPLACED, opcode) ? REPLACED[opcode] : primitive;
};

/** The function of a call's arguments that tells whether it may draw; undefined: it never does. */
export const drawTest = opcode => DRAWS.get(opcode);

/** Key the random draws of one block by the target that runs it. */
export const keyDraws = (opcode, blockId, primitive, keyOf) => {
    const mayDraw = DRAWS.get(opcode);
    if (mayDraw === undefined) return primitive;
    return (args, util) => {
        if (!mayDraw(args)) return primitive(args, util);
        return random.keyed(`${keyOf(util.target)} ${blockId}`, () => primitive(args, util));
    };
};
