// SPDX-License-Identifier: AGPL-3.0-only
/** Builds a bare project.json with one hidden or visible sprite, from scripts of nested arrays. */

const DEFAULT_COSTUME = 'cd21514d0531fdffb22204e0ec5ed84a';

const costume = {
    name: 'plain',
    assetId: DEFAULT_COSTUME,
    md5ext: `${DEFAULT_COSTUME}.svg`,
    dataFormat: 'svg',
    rotationCenterX: 0,
    rotationCenterY: 0
};

/** A block is [opcode, inputs, fields, branch]; an input is a literal or a block. */
const addChain = (chain, parent, blocks) => {
    const ids = chain.map((_, i) => `b${Object.keys(blocks).length}-${i}`);
    chain.forEach(([opcode, inputs = {}, fields = {}, branch = []], i) => {
        const block = blocks[ids[i]] = {
            opcode,
            next: ids[i + 1] ?? null,
            parent: i === 0 ? parent : ids[i - 1],
            inputs: {},
            fields: Object.fromEntries(
                Object.entries(fields).map(([name, value]) => [name, [value, value]])),
            shadow: false,
            topLevel: parent === null && i === 0,
            ...(parent === null && i === 0 ? {x: 0, y: 0} : {})
        };
        for (const [name, value] of Object.entries(inputs)) {
            if (Array.isArray(value)) block.inputs[name] = [2, addChain([value], ids[i], blocks)];
            else if (name === 'BROADCAST_INPUT') block.inputs[name] = [1, [11, value, value]];
            else block.inputs[name] = [1, [10, String(value)]];
        }
        if (branch.length > 0) block.inputs.SUBSTACK = [2, addChain(branch, ids[i], blocks)];
    });
    return ids[0];
};

/** Bytes of a project whose sprite Cat has these scripts, each begun by the green flag. */
export const projectOf = (scripts, {visible = false, messages = [], lists = {}} = {}) => {
    const blocks = {};
    for (const script of scripts) {
        const begins = script[0][0].startsWith('event_when');
        addChain(begins ? script : [['event_whenflagclicked'], ...script], null, blocks);
    }
    const common = {comments: {}, currentCostume: 0, costumes: [costume], sounds: [], volume: 100};
    return Buffer.from(JSON.stringify({
        targets: [
            {
                ...common, isStage: true, name: 'Stage', variables: {n: ['n', 0], m: ['m', 0]},
                lists: Object.fromEntries(Object.entries(lists).map(([k, v]) => [k, [k, v]])),
                broadcasts: Object.fromEntries(messages.map(name => [name, name])), blocks: {},
                layerOrder: 0, tempo: 60, videoTransparency: 50, videoState: 'off'
            },
            {
                ...common, isStage: false, name: 'Cat', variables: {}, lists: {}, broadcasts: {},
                blocks, layerOrder: 1, visible, x: 0, y: 0, size: 100, direction: 90,
                draggable: false, rotationStyle: 'all around'
            }
        ],
        monitors: [],
        extensions: [],
        meta: {semver: '3.0.0', vm: '5.0.300', agent: ''}
    }));
};

/** The states of a world after the flag and after each of `ticks` ticks, as maps of paths. */
export const statesOf = (world, seed, ticks) => {
    const paths = [];
    const state = new Map();
    const read = ({paths: fresh, changes}) => {
        paths.push(...fresh);
        for (let i = 0; i < changes.length; i += 2) {
            if (changes[i + 1] === null) state.delete(paths[changes[i]]);
            else state.set(paths[changes[i]], changes[i + 1]);
        }
        return new Map([...state].sort(([a], [b]) => (a < b ? -1 : 1)));
    };
    const states = [read(world.start(seed))];
    for (let i = 0; i < ticks; i++) {
        states.push(read(world.step(i === 0 ? [{type: 'green_flag'}] : [], 1)));
    }
    return states;
};
