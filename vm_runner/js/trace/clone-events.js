// SPDX-License-Identifier: AGPL-3.0-only
/** Events of clones, and of the order of sprites and clones in layers. */

/** Layer of a target, 1 the backmost; 0 when it has none. */
const layerOf = (runtime, target) => {
    let layer = 0;
    for (const other of runtime.executableTargets) {
        if (other.isStage) continue;
        layer++;
        if (other === target) return layer;
    }
    return 0;
};

/** Every change of the order goes through these methods of the runtime. */
const ORDERING = ['addTarget', 'moveExecutable', 'removeExecutable'];

const observeLayers = (runtime, tracer) => {
    for (const name of ORDERING) {
        const real = runtime[name];
        runtime[name] = function (target, delta) {
            const from = layerOf(this, target);
            const result = real.call(this, target, delta);
            const to = layerOf(this, target);
            if (from !== to) {
                tracer.keep('layer', tracer.world.recorder.pathOf(target), from, to);
            }
            return result;
        };
    }
};

export const observeClones = (runtime, tracer) => {
    const {recorder} = tracer.world;
    observeLayers(runtime, tracer);
    runtime.on('targetWasCreated', (target, source) => {
        if (source) tracer.keep('clone', recorder.pathOf(target), recorder.pathOf(source));
    });
    runtime.on('targetWasRemoved', target => tracer.keep('unclone', recorder.pathOf(target)));
};
