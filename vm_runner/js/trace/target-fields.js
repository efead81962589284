// SPDX-License-Identifier: AGPL-3.0-only
/** The fields of one sprite, clone or stage. */
import {distinctNames, path} from './names.js';
import {canonical, canonicalDirection} from './values.js';

const LIST_HEAD = 10;

const penOf = target => target.getCustomState('Scratch.pen');
const PEN_DEFAULTS = {color: 66.66, saturation: 100, brightness: 100, transparency: 0};
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

const effectReader = field => {
    const effect = field.slice('effect/'.length);
    return target => canonical(target.effects[effect]);
};

const readerOf = field => (field.startsWith('effect/') ? effectReader(field) : READERS[field]);

const SPRITE_FIELDS = ['x', 'y', 'direction', 'size', 'visible'];

/** Where a target's fields and variables stand: originals and clones differ. */
export const originalPlace = (name, isStage) => ({
    fields: isStage ? '/stage' : path('sprite', name),
    variable: variable => path('variable', name, variable),
    list: list => path('list', name, list)
});

export const clonePlace = (name, number) => {
    const prefix = path('clone', name, number);
    return {
        fields: prefix,
        variable: variable => prefix + path('variable', variable),
        list: list => prefix + path('list', list)
    };
};

export class TargetFields {
    #slots;
    #target;
    #place;
    #fields = [];
    #variables = new Map();
    #variableCount = 0;
    #names = new Set();

    /**
     * @param {string[]} optional from writableFields
     * @param {Map<object, string>} costumeNames distinct names of the sprite's costumes
     */
    constructor(slots, target, place, optional, costumeNames) {
        this.#slots = slots;
        this.#target = target;
        this.#place = place;
        this.slotOf = {};
        const costumeField = target.isStage ? 'backdrop' : 'costume';
        const costume = () => costumeNames.get(target.sprite.costumes[target.currentCostume]);
        this.#addField(costumeField, costume);
        if (!target.isStage) {
            for (const field of SPRITE_FIELDS) this.#addField(field, readerOf(field));
            this.slotOf.layer = slots.add(`${place.fields}/layer`);
        }
        for (const field of optional) this.#addField(field, readerOf(field));
        this.#findVariables();
    }

    #addField(field, read) {
        const slot = this.#slots.add(`${this.#place.fields}/${field}`);
        this.slotOf[field] = slot;
        this.#fields.push({slot, read});
    }

    #findVariables() {
        const all = Object.values(this.#target.variables);
        this.#variableCount = all.length;
        for (const kind of ['', 'list']) {
            const fresh = all.filter(v => v.type === kind && !this.#variables.has(v));
            const taken = name => this.#names.has(`${kind}/${name}`);
            for (const [variable, name] of distinctNames(fresh, v => v.name)) {
                let free = name;
                for (let n = 2; taken(free); n++) free = `${name} (${n})`;
                this.#names.add(`${kind}/${free}`);
                this.#variables.set(variable, kind === '' ?
                    this.#addVariable(free) : this.#addList(free));
            }
        }
    }

    #addVariable(name) {
        const variablePath = this.#place.variable(name);
        return {path: variablePath, slot: this.#slots.add(variablePath), items: null};
    }

    #addList(name) {
        const listPath = this.#place.list(name);
        return {path: listPath, slot: this.#slots.add(`${listPath}/length`), items: []};
    }

    /** Path of a variable or list of this target, or null. */
    pathOf(variable) {
        return this.#variables.get(variable)?.path ?? null;
    }

    /** Slot of a variable, or of a list's length; -1 when it is not of this target. */
    variableSlot(variable) {
        const known = this.#variables.get(variable);
        if (known) return known.slot;
        if (Object.values(this.#target.variables).includes(variable)) this.#findVariables();
        return this.#variables.get(variable)?.slot ?? -1;
    }

    /** Present value of a field of this target, by its name. */
    valueOf(field) {
        return readerOf(field)(this.#target);
    }

    /** Record every field but the layer, which depends on the other targets. */
    read() {
        const target = this.#target;
        for (const {slot, read} of this.#fields) this.#slots.put(slot, read(target));
        let count = 0;
        for (const id in target.variables) {
            if (Object.hasOwn(target.variables, id)) count++;
        }
        if (count !== this.#variableCount) this.#findVariables();
        for (const [variable, entry] of this.#variables) {
            if (entry.items === null) this.#slots.put(entry.slot, canonical(variable.value));
            else this.#readList(variable.value, entry);
        }
    }

    #readList(list, {path: listPath, slot, items}) {
        this.#slots.put(slot, list.length);
        const head = Math.min(list.length, LIST_HEAD);
        for (let i = 0; i < head; i++) {
            if (i === items.length) items.push(this.#slots.add(`${listPath}/${i + 1}`));
            this.#slots.put(items[i], canonical(list[i]));
        }
        for (let i = head; i < items.length; i++) this.#slots.remove(items[i]);
    }

    /** The target is gone, and its fields with it. */
    removeAll() {
        for (const slot of Object.values(this.slotOf)) this.#slots.remove(slot);
        for (const {slot, items} of this.#variables.values()) {
            this.#slots.remove(slot);
            for (const item of items ?? []) this.#slots.remove(item);
        }
    }
}
