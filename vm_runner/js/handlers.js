// SPDX-License-Identifier: AGPL-3.0-only
/** The methods of the VM process. One world is alive at a time; loading another disposes of it. */
import {World} from './world/world.js';
import {versions} from '#host';

export const PROTOCOL = 1;

let world = null;
/** Checkpoints of the world that is loaded, by number. */
const checkpoints = new Map();
let lastCheckpoint = 0;

const disposeWorld = () => {
    checkpoints.clear();
    world?.dispose();
    world = null;
};

const current = () => {
    if (world === null) throw new Error('no project is loaded');
    return world;
};

/** A world that failed is not to be used again. */
const discardOnError = action => {
    try {
        return action();
    } catch (error) {
        disposeWorld();
        throw error;
    }
};

export const handlers = {
    hello: () => ({result: {protocol: PROTOCOL, versions}}),

    /** Load the attached project. Params: limits, trace, stage. */
    load: async (params, bytes) => {
        disposeWorld();
        world = await World.load(bytes, params);
        const {program, rewinds} = world;
        return {result: {blocks: program.blockIds, program: program.describe(), rewinds}};
    },

    /** Make the world what it was when it had been loaded. Params: limits. */
    rewind: ({limits}) => {
        checkpoints.clear();
        discardOnError(() => current().rewind(limits));
        return {};
    },

    /** What the targets hold besides their scripts, as JSON. Ask before `start`. */
    data: () => ({attachment: Buffer.from(JSON.stringify(current().initialData()))}),

    /** Start an episode on the world just loaded. Params: seed. */
    start: ({seed}) => {
        // nothing has happened yet
        const {events: _, ...result} = discardOnError(() => current().start(seed));
        return {result};
    },

    /**
     * Run steps. Params: steps, a list of {ticks, actions, interventions}. The attachment is the
     * events of each step as JSON, one after the other; each answer has the length of its own in
     * bytes, so that nobody need read events whom they do not concern.
     */
    run: ({steps}) => {
        const events = [];
        const result = discardOnError(() => steps.map(({actions = [], ticks, interventions}) => {
            const answer = current().step(actions, ticks, interventions);
            const text = Buffer.from(JSON.stringify(answer.events));
            events.push(text);
            answer.events = text.length;
            return answer;
        }));
        return {result, attachment: Buffer.concat(events)};
    },

    /** What the renderer was asked and answered so far, when `load` was told to record it: JSON. */
    tape: () => {
        const {stage} = current();
        if (stage.tape === undefined) throw new Error('the project was loaded without a tape to record on');
        return {attachment: Buffer.from(JSON.stringify(stage.tape()))};
    },

    /**
     * The project as Scratch 3 would save it. The attachment is project.json and then each asset, one
     * after the other; the answer has the length of the first, and name and length of the others.
     */
    export: () => {
        const {json, assets} = current().export();
        const parts = [Buffer.from(json), ...assets.map(({data}) => Buffer.from(data))];
        return {
            result: {json: parts[0].length, assets: assets.map(({name, data}) => [name, data.length])},
            attachment: Buffer.concat(parts)
        };
    },

    /** Remember the present state of the world; returns the number of the checkpoint. */
    save: () => {
        const restore = current().save();
        checkpoints.set(++lastCheckpoint, restore);
        return {result: lastCheckpoint};
    },

    /** Go back to a checkpoint of the same world. Params: checkpoint. */
    restore: ({checkpoint}) => {
        const restore = checkpoints.get(checkpoint);
        if (restore === undefined) throw new Error(`there is no checkpoint ${checkpoint}`);
        discardOnError(restore);
        return {};
    },

    /** Let go of a checkpoint. Params: checkpoint. */
    forget: ({checkpoint}) => {
        checkpoints.delete(checkpoint);
        return {};
    },

    /** Whether targets would touch something elsewhere. Params: places, asks; see world/contacts.js. */
    contacts: asked => ({result: current().contacts(asked)}),

    /** The present frame as PNG. */
    frame: () => ({attachment: current().frame()}),

    /**
     * Costumes as PNG. Params: costumes, a list of [number of the target, number of the costume]. Ask before `start`.
     * The attachment is one file after the other; each answer has the length of its own, its centre and its scale.
     */
    costumes: ({costumes}) => {
        const drawn = costumes.map(([target, costume]) => current().costume(target, costume));
        return {
            result: drawn.map(({png, centre, scale}) => [png.length, centre, scale]),
            attachment: Buffer.concat(drawn.map(({png}) => png))
        };
    },

    dispose: () => {
        disposeWorld();
        return {};
    }
};
