// SPDX-License-Identifier: AGPL-3.0-only
/** How the value of each field of a target is read. */
import {FIELD_KINDS} from './field-table.js';
import {canonical, canonicalDirection} from './values.js';

const PEN_DEFAULTS = {color: 66.66, saturation: 100, brightness: 100, transparency: 0};

const penOf = target => target.getCustomState('Scratch.pen');
const penColour = part => target => canonical(penOf(target)?.[part] ?? PEN_DEFAULTS[part]);

const READERS = {
    'x': target => canonical(target.x),
    'y': target => canonical(target.y),
    'direction': target => canonicalDirection(target.direction),
    'size': target => canonical(target.size),
    'visible': target => target.visible,
    'say': target => String(target.getCustomState('Scratch.looks')?.text ?? ''),
    'rotationStyle': target => target.rotationStyle,
    'draggable': target => target.draggable,
    'volume': target => canonical(target.volume),
    'pen/down': target => Boolean(penOf(target)?.penDown),
    'pen/size': target => canonical(penOf(target)?.penAttributes.diameter ?? 1),
    'pen/color': penColour('color'),
    'pen/saturation': penColour('saturation'),
    'pen/brightness': penColour('brightness'),
    'pen/transparency': penColour('transparency')
};

const EFFECT = 'effect/';

/** Read from more than the target: by TargetFields and by the recorder. */
const READ_ELSEWHERE = new Set(['costume', 'backdrop', 'layer', 'tempo', 'answer', 'question']);

/** Fields of the table below `prefix` with this presence, by what comes after it. */
const below = (prefix, presence) => FIELD_KINDS
    .filter(kind => kind.pattern.startsWith(prefix) && kind.presence === presence)
    .map(kind => kind.pattern.slice(prefix.length));

/** Fields that every sprite has and that are read from it alone. */
export const SPRITE_FIELDS = below('/sprite/*/', 'always').filter(field => !READ_ELSEWHERE.has(field));

const OPTIONAL = {sprite: below('/sprite/*/', 'writable'), stage: below('/stage/', 'writable')};

const inTable = (field, fields) => fields.includes(field.startsWith(EFFECT) ? `${EFFECT}*` : field);

/** Whether a sprite, or the stage, has this field where some block can write it. */
export const canHave = (field, isStage) => inTable(field, isStage ? OPTIONAL.stage : OPTIONAL.sprite);

// a field without a reader, or a reader without a field, would be found in some project only
for (const field of [...SPRITE_FIELDS, ...OPTIONAL.sprite, ...OPTIONAL.stage]) {
    if (!(field in READERS) && field !== `${EFFECT}*` && !READ_ELSEWHERE.has(field)) {
        throw new Error(`nothing reads the field ${field}`);
    }
}
for (const field of Object.keys(READERS)) {
    if (!SPRITE_FIELDS.includes(field) && !canHave(field, false)) throw new Error(`no field ${field} in the table`);
}

/** The function target -> canonical value for a field such as `x`, `say` or `effect/ghost`. */
export const readerOf = field => {
    if (!field.startsWith(EFFECT)) return READERS[field];
    const effect = field.slice(EFFECT.length);
    return target => canonical(target.effects[effect]);
};
