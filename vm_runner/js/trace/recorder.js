// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Reads the state of a world, field by field, and keeps what changed since the last reading.
 */
import {path} from './names.js';
import {RUNNING, statusOf} from './script-status.js';
import {Slots} from './slots.js';
import {TargetFields, clonePlace, originalPlace} from './target-fields.js';
import {canonical} from './values.js';
import {distinctNames} from './names.js';
import {writableFields, writableGlobals} from './writable.js';

const messageKey = name => name.toLowerCase();

export class Recorder {
    #runtime;
    #program;
    #world;
    #slots = new Slots();
    #records = new Map();
    #perSprite = new Map();
    #globals = [];
    #messages = new Map();
    #scripts = new Map();
    #cloneCounts = new Map();
    #cloneNumbers = new Map();

    /** @param {{question: Function, answer: Function}} world reads what is not on the targets */
    constructor(runtime, program, world) {
        this.#runtime = runtime;
        this.#program = program;
        this.#world = world;
        const originals = runtime.targets;
        for (const target of originals) {
            this.#perSprite.set(target.sprite, {
                name: program.targetNames.get(target),
                optional: writableFields(target),
                costumes: distinctNames(target.sprite.costumes, costume => costume.name)
            });
        }
        for (const target of originals) this.#record(target);
        this.#addGlobals(writableGlobals(originals));
        for (const target of originals) {
            for (const variable of Object.values(target.variables)) {
                if (variable.type === 'broadcast_msg') this.#message(variable.name);
            }
        }
    }

    #addGlobals(names) {
        const readers = {
            tempo: () => canonical(this.#runtime.getTargetForStage().tempo),
            answer: () => canonical(this.#world.answer()),
            question: () => this.#world.question() ?? ''
        };
        this.globalSlots = {};
        for (const name of names) {
            const slot = this.#slots.add(`/stage/${name}`);
            this.globalSlots[name] = slot;
            this.#globals.push({slot, read: readers[name]});
        }
    }

    /** Number a clone when it is made; the number is never used again. */
    noteClone(target) {
        const count = (this.#cloneCounts.get(target.sprite) ?? 0) + 1;
        this.#cloneCounts.set(target.sprite, count);
        this.#cloneNumbers.set(target, count);
    }

    /** Path of a target's fields: `/stage`, `/sprite/<name>` or `/clone/<sprite>/<n>`. */
    placeOf(target) {
        const {name} = this.#perSprite.get(target.sprite);
        return target.isOriginal ? originalPlace(name, target.isStage) :
            clonePlace(name, this.#cloneNumbers.get(target));
    }

    /** Fields of a target that is alive. */
    fieldsOf(target) {
        return this.#records.get(target) ?? this.#record(target);
    }

    #record(target) {
        const {optional, costumes} = this.#perSprite.get(target.sprite);
        const record = new TargetFields(
            this.#slots, target, this.placeOf(target), optional, costumes);
        this.#records.set(target, record);
        return record;
    }

    #message(name) {
        const key = messageKey(name);
        let message = this.#messages.get(key);
        if (message === undefined) {
            message = {slot: this.#slots.add(path('event', name)), count: 0};
            this.#messages.set(key, message);
        }
        return message;
    }

    /** Count one sending of a broadcast; returns its slot. */
    noteBroadcast(name) {
        const message = this.#message(name);
        message.count++;
        return message.slot;
    }

    /** Slot of a script's status, made on first use. */
    scriptSlot(rule) {
        let script = this.#scripts.get(rule);
        if (script === undefined) {
            script = {slot: this.#slots.add(`/script/${rule}`), status: null};
            this.#scripts.set(rule, script);
        }
        return script.slot;
    }

    /** Read everything; return {paths, changes, monitors}. */
    collect() {
        const {targets, executableTargets} = this.#runtime;
        if (this.#records.size > 0) {
            const alive = new Set(targets);
            for (const [target, record] of this.#records) {
                if (alive.has(target)) continue;
                record.removeAll();
                this.#records.delete(target);
                this.#cloneNumbers.delete(target);
            }
        }
        for (const target of targets) this.fieldsOf(target).read();
        this.#readLayers(executableTargets);
        for (const {slot, read} of this.#globals) this.#slots.put(slot, read());
        for (const {slot, count} of this.#messages.values()) this.#slots.put(slot, count);
        this.#readScripts();
        return {...this.#slots.take(), monitors: this.#monitors()};
    }

    #readLayers(executableTargets) {
        let layer = 0;
        for (const target of executableTargets) {
            if (target.isStage) continue;
            layer++;
            const record = this.#records.get(target);
            if (record) this.#slots.put(record.slotOf.layer, layer);
        }
    }

    #readScripts() {
        for (const script of this.#scripts.values()) script.status = null;
        for (const thread of this.#runtime.threads) {
            if (thread.updateMonitor || thread.isKilled || thread.stack.length === 0) continue;
            const rule = this.#program.ruleOf(thread.blockContainer, thread.topBlock);
            if (rule === null) continue;
            this.scriptSlot(rule);
            const script = this.#scripts.get(rule);
            if (script.status !== RUNNING) script.status = statusOf(thread);
        }
        for (const {slot, status} of this.#scripts.values()) {
            if (status === null) this.#slots.remove(slot);
            else this.#slots.put(slot, status);
        }
    }

    /** Paths of the variables and lists whose monitor is shown, sorted. */
    #monitors() {
        const shown = [];
        for (const [id, monitor] of this.#runtime.getMonitorState().entries()) {
            if (!monitor.visible) continue;
            const owner = monitor.targetId ? this.#runtime.getTargetById(monitor.targetId) :
                this.#runtime.getTargetForStage();
            const variable = owner?.variables[id];
            const shownPath = variable && this.#records.get(owner)?.pathOf(variable);
            if (shownPath) shown.push(shownPath);
        }
        return shown.sort();
    }
}
