// SPDX-License-Identifier: Apache-2.0
// The recent frames of a run that is watched, kept without being asked to. Memory is bounded: when there are too many, every second one of the
// older half goes, so that what was a moment ago stays dense and what was long ago coarser.
import { Frame } from './frame.js';

const MOST_FRAMES = 1500;
const MOST_BYTES = 256 << 20;
const LEAST_BYTES = 32 << 20;

// A sixteenth of what a browser says the machine has (it says at most 8 GB); half of the bound where it says nothing.
export function roomForHistory(memory = globalThis.navigator?.deviceMemory) {
  const room = memory > 0 ? memory * 2 ** 26 : MOST_BYTES / 2;
  return Math.min(MOST_BYTES, Math.max(LEAST_BYTES, room));
}

// Place of the frame nearest to a step, the later one of two that are as near.
export function nearestFrame(timeline, step) {
  let best = -1, least = Infinity;
  for (let k = 0; k < timeline.count; k++) {
    const away = Math.abs(timeline.step(k) - step);
    if (away <= least) [best, least] = [k, away];
  }
  return best;
}

const key = ({ name, version }) => `${name}/${version}`;

export class History {
  constructor({ bytes = roomForHistory(), frames = MOST_FRAMES } = {}) {
    this.mostBytes = bytes;
    this.mostFrames = frames;
    this.frames = [];
    this.bytes = 0;
    this.corners = new Map(); // of meshes, by name and version: they come only once
    this.shown = new Map(); // version of each mesh that is on the stage
  }

  get count() {
    return this.frames.length;
  }

  step(k) {
    return this.frames[k]?.header.step;
  }

  time(k) {
    return this.frames[k]?.header.time;
  }

  // True when older frames went, so that numbers of frames mean others.
  add(frame) {
    this.keepCorners(frame);
    if (this.count && this.step(this.count - 1) === frame.header.step) this.bytes -= this.frames.pop().bytes; // the same moment with other fields
    this.frames.push(frame);
    this.bytes += frame.bytes;
    return this.thin();
  }

  keepCorners(frame) {
    for (const mesh of frame.header.meshes ?? []) {
      const data = frame.data(`mesh:${mesh.name}`);
      if (!data) continue;
      for (const old of this.corners.keys()) if (old.startsWith(`${mesh.name}/`)) this.corners.delete(old); // of an earlier form: only the newest is kept
      this.corners.set(key(mesh), data.slice());
    }
  }

  thin() {
    let thinned = false;
    while (this.count > 2 && (this.bytes > this.mostBytes || this.count > this.mostFrames)) {
      const old = Math.max(2, this.count >> 1);
      this.frames = this.frames.filter((_, k) => k >= old || k % 2 === 0);
      this.bytes = this.frames.reduce((sum, f) => sum + f.bytes, 0);
      thinned = true;
    }
    return thinned;
  }

  // A frame is on the stage: the meshes are there as it has them.
  note(frame) {
    this.shown = new Map((frame.header.meshes ?? []).map(m => [m.name, m.version]));
  }

  async get(k) {
    const frame = this.frames[k];
    if (!frame) return null;
    const lacks = (frame.header.meshes ?? []).filter(m => this.shown.get(m.name) !== m.version && !frame.data(`mesh:${m.name}`) && this.corners.has(key(m)));
    if (lacks.length === 0) return frame;
    const arrays = new Map(frame.arrays);
    for (const mesh of lacks) {
      const data = this.corners.get(key(mesh));
      arrays.set(`mesh:${mesh.name}`, { type: 'f32', width: 3, count: data.length / 3, min: null, max: null, data });
    }
    return new Frame(frame.header, arrays, frame.bytes);
  }
}
