// SPDX-License-Identifier: AGPL-3.0-only
/** What the targets of a loaded project hold besides their scripts, before anything has run. */
import {ENTRY, FIELDS} from './marks.js';
import {canonical, canonicalDirection} from './values.js';

const spriteData = target => ({
    x: canonical(target.x),
    y: canonical(target.y),
    size: canonical(target.size),
    direction: canonicalDirection(target.direction),
    visible: target.visible,
    draggable: target.draggable,
    rotationStyle: target.rotationStyle
});

/** Variables or lists by the path of their field, which tells two of one name apart. */
const valuesOf = (target, type, read) => Object.fromEntries(Object.values(target.variables)
    .filter(variable => variable.type === type && variable[ENTRY])
    .map(variable => [variable[ENTRY].path, read(variable.value)]));

/** @returns {object[]} one for each target, in their order */
export const initialData = targets => targets.map(target => ({
    variables: valuesOf(target, '', canonical),
    lists: valuesOf(target, 'list', items => items.map(canonical)),
    messages: Object.values(target.variables)
        .filter(variable => variable.type === 'broadcast_msg').map(variable => variable.name).sort(),
    costume: target[FIELDS].costume(),
    sounds: target.sprite.sounds.map(sound => sound.name),
    volume: canonical(target.volume),
    ...(target.isStage ? {tempo: canonical(target.tempo)} : spriteData(target))
}));
