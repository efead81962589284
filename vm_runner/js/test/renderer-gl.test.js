// SPDX-License-Identifier: AGPL-3.0-only
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import path from 'node:path';
import {describe, test} from 'node:test';
import {GL} from '../renderer/gl/constants.js';
import {SoftwareGL} from '../renderer/gl/context.js';
import {UnsupportedGLError} from '../renderer/gl/errors.js';
import {evaluateCondition, preprocess} from '../renderer/gl/preprocess.js';

const require = createRequire(import.meta.url);
const shaderFolder = path.join(path.dirname(require.resolve('scratch-render')), '../../src/shaders');
const shaderText = extension => readFileSync(path.join(shaderFolder, `sprite.${extension}`), 'utf8');

const makeContext = (width = 4, height = 3) => new SoftwareGL({width, height});

function link(gl, defines, change = text => text) {
    const program = gl.createProgram();
    for (const [type, extension] of [
        [GL.VERTEX_SHADER, 'vert'],
        [GL.FRAGMENT_SHADER, 'frag']
    ]) {
        const shader = gl.createShader(type);
        gl.shaderSource(
            shader,
            defines.map(name => `#define ${name}\n`).join('') + change(shaderText(extension))
        );
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return program;
}

const namesOf = list => list.map(({name}) => name).sort();

describe('preprocess', () => {
    test('keeps the branches whose conditions hold', () => {
        const source = [
            '#define A',
            '#ifdef A',
            'uniform float a;',
            '# ifdef B',
            'uniform vec2 ab;',
            '# else // B',
            'uniform vec3 a_b;',
            '# endif',
            '#elif defined(A)',
            'uniform vec4 second;',
            '#else',
            'uniform mat4 none;',
            '#endif',
            '#ifndef B',
            'attribute vec2 position; // comment',
            '#endif'
        ].join('\n');
        const {defines, declarations} = preprocess(source);
        assert.deepEqual([...defines], ['A']);
        assert.deepEqual(declarations, [
            {qualifier: 'uniform', type: GL.FLOAT, name: 'a'},
            {qualifier: 'uniform', type: GL.FLOAT_VEC3, name: 'a_b'},
            {qualifier: 'attribute', type: GL.FLOAT_VEC2, name: 'position'}
        ]);
    });

    test('evaluates conditions', () => {
        const defines = new Set(['A', 'B']);
        const cases = {
            'defined(A)': true,
            '!defined(A)': false,
            'defined A && defined(C)': false,
            'defined(C) || defined(B)': true,
            '!(defined(A) || defined(C)) || (defined(B))': true,
            'defined(C) && defined(A) || defined(B)': true
        };
        for (const [operand, expected] of Object.entries(cases)) {
            assert.equal(evaluateCondition(operand, defines), expected, operand);
        }
        for (const operand of ['A == 1', 'defined(A', '', 'defined(A) defined(B)']) {
            assert.throws(() => evaluateCondition(operand, defines), UnsupportedGLError, operand);
        }
    });

    test('refuses directives and types it does not know', () => {
        assert.throws(() => preprocess('#extension all : enable'), /#extension/);
        assert.throws(() => preprocess('uniform isampler2D u_skin;'), /isampler2D/);
    });
});

describe('programs', () => {
    test('report the uniforms and attributes of their variant', () => {
        const gl = makeContext();
        const plain = link(gl, ['DRAW_MODE_default', 'ENABLE_ghost']);
        assert.deepEqual(namesOf(plain.activeUniforms), [
            'u_ghost',
            'u_modelMatrix',
            'u_projectionMatrix',
            'u_skin'
        ]);
        assert.deepEqual(namesOf(plain.activeAttributes), ['a_position', 'a_texCoord']);
        const line = link(gl, ['DRAW_MODE_line']);
        assert.deepEqual(namesOf(line.activeUniforms), [
            'u_lineColor',
            'u_lineLength',
            'u_lineThickness',
            'u_penPoints',
            'u_skin',
            'u_stageSize'
        ]);
        assert.deepEqual(namesOf(link(gl, ['DRAW_MODE_background']).activeAttributes), ['a_position']);
    });

    test('refuse another shader text, draw mode or effect', () => {
        const gl = makeContext();
        assert.throws(() => link(gl, ['DRAW_MODE_default'], text => `${text}\n`), /this shader text/);
        assert.throws(() => link(gl, ['DRAW_MODE_outline']), /draw mode "outline"/);
        assert.throws(() => link(gl, ['DRAW_MODE_default', 'ENABLE_glow']), /"glow"/);
    });
});

describe('the context', () => {
    test('names the call or enum that it lacks', () => {
        const gl = makeContext();
        assert.throws(() => gl.scissor(0, 0, 1, 1), /gl\.scissor/);
        assert.throws(() => gl.SCISSOR_TEST, /gl\.SCISSOR_TEST/);
        assert.throws(() => gl.enable(0x0c11), /enable with 0xc11/);
        assert.throws(() => gl.enable(GL.DEPTH_TEST), /enable with 0xb71/);
        assert.throws(() => gl.blendFunc(GL.ONE, GL.ONE), /blendFunc destination/);
        assert.throws(() => gl.getParameter(0x0d3a), /getParameter/);
        assert.throws(() => gl.drawArrays(GL.TRIANGLES, 0, 3), /vertices 0 to 3/);
        assert.throws(() => gl.pixelStorei(GL.UNPACK_FLIP_Y_WEBGL, true), /FLIP_Y/);
    });

    test('answers what feature detection asks', () => {
        const gl = makeContext();
        assert.equal(gl.texStorage2D, undefined);
        assert.equal(gl.getExtension('OES_vertex_array_object'), null);
        assert.match(gl.getParameter(GL.VERSION), /^WebGL 1\.0/);
    });

    test('accepts the vertices of scratch-render only', () => {
        const gl = makeContext();
        gl.bindBuffer(GL.ARRAY_BUFFER, gl.createBuffer());
        gl.bufferData(GL.ARRAY_BUFFER, new Float32Array([1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1]));
        assert.equal(gl.getBufferParameter(GL.ARRAY_BUFFER, GL.BUFFER_SIZE), 48);
        assert.throws(() => gl.bufferData(GL.ARRAY_BUFFER, new Float32Array(12)), /vertices/);
    });

    test('multiplies uploads by their alpha when asked', () => {
        const gl = makeContext();
        const texture = gl.createTexture();
        gl.bindTexture(GL.TEXTURE_2D, texture);
        const image = {width: 2, height: 1, data: new Uint8ClampedArray([200, 100, 50, 128, 9, 9, 9, 0])};
        gl.texImage2D(GL.TEXTURE_2D, 0, GL.RGBA, GL.RGBA, GL.UNSIGNED_BYTE, image);
        assert.deepEqual([...texture.bytes], [200, 100, 50, 128, 9, 9, 9, 0]);
        gl.pixelStorei(GL.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
        gl.texImage2D(GL.TEXTURE_2D, 0, GL.RGBA, GL.RGBA, GL.UNSIGNED_BYTE, image);
        // 200 * 128 / 255 = 100.4, 50.2 and 25.1; (x + 127) / 255 cut off rounds to nearest.
        assert.deepEqual([...texture.bytes], [100, 50, 25, 128, 0, 0, 0, 0]);
    });

    test('clears and reads back, leaving pixels outside the buffer alone', () => {
        const gl = makeContext(2, 2);
        gl.clearColor(1, 0.5, 0, 1);
        gl.clear(GL.COLOR_BUFFER_BIT);
        const pixels = new Uint8Array(3 * 3 * 4).fill(7);
        gl.readPixels(-1, 1, 3, 3, GL.RGBA, GL.UNSIGNED_BYTE, pixels);
        const orange = [255, 128, 0, 255];
        const outside = [7, 7, 7, 7];
        assert.deepEqual([...pixels.subarray(0, 12)], [...outside, ...orange, ...orange]);
        assert.ok(pixels.subarray(12).every(level => level === 7));
    });

    test('draws a background only where the stencil allows', () => {
        const gl = makeContext();
        const framebuffer = gl.createFramebuffer();
        const texture = gl.createTexture();
        const renderbuffer = gl.createRenderbuffer();
        gl.bindFramebuffer(GL.FRAMEBUFFER, framebuffer);
        gl.bindTexture(GL.TEXTURE_2D, texture);
        gl.texImage2D(GL.TEXTURE_2D, 0, GL.RGBA, 2, 1, 0, GL.RGBA, GL.UNSIGNED_BYTE, null);
        gl.framebufferTexture2D(GL.FRAMEBUFFER, GL.COLOR_ATTACHMENT0, GL.TEXTURE_2D, texture, 0);
        gl.bindRenderbuffer(GL.RENDERBUFFER, renderbuffer);
        gl.renderbufferStorage(GL.RENDERBUFFER, GL.DEPTH_STENCIL, 2, 1);
        gl.framebufferRenderbuffer(
            GL.FRAMEBUFFER,
            GL.DEPTH_STENCIL_ATTACHMENT,
            GL.RENDERBUFFER,
            renderbuffer
        );
        renderbuffer.stencil[1] = 1;
        gl.viewport(0, 0, 2, 1);
        gl.enable(GL.STENCIL_TEST);
        gl.stencilFunc(GL.EQUAL, 1, 1);
        const program = link(gl, ['DRAW_MODE_background']);
        gl.useProgram(program);
        gl.uniform4fv(gl.getUniformLocation(program, 'u_backgroundColor'), [1, 1, 1, 1]);
        gl.drawArrays(GL.TRIANGLES, 0, 6);
        assert.deepEqual([...texture.words], [0, 0xffffffff]);
        gl.clear(GL.STENCIL_BUFFER_BIT);
        assert.equal(renderbuffer.stencil[1], 0);
    });
});
