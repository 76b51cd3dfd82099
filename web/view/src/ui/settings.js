// SPDX-License-Identifier: Apache-2.0
// What the reader has chosen, and who wants to know when it changes.

export const DEFAULTS = {
  field: 'speed', map: 'viridis', range: 'robust', low: 0, high: 1, log: false,
  particles: true, size: 1, opacity: 1, types: 0xffffffff, limit: 0,
  meshes: true, walls: true, surface: 0.22, surfaceField: '', surfaceMap: 'inferno', looks: {},
  chains: false, dim: true, width: 0.35, threshold: 0.05,
  box: true, axes: true,
  cut: false, cutKind: 'plane', cutAxis: 0, cutNormal: [1, 0, 0], cutAt: 0.5, cutThick: 0.2, cutLow: [0, 0, 0], cutHigh: [1, 0.5, 1], cutFlip: false,
  hide: true, filter: '', region: '', own: '', arrows: '', arrowLength: 3, scaleBar: true, follow: false, trails: true,
  ortho: false, occlusion: true, marks: true,
};

export class Settings {
  constructor() {
    this.values = { ...DEFAULTS };
    this.listeners = [];
  }

  // What is usual here, and need not be kept.
  static usually(key, value) {
    DEFAULTS[key] = value;
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
