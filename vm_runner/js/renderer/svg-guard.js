// SPDX-License-Identifier: AGPL-3.0-only
import { parseDataUrl } from './data-url.js'
import { readImageSize } from './image-header.js'
import { fitsLimits, MAX_FILE_BYTES } from './limits.js'
import { requireModestSvg } from './svg-complexity.js'

// resvg opens a path that an SVG names, and Skia tries: no reference may reach either of them unless it is local to
// the document or carries its own bytes. What is allowed is listed; everything else is dropped.

const TAG = /<[a-z][^<>]*>/gi
const HREF = /(\s(?:[\w.-]+:)?href\s*=\s*)("[^"]*"|'[^']*')/gi
const CSS_URL = /url\(\s*(?!["']?\s*#)[^)]*\)/gi
const CSS_IMPORT = /@import[^;<]*;?/gi

const decodeEntities = text => text.replace(/&quot;/g, '"').replace(/&amp;/g, '&')

/**
 * Removes from an SVG every reference that leaves the document.
 *
 * @param {string} text - SVG as written by a serialiser: attribute values hold no bare angle brackets.
 * @returns {string}
 * @throws {Error} When the document is too large or nests too far to be drawn in reasonable time.
 */
export function guardSvg(text, depth = 0) {
  if (text.length > MAX_FILE_BYTES) {
    throw new Error(`An SVG of ${text.length} characters is too large.`)
  }
  requireModestSvg(text)
  return text
    .replace(/<!DOCTYPE[^>[]*(?:\[[^\]]*\])?[^>]*>/gi, '')
    .replace(TAG, tag => tag.replace(HREF, (whole, name, quoted) => `${name}"${guardHref(quoted.slice(1, -1), depth)}"`))
    .replace(CSS_URL, 'none')
    .replace(CSS_IMPORT, '')
}

function guardHref(href, depth) {
  const target = decodeEntities(href).trim()
  if (target.startsWith('#')) {
    return href
  }
  const data = parseDataUrl(target)
  if (!data) {
    return ''
  }
  const size = readImageSize(data.bytes)
  if (size) {
    return fitsLimits(size.width, size.height) ? href : ''
  }
  if (data.type === 'image/svg+xml' && depth === 0) {
    const inner = guardSvg(data.bytes.toString('utf8'), depth + 1)
    return `data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}`
  }
  return ''
}
