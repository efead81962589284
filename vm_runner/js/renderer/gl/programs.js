// SPDX-License-Identifier: AGPL-3.0-only
import {createHash} from 'node:crypto';
import {GL} from './constants.js';
import {requireEnum, UnsupportedGLError} from './errors.js';
import {Program, Shader} from './objects.js';
import {preprocess} from './preprocess.js';

export const EFFECT_NAMES = ['color', 'fisheye', 'whirl', 'pixelate', 'mosaic', 'brightness', 'ghost'];
const DRAW_MODES = ['default', 'straightAlpha', 'silhouette', 'colorMask', 'line', 'background'];

// The rasteriser states in JavaScript what these two texts say in GLSL, so another text needs another rasteriser.
const KNOWN_BODIES = new Map([
    [GL.VERTEX_SHADER, '3ad3eeca3eb65652'],
    [GL.FRAGMENT_SHADER, 'de66b4bef5d7bf36']
]);

// One entry for each shader variant in use: at most 2 stages x 6 draw modes x 128 sets of effects.
const analysed = new Map();

function analyse({type, source}) {
    let result = analysed.get(source);
    if (!result) {
        requireKnownBody(type, source);
        result = preprocess(source);
        analysed.set(source, result);
    }
    return result;
}

function requireKnownBody(type, source) {
    const body = source.replace(/^(#define \w+\n)*/, '');
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    if (hash !== KNOWN_BODIES.get(type)) {
        throw new UnsupportedGLError(`this shader text (sha256 ${hash}...)`);
    }
}

function readVariant(defines) {
    const effects = Object.fromEntries(EFFECT_NAMES.map(name => [name, false]));
    let mode;
    for (const define of defines) {
        if (define.startsWith('DRAW_MODE_')) {
            mode = define.slice('DRAW_MODE_'.length);
        } else {
            effects[define.replace('ENABLE_', '')] = true;
        }
    }
    if (!DRAW_MODES.includes(mode)) {
        throw new UnsupportedGLError(`the draw mode "${mode}"`);
    }
    const unknown = Object.keys(effects).filter(name => !EFFECT_NAMES.includes(name));
    if (unknown.length > 0) {
        throw new UnsupportedGLError(`the shader define "${unknown[0]}"`);
    }
    return {mode, effects};
}

const setVector = (location, values, length) => {
    const {uniforms} = location.program;
    const target = (uniforms[location.name] ??= new Float64Array(length));
    for (let i = 0; i < length; i++) {
        target[i] = values[i];
    }
};

/** The calls about shaders, programs and uniforms. */
export const programCalls = {
    createShader(type) {
        requireEnum('createShader', type, [GL.VERTEX_SHADER, GL.FRAGMENT_SHADER]);
        return new Shader(type);
    },
    shaderSource(shader, source) {
        shader.source = source;
    },
    compileShader(shader) {
        analyse(shader);
    },
    deleteShader() {},
    getShaderParameter(shader, name) {
        requireEnum('getShaderParameter', name, [GL.COMPILE_STATUS]);
        return true;
    },

    createProgram() {
        return new Program();
    },
    attachShader(program, shader) {
        program.shaders.push(shader);
    },
    bindAttribLocation() {},
    linkProgram(program) {
        const found = {uniform: new Map(), attribute: new Map()};
        for (const shader of program.shaders) {
            const {defines, declarations} = analyse(shader);
            for (const {qualifier, name, type} of declarations) {
                found[qualifier].set(name, {name, type, size: 1});
            }
            Object.assign(program, readVariant(defines));
        }
        program.activeUniforms = [...found.uniform.values()];
        program.activeAttributes = [...found.attribute.values()];
    },
    deleteProgram() {},
    getProgramParameter(program, name) {
        requireEnum('getProgramParameter', name, [GL.LINK_STATUS, GL.ACTIVE_UNIFORMS, GL.ACTIVE_ATTRIBUTES]);
        switch (name) {
            case GL.ACTIVE_UNIFORMS:
                return program.activeUniforms.length;
            case GL.ACTIVE_ATTRIBUTES:
                return program.activeAttributes.length;
            default:
                return true;
        }
    },
    getActiveUniform(program, index) {
        return program.activeUniforms[index];
    },
    getActiveAttrib(program, index) {
        return program.activeAttributes[index];
    },
    getUniformLocation(program, name) {
        return {program, name};
    },
    getAttribLocation(program, name) {
        return program.activeAttributes.findIndex(attribute => attribute.name === name);
    },
    useProgram(program) {
        this.state.program = program;
    },

    uniform1f(location, value) {
        location.program.uniforms[location.name] = value;
    },
    uniform1i(location, value) {
        location.program.uniforms[location.name] = value;
    },
    uniform1fv(location, values) {
        location.program.uniforms[location.name] = values[0];
    },
    uniform2fv(location, values) {
        setVector(location, values, 2);
    },
    uniform3fv(location, values) {
        setVector(location, values, 3);
    },
    uniform4fv(location, values) {
        setVector(location, values, 4);
    },
    uniformMatrix4fv(location, transpose, values) {
        setVector(location, values, 16);
    }
};
