// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Writes down what happens in a world without changing it: blocks executed, scripts started and
 * ended, conditions, touching tests, broadcasts, clones, and every write with its block and thread.
 *
 * Events are arrays; docs/trace.md names their parts. Blocks, threads and fields are numbers.
 */
import {NONE, cause} from '../shims/cause.js';
import {observeClones} from './clone-events.js';
import {observeDialogue} from './dialogue-events.js';
import {EventLog} from './event-log.js';
import {observeOpcode} from './opcode-writes.js';
import {observeThreads} from './thread-events.js';

export class Tracer {
    #log = new EventLog();
    #executed;
    #program;
    #noteStatuses;

    /** @param world gives runtime, program, recorder, packages and the present tick */
    constructor(world) {
        this.world = world;
        this.#program = world.program;
        this.#executed = new Uint32Array(world.program.blockIds.length);
        this.#noteStatuses = observeThreads(world.runtime, this);
        observeClones(world.runtime, this);
        observeDialogue(world.runtime, this);
    }

    /** Add an event that changes no field. */
    emit(type, ...parts) {
        this.#log.add([type, this.world.tick, cause.block, cause.thread, ...parts]);
    }

    /** Add the start or the end of a thread or clone, or a move between layers. */
    keep(type, ...parts) {
        this.#log.addKept([type, this.world.tick, cause.block, cause.thread, ...parts]);
    }

    /** Record that a field has been given `value`. A field that the state does not hold has no slot. */
    write(slot, value) {
        if (slot === undefined) return;
        this.#log.addWrite(slot, ['write', this.world.tick, cause.block, cause.thread, slot, value]);
    }

    /** Record an operation on a list; its slot is that of its length. */
    writeList(slot, operation, length) {
        this.#log.addWrite(
            slot, ['list', this.world.tick, cause.block, cause.thread, slot, operation, length]);
    }

    /** A block made a variable that the project did not have. */
    variableCreated({slot, items, variable}, value) {
        if (items === null) this.write(slot, value);
        else this.writeList(slot, 'create', variable.value.length);
    }

    /** Wrap the primitive of one block: it counts, and is the cause of what it does. */
    wrap(opcode, container, blockId, primitive) {
        const number = this.#program.numberOf(container, blockId);
        const observed = observeOpcode(opcode, primitive, this);
        if (number === NONE) {
            return (args, util) => {
                cause.block = NONE;
                cause.thread = util.thread.number;
                return observed(args, util);
            };
        }
        const executed = this.#executed;
        return (args, util) => {
            executed[number]++;
            cause.block = number;
            cause.thread = util.thread.number;
            return observed(args, util);
        };
    }

    /** A tick, or an action before the first one, has ended. */
    tickEnded() {
        this.#noteStatuses();
    }

    /** Events of the step since the last call; the executed blocks, with counts, come last. */
    take() {
        const events = this.#log.take();
        const counts = [];
        const executed = this.#executed;
        for (let i = 0; i < executed.length; i++) {
            if (executed[i] > 0) counts.push(i, executed[i]);
        }
        executed.fill(0);
        events.push(['blocks', counts]);
        return events;
    }
}
