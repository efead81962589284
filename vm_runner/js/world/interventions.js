// SPDX-License-Identifier: AGPL-3.0-only
/** Interventions: what an experimenter changes in a world between two ticks. */
import {canonical} from '../trace/values.js';
import {ProjectFailure} from './failure.js';

const refuse = detail => {
    throw new ProjectFailure('bad_action', detail);
};

const quote = value => JSON.stringify(value);

const targetAt = (world, path) => world.recorder.targetAt(path) ??
    refuse(`nothing has the fields of ${quote(path)}; a clone may be gone, or not made yet`);

const movableAt = (world, path) => {
    const target = targetAt(world, path);
    return target.isStage ? refuse('the stage has no position, direction or visibility') : target;
};

const setVariable = (world, {path, value}) => {
    const entry = world.recorder.entryAt(path);
    if (entry === undefined || entry.items !== null) refuse(`there is no variable ${quote(path)}`);
    entry.variable.value = value;
    entry.traced = value;
    world.tracer?.write(entry.slot, canonical(value));
};

const setItem = (world, {path, value}) => {
    const slash = path.lastIndexOf('/');
    const entry = world.recorder.entryAt(path.slice(0, slash));
    if (entry === undefined || entry.items === null) refuse(`there is no list for ${quote(path)}`);
    const list = entry.variable.value;
    const index = Number(path.slice(slash + 1));
    if (!(index >= 1 && index <= list.length)) {
        refuse(`${quote(path)}: the list has ${list.length} items`);
    }
    list[index - 1] = value;
    // as blocks do: the monitor looks at the list again
    entry.variable._monitorUpToDate = false;
    world.tracer?.writeList(entry.slot, 'replaceitemoflist', list.length);
};

const setCostume = (world, {target: path, costume}) => {
    const target = targetAt(world, path);
    const index = world.recorder.fieldsOf(target).costumeIndex(costume);
    if (index < 0) refuse(`${path} has no costume ${quote(costume)}`);
    target.setCostume(index);
};

const setTimer = (world, {seconds}) => {
    world.runtime.ioDevices.clock._projectTimer.startTime =
        world.runtime.currentMSecs - (seconds * 1000);
};

const INTERVENTIONS = {
    set_variable: setVariable,
    set_item: setItem,
    // even while the mouse drags it
    move: (world, {target, x, y}) => movableAt(world, target).setXY(x, y, true),
    turn: (world, {target, direction}) => movableAt(world, target).setDirection(direction),
    set_visible: (world, {target, visible}) => movableAt(world, target).setVisible(visible),
    set_costume: setCostume,
    set_literal: (world, {block, name, value}) => {
        const fault = world.literals.set(block, name, value);
        if (fault !== null) refuse(`${block}: ${fault}`);
    },
    set_timer: setTimer,
    disable_rule: (world, {rule}) => {
        const fault = world.literals.disable(rule);
        if (fault !== null) refuse(`${rule}: ${fault}`);
    },
    force_condition: (world, {block, outcome}) => {
        const fault = world.literals.force(block, outcome);
        if (fault !== null) refuse(`${block}: ${fault}`);
    }
};

/** Apply one intervention of the episode's JSON form. */
export const applyIntervention = (world, intervention) => {
    if (!Object.hasOwn(INTERVENTIONS, intervention.type)) {
        refuse(`unknown intervention type ${quote(intervention.type)}`);
    }
    world.tracer?.keep('intervention', intervention);
    INTERVENTIONS[intervention.type](world, intervention);
};
