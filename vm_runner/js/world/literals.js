// SPDX-License-Identifier: AGPL-3.0-only
/**
 * What is written into a block by hand: numbers, texts and menu choices; and how to change it, and
 * the program around it.
 */

import {CONDITIONS} from '../trace/opcode-writes.js';

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

const TRUE = 'scratchworld true';
/** A condition that always holds; one that never does is an empty input. */
const trueBlock = () => ({
    id: TRUE, opcode: 'text', fields: {TEXT: {name: 'TEXT', value: 'true'}}, inputs: {}, next: null,
    parent: null, shadow: true, topLevel: false
});

export class Literals {
    #world;
    /** Field or block -> {container, written}: what stood in it before it was first changed. */
    #changed = new Map();

    constructor(world) {
        this.#world = world;
    }

    /**
     * Write `value` into a block, as if the project had been made so. Clones share their blocks.
     * @param {string} blockId in the canonical form of the program
     * @returns {?string} why it cannot be done
     */
    set(blockId, name, value) {
        const {program, runtime} = this.#world;
        const place = program.placeOf(blockId);
        const block = place?.container._blocks[place.id];
        if (!block) return 'there is no such block';
        const {container} = place;
        const {field, fieldName, fault} = findField(container._blocks, block, name);
        if (fault !== undefined) return fault;
        if (NAMES_DATA.has(fieldName)) return `${fieldName} names a variable or list, it is no literal`;
        const text = String(value);
        if (fieldName !== MESSAGE) {
            this.#write(container, field, {value: text});
            return null;
        }
        const message = messageNamed(runtime.getTargetForStage(), text);
        if (!message) return `the project has no message ${JSON.stringify(text)}`;
        this.#write(container, field, {id: message.id, value: message.name});
        return null;
    }

    /**
     * From now on a rule does nothing: its threads are stopped, and those that start end at once.
     * @param {string} ruleId in the canonical form of the program
     * @returns {?string} why it cannot be done
     */
    disable(ruleId) {
        const {program, runtime} = this.#world;
        const place = program.placeOf(`${ruleId}/0`);
        if (!place) return 'there is no such rule';
        const {container, id} = place;
        this.#write(container, container._blocks[id], {next: null});
        for (const thread of [...runtime.threads]) {
            if (thread.blockContainer === container && thread.topBlock === id) {
                runtime._stopThread(thread);
            }
        }
        return null;
    }

    /**
     * From now on a condition has one outcome; what it asked is asked no more.
     * @param {string} blockId of an if, wait-until or repeat-until block
     * @returns {?string} why it cannot be done
     */
    force(blockId, outcome) {
        const place = this.#world.program.placeOf(blockId);
        const block = place?.container._blocks[place.id];
        if (!block) return 'there is no such block';
        if (!CONDITIONS.has(block.opcode)) return `a ${block.opcode} block has no condition`;
        const {container} = place;
        container._blocks[TRUE] ??= trueBlock();
        const {CONDITION: _, ...others} = block.inputs;
        const forced = {name: 'CONDITION', block: TRUE, shadow: TRUE};
        this.#write(container, block, {inputs: outcome ? {...others, CONDITION: forced} : others});
        return null;
    }

    #write(container, field, written) {
        if (!this.#changed.has(field)) this.#changed.set(field, {container, written: {...field}});
        Object.assign(field, written);
        // blocks that are compiled remember what was written in them
        container.resetCache();
    }

    /** @returns {Function} puts all literals back */
    save() {
        const now = [...this.#changed.keys()].map(field => [field, {...field}]);
        return () => {
            const saved = new Map(now);
            for (const [field, {container, written}] of this.#changed) {
                const wanted = saved.get(field) ?? written;
                const differs = Object.keys(wanted).some(key => field[key] !== wanted[key]);
                if (differs) this.#write(container, field, wanted);
            }
        };
    }
}
