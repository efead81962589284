// SPDX-License-Identifier: AGPL-3.0-only
/** From the bytes of a project file to validated project JSON and its archive. */
import {ProjectFailure} from './failure.js';
import {SB1File, ValidationError, parseScratch} from './scratch.js';

const MAX_DETAIL = 300;

const validate = bytes => new Promise((resolve, reject) => {
    parseScratch(bytes, false, (error, result) => (error ? reject(error) : resolve(result)));
});

const schemaDetail = failure => {
    const errors = failure.sb3Errors ?? failure.sb2Errors ?? [];
    // the deepest path is the most telling: the others only say that no alternative matched
    const depth = error => (error.instancePath ?? error.dataPath ?? '').length;
    const [worst] = [...errors].sort((a, b) => depth(b) - depth(a));
    if (!worst) return String(failure.validationError);
    const place = worst.instancePath ?? worst.dataPath;
    return `${place || '/'} ${worst.message} (${worst.schemaPath})`;
};

const toFailure = error => {
    if (typeof error === 'object' && error !== null && error.validationError) {
        return new ProjectFailure('invalid_project', schemaDetail(error).slice(0, MAX_DETAIL));
    }
    const text = String(error?.message ?? error);
    if (/project\.json|Failed to unzip and extract/i.test(text)) {
        return new ProjectFailure('missing_project_json', text.slice(0, MAX_DETAIL));
    }
    if (/unzip|zip file|archive/i.test(text)) {
        return new ProjectFailure('corrupt_archive', text.slice(0, MAX_DETAIL));
    }
    return new ProjectFailure('parse_error', text.slice(0, MAX_DETAIL));
};

/**
 * Read a Scratch 1, 2 or 3 project, or a bare project.json.
 * @param {Uint8Array} bytes the file
 * @returns {Promise<{json: object, zip: ?object}>} project JSON with projectVersion 2 or 3
 */
export const parseProject = async bytes => {
    try {
        const [json, zip] = await validate(Buffer.from(bytes));
        return {json, zip};
    } catch (error) {
        const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
        try {
            const file = new SB1File(buffer);
            const {json, zip} = file;
            json.projectVersion = 2;
            return {json, zip};
        } catch (sb1Error) {
            if (sb1Error instanceof ValidationError) throw toFailure(error);
            throw new ProjectFailure('parse_error', String(sb1Error.message).slice(0, MAX_DETAIL));
        }
    }
};
