// SPDX-License-Identifier: AGPL-3.0-only
/**
 * One seam for all instruments: the VM asks for the primitive of an opcode once per cached block,
 * right after it has looked that block up. So the wrapper of a primitive knows its block.
 */
import {keyDraws, replacePrimitive} from './primitives.js';

/**
 * @param {{runtime: object, budget: object, tracer: ?object, keyOf: Function}} world
 *     keyOf gives the name of a target that its random draws are keyed by
 */
export const instrumentPrimitives = ({runtime, budget, tracer, keyOf}) => {
    let lastContainer = null;
    let lastId = null;
    const containers = new Set([...runtime.targets.map(target => target.blocks), runtime.monitorBlocks]);
    for (const container of containers) {
        container.getBlock = function (id) {
            lastContainer = this;
            lastId = id;
            return this._blocks[id];
        };
    }
    const real = runtime.getOpcodeFunction;
    runtime.getOpcodeFunction = function (opcode) {
        const original = real.call(this, opcode);
        if (original === undefined) return original;
        const replaced = replacePrimitive(opcode, original);
        const primitive = lastContainer === runtime.monitorBlocks ? replaced :
            budget.watch(opcode, keyDraws(opcode, lastId, replaced, keyOf));
        return tracer ? tracer.wrap(opcode, lastContainer, lastId, primitive) : primitive;
    };
    for (const container of containers) container.resetCache();
};
