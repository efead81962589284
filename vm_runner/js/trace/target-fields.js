// SPDX-License-Identifier: AGPL-3.0-only
/** The fields of one sprite, clone or stage. */
import {LIST_HEAD} from './field-table.js';
import {ENTRY} from './marks.js';
import {distinctNames, path} from './names.js';
import {SPRITE_FIELDS, readerOf} from './readers.js';
import {canonical} from './values.js';

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
    #entries = [];
    #names = new Set();
    slotOf = {};
    /** False once the target is gone; its fields go with it. */
    alive = true;

    /**
     * @param {string[]} optional from writableFields
     * @param {Map<object, string>} costumeNames distinct names of the sprite's costumes
     */
    constructor(slots, target, place, optional, costumeNames) {
        this.#slots = slots;
        this.#target = target;
        this.#place = place;
        const costumes = target.sprite.costumes;
        this.costumeField = target.isStage ? 'backdrop' : 'costume';
        this.costume = () => costumeNames.get(costumes[target.currentCostume]);
        /** Index of the costume with this name in fields, or -1. */
        this.costumeIndex = name => costumes.findIndex(costume => costumeNames.get(costume) === name);
        this.#addField(this.costumeField, this.costume);
        if (!target.isStage) {
            for (const field of SPRITE_FIELDS) this.#addField(field, readerOf(field));
            this.slotOf.layer = slots.add(`${place.fields}/layer`);
        }
        for (const field of optional) this.#addField(field, readerOf(field));
        this.findVariables();
    }

    /** Path that the fields of this target start with. */
    get path() {
        return this.#place.fields;
    }

    #addField(field, read) {
        const slot = this.#slots.add(`${this.#place.fields}/${field}`);
        this.slotOf[field] = slot;
        this.#fields.push({slot, read});
    }

    /** Give a field to each variable and list that has none yet. */
    findVariables() {
        const all = Object.values(this.#target.variables);
        for (const kind of ['', 'list']) {
            const fresh = all.filter(v => v.type === kind && v[ENTRY] === undefined);
            for (const [variable, name] of distinctNames(fresh, v => v.name)) {
                this.#addVariable(variable, this.#freeName(kind, name), kind === 'list');
            }
        }
    }

    #freeName(kind, name) {
        let free = name;
        for (let n = 2; this.#names.has(`${kind}/${free}`); n++) free = `${name} (${n})`;
        this.#names.add(`${kind}/${free}`);
        return free;
    }

    #addVariable(variable, name, isList) {
        const variablePath = isList ? this.#place.list(name) : this.#place.variable(name);
        const entry = {
            variable,
            fields: this,
            path: variablePath,
            slot: this.#slots.add(isList ? `${variablePath}/length` : variablePath),
            /** Slots of the list's head, or null for a variable. */
            items: isList ? [] : null,
            /** The value, or the values of the head, that were read last. */
            raw: isList ? [] : undefined,
            /** The value that the tracer knows of. */
            traced: variable.value
        };
        variable[ENTRY] = entry;
        this.#entries.push(entry);
    }

    /** Present value of a field of this target, by its name. */
    valueOf(field) {
        return readerOf(field)(this.#target);
    }

    /** Record every field but the layer, which depends on the other targets. */
    read() {
        const slots = this.#slots;
        const target = this.#target;
        for (const {slot, read} of this.#fields) slots.put(slot, read(target));
        for (const entry of this.#entries) {
            const {value} = entry.variable;
            if (entry.items !== null) {
                this.#readList(value, entry);
            } else if (value !== entry.raw || typeof value === 'object') {
                // comparing the raw value saves a look at every string for a number in it
                entry.raw = value;
                slots.put(entry.slot, canonical(value));
            }
        }
    }

    #readList(list, {path: listPath, slot, items, raw}) {
        const slots = this.#slots;
        slots.put(slot, list.length);
        const head = Math.min(list.length, LIST_HEAD);
        for (let i = 0; i < head; i++) {
            if (i === items.length) items.push(slots.add(`${listPath}/${i + 1}`));
            if (i < raw.length && list[i] === raw[i] && typeof list[i] !== 'object') continue;
            raw[i] = list[i];
            slots.put(items[i], canonical(list[i]));
        }
        for (let i = head; i < raw.length; i++) slots.remove(items[i]);
        raw.length = head;
    }

    /** @returns {Function} puts back which fields there are and what was read last */
    save() {
        const {alive} = this;
        const names = [...this.#names];
        const entries = this.#entries.map(entry => {
            const {raw, traced} = entry;
            return [entry, Array.isArray(raw) ? raw.slice() : raw, traced];
        });
        return () => {
            this.alive = alive;
            this.#names = new Set(names);
            this.#entries = entries.map(([entry, raw, traced]) => {
                entry.raw = entry.items === null ? raw : raw.slice();
                entry.traced = traced;
                return entry;
            });
        };
    }

    /** The target is gone, and its fields with it. */
    removeAll() {
        for (const slot of Object.values(this.slotOf)) this.#slots.remove(slot);
        for (const {slot, items} of this.#entries) {
            this.#slots.remove(slot);
            for (const item of items ?? []) this.#slots.remove(item);
        }
    }
}
