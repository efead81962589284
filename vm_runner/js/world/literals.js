// SPDX-License-Identifier: AGPL-3.0-only
/** What is written into a block by hand: numbers, texts and menu choices. */

/** Fields that name something of the project by its id. */
const NAMES_DATA = new Set(['VARIABLE', 'LIST']);
const MESSAGE = 'BROADCAST_OPTION';

/** The field behind a block's input or field of that name, or the reason why there is none. */
const findField = (blocks, block, name) => {
    if (Object.hasOwn(block.fields, name)) return {field: block.fields[name], fieldName: name};
    if (!Object.hasOwn(block.inputs, name)) {
        const names = [...Object.keys(block.inputs), ...Object.keys(block.fields)];
        return {fault: `it has no input or field ${JSON.stringify(name)}, only ${names.join(', ') || 'none'}`};
    }
    const inner = blocks[block.inputs[name].block];
    const fields = Object.entries(inner?.fields ?? {});
    if (!inner?.shadow || fields.length !== 1) {
        return {fault: `its input ${JSON.stringify(name)} holds no literal`};
    }
    const [[fieldName, field]] = fields;
    return {field, fieldName};
};

/** Names of messages compare without case, as everywhere in Scratch. */
const messageNamed = (stage, name) => Object.values(stage.variables).find(variable =>
    variable.type === 'broadcast_msg' && variable.name.toUpperCase() === name.toUpperCase());

/**
 * Write `value` into a block, as if the project had been made so. Clones share their blocks.
 * @param {string} blockId in the canonical form of the program
 * @returns {?string} why it cannot be done
 */
export const setLiteral = ({program, runtime}, blockId, name, value) => {
    const place = program.placeOf(blockId);
    const block = place?.container._blocks[place.id];
    if (!block) return 'there is no such block';
    const {field, fieldName, fault} = findField(place.container._blocks, block, name);
    if (fault !== undefined) return fault;
    if (NAMES_DATA.has(fieldName)) return `${fieldName} names a variable or list, it is no literal`;
    const text = String(value);
    if (fieldName === MESSAGE) {
        const message = messageNamed(runtime.getTargetForStage(), text);
        if (!message) return `the project has no message ${JSON.stringify(text)}`;
        field.id = message.id;
        field.value = message.name;
    } else {
        field.value = text;
    }
    // blocks that are compiled remember what was written in them
    place.container.resetCache();
    return null;
};
