// SPDX-License-Identifier: AGPL-3.0-only
/** A world: one project in one deterministic VM. At most one world is alive in a process. */
import {clock} from '../shims/clock.js';
import {drainPromises, dropPromises, withTickPromises} from '../shims/promise.js';
import {random} from '../shims/random.js';
import {createStage} from '../renderer/index.js';
import {Program} from '../trace/program.js';
import {Recorder} from '../trace/recorder.js';
import {Tracer} from '../trace/tracer.js';
import {ignoreTargets} from '../trace/target-writes.js';
import {applyAction, centreMouse} from './actions.js';
import {SilentAudioEngine} from './audio.js';
import {checkProject} from './checks.js';
import {ProjectFailure} from './failure.js';
import {instrumentPrimitives} from './instrument.js';
import {BlockPackages} from './packages.js';
import {parseProject} from './parse.js';
import {ScratchStorage, VirtualMachine} from './scratch.js';
import {prepareThreads} from './threads.js';
import {WorkBudget} from './work-budget.js';

export const FRAME_MS = 1000 / 30;
/** Work of one tick: rounds over all threads, and loop checks of threads in warp mode. */
export const DEFAULT_LIMITS = {rounds: 50, warpChecks: 100000};

const messageOf = error => String(error?.message ?? error).slice(0, 300);

export class World {
    tick = 0;
    clock = clock;
    audio = new SilentAudioEngine();
    packages = new BlockPackages();
    stage = createStage();
    tracer = null;

    /**
     * Load a project.
     * @param {Uint8Array} bytes the project file
     * @param {{limits?: object, trace?: boolean}} options trace: write events down
     */
    static async load(bytes, {limits = {}, trace = true} = {}) {
        clock.reset();
        random.startLoading();
        dropPromises();
        ignoreTargets();
        const world = new World();
        try {
            await world.#load(bytes);
            world.#instrument({...DEFAULT_LIMITS, ...limits}, trace);
            return world;
        } catch (error) {
            world.dispose();
            throw error;
        }
    }

    async #load(bytes) {
        const project = await parseProject(bytes);
        const storage = new ScratchStorage();
        checkProject(project, {bundledAssets: name => Boolean(storage.get(name.split('.')[0]))});
        try {
            await this.packages.watch(async () => {
                this.vm = new VirtualMachine();
                this.runtime = this.vm.runtime;
                this.vm.attachStorage(storage);
                this.vm.attachAudioEngine(this.audio);
                this.vm.attachRenderer(this.stage.renderer);
                this.vm.attachV2BitmapAdapter(this.stage.bitmapAdapter);
                // null until the VM's own stepping starts, and then a tick would have no work time
                this.runtime.currentStepTime = FRAME_MS;
                await this.vm.deserializeProject(project.json, project.zip);
            });
            await this.stage.settle();
            this.runtime.handleProjectLoaded();
        } catch (error) {
            throw new ProjectFailure('failed_to_load', messageOf(error));
        }
        if (this.runtime.targets.length === 0) throw new ProjectFailure('failed_to_load', 'no targets');
    }

    #instrument(limits, trace) {
        const {runtime} = this;
        this.program = new Program(runtime.targets);
        this.budget = new WorkBudget(runtime, limits);
        this.recorder = new Recorder(runtime, this.program, this);
        prepareThreads(runtime, this.budget);
        runtime.on('targetWasCreated', (target, source) => {
            if (source) this.recorder.noteClone(target);
        });
        const startHats = runtime.startHats;
        const {recorder} = this;
        runtime.startHats = function (opcode, fields, target) {
            if (opcode === 'event_whenbroadcastreceived') recorder.noteBroadcast(fields.BROADCAST_OPTION);
            return startHats.call(this, opcode, fields, target);
        };
        if (trace) this.tracer = new Tracer(this);
        instrumentPrimitives({
            runtime,
            budget: this.budget,
            tracer: this.tracer,
            keyOf: target => recorder.placeOf(target).fields
        });
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

    /** Start the episode: call once, before the first step. */
    start(seed) {
        random.startEpisode(seed);
        this.#guard(() => centreMouse(this));
        return this.#observe();
    }

    /** Apply actions, run ticks, and return what changed. */
    step(actions, ticks) {
        const cutBefore = this.budget.cut;
        for (const action of actions) this.#guard(() => applyAction(this, action));
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

    /** Draw and return the present frame. */
    frame() {
        return this.stage.encodePng(this.stage.readFrame());
    }

    dispose() {
        ignoreTargets();
        this.runtime?.dispose();
        this.stage.dispose();
        clock.reset();
        dropPromises();
    }
}
