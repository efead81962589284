// SPDX-License-Identifier: AGPL-3.0-only
/** An audio engine without sound: a sound lasts as long as its samples say, in virtual time. */

const DEFAULT_RATE = 44100;

class SilentBank {
    #players = new Map();
    #playing = [];

    addSoundPlayer(player) {
        this.#players.set(player.id, player);
    }

    playSound(target, soundId) {
        const player = this.#players.get(soundId);
        if (!player) return;
        this.stop(target, soundId);
        return new globalThis.Promise(resolve => {
            const entry = {target, soundId, resolve};
            entry.timer = setTimeout(() => this.#end([entry]), player.seconds * 1000);
            this.#playing.push(entry);
        });
    }

    #end(entries) {
        this.#playing = this.#playing.filter(entry => !entries.includes(entry));
        for (const entry of entries) {
            clearTimeout(entry.timer);
            entry.resolve();
        }
    }

    stop(target, soundId) {
        this.#end(this.#playing.filter(
            entry => entry.target === target && entry.soundId === soundId));
    }

    stopAllSounds(target) {
        this.#end(this.#playing.filter(entry => target === '*' || entry.target === target));
    }

    /** @returns {Function} puts back what is playing */
    save() {
        const playing = this.#playing.slice();
        return () => {
            this.#playing = playing.slice();
        };
    }

    setEffects() {}

    dispose() {}
}

export class SilentAudioEngine {
    #sounds = 0;
    /** What the microphone hears: 0 to 100, or -1 when there is none. */
    loudness = 0;
    audioContext = null;
    currentTime = 0;

    createBank() {
        return new SilentBank();
    }

    decodeSoundPlayer(sound) {
        // The music extension decodes instruments of its own: never ready, so notes only take time.
        if (!sound.assetId) return new globalThis.Promise(() => {});
        const sampleRate = sound.rate || DEFAULT_RATE;
        const length = sound.sampleCount || 0;
        return globalThis.Promise.resolve({
            id: `sound${this.#sounds++}`,
            buffer: {sampleRate, length},
            seconds: length / sampleRate
        });
    }

    getLoudness() {
        return this.loudness;
    }
}
