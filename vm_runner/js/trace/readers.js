// SPDX-License-Identifier: AGPL-3.0-only
/** How the value of each field of a target is read. */
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

/** The function target -> canonical value for a field such as `x`, `say` or `effect/ghost`. */
export const readerOf = field => {
    if (!field.startsWith(EFFECT)) return READERS[field];
    const effect = field.slice(EFFECT.length);
    return target => canonical(target.effects[effect]);
};
