// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Writes down what happens in a world without changing it: blocks executed, scripts started and
 * ended, conditions, touching tests, broadcasts, clones, and every write with its block and thread.
 *
 * Events are arrays; docs/trace.md names their parts. Blocks, threads and fields are numbers.
 */
import {EventLog} from './event-log.js';
import {observeTargets} from './target-writes.js';
import {observeOpcode} from './opcode-writes.js';
import {canonical} from './values.js';

const NONE = -1;

export class Tracer {
    #log = new EventLog();
    #world;
    #executed;
    #block = NONE;
    #thread = NONE;

    /** @param world gives runtime, program, recorder, clock and the present tick */
    constructor(world) {
        this.#world = world;
        this.#executed = new Uint32Array(world.program.blockIds.length);
        this.#observeThreads(world.runtime);
        this.#observeRuntime(world.runtime);
        this.#observeBubbles(world.runtime, world.packages.get('Scratch3LooksBlocks'));
        this.#observeQuestions(world.runtime);
        observeTargets(world.runtime, this);
    }

    get world() {
        return this.#world;
    }

    /** Add an event of the present tick, with the block and thread that are running. */
    emit(type, ...parts) {
        const block = this.#block === NONE ? (this.#world.clock.cause ?? NONE) : this.#block;
        this.#log.add([type, this.#world.tick, block, this.#thread, ...parts]);
    }

    /** Record a write of a field; slot -1 is a field that the state does not hold. */
    write(slot, value) {
        if (slot !== NONE && slot !== undefined) this.emit('write', slot, value);
    }

    /** Wrap one cached block's primitive. */
    wrap(opcode, container, blockId, primitive) {
        const number = this.#world.program.numberOf(container, blockId);
        if (number === NONE) return primitive;
        const observed = observeOpcode(opcode, primitive, this);
        const executed = this.#executed;
        const clock = this.#world.clock;
        return (args, util) => {
            executed[number]++;
            const outerBlock = this.#block;
            const outerThread = this.#thread;
            const outerCause = clock.cause;
            this.#block = clock.cause = number;
            this.#thread = util.thread.number;
            const result = observed(args, util);
            this.#block = outerBlock;
            this.#thread = outerThread;
            clock.cause = outerCause;
            return result;
        };
    }

    #observeThreads(runtime) {
        const ruleOf = thread => this.#world.program.ruleOf(thread.blockContainer, thread.topBlock);
        const place = thread => this.#world.recorder.placeOf(thread.target).fields;
        const started = thread => {
            if (!thread.updateMonitor) this.emit('start', thread.number, ruleOf(thread), place(thread));
        };
        const push = runtime._pushThread;
        runtime._pushThread = function (id, target, options) {
            const thread = push.call(this, id, target, options);
            started(thread);
            return thread;
        };
        const restart = runtime._restartThread;
        runtime._restartThread = function (thread) {
            const fresh = restart.call(this, thread);
            started(fresh);
            return fresh;
        };
        const stop = runtime._stopThread;
        const stopped = thread => this.emit('stop', thread.number);
        runtime._stopThread = function (thread) {
            stopped(thread);
            return stop.call(this, thread);
        };
    }

    #observeRuntime(runtime) {
        const startHats = runtime.startHats;
        const tracer = this;
        runtime.startHats = function (opcode, fields, target) {
            // edge-activated hats are asked on every tick: only those that start are events
            if (!this.getIsEdgeActivatedHat(opcode)) {
                tracer.emit('hat', opcode, fields ? String(Object.values(fields)[0]) : null);
            }
            return startHats.call(this, opcode, fields, target);
        };
        runtime.on('targetWasCreated', (target, source) => {
            if (source) this.emit('clone', this.#world.recorder.placeOf(target).fields);
        });
        runtime.on('targetWasRemoved', target => {
            if (!target.isOriginal) this.emit('unclone', this.#world.recorder.placeOf(target).fields);
        });
        runtime.on('PROJECT_STOP_ALL', () => this.emit('stopall'));
    }

    #observeBubbles(runtime, looks) {
        const wrote = target => {
            const fields = this.#world.recorder.fieldsOf(target);
            this.write(fields.slotOf.say, fields.valueOf('say'));
        };
        runtime.on('SAY', wrote);
        // the timer of "say for seconds" clears its bubble without the event
        const update = looks._updateBubble;
        looks._updateBubble = (target, type, text) => {
            update(target, type, text);
            wrote(target);
        };
    }

    #observeQuestions(runtime) {
        const {recorder} = this.#world;
        runtime.on('QUESTION', () => {
            this.write(recorder.globalSlots.question, this.#world.question() ?? '');
        });
        runtime.on('ANSWER', () => {
            this.write(recorder.globalSlots.answer, canonical(this.#world.answer()));
        });
    }

    /** Events of the step since the last call; the executed blocks, with counts, come last. */
    take() {
        const events = this.#log.take();
        const counts = [];
        for (let i = 0; i < this.#executed.length; i++) {
            if (this.#executed[i] > 0) counts.push(i, this.#executed[i]);
        }
        this.#executed.fill(0);
        events.push(['blocks', counts]);
        return events;
    }
}
