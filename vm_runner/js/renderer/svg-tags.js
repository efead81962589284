// SPDX-License-Identifier: AGPL-3.0-only

// A tag with its quoted values taken as wholes, so that no value can pass for another attribute. XML forbids "<" in
// them: a match can't run across the start of a later tag, and so every real tag is found.
const TAG = /<(\/?)([^\s<>!?/"'=]+)((?:"[^"<]*"|'[^'<]*'|[^"'<>])*)>/g;
const ATTRIBUTE = /([^\s"'=<>/]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

const localName = name => name.replace(/^.*:/, '').toLowerCase();

/** The tags of an SVG in order: {closing, name, attributes, selfClosing}, names without prefixes and in lower case. */
export function* scanTags(text) {
    for (const [, slash, name, inside] of text.matchAll(TAG)) {
        const attributes = new Map();
        for (const [, attribute, , quoted] of inside.matchAll(ATTRIBUTE)) {
            attributes.set(localName(attribute), quoted.slice(1, -1));
        }
        yield {closing: slash !== '', name: localName(name), attributes, selfClosing: inside.endsWith('/')};
    }
}

/**
 * @param {string} text
 * @param {string} name - Of the attribute, without its prefix.
 * @param {(value: string) => string} change - From the raw value to the new one, which holds no quotes.
 */
export function replaceAttribute(text, name, change) {
    return text.replace(TAG, tag =>
        tag.replace(ATTRIBUTE, (whole, attribute, equals, quoted) =>
            localName(attribute) === name ? `${attribute}${equals}"${change(quoted.slice(1, -1))}"` : whole
        )
    );
}
