// SPDX-License-Identifier: AGPL-3.0-only
/** Pictures of the tests about costumes and images, harmless and hostile. */

export const dataUrl = (type, bytes) => `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
export const image = href => `<image width="40" height="40" xlink:href="${href}"/>`;

/** A PNG of one green pixel, and the same file claiming to be huge. */
export const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
    'base64'
);
export const hugePng = () => {
    const bytes = Buffer.from(PNG);
    bytes.writeUInt32BE(60_000, 16);
    bytes.writeUInt32BE(60_000, 20);
    return bytes;
};

export const nested = (levels, body) => '<g>'.repeat(levels) + body + '</g>'.repeat(levels);
