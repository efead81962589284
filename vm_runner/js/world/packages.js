// SPDX-License-Identifier: AGPL-3.0-only
/**
 * The VM keeps its block packages to itself: it binds their methods and drops the objects. Watching
 * `bind` while the VM builds them is the one way to reach their state without a patched VM.
 */

const isPackage = value =>
    value !== null && typeof value === 'object' &&
    /^Scratch3/.test(value.constructor?.name ?? '');

export class BlockPackages {
    #found = new Map();

    /** Run `build` (sync or async) and remember each block package that it makes. */
    async watch(build) {
        const found = this.#found;
        const realBind = Function.prototype.bind;
        Function.prototype.bind = function (self, ...rest) {
            if (isPackage(self)) found.set(self.constructor.name, self);
            return realBind.call(this, self, ...rest);
        };
        try {
            return await build();
        } finally {
            Function.prototype.bind = realBind;
        }
    }

    all() {
        return this.#found.values();
    }

    get(name) {
        return this.#found.get(name) ?? null;
    }
}
