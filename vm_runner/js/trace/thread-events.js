// SPDX-License-Identifier: AGPL-3.0-only
/** Events of threads: hats asked for, scripts started, what they wait for, and their end. */
import {NONE, cause, clearCause, setCause} from '../shims/cause.js';
import {RUNNING, isAlive, statusOf} from './script-status.js';

const STATUS_DONE = 4;

const started = (tracer, thread) => {
    if (thread.updateMonitor) return;
    thread.traced = RUNNING;
    tracer.keep('start', thread.number, thread.script?.rule ?? null,
        tracer.world.recorder.pathOf(thread.target));
};

const ended = (tracer, thread, type) => {
    // null: its end has been told, or it never truly started
    if (thread.updateMonitor || thread.traced === null) return;
    thread.traced = null;
    tracer.keep(type, thread.number);
};

const hasEnded = thread => thread.stack.length === 0 || thread.status === STATUS_DONE;

/** What starts other scripts must not become the cause of what its own block does next. */
const keepingCause = action => {
    const {block, thread} = cause;
    try {
        return action();
    } finally {
        setCause(block, thread);
    }
};

const observeStarts = (runtime, tracer) => {
    // edge-activated hats are asked on every tick: only those that then run have started
    let asking = false;
    const noteStart = thread => {
        if (asking) thread.traced = null;
        else started(tracer, thread);
    };
    const push = runtime._pushThread;
    runtime._pushThread = function (id, target, options) {
        const thread = push.call(this, id, target, options);
        noteStart(thread);
        return thread;
    };
    const restart = runtime._restartThread;
    runtime._restartThread = function (thread) {
        ended(tracer, thread, 'stop');
        const fresh = restart.call(this, thread);
        noteStart(fresh);
        return fresh;
    };
    const startHats = runtime.startHats;
    runtime.startHats = function (opcode, fields, target) {
        if (this.getIsEdgeActivatedHat(opcode)) {
            asking = true;
            const threads = keepingCause(() => startHats.call(this, opcode, fields, target));
            asking = false;
            for (const thread of threads) {
                if (!hasEnded(thread)) started(tracer, thread);
            }
            return threads;
        }
        tracer.emit('hat', opcode, fields ? String(Object.values(fields)[0]) : null);
        return keepingCause(() => startHats.call(this, opcode, fields, target));
    };
};

const observeEnds = (runtime, tracer) => {
    const stop = runtime._stopThread;
    runtime._stopThread = function (thread) {
        ended(tracer, thread, 'stop');
        return stop.call(this, thread);
    };
    const {sequencer} = runtime;
    const stepThread = sequencer.stepThread;
    sequencer.stepThread = function (thread) {
        stepThread.call(this, thread);
        if (hasEnded(thread)) ended(tracer, thread, 'end');
    };
    runtime.on('PROJECT_STOP_ALL', () => tracer.keep('stopall'));
};

/**
 * Report the threads of `runtime` to `tracer`.
 * @returns {Function} to be called at the end of each tick: reports what threads wait for
 */
export const observeThreads = (runtime, tracer) => {
    observeStarts(runtime, tracer);
    observeEnds(runtime, tracer);
    const {program} = tracer.world;
    return () => {
        for (const thread of runtime.threads) {
            if (!isAlive(thread) || thread.traced === null) continue;
            const status = statusOf(thread);
            if (status === thread.traced) continue;
            thread.traced = status;
            const block = thread.stack[thread.stack.length - 1];
            cause.block = block === null ? NONE : program.numberOf(thread.blockContainer, block);
            cause.thread = thread.number;
            tracer.keep('status', status);
        }
        clearCause();
    };
};
