// SPDX-License-Identifier: Apache-2.0
// The range of values a legend spans.

const SAMPLES = 4096;
const room = new Float32Array(2 * SAMPLES); // used again by every frame

function quantiles(values, low, high) {
  const stride = Math.max(1, Math.floor(values.length / SAMPLES));
  let count = 0;
  for (let i = 0; i < values.length && count < room.length; i += stride) if (Number.isFinite(values[i])) room[count++] = values[i];
  if (count === 0) return [0, 1];
  const picked = room.subarray(0, count).sort();
  const at = q => picked[Math.round(q * (picked.length - 1))];
  return [at(low), at(high)];
}

function extremes(values) {
  let low = Infinity, high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if (v < low && v > -Infinity) low = v;
    if (v > high && v < Infinity) high = v;
  }
  return low <= high ? [low, high] : [0, 1];
}

// mode: 'robust' leaves out the outermost percent on either side, so that a few wild values do not darken the rest;
// 'all' spans everything. Fields that begin near nothing begin at nothing. The range is never empty.
export function autoRange(values, mode) {
  let [low, high] = mode === 'all' ? extremes(values) : quantiles(values, 0.01, 0.99);
  if (low > 0 && low < 0.35 * high) low = 0;
  if (!(high > low)) {
    const spread = Math.abs(high) * 0.05 || 1;
    [low, high] = low === 0 ? [0, spread] : [low - spread, high + spread];
  }
  return [low, high];
}

// The ends that a reader has set, in any order: whoever types one after the other may for a moment have them the wrong way round. Never empty.
export function fixedRange(a, b) {
  const low = Math.min(a, b), high = Math.max(a, b);
  return [low, high > low ? high : low + (Math.abs(low) || 1) * 1e-6];
}

// Ranges of moving pictures follow gently, so that colours do not flicker; larger jumps are followed at once.
export function follow(old, target, part = 0.2) {
  if (!old) return target;
  const span = old[1] - old[0], jump = Math.max(Math.abs(target[0] - old[0]), Math.abs(target[1] - old[1]));
  if (jump > span) return target;
  return old.map((v, i) => v + part * (target[i] - v));
}

// Logarithmic legends need positive ends.
export function positive([low, high]) {
  const top = high > 0 ? high : 1;
  return [low > 0 ? Math.min(low, top / 1.001) : top * 1e-4, top];
}
