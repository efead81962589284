// SPDX-License-Identifier: AGPL-3.0-only
/** What a renderer holds at the end of a tick: drawables, skins and the pixels of the pen layer. */

const RENDERER_PARTS = [
    '_allDrawables', '_allSkins', '_drawList', '_layerGroups', '_nextDrawableId', '_nextSkinId',
    '_events', '_eventsCount'
];

const copyListeners = events => {
    const copy = Object.create(null);
    for (const name of Object.keys(events)) {
        copy[name] = Array.isArray(events[name]) ? events[name].slice() : events[name];
    }
    return copy;
};

/** Who hears of a change of the skin: its drawables. */
const saveListeners = skin => {
    const {_eventsCount} = skin;
    const listeners = copyListeners(skin._events);
    return () => {
        skin._events = copyListeners(listeners);
        skin._eventsCount = _eventsCount;
    };
};

/**
 * A costume is drawn once for each scale, and its outline is that of the largest so far: going back
 * must make it small again. Its pixels are never written to.
 */
const saveCostume = skin => {
    const {_largestMIPScale, _silhouette} = skin;
    const mips = skin._scaledMIPs.slice();
    const outline = {..._silhouette};
    return () => {
        skin._scaledMIPs = mips.slice();
        skin._largestMIPScale = _largestMIPScale;
        for (const key of Object.keys(_silhouette)) {
            if (!Object.hasOwn(outline, key)) delete _silhouette[key];
        }
        Object.assign(_silhouette, outline);
    };
};

const savePen = skin => {
    const {bytes} = skin._texture;
    const pixels = bytes.slice();
    return () => {
        bytes.set(pixels);
        // read again from the pixels when somebody touches it
        skin._silhouetteDirty = true;
    };
};

/** Only the hull is kept: where it is on the stage follows from it, and is written in place. */
const saveHull = drawable => {
    const {_convexHullPoints, _convexHullDirty} = drawable;
    return () => {
        if (_convexHullPoints !== null) drawable.setConvexHullPoints(_convexHullPoints);
        drawable._convexHullDirty = _convexHullDirty;
    };
};

/**
 * @param {Memory} memory takes what is remembered property by property
 * @returns {Function} puts the rest back, after the memory has been
 */
export const saveRenderer = (renderer, memory) => {
    const undo = [];
    for (const skin of renderer._allSkins) {
        if (!skin) continue;
        const {name} = skin.constructor;
        undo.push(saveListeners(skin));
        if (name === 'PenSkin') undo.push(savePen(skin));
        if (name === 'SVGSkin') undo.push(saveCostume(skin));
    }
    for (const drawable of renderer._allDrawables) {
        if (drawable) undo.push(saveHull(drawable));
    }
    memory.keepParts(renderer, RENDERER_PARTS);
    return () => {
        for (const action of undo) action();
    };
};
