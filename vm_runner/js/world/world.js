// SPDX-License-Identifier: AGPL-3.0-only
/** A world: one project in one deterministic VM. At most one world is alive in a process. */
import {createStage} from '#host';
import {clearCause} from '../shims/cause.js';
import {clock} from '../shims/clock.js';
import {drainPromises, dropPromises, withTickPromises} from '../shims/promise.js';
import {random} from '../shims/random.js';
import {initialData} from '../trace/initial-data.js';
import {WORLD} from '../trace/marks.js';
import {Program} from '../trace/program.js';
import {Recorder} from '../trace/recorder.js';
import {observeTargets} from '../trace/target-writes.js';
import {Tracer} from '../trace/tracer.js';
import {applyAction, centreMouse} from './actions.js';
import {SilentAudioEngine} from './audio.js';
import {saveWorld} from './checkpoint.js';
import {checkProject} from './checks.js';
import {contacts} from './contacts.js';
import {Drag} from './drag.js';
import {ProjectFailure} from './failure.js';
import {instrumentPrimitives} from './instrument.js';
import {applyIntervention} from './interventions.js';
import {Literals} from './literals.js';
import {BlockPackages} from './packages.js';
import {parseProject} from './parse.js';
import {ScratchStorage, VirtualMachine} from './scratch.js';
import {prepareThreads} from './threads.js';
import {WorkBudget} from './work-budget.js';

export const FRAME_MS = 1000 / 30;
/** Work of one tick: rounds over all threads, and loop checks of threads in warp mode. */
export const DEFAULT_LIMITS = {rounds: 50, warpChecks: 100000};

/** Timers and promises of a world that is gone must not reach the next one. */
const forgetWork = () => {
    clock.reset();
    dropPromises();
    clearCause();
};

const messageOf = error => String(error?.message ?? error).slice(0, 300);

export class World {
    tick = 0;
    audio = new SilentAudioEngine();
    packages = new BlockPackages();
    drag = new Drag();
    literals = new Literals(this);
    tracer = null;
    /** Goes back to the end of loading; null when that cannot be done. */
    #goBack = null;
    /** Whose random numbers each target draws, where the file says so: a rewritten project. */
    #drawNames = [];

    constructor(stage) {
        this.stage = stage;
    }

    /**
     * Load a project.
     * @param {Uint8Array} bytes the project file
     * @param {{limits?: object, trace?: boolean, stage?: object}} options trace: write events down;
     *   stage: what the host's createStage is to know
     */
    static async load(bytes, {limits = {}, trace = true, stage} = {}) {
        forgetWork();
        random.startLoading();
        const world = new World(createStage(stage));
        try {
            await world.#load(bytes);
            world.#instrument({...DEFAULT_LIMITS, ...limits}, trace);
            // a tape runs from beginning to end
            if (stage === undefined) world.#remember();
            return world;
        } catch (error) {
            world.dispose();
            if (error instanceof ProjectFailure) throw error;
            throw new ProjectFailure('failed_to_load', messageOf(error));
        }
    }

