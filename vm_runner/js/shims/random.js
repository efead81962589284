// SPDX-License-Identifier: AGPL-3.0-only
/**
 * Random numbers. Draws of the project are a function of (seed, target, block, n-th draw), so an
 * extra draw elsewhere changes nothing here. Everything else (ids made while loading, ids of
 * clones) draws from sequential streams of its own.
 */

const GOLDEN = 0x9E3779B9;
const STARTING_SEED = 0x1B56C4E9;
const LOADING_SEED = 0x5C4A7C11;

/** Finaliser of MurmurHash3: every input bit reaches every output bit. */
const mix = word => {
    word = Math.imul(word ^ (word >>> 16), 0x85EBCA6B);
    word = Math.imul(word ^ (word >>> 13), 0xC2B2AE35);
    return word ^ (word >>> 16);
};

const hashText = (text, seed) => {
    let hash = seed;
    for (let i = 0; i < text.length; i++) hash = mix(Math.imul(hash, 31) + text.charCodeAt(i));
    return hash;
};

/** 53 random bits in [0, 1), the same numbers on every engine. */
const toUnit = (high, low) => (((high >>> 5) * 67108864) + (low >>> 6)) / 9007199254740992;

class Sequence {
    constructor(seed) {
        this.state = seed | 0;
    }

    next() {
        this.state = (this.state + GOLDEN) | 0;
        const high = mix(this.state);
        return toUnit(high, mix(high ^ GOLDEN));
    }
}

/** Draws of one block run by one target. */
class KeyedDraws {
    constructor(seed, key) {
        this.high = hashText(key, seed | 0);
        this.low = hashText(key, ~seed);
        this.count = 0;
    }

    next() {
        const n = Math.imul(++this.count, GOLDEN);
        const high = mix(this.high ^ n);
        return toUnit(high, mix((this.low + n) ^ high));
    }
}

class RandomSource {
    #keyed = new Map();
    #seed = 0;
    #sequence = new Sequence(STARTING_SEED);
    #current = null;

    /** Start loading a project: always the same sequence, whatever ran before. */
    startLoading() {
        this.#sequence = new Sequence(LOADING_SEED);
        this.#keyed.clear();
        this.#current = null;
    }

    /** Start an episode. */
    startEpisode(seed) {
        this.#seed = seed | 0;
        this.#sequence = new Sequence(seed ^ GOLDEN);
        this.#keyed.clear();
    }

    /** @returns {Function} puts all streams back */
    save() {
        const {state} = this.#sequence;
        const counts = [...this.#keyed].map(([key, draws]) => [key, draws, draws.count]);
        return () => {
            this.#sequence.state = state;
            this.#keyed.clear();
            for (const [key, draws, count] of counts) {
                draws.count = count;
                this.#keyed.set(key, draws);
            }
        };
    }

    /** Run `draw()` with Math.random keyed by `key`. */
    keyed(key, draw) {
        let draws = this.#keyed.get(key);
        if (draws === undefined) {
            draws = new KeyedDraws(this.#seed, key);
            this.#keyed.set(key, draws);
        }
        const outer = this.#current;
        this.#current = draws;
        try {
            return draw();
        } finally {
            this.#current = outer;
        }
    }

    next() {
        return (this.#current ?? this.#sequence).next();
    }
}

export const random = new RandomSource();

export const installRandom = () => {
    Math.random = () => random.next();
};
