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
  // run: 1 is the run beside the one of the page
  constructor(frames, load = getFrame, run = undefined) {
    this.info = frames;
    this.load = run ? where => load({ ...where, run }) : load;
    this.cache = new Map();
    this.bytes = 0;
    this.scene = null; // whose meshes are at hand
    this.last = 0;
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
    let frame = this.cache.get(key) ?? await this.load({ index, fields, max, after: this.last });
    // Corners of meshes come only when the scene changes from the frame named by `after`.
    const lacks = frame.header.meshes?.some(m => !frame.data(`mesh:${m.name}`));
    if (lacks && frame.header.scene !== this.scene) frame = await this.load({ index, fields, max, after: 0 });
    this.scene = frame.header.scene;
    this.last = frame.header.frame;
    this.keep(key, frame);
    return frame;
  }

  // The one used last goes to the end; those at the front go when there is no more room.
  keep(key, frame) {
    this.bytes += frame.bytes - (this.cache.get(key)?.bytes ?? 0);
    this.cache.delete(key);
    this.cache.set(key, frame);
    for (const [old, { bytes }] of this.cache) {
      if (this.bytes <= CACHE_BYTES || old === key) break;
      this.cache.delete(old);
      this.bytes -= bytes;
    }
  }
}

// The frame nearest in time, the later one of two that are as near; nearest in steps where frames have no time.
export function nearestTime(timeline, time, step) {
  const timed = Number.isFinite(time) && Number.isFinite(timeline.time(0));
  let best = 0, least = Infinity;
  for (let k = 0; k < timeline.count; k++) {
    const away = Math.abs(timed ? timeline.time(k) - time : timeline.step(k) - step);
    if (away <= least) [best, least] = [k, away];
  }
  return best;
}