    async #load(bytes) {
        const project = await parseProject(bytes);
        const storage = new ScratchStorage();
        checkProject(project, {bundledAssets: name => Boolean(storage.get(name.split('.')[0]))});
        await this.packages.watch(async () => {
            this.vm = new VirtualMachine();
            this.runtime = this.vm.runtime;
            this.vm.attachStorage(storage);
            this.vm.attachAudioEngine(this.audio);
            this.vm.attachRenderer(this.stage.renderer);
            this.vm.attachV2BitmapAdapter(this.stage.bitmapAdapter);
            // null until the VM's own stepping starts, and then a tick would have no work time
            this.runtime.currentStepTime = FRAME_MS;
            this.#drawNames = project.json.targets?.map(target => target.drawsAs) ?? [];
            await this.vm.deserializeProject(project.json, project.zip);
        });
        await this.stage.settle();
        this.runtime.handleProjectLoaded();
        if (this.runtime.targets.length === 0) throw new ProjectFailure('failed_to_load', 'no targets');
    }

    #instrument(limits, trace) {
        const {runtime} = this;
        this.program = new Program(runtime.targets);
        this.budget = new WorkBudget(runtime, limits);
        this.recorder = new Recorder(runtime, this.program, this, this.#drawNames);
        runtime[WORLD] = this;
        observeTargets(runtime);
        runtime.on('targetWasRemoved', target => this.drag.forget(target));
        this.threadNumbers = prepareThreads(runtime, this.recorder);
        if (trace) this.tracer = new Tracer(this);
        this.#countBroadcasts();
        instrumentPrimitives({
            runtime,
            budget: this.budget,
            tracer: this.tracer,
            keyOf: target => this.recorder.drawKeyOf(target)
        });
    }

    #remember() {
        try {
            this.#goBack = this.save();
        } catch {
            // it holds something that is not known how to put back: it can only be loaded again
        }
    }

    #countBroadcasts() {
        const {runtime, recorder, tracer} = this;
        const startHats = runtime.startHats;
        runtime.startHats = function (opcode, fields, target) {
            if (opcode === 'event_whenbroadcastreceived') {
                const {slot, count} = recorder.noteBroadcast(fields.BROADCAST_OPTION);
                tracer?.write(slot, count);
            }
            return startHats.call(this, opcode, fields, target);
        };
    }

    /** The open question of "ask and wait", or null. */
    question() {
        return this.packages.get('Scratch3SensingBlocks')._questionList[0]?.[0] ?? null;
    }

    answer() {
        return this.packages.get('Scratch3SensingBlocks')._answer;
    }

    /** The original sprite with this name in field paths, or undefined. */
    originalNamed(name) {
        return this.runtime.targets.find(
            target => !target.isStage && target.isOriginal && this.program.targetNames.get(target) === name);
    }

    /** What the targets hold besides their scripts, in the order of the program. */
    initialData() {
        return initialData([...this.program.targetNames.keys()]);
    }

    /** Start the episode: call once, before the first step. */
    start(seed) {
        random.startEpisode(seed);
        // the VM reads this clock before its first tick would set it
        this.runtime.updateCurrentMSecs();
        this.#guard(() => centreMouse(this));
        return this.#observe();
    }

    /** Apply interventions and actions, run ticks, and return what changed. */
    step(actions, ticks, interventions = []) {
        const cutBefore = this.budget.cut;
        for (const change of interventions) this.#guard(() => applyIntervention(this, change));
        for (const action of actions) this.#guard(() => applyAction(this, action));
        clearCause();
        for (let i = 0; i < ticks; i++) this.#tick();
        return {...this.#observe(), cut: this.budget.cut - cutBefore};
    }

    #tick() {
        this.tick++;
        clock.setTick(this.tick);
        this.#guard(() => {
            clock.fireDue(drainPromises);
            this.runtime._step();
        });
        this.tracer?.tickEnded();
    }

    #guard(action) {
        try {
            withTickPromises(action);
        } catch (error) {
            if (error instanceof ProjectFailure) throw error;
            throw new ProjectFailure('runtime_error', messageOf(error));
        }
    }

    #observe() {
        return {...this.recorder.collect(), events: this.tracer ? this.tracer.take() : []};
    }

    /** @returns {Function} goes back to the end of the present tick, however often */
    save() {
        return saveWorld(this);
    }

    /** Whether `rewind` can be called. */
    get rewinds() {
        return this.#goBack !== null;
    }

    /** Go back to the end of loading, to be started again; from now on with these limits. */
    rewind(limits) {
        this.#goBack();
        this.budget.limits = {...DEFAULT_LIMITS, ...limits};
        this.tracer?.take();
    }

    /** Whether targets, put elsewhere, would touch something; the world stays as it is. */
    contacts(asked) {
        return contacts(this, asked);
    }

    /**
     * The project as Scratch 3 would save it now: a project of Scratch 1 or 2, converted.
     * @returns {{json: string, assets: Array<{name: string, data: Uint8Array}>}}
     */
    export() {
        const assets = new Map();
        for (const {sprite} of this.runtime.targets) {
            for (const {broken, asset} of [...sprite.costumes, ...sprite.sounds]) {
                const own = broken ? broken.asset : asset;
                if (own) assets.set(`${own.assetId}.${own.dataFormat}`, own.data);
            }
        }
        return {json: this.vm.toJSON(), assets: [...assets].map(([name, data]) => ({name, data}))};
    }

    /** Draw and return the present frame. */
    frame() {
        return this.stage.encodePng(this.stage.readFrame());
    }

    /**
     * Draw a costume of an original target by their numbers, as it looks without what the program does to it.
     * @returns {{png: Buffer, centre: [number, number], scale: number}}
     */
    costume(target, costume) {
        const {skinId} = [...this.program.targetNames.keys()][target].sprite.costumes[costume];
        const {picture, centre, scale} = this.stage.readCostume(skinId);
        return {png: this.stage.encodePng(picture, {alpha: true}), centre, scale};
    }

    dispose() {
        if (this.runtime) delete this.runtime[WORLD];
        this.stage.end?.();
        this.runtime?.dispose();
        this.stage.dispose();
        forgetWork();
    }
}
