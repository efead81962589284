// SPDX-License-Identifier: AGPL-3.0-only
/**
 * What a primitive does beyond the target setters: conditions, touching tests, and writes of
 * variables, lists, pen, volume and tempo, seen by looking after the primitive has run.
 */
import {ENTRY} from './marks.js';
import {canonical} from './values.js';

/** Blocks with a condition. */
export const CONDITIONS = new Set([
    'control_if', 'control_if_else', 'control_repeat_until', 'control_while', 'control_wait_until'
]);
const TOUCHING = new Set([
    'sensing_touchingobject', 'sensing_touchingcolor', 'sensing_coloristouchingcolor'
]);
const VARIABLE_WRITERS = new Set(['data_setvariableto', 'data_changevariableby', 'control_for_each']);
const LIST_WRITERS = new Set([
    'data_addtolist', 'data_deleteoflist', 'data_deletealloflist', 'data_insertatlist',
    'data_replaceitemoflist'
]);
/** Fields without a setter, by the opcodes that write them. */
const PLAIN_FIELDS = [
    [/^sound_(setvolumeto|changevolumeby)$/, ['volume']],
    [/^pen_(penDown|penUp)$/, ['pen/down']],
    [/^pen_(setPenSizeTo|changePenSizeBy)$/, ['pen/size']],
    [/^pen_(setPen|changePen)/, ['pen/color', 'pen/saturation', 'pen/brightness', 'pen/transparency']]
];
const TEMPO = /^music_(set|change)Tempo$/;

/** Scratch's own rule: the empty string, "0" and "false" are false. */
const isTrue = value => {
    if (typeof value !== 'string') return Boolean(value);
    return value !== '' && value !== '0' && value.toLowerCase() !== 'false';
};

const entryOf = (target, {id, name}, type) =>
    (target.lookupVariableById(id) ?? target.lookupVariableByNameAndType(name, type))?.[ENTRY];

const observeVariable = (primitive, tracer) => (args, util) => {
    const result = primitive(args, util);
    const entry = entryOf(util.target, args.VARIABLE, '');
    if (entry !== undefined && entry.variable.value !== entry.traced) {
        entry.traced = entry.variable.value;
        if (entry.fields.alive) tracer.write(entry.slot, canonical(entry.traced));
    }
    return result;
};

const observeList = (opcode, primitive, tracer) => {
    const operation = opcode.slice('data_'.length);
    return (args, util) => {
        const result = primitive(args, util);
        const entry = entryOf(util.target, args.LIST, 'list');
        if (entry !== undefined && entry.fields.alive) {
            tracer.writeList(entry.slot, operation, entry.variable.value.length);
        }
        return result;
    };
};

const observePlain = (names, primitive, tracer) => (args, util) => {
    const fields = tracer.world.recorder.fieldsOf(util.target);
    const before = names.map(name => fields.valueOf(name));
    const result = primitive(args, util);
    names.forEach((name, i) => {
        const value = fields.valueOf(name);
        if (value !== before[i]) tracer.write(fields.slotOf[name], value);
    });
    return result;
};

const observeTempo = (primitive, tracer) => (args, util) => {
    const result = primitive(args, util);
    const {tempo} = util.runtime.getTargetForStage();
    tracer.write(tracer.world.recorder.globalSlots.tempo, canonical(tempo));
    return result;
};

const observeCondition = (primitive, tracer) => (args, util) => {
    tracer.emit('condition', isTrue(args.CONDITION));
    return primitive(args, util);
};

const observeTouching = (primitive, tracer) => (args, util) => {
    const result = primitive(args, util);
    tracer.emit('touching', Boolean(result));
    return result;
};

/** Return the primitive, wrapped if its opcode has something to report. */
export const observeOpcode = (opcode, primitive, tracer) => {
    if (CONDITIONS.has(opcode)) return observeCondition(primitive, tracer);
    if (TOUCHING.has(opcode)) return observeTouching(primitive, tracer);
    if (VARIABLE_WRITERS.has(opcode)) return observeVariable(primitive, tracer);
    if (LIST_WRITERS.has(opcode)) return observeList(opcode, primitive, tracer);
    if (TEMPO.test(opcode)) return observeTempo(primitive, tracer);
    const plain = PLAIN_FIELDS.find(([pattern]) => pattern.test(opcode));
    return plain ? observePlain(plain[1], primitive, tracer) : primitive;
};
