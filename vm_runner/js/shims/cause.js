// SPDX-License-Identifier: AGPL-3.0-only
/**
 * What is running now. The tracer writes the block and the thread here; timers and promises note
 * both when they are made, so that what they do later still has a cause.
 */

export const NONE = -1;

export const cause = {block: NONE, thread: NONE};

export const setCause = (block, thread) => {
    cause.block = block;
    cause.thread = thread;
};

export const clearCause = () => setCause(NONE, NONE);
