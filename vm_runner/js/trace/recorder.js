// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Reads the state of a world, field by field, and keeps what changed since the last reading.
 */
import {ENTRY, FIELDS, NUMBER} from './marks.js';
import {Monitors} from './monitors.js';
import {distinctNames, path} from './names.js';
import {foremost, isAlive, statusOf} from './script-status.js';
import {Slots} from './slots.js';
import {TargetFields, clonePlace, originalPlace} from './target-fields.js';
import {canonical} from './values.js';
import {writableFields, writableGlobals} from './writable.js';

export class Recorder {
    #runtime;
    #program;
    #world;
    #slots = new Slots();
    #monitors;
    #perSprite = new Map();
    #globals = [];
    #messages = new Map();
    #scripts = new Map();
    #gone = [];
    globalSlots = {};

    /**
     * @param {{question: Function, answer: Function}} world reads what is not on the targets
     * @param {Array<?string>} drawNames whose random numbers each target draws; by default its own
     */
    constructor(runtime, program, world, drawNames = []) {
        this.#runtime = runtime;
        this.#program = program;
        this.#world = world;
        this.#monitors = new Monitors(runtime);
        const originals = runtime.targets;
        for (const [index, target] of originals.entries()) {
            const name = program.targetNames.get(target);
            this.#perSprite.set(target.sprite, {
                name,
                drawName: typeof drawNames[index] === 'string' ? drawNames[index] : name,
                optional: writableFields(target),
                costumes: distinctNames(target.sprite.costumes, costume => costume.name),
                clones: 0
            });
        }
        for (const target of originals) this.fieldsOf(target);
        this.#addGlobals(writableGlobals(originals));
        for (const target of originals) {
            for (const variable of Object.values(target.variables)) {
                if (variable.type === 'broadcast_msg') this.#message(variable.name);
            }
        }
        runtime.on('targetWasCreated', (target, source) => {
            if (source) target[NUMBER] = ++this.#perSprite.get(target.sprite).clones;
        });
        runtime.on('targetWasRemoved', target => this.#noteRemoval(target));
    }

    #addGlobals(names) {
        const readers = {
            tempo: () => canonical(this.#runtime.getTargetForStage().tempo),
            answer: () => canonical(this.#world.answer()),
            question: () => this.#world.question() ?? ''
        };
        for (const name of names) {
            const slot = this.#slots.add(`/stage/${name}`);
            this.globalSlots[name] = slot;
            this.#globals.push({slot, read: readers[name]});
        }
    }

    #placeOf(target, name = this.#perSprite.get(target.sprite).name) {
        return target.isOriginal ? originalPlace(name, target.isStage) :
            clonePlace(name, target[NUMBER]);
    }

    /** Path that the fields of a target start with. */
    pathOf(target) {
        return target[FIELDS]?.path ?? this.#placeOf(target).fields;
    }

    /** What the random draws of a target are keyed by: its path, were it not renamed. */
    drawKeyOf(target) {
        const {name, drawName} = this.#perSprite.get(target.sprite);
        return name === drawName ? this.pathOf(target) : this.#placeOf(target, drawName).fields;
    }

    /** Fields of a target. When the VM tells of a new clone, it has not copied its variables yet. */
    fieldsOf(target) {
        return target[FIELDS] ?? this.#record(target);
    }

    #record(target) {
        const {optional, costumes} = this.#perSprite.get(target.sprite);
        const fields = new TargetFields(
            this.#slots, target, this.#placeOf(target), optional, costumes);
        target[FIELDS] = fields;
        return fields;
    }

    /** The live target whose fields start with this path, or undefined. */
    targetAt(fieldsPath) {
        return this.#runtime.targets.find(target => this.pathOf(target) === fieldsPath);
    }

    /** The entry of the variable or list of a live target that has this path, or undefined. */
    entryAt(variablePath) {
        for (const target of this.#runtime.targets) {
            for (const variable of Object.values(target.variables)) {
                if (variable[ENTRY]?.path === variablePath) return variable[ENTRY];
            }
        }
        return undefined;
    }

    #noteRemoval(target) {
        const fields = this.fieldsOf(target);
        fields.alive = false;
        this.#gone.push(fields);
    }

    /** A block made a variable or list that the project did not have; returns its entry. */
    noteVariable(target, variable) {
        this.fieldsOf(target).findVariables();
        return variable[ENTRY];
    }

    #message(name) {
        // Scratch compares the names of broadcasts without case
        const key = name.toUpperCase();
        let message = this.#messages.get(key);
        if (message === undefined) {
            message = {slot: this.#slots.add(path('event', name)), count: 0};
            this.#messages.set(key, message);
        }
        return message;
    }

    /** Count one sending of a broadcast; returns its slot and count. */
    noteBroadcast(name) {
        const message = this.#message(String(name));
        message.count++;
        return message;
    }

    /** The record of the script that a thread runs, or null for one that is no rule. */
    scriptOf(thread) {
        const rule = this.#program.ruleOf(thread.blockContainer, thread.topBlock);
        if (rule === null) return null;
        let script = this.#scripts.get(rule);
        if (script === undefined) {
            script = {rule, slot: this.#slots.add(`/script/${rule}`), status: null};
            this.#scripts.set(rule, script);
        }
        return script;
    }

    /** Read everything; return {paths, changes} and, if they changed, monitors. */
    collect() {
        for (const fields of this.#gone) fields.removeAll();
        this.#gone.length = 0;
        for (const target of this.#runtime.targets) this.fieldsOf(target).read();
        this.#readLayers();
        for (const {slot, read} of this.#globals) this.#slots.put(slot, read());
        for (const {slot, count} of this.#messages.values()) this.#slots.put(slot, count);
        this.#readScripts();
        return {...this.#slots.take(), ...this.#monitors.take()};
    }

    /** @returns {Function} puts back what was read last, counted and numbered */
    save() {
        const slots = this.#slots.save();
        const monitors = this.#monitors.save();
        const clones = [...this.#perSprite.values()].map(sprite => [sprite, sprite.clones]);
        const messages = [...this.#messages].map(([key, message]) => [key, message, message.count]);
        const scripts = [...this.#scripts];
        return () => {
            slots();
            monitors();
            this.#gone.length = 0;
            for (const [sprite, count] of clones) sprite.clones = count;
            this.#messages = new Map(messages.map(([key, message]) => [key, message]));
            for (const [, message, count] of messages) message.count = count;
            this.#scripts = new Map(scripts);
        };
    }

    #readLayers() {
        let layer = 0;
        for (const target of this.#runtime.executableTargets) {
            if (!target.isStage) this.#slots.put(target[FIELDS].slotOf.layer, ++layer);
        }
    }

    #readScripts() {
        for (const script of this.#scripts.values()) script.status = null;
        for (const thread of this.#runtime.threads) {
            if (!isAlive(thread) || thread.script === null) continue;
            thread.script.status = foremost(statusOf(thread), thread.script.status);
        }
        for (const {slot, status} of this.#scripts.values()) {
            if (status === null) this.#slots.remove(slot);
            else this.#slots.put(slot, status);
        }
    }
}
