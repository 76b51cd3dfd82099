// SPDX-License-Identifier: Apache-2.0
// Moments one can go back to: those the page kept while it watched, or those of a recorded run on the server.
import { getFrame } from './api.js';

const KEEP_BYTES = 512 * 1024 * 1024;
const CACHE_BYTES = 256 * 1024 * 1024;

// Frames kept by the page. When they grow too many, every second one goes: the whole time stays, more coarsely.
export class Recording {
  constructor(most = KEEP_BYTES) {
    this.most = most;
    this.frames = [];
    this.bytes = 0;
    this.stride = 1;
    this.seen = 0;
  }

  get count() {
    return this.frames.length;
  }

  add(frame) {
    if (this.seen++ % this.stride !== 0) return;
    this.frames.push(frame);
    this.bytes += frame.bytes;
    if (this.bytes <= this.most) return;
    this.frames = this.frames.filter((_, k) => k % 2 === 0);
    this.bytes = this.frames.reduce((sum, f) => sum + f.bytes, 0);
    this.stride *= 2;
    this.seen = 1;
  }

  time(k) {
    return this.frames[k]?.header.time;
  }

  step(k) {
    return this.frames[k]?.header.step;
  }

  async get(k) {
    return this.frames[k] ?? null;
  }
}

// Frames of a recorded run, fetched when asked for and kept while there is room.
export class RecordedRun {
  constructor(frames, load = getFrame) {
    this.info = frames;
    this.load = load;
    this.cache = new Map();
    this.bytes = 0;
    this.meshVersions = new Map();
  }

  get count() {
    return this.info.count;
  }

  time(k) {
    return this.info.times?.[k];
  }

  step(k) {
    return this.info.steps?.[k];
  }

  async get(index, fields, max) {
    const key = `${index}|${fields.join(',')}|${max ?? ''}`;
    if (!this.cache.has(key)) this.keep(key, await this.fetch(index, fields, max));
    const entry = this.cache.get(key);
    this.cache.delete(key); // and to the end: used last
    this.cache.set(key, entry);
    return entry;
  }

  // Corners of meshes are sent once; when this frame needs others than those at hand it is asked for with all it has.
  async fetch(index, fields, max) {
    const first = this.meshVersions.size === 0;
    let frame = await this.load({ index, fields, max, after: first ? 0 : this.count + 1 });
    const unknown = m => this.meshVersions.get(m.name) !== m.version && !frame.data(`mesh:${m.name}`);
    if (frame.header.meshes?.some(unknown)) frame = await this.load({ index, fields, max, after: 0 });
    for (const m of frame.header.meshes ?? []) this.meshVersions.set(m.name, m.version);
    return frame;
  }

  keep(key, frame) {
    this.cache.set(key, frame);
    this.bytes += frame.bytes;
    for (const [old, { bytes }] of this.cache) {
      if (this.bytes <= CACHE_BYTES || old === key) break;
      this.cache.delete(old);
      this.bytes -= bytes;
    }
  }
}
