// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Which optional fields a target has: those that some block of its own can write. What no block
 * can write never changes and would only pad the state.
 */
import {canHave} from './readers.js';

const BY_OPCODE = {
    looks_say: ['say'],
    looks_sayforsecs: ['say'],
    looks_think: ['say'],
    looks_thinkforsecs: ['say'],
    sensing_askandwait: ['say'],
    motion_setrotationstyle: ['rotationStyle'],
    sensing_setdragmode: ['draggable'],
    sound_setvolumeto: ['volume'],
    sound_changevolumeby: ['volume'],
    pen_penDown: ['pen/down'],
    pen_penUp: ['pen/down'],
    pen_setPenSizeTo: ['pen/size'],
    pen_changePenSizeBy: ['pen/size']
};

const PEN_COLOUR = ['pen/color', 'pen/saturation', 'pen/brightness', 'pen/transparency'];
const PEN_COLOUR_OPCODE = /^pen_(setPenColor|changePenColor|setPenHue|changePenHue|setPenShade|changePenShade)/;
const EFFECT_OPCODES = new Set(['looks_seteffectto', 'looks_changeeffectby']);

const fieldsOf = (block, effects) => {
    if (EFFECT_OPCODES.has(block.opcode)) {
        const effect = String(block.fields.EFFECT?.value ?? '').toLowerCase();
        return effects.has(effect) ? [`effect/${effect}`] : [];
    }
    if (PEN_COLOUR_OPCODE.test(block.opcode)) return PEN_COLOUR;
    return Object.hasOwn(BY_OPCODE, block.opcode) ? BY_OPCODE[block.opcode] : [];
};

/** The stage can speak, in Scratch 2 projects; a question of its own makes no bubble. */
const makesNoBubble = (field, block) => field === 'say' && block.opcode === 'sensing_askandwait';

/** Names of the optional fields of one original target, such as `say` or `effect/ghost`. */
export const writableFields = target => {
    const effects = new Set(Object.keys(target.effects));
    const found = new Set();
    for (const block of Object.values(target.blocks._blocks)) {
        for (const field of fieldsOf(block, effects)) {
            if (target.isStage && makesNoBubble(field, block)) continue;
            if (canHave(field, target.isStage)) found.add(field);
        }
    }
    return [...found].sort();
};

/** Optional fields of the whole project: `tempo`, and `answer` with `question`. */
export const writableGlobals = targets => {
    const opcodes = new Set(targets.flatMap(
        target => Object.values(target.blocks._blocks).map(block => block.opcode)));
    const found = [];
    if (opcodes.has('music_setTempo') || opcodes.has('music_changeTempo')) found.push('tempo');
    if (opcodes.has('sensing_askandwait')) found.push('answer', 'question');
    return found;
};
