// SPDX-License-Identifier: AGPL-3.0-only
/**
 * The program of a loaded project in canonical form: one rule a script, its blocks in the order
 * they are read, each with an id that does not depend on the file's own block ids.
 */
import {STAGE_OWNER, distinctNames, escapeToken} from './names.js';

const isBranch = name => name.startsWith('SUBSTACK');

/** Inputs in reading order: reporters by name, then the branches. */
const inputsOf = block => Object.values(block.inputs).sort((a, b) =>
    (isBranch(a.name) - isBranch(b.name)) || (a.name < b.name ? -1 : Number(a.name > b.name)));

/** Ids of the blocks of one script, in reading order; safe for cycles and any depth. */
const walk = (blocks, topId) => {
    const order = [];
    const seen = new Set();
    const pending = [topId];
    while (pending.length > 0) {
        const id = pending.pop();
        const block = blocks[id];
        if (!block || seen.has(id)) continue;
        seen.add(id);
        order.push(id);
        if (block.next) pending.push(block.next);
        for (const input of inputsOf(block).reverse()) {
            if (input.block) pending.push(input.block);
        }
    }
    return order;
};

const fieldValue = field => ({value: field.value, ...(field.variableType === undefined ? {} : {type: field.variableType})});

/** A list of texts that a mutation holds as JSON; a hostile file may hold anything. */
const textsOf = json => {
    try {
        const texts = JSON.parse(json);
        return Array.isArray(texts) ? texts.map(String) : [];
    } catch {
        return [];
    }
};

/** Of a custom block's prototype or call: its label, the ids of its inputs, and their names. */
const describeProcedure = ({proccode, argumentids, argumentnames, warp}) => ({
    proccode,
    arguments: textsOf(argumentids),
    ...(argumentnames === undefined ? {} : {parameters: textsOf(argumentnames)}),
    warp: String(warp) === 'true'
});

const describeBlock = (block, indexOf) => ({
    opcode: block.opcode,
    fields: Object.fromEntries(Object.entries(block.fields).map(([name, field]) => [name, fieldValue(field)])),
    inputs: Object.fromEntries(inputsOf(block).filter(input => indexOf.has(input.block))
        .map(input => [input.name, indexOf.get(input.block)])),
    next: block.next && indexOf.has(block.next) ? indexOf.get(block.next) : null,
    shadow: Boolean(block.shadow),
    ...(block.mutation?.proccode === undefined ? {} : describeProcedure(block.mutation))
});

export class Program {
    /** Rule or block ids by number; executed blocks are counted by this number. */
    blockIds = [];
    #numbers = new Map();
    #places = new Map();
    #rules = new Map();
    #description = [];

    constructor(targets) {
        this.targetNames = distinctNames(
            targets, target => (target.isStage ? STAGE_OWNER : target.sprite.name));
        for (const target of targets) this.#addTarget(target);
    }

    #addTarget(target) {
        const name = this.targetNames.get(target);
        const blocks = target.blocks._blocks;
        const numbers = new Map();
        const rules = new Map();
        const described = [];
        for (const topId of target.blocks.getScripts()) {
            if (!blocks[topId]) continue;
            const rule = `${escapeToken(name)}/${rules.size}`;
            rules.set(topId, rule);
            const order = walk(blocks, topId);
            const indexOf = new Map(order.map((id, k) => [id, k]));
            order.forEach((id, k) => {
                if (numbers.has(id)) return;
                numbers.set(id, this.blockIds.length);
                this.blockIds.push(`${rule}/${k}`);
                this.#places.set(`${rule}/${k}`, {container: target.blocks, id});
            });
            described.push({rule, blocks: order.map(id => describeBlock(blocks[id], indexOf))});
        }
        this.#numbers.set(target.blocks, numbers);
        this.#rules.set(target.blocks, rules);
        this.#description.push({
            name,
            isStage: target.isStage,
            costumes: target.sprite.costumes.map(costume => costume.name),
            variables: Object.values(target.variables).map(({name: variable, type}) => ({name: variable, type})),
            rules: described
        });
    }

    /** Number of a block, or -1 for one that belongs to no script. */
    numberOf(container, blockId) {
        return this.#numbers.get(container)?.get(blockId) ?? -1;
    }

    /** Rule id of a thread's top block, or null. */
    ruleOf(container, topBlockId) {
        return this.#rules.get(container)?.get(topBlockId) ?? null;
    }

    /** Where a block is, by its id in the canonical form: {container, id}, or undefined. */
    placeOf(blockId) {
        return this.#places.get(blockId);
    }

    describe() {
        return this.#description;
    }
}
