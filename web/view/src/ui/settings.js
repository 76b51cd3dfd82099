// SPDX-License-Identifier: Apache-2.0
// What the reader has chosen, and who wants to know when it changes.

export const DEFAULTS = {
  field: 'speed', map: 'viridis', range: 'robust', low: 0, high: 1, log: false,
  particles: true, size: 1, opacity: 1, types: 0xffffffff, limit: 0,
  meshes: true, walls: true, surface: 0.22,
  chains: false, width: 0.35, threshold: 0.05,
  box: true, axes: true,
  cut: false, cutAxis: 0, cutAt: 0.5, cutFlip: false,
  ortho: false,
};

export class Settings {
  constructor() {
    this.values = { ...DEFAULTS };
    this.listeners = [];
  }

  get(key) {
    return this.values[key];
  }

  set(key, value) {
    if (this.values[key] === value) return;
    this.values[key] = value;
    for (const [keys, call] of this.listeners) if (keys.includes(key)) call(value, key);
  }

  flip(key) {
    this.set(key, !this.values[key]);
  }

  on(keys, call) {
    this.listeners.push([keys, call]);
  }
}

// A few choices outlive the page; a browser that keeps nothing does not matter.
export const keep = {
  get(key) {
    try {
      return localStorage.getItem(`tsubu.${key}`);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`tsubu.${key}`, value);
    } catch {
      // private windows
    }
  },
};
