// SPDX-License-Identifier: AGPL-3.0-only
/** Events of bubbles, questions and answers, which are written outside the target setters. */
import {canonical} from './values.js';

const observeBubbles = (runtime, tracer) => {
    const {recorder, packages} = tracer.world;
    const wrote = target => {
        const fields = recorder.fieldsOf(target);
        if (fields.alive) tracer.write(fields.slotOf.say, fields.valueOf('say'));
    };
    runtime.on('SAY', wrote);
    // the timer of "say for seconds" clears its bubble without the event
    const looks = packages.get('Scratch3LooksBlocks');
    const update = looks._updateBubble;
    looks._updateBubble = (target, type, text) => {
        update.call(looks, target, type, text);
        wrote(target);
    };
    // before the VM clears them: afterwards nobody could tell which were open
    runtime.prependListener('PROJECT_STOP_ALL', () => {
        for (const target of runtime.targets) {
            const fields = recorder.fieldsOf(target);
            const slot = fields.slotOf.say;
            if (slot !== undefined && fields.valueOf('say') !== '') tracer.write(slot, '');
        }
    });
};

const observeQuestions = (runtime, tracer) => {
    const {world} = tracer;
    const {globalSlots} = world.recorder;
    const asked = () => tracer.write(globalSlots.question, world.question() ?? '');
    const answered = () => {
        tracer.write(globalSlots.answer, canonical(world.answer()));
        // the VM tells of the next question, but not that there is none left
        asked();
    };
    runtime.on('QUESTION', asked);
    runtime.on('ANSWER', answered);
    runtime.on('PROJECT_START', answered);
};

export const observeDialogue = (runtime, tracer) => {
    observeBubbles(runtime, tracer);
    observeQuestions(runtime, tracer);
};
