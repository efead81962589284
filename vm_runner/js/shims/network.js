// SPDX-License-Identifier: AGPL-3.0-only
/** No project reaches the network: what would is absent, or fails at once. */

const refuse = () => Promise.reject(new Error('the network is switched off'));

export const installNetworkBlock = () => {
    globalThis.fetch = refuse;
    for (const name of ['WebSocket', 'XMLHttpRequest', 'EventSource', 'Worker']) {
        Object.defineProperty(globalThis, name, {
            value: undefined, writable: true, configurable: true
        });
    }
};
