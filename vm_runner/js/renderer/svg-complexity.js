// SPDX-License-Identifier: AGPL-3.0-only
import { MAX_SVG_DEPTH, MAX_SVG_ELEMENTS } from './limits.js'

const TAG = /<(\/?)([a-z][\w.:-]*)([^<>]*?)(\/?)>/gi
const ID = /\sid\s*=\s*["']([^"']*)["']/i
const LOCAL_HREF = /\s(?:[\w.-]+:)?href\s*=\s*["']\s*#([^"']*)["']/i

/**
 * Refuses an SVG whose `<use>` references would multiply it without end, or whose nesting would overflow the stack of
 * a native renderer.
 *
 * @param {string} text
 * @throws {Error}
 */
export function requireModestSvg(text) {
  const { root, byId } = outline(text)
  const sizes = new Map()
  const expandedSize = node => {
    if (!sizes.has(node)) {
      // A reference back to an ancestor is an error that renderers ignore.
      sizes.set(node, 0)
      const children = node.children.reduce((sum, child) => sum + expandedSize(child), 1)
      const used = node.href !== undefined && byId.has(node.href) ? expandedSize(byId.get(node.href)) : 0
      sizes.set(node, children + used)
    }
    return sizes.get(node)
  }
  const size = expandedSize(root)
  if (size > MAX_SVG_ELEMENTS) {
    throw new Error(`An SVG that expands to ${size} elements is too large.`)
  }
}

/** The tree of elements with their ids and references, by a scan of the tags. */
function outline(text) {
  const root = { children: [] }
  const byId = new Map()
  const open = [root]
  for (const [, closing, name, attributes, selfClosing] of text.matchAll(TAG)) {
    if (closing) {
      if (open.length > 1) {
        open.pop()
      }
      continue
    }
    const node = { children: [], href: isUse(name) ? LOCAL_HREF.exec(attributes)?.[1] : undefined }
    open.at(-1).children.push(node)
    const id = ID.exec(attributes)?.[1]
    if (id !== undefined && !byId.has(id)) {
      byId.set(id, node)
    }
    if (!selfClosing) {
      open.push(node)
    }
    if (open.length > MAX_SVG_DEPTH) {
      throw new Error(`An SVG that nests more than ${MAX_SVG_DEPTH} elements is too deep.`)
    }
  }
  return { root, byId }
}

const isUse = name => name.replace(/^.*:/, '').toLowerCase() === 'use'
