// SPDX-License-Identifier: AGPL-3.0-only
/** Actions: what a user, or an experimenter, does to a running world. */
import {STAGE_OWNER} from '../trace/names.js';
import {ProjectFailure} from './failure.js';

const STAGE_WIDTH = 480;
const STAGE_HEIGHT = 360;
/** The mouse device ignores a coordinate of 0: stand a hair beside it. */
const ALMOST_ZERO = 1e-9;

/** Names of keys in Scratch -> the name that a browser's keyboard event gives. */
const EVENT_KEYS = {
    'space': ' ',
    'left arrow': 'ArrowLeft',
    'right arrow': 'ArrowRight',
    'up arrow': 'ArrowUp',
    'down arrow': 'ArrowDown',
    'enter': 'Enter'
};

const pressKey = (world, name, isDown) => {
    const key = Object.hasOwn(EVENT_KEYS, name) ? EVENT_KEYS[name] : name;
    world.vm.postIOData('keyboard', {key, isDown});
};

const moveMouse = (world, {x, y}, state = {}) => world.vm.postIOData('mouse', {
    x: (x + (STAGE_WIDTH / 2)) || ALMOST_ZERO,
    y: ((STAGE_HEIGHT / 2) - y) || ALMOST_ZERO,
    canvasWidth: STAGE_WIDTH,
    canvasHeight: STAGE_HEIGHT,
    ...state
});

const topmostAt = (world, {x, y}) => world.runtime.ioDevices.mouse._pickTarget(
    x + (STAGE_WIDTH / 2), (STAGE_HEIGHT / 2) - y);

const clickSprite = (world, name) => {
    const target = name === STAGE_OWNER ? world.runtime.getTargetForStage() : world.originalNamed(name);
    if (!target) throw new ProjectFailure('bad_action', `no sprite is named ${JSON.stringify(name)}`);
    world.runtime.ioDevices.mouse._activateClickHats(target);
};

const ACTIONS = {
    green_flag: world => world.vm.greenFlag(),
    stop_all: world => world.vm.stopAll(),
    key_down: (world, {key}) => pressKey(world, key, true),
    key_up: (world, {key}) => pressKey(world, key, false),
    mouse_move: (world, action) => moveMouse(world, action),
    mouse_down: (world, action) => moveMouse(world, action, {isDown: true}),
    mouse_up: (world, action) => moveMouse(world, action, {isDown: false}),
    drag_start: (world, action) => {
        moveMouse(world, action, {isDown: true});
        world.drag.start(topmostAt(world, action), action);
    },
    drag_move: (world, action) => {
        moveMouse(world, action);
        world.drag.move(action);
    },
    drag_end: (world, action) => {
        const wasDragged = world.drag.end(action);
        moveMouse(world, action, {isDown: false, wasDragged});
    },
    sprite_click: (world, {sprite}) => clickSprite(world, sprite),
    broadcast: (world, {message}) => world.runtime.startHats(
        'event_whenbroadcastreceived', {BROADCAST_OPTION: message}),
    // with no question open nobody can type an answer
    answer: (world, {text}) => {
        if (world.question() !== null) world.runtime.emit('ANSWER', text);
    },
    loudness: (world, {level}) => {
        world.audio.loudness = level;
    },
    wait: () => {}
};

/** Apply one action of the episode's JSON form. */
export const applyAction = (world, action) => {
    if (!Object.hasOwn(ACTIONS, action.type)) {
        throw new ProjectFailure('bad_action', `unknown action type ${JSON.stringify(action.type)}`);
    }
    ACTIONS[action.type](world, action);
};

/** Put the mouse where a page's mouse is before it has moved: nowhere, that is at the centre. */
export const centreMouse = world => moveMouse(world, {x: 0, y: 0}, {isDown: false});
