// SPDX-License-Identifier: Apache-2.0
// Triangles for the primitive walls of a run: planes and cylinders end at the box.

const SIDES = 96;

function plane({ axis, position }, { lo, hi }, origin) {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const corner = (a, b) => {
    const p = [0, 0, 0];
    p[axis] = position - origin[axis];
    p[u] = a - origin[u];
    p[v] = b - origin[v];
    return p;
  };
  const [a, b, c, d] = [corner(lo[u], lo[v]), corner(hi[u], lo[v]), corner(hi[u], hi[v]), corner(lo[u], hi[v])];
  return [a, b, c, a, c, d].flat();
}

function cylinder({ axis, radius, centre }, { lo, hi }, origin) {
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const at = (k, along) => {
    const angle = (2 * Math.PI * k) / SIDES;
    const p = [0, 0, 0];
    p[axis] = along - origin[axis];
    p[u] = centre[u] + radius * Math.cos(angle) - origin[u];
    p[v] = centre[v] + radius * Math.sin(angle) - origin[v];
    return p;
  };
  const out = [];
  for (let k = 0; k < SIDES; k++) {
    const [a, b, c, d] = [at(k, lo[axis]), at(k + 1, lo[axis]), at(k + 1, hi[axis]), at(k, hi[axis])];
    out.push(...a, ...b, ...c, ...a, ...c, ...d);
  }
  return out;
}

export function wallSurface(wall, box, origin) {
  if (wall.kind === 'plane') return new Float32Array(plane(wall, box, origin));
  if (wall.kind === 'cylinder') return new Float32Array(cylinder(wall, box, origin));
  return new Float32Array(0);
}
