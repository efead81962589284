// SPDX-License-Identifier: AGPL-3.0-only
import {GLSL_TYPES} from './constants.js';
import {UnsupportedGLError} from './errors.js';

/**
 * Evaluates the conditional lines of a shader and lists the uniforms and attributes that stay active.
 *
 * @param {string} source - GLSL text that begins with its `#define` lines.
 * @returns {{defines: Set<string>, declarations: {qualifier: string, type: number, name: string}[]}}
 */
export function preprocess(source) {
    const defines = new Set();
    const declarations = [];
    const branches = [];
    for (const rawLine of source.split('\n')) {
        const line = rawLine.replace(/\/\/.*$/, '').trim();
        const directive = /^#\s*(\w+)\s*(.*)$/.exec(line);
        const active = branches.every(branch => branch.active);
        if (directive) {
            applyDirective(directive[1], directive[2], {defines, branches, active});
        } else if (active) {
            const declaration = /^(uniform|attribute)\s+(\w+)\s+(\w+)\s*;/.exec(line);
            if (declaration) {
                declarations.push(describe(declaration));
            }
        }
    }
    return {defines, declarations};
}

function describe([, qualifier, typeName, name]) {
    const type = GLSL_TYPES[typeName];
    if (type === undefined) {
        throw new UnsupportedGLError(`the GLSL type ${typeName} of ${name}`);
    }
    return {qualifier, type, name};
}

function applyDirective(keyword, operand, {defines, branches, active}) {
    const open = condition => branches.push({active: condition, taken: condition});
    const next = condition => {
        const {taken} = branches.pop();
        branches.push({active: !taken && condition, taken: taken || condition});
    };
    switch (keyword) {
        case 'define':
            if (active) {
                defines.add(operand.split(/\s/)[0]);
            }
            break;
        case 'ifdef':
            open(defines.has(operand));
            break;
        case 'ifndef':
            open(!defines.has(operand));
            break;
        case 'if':
            open(evaluateCondition(operand, defines));
            break;
        case 'elif':
            next(evaluateCondition(operand, defines));
            break;
        case 'else':
            next(true);
            break;
        case 'endif':
            branches.pop();
            break;
        default:
            throw new UnsupportedGLError(`the shader directive #${keyword}`);
    }
}

/** Evaluates an `#if` operand made of `defined(NAME)`, `!`, `&&`, `||` and parentheses. */
export function evaluateCondition(operand, defines) {
    const tokens = operand.match(/defined|\w+|&&|\|\||[!()]|\S/g) ?? [];
    let position = 0;
    const accept = token => tokens[position] === token && ++position > 0;
    const fail = () => {
        throw new UnsupportedGLError(`the shader condition "${operand}"`);
    };

    const readPrimary = () => {
        if (accept('!')) {
            return !readPrimary();
        }
        if (accept('(')) {
            const value = readEither();
            return accept(')') ? value : fail();
        }
        if (!accept('defined')) {
            return fail();
        }
        const parenthesised = accept('(');
        const name = tokens[position++];
        if (!/^\w+$/.test(name ?? '') || (parenthesised && !accept(')'))) {
            fail();
        }
        return defines.has(name);
    };
    const readBoth = () => {
        let value = readPrimary();
        while (accept('&&')) {
            value = readPrimary() && value;
        }
        return value;
    };
    const readEither = () => {
        let value = readBoth();
        while (accept('||')) {
            value = readBoth() || value;
        }
        return value;
    };

    const value = readEither();
    return position === tokens.length ? value : fail();
}
