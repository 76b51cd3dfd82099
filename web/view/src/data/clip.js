// SPDX-License-Identifier: Apache-2.0
// The planes of the section: one, a slab between two, or a box, along an axis or anyhow. What lies inside of all of them is kept, or carved out.

const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const BEYOND = 0.1; // an end at the end of the box takes along what lies on it, walls too
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

export function unit(v) {
  const size = Math.hypot(...v);
  return size > 0 && size < Infinity ? v.map(c => c / size) : null;
}

// From which to which offset a box reaches along a direction.
export function reach({ lo, hi }, normal) {
  return [0, 1].map(side => normal.reduce((sum, n, q) => sum + n * (n > 0 === Boolean(side) ? hi[q] : lo[q]), 0));
}

export const normalOf = ({ cutAxis, cutNormal }) => (cutAxis < 3 ? AXES[cutAxis] : unit(cutNormal) ?? AXES[0]);

// settings; box {lo, hi}, relative to the origin as the planes are. {planes: [{normal, offset}], carve} or null.
export function clipOf(settings, box) {
  const { cut, cutKind, cutAt, cutThick, cutFlip, cutLow, cutHigh } = settings;
  if (!cut || !box) return null;
  if (cutKind === 'box') {
    const planes = AXES.flatMap((normal, q) => {
      const at = part => box.lo[q] + (part <= 0 ? -BEYOND : part >= 1 ? 1 + BEYOND : part) * (box.hi[q] - box.lo[q]);
      return [{ normal, offset: at(cutHigh[q]) }, { normal: normal.map(c => -c), offset: -at(cutLow[q]) }];
    });
    return { planes, carve: cutFlip };
  }
  const normal = normalOf(settings), [from, to] = reach(box, normal), at = from + cutAt * (to - from);
  if (cutKind === 'slab') {
    const half = 0.5 * cutThick * (to - from);
    return { planes: [{ normal, offset: at + half }, { normal: normal.map(c => -c), offset: half - at }], carve: cutFlip };
  }
  const sign = cutFlip ? -1 : 1;
  return { planes: [{ normal: normal.map(c => sign * c), offset: sign * at }], carve: false };
}

// 1 for each particle whose centre is kept.
export function keptBy(clip, positions, count) {
  const mask = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const p = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    mask[i] = clip.planes.every(({ normal, offset }) => dot(normal, p) <= offset) !== clip.carve ? 1 : 0;
  }
  return mask;
}
