// SPDX-License-Identifier: AGPL-3.0-only

/** The WebGL 1 enums that scratch-render and twgl use, with the values of the WebGL specification. */
export const GL = Object.freeze({
    DEPTH_BUFFER_BIT: 0x0100,
    STENCIL_BUFFER_BIT: 0x0400,
    COLOR_BUFFER_BIT: 0x4000,

    TRIANGLES: 0x0004,

    ONE: 1,
    ONE_MINUS_SRC_ALPHA: 0x0303,
    BLEND: 0x0be2,
    STENCIL_TEST: 0x0b90,
    DEPTH_TEST: 0x0b71,
    KEEP: 0x1e00,
    REPLACE: 0x1e01,
    ALWAYS: 0x0207,
    EQUAL: 0x0202,

    ARRAY_BUFFER: 0x8892,
    ELEMENT_ARRAY_BUFFER: 0x8893,
    STATIC_DRAW: 0x88e4,
    BUFFER_SIZE: 0x8764,

    UNSIGNED_BYTE: 0x1401,
    FLOAT: 0x1406,
    FLOAT_VEC2: 0x8b50,
    FLOAT_VEC3: 0x8b51,
    FLOAT_VEC4: 0x8b52,
    FLOAT_MAT4: 0x8b5c,
    SAMPLER_2D: 0x8b5e,

    RGBA: 0x1908,
    DEPTH_STENCIL: 0x84f9,
    TEXTURE_2D: 0x0de1,
    TEXTURE0: 0x84c0,
    NEAREST: 0x2600,
    LINEAR: 0x2601,
    TEXTURE_MAG_FILTER: 0x2800,
    TEXTURE_MIN_FILTER: 0x2801,
    TEXTURE_WRAP_S: 0x2802,
    TEXTURE_WRAP_T: 0x2803,
    CLAMP_TO_EDGE: 0x812f,
    UNPACK_ALIGNMENT: 0x0cf5,
    UNPACK_FLIP_Y_WEBGL: 0x9240,
    UNPACK_PREMULTIPLY_ALPHA_WEBGL: 0x9241,
    UNPACK_COLORSPACE_CONVERSION_WEBGL: 0x9243,

    FRAMEBUFFER: 0x8d40,
    RENDERBUFFER: 0x8d41,
    COLOR_ATTACHMENT0: 0x8ce0,
    DEPTH_STENCIL_ATTACHMENT: 0x821a,
    FRAMEBUFFER_COMPLETE: 0x8cd5,

    FRAGMENT_SHADER: 0x8b30,
    VERTEX_SHADER: 0x8b31,
    COMPILE_STATUS: 0x8b81,
    LINK_STATUS: 0x8b82,
    ACTIVE_UNIFORMS: 0x8b86,
    ACTIVE_ATTRIBUTES: 0x8b89,

    VERSION: 0x1f02,
    MAX_TEXTURE_SIZE: 0x0d33
});

/** The GLSL types of the shaders' uniforms and attributes, as the enums that reflection reports. */
export const GLSL_TYPES = Object.freeze({
    float: GL.FLOAT,
    vec2: GL.FLOAT_VEC2,
    vec3: GL.FLOAT_VEC3,
    vec4: GL.FLOAT_VEC4,
    mat4: GL.FLOAT_MAT4,
    sampler2D: GL.SAMPLER_2D
});
