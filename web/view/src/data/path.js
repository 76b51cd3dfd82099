// SPDX-License-Identifier: Apache-2.0
// The way of a camera through several views, at an even pace: [x, y, z of the eye, of what it looks at, of what is up, half height, zoom] each.

const mix = (a, b, t) => a + (b - a) * t;
const size = v => Math.hypot(...v) || 1;
const unit = v => v.map(x => x / size(v));
const dot = (a, b) => a.reduce((sum, v, q) => sum + v * b[q], 0);
const cross = (a, b) => [0, 1, 2].map(q => a[(q + 1) % 3] * b[(q + 2) % 3] - a[(q + 2) % 3] * b[(q + 1) % 3]);

// Turns from one direction to another; from one to its opposite about `axis`.
function between(a, b, t, axis) {
  const cosine = Math.max(-1, Math.min(1, dot(a, b))), angle = Math.acos(cosine);
  if (angle < 1e-6) return b;
  const across = Math.PI - angle < 1e-4 ? unit(cross(axis, a)) : unit(b.map((v, q) => v - cosine * a[q]));
  return a.map((v, q) => Math.cos(t * angle) * v + Math.sin(t * angle) * across[q]);
}

export function cameraAt(views, part) {
  const legs = views.length - 1, at = Math.min(Math.max(part, 0), 1) * legs, leg = Math.min(Math.floor(at), legs - 1), t = at - leg;
  const [a, b] = [views[leg], views[leg + 1]], arm = v => [0, 1, 2].map(q => v[q] - v[3 + q]), [p, q] = [arm(a), arm(b)];
  const target = [3, 4, 5].map(k => mix(a[k], b[k], t)), up = between(unit(a.slice(6, 9)), unit(b.slice(6, 9)), t, unit(p));
  const far = mix(size(p), size(q), t), way = between(unit(p), unit(q), t, unit(a.slice(6, 9)));
  return [...way.map((v, k) => target[k] + far * v), ...target, ...up, mix(a[9], b[9], t), mix(a[10], b[10], t)];
}
