// SPDX-License-Identifier: AGPL-3.0-only
/**
 * What a primitive does beyond the target setters: conditions, touching tests, and writes of
 * variables, lists, pen, volume and tempo, seen by comparing before and after.
 */
import {canonical} from './values.js';

const CONDITIONS = new Set([
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
/** Fields without a setter, by the opcodes' prefix. */
const PLAIN_FIELDS = [
    [/^sound_(setvolumeto|changevolumeby)$/, ['volume']],
    [/^pen_(penDown|penUp)$/, ['pen/down']],
    [/^pen_(setPenSizeTo|changePenSizeBy)$/, ['pen/size']],
    [/^pen_(setPen|changePen)/, ['pen/color', 'pen/saturation', 'pen/brightness', 'pen/transparency']]
];

/** Scratch's own rule: the empty string, "0" and "false" are false. */
const isTrue = value => {
    if (typeof value !== 'string') return Boolean(value);
    return value !== '' && value !== '0' && value.toLowerCase() !== 'false';
};

const lookUp = (target, {id, name}, type) =>
    target.lookupVariableById(id) ?? target.lookupVariableByNameAndType(name, type) ?? null;

const ownerOf = (target, variable) =>
    (Object.values(target.variables).includes(variable) ? target : target.runtime.getTargetForStage());

const observeVariable = (primitive, tracer) => (args, util) => {
    const before = lookUp(util.target, args.VARIABLE, '')?.value;
    const result = primitive(args, util);
    const variable = lookUp(util.target, args.VARIABLE, '');
    if (variable !== null && variable.value !== before) {
        const fields = tracer.world.recorder.fieldsOf(ownerOf(util.target, variable));
        tracer.write(fields.variableSlot(variable), canonical(variable.value));
    }
    return result;
};

const observeList = (opcode, primitive, tracer) => (args, util) => {
    const result = primitive(args, util);
    const list = lookUp(util.target, args.LIST, 'list');
    if (list !== null) {
        const fields = tracer.world.recorder.fieldsOf(ownerOf(util.target, list));
        const operation = opcode.slice('data_'.length);
        tracer.emit('list', fields.variableSlot(list), operation, list.value.length);
    }
    return result;
};

const observePlain = (names, primitive, tracer) => (args, util) => {
    const result = primitive(args, util);
    const fields = tracer.world.recorder.fieldsOf(util.target);
    for (const name of names) {
        const slot = fields.slotOf[name];
        if (slot !== undefined) tracer.write(slot, fields.valueOf(name));
    }
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
    if (/^music_(set|change)Tempo$/.test(opcode)) return observeTempo(primitive, tracer);
    const plain = PLAIN_FIELDS.find(([pattern]) => pattern.test(opcode));
    return plain ? observePlain(plain[1], primitive, tracer) : primitive;
};
