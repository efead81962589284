// SPDX-License-Identifier: AGPL-3.0-only
/** What can be told of a project before it is loaded: its extensions, and whether assets are there. */
import {ProjectFailure} from './failure.js';

const CORE = new Set([
    'argument', 'colour', 'control', 'data', 'event', 'looks', 'math', 'motion', 'note', 'operator',
    'procedures', 'sensing', 'sound', 'text', 'matrix'
]);
/** Extensions that run here; the others need a device, a camera or a third party's code. */
const SUPPORTED = new Set(['pen', 'music', 'text2speech', 'translate', 'makeymakey']);

const opcodesOf = target => Object.values(target.blocks ?? {})
    .map(block => (Array.isArray(block) ? null : block?.opcode))
    .filter(opcode => typeof opcode === 'string');

const extensionOf = opcode => {
    const end = opcode.indexOf('_');
    return end < 0 ? null : opcode.slice(0, end);
};

const extensionsOf = json => {
    const found = new Set(Array.isArray(json.extensions) ? json.extensions : []);
    for (const target of json.targets) {
        for (const opcode of opcodesOf(target)) {
            const extension = extensionOf(opcode);
            if (extension !== null && !CORE.has(extension)) found.add(extension);
        }
    }
    return found;
};

const assetName = (asset, fallbackId) => asset.md5ext ?? `${fallbackId}.${asset.dataFormat}`;

const assetsOf3 = json => json.targets.flatMap(target => [
    ...(target.costumes ?? []), ...(target.sounds ?? [])
].map(asset => assetName(asset, asset.assetId)));

const assetsOf2 = json => {
    const names = [];
    const pending = [json];
    while (pending.length > 0) {
        const target = pending.pop();
        for (const costume of target.costumes ?? []) {
            const extension = String(costume.baseLayerMD5 ?? '').split('.').pop();
            names.push(`${costume.baseLayerID}.${extension}`);
        }
        for (const sound of target.sounds ?? []) {
            names.push(`${sound.soundID}.${String(sound.md5 ?? '').split('.').pop()}`);
        }
        pending.push(...(target.children ?? []).filter(child => child?.objName !== undefined));
    }
    return names;
};

const inArchive = (zip, name) => {
    if (zip.file(name)) return true;
    const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return zip.file(new RegExp(`^([^/]*/)?${literal}$`)).length > 0;
};

/** Throws the ProjectFailure that loading could only find out the hard way. */
export const checkProject = ({json, zip}, {bundledAssets}) => {
    if (json.projectVersion === 3) {
        for (const extension of extensionsOf(json)) {
            if (!SUPPORTED.has(extension)) throw new ProjectFailure('unsupported_extension', extension);
        }
    }
    // a bare project.json brings no assets; it runs on default costumes
    if (!zip) return;
    const names = json.projectVersion === 3 ? assetsOf3(json) : assetsOf2(json);
    for (const name of names) {
        if (!bundledAssets(name) && !inArchive(zip, name)) {
            throw new ProjectFailure('missing_asset', name);
        }
    }
};
