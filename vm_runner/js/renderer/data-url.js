// SPDX-License-Identifier: AGPL-3.0-only

/**
 * @param {string} url
 * @returns {{type: string, bytes: Buffer} | null} Null if it is no well-formed data URL.
 */
export function parseDataUrl(url) {
    const match = /^\s*data:([^,;]*)((?:;[^,;]*)*),/i.exec(url);
    if (!match) {
        return null;
    }
    const body = url.slice(match[0].length);
    const isBase64 = /;\s*base64\s*$/i.test(match[2]);
    try {
        const bytes = isBase64
            ? Buffer.from(decodeEscapes(body), 'base64')
            : Buffer.from(decodeURIComponent(body));
        return {type: match[1].trim().toLowerCase(), bytes};
    } catch (error) {
        if (error instanceof URIError) {
            return null;
        }
        throw error;
    }
}

const decodeEscapes = text => (text.includes('%') ? decodeURIComponent(text) : text);
