// SPDX-License-Identifier: AGPL-3.0-only
/** Names of targets, variables, costumes and scripts as they stand in field paths. */

/** Owner of variables for all sprites; Scratch reserves the name, so no sprite bears it. */
export const STAGE_OWNER = '_stage_';

export const escapeToken = name => String(name).replaceAll('~', '~0').replaceAll('/', '~1');

export const path = (...tokens) => tokens.map(token => `/${escapeToken(token)}`).join('');

/** Give each of `items` a distinct name: a repeated one gets the first free suffix. */
export const distinctNames = (items, nameOf) => {
    const names = new Map();
    const used = new Set();
    for (const item of items) {
        const wanted = String(nameOf(item));
        let name = wanted;
        for (let n = 2; used.has(name); n++) name = `${wanted} (${n})`;
        used.add(name);
        names.set(item, name);
    }
    return names;
};
