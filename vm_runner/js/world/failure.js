// SPDX-License-Identifier: AGPL-3.0-only

/** An error whose `reason` is one of the words that the report of a build uses. */
export class ProjectFailure extends Error {
    name = 'ProjectFailure';

    constructor(reason, detail) {
        super(detail);
        this.reason = reason;
    }
}
