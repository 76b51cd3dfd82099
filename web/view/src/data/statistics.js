// SPDX-License-Identifier: Apache-2.0
// Numbers about numbers: mean, spread, quantiles, counts in bins.

// mask: only rows where it is not 0 count; null: all. Numbers that are not finite are left out, and told.
export function statistics(values, mask = null) {
  const kept = [];
  let left = 0;
  for (let i = 0; i < values.length; i++) {
    if (mask && !mask[i]) continue;
    if (Number.isFinite(values[i])) kept.push(values[i]);
    else left++;
  }
  const sorted = Float64Array.from(kept).sort(), n = sorted.length;
  if (n === 0) return { count: 0, left, mean: NaN, deviation: NaN, min: NaN, max: NaN, median: NaN, sum: 0, at: () => NaN };
  let sum = 0;
  for (const v of sorted) sum += v;
  const mean = sum / n;
  let square = 0;
  for (const v of sorted) square += (v - mean) ** 2;
  const at = q => { // between the two nearest
    const place = q * (n - 1), k = Math.min(n - 2, Math.floor(place));
    return n === 1 ? sorted[0] : sorted[k] + (place - k) * (sorted[k + 1] - sorted[k]);
  };
  return { count: n, left, mean, deviation: n > 1 ? Math.sqrt(square / (n - 1)) : 0, min: sorted[0], max: sorted[n - 1], median: at(0.5), sum, at };
}

// Counts in bins of the same width from low to high; what lies outside is counted beside. weights: counted instead of 1.
export function histogram(values, { low, high, bins = 40, mask = null, weights = null }) {
  const counts = new Float64Array(bins), scale = bins / (high - low);
  let below = 0, above = 0;
  for (let i = 0; i < values.length; i++) {
    const v = values[i];
    if ((mask && !mask[i]) || !Number.isFinite(v)) continue;
    const w = weights ? weights[i] : 1;
    if (v < low) below += w;
    else if (v > high) above += w;
    else counts[Math.min(bins - 1, Math.floor((v - low) * scale))] += w;
  }
  const edges = Array.from({ length: bins + 1 }, (_, k) => low + (k / bins) * (high - low));
  return { counts, edges, below, above };
}
