// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Marks that we leave on the VM's own objects. A symbol is invisible to the VM, dies with its
 * object, and is read faster than a map is.
 */

/** On a runtime: its world. */
export const WORLD = Symbol('world');
/** On a clone: its number among the clones of its sprite, in the order of their making. */
export const NUMBER = Symbol('number');
/** On a target: its TargetFields. */
export const FIELDS = Symbol('fields');
/** On a variable or list: its entry in the fields of its target. */
export const ENTRY = Symbol('entry');
