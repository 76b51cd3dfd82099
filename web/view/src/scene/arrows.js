// SPDX-License-Identifier: Apache-2.0
// An arrow for each particle: a flat strip with a head that faces the eye, one draw call for all. Nine corners a row: two triangles of the
// shaft and one of the head.
import { BufferGeometry, Color, DoubleSide, GLSL3, Mesh, ShaderMaterial } from 'three';
import { CLIP } from './shading.js';
import { ROWS, Table } from './table.js';

const CORNERS = 9;

const VERTEX = /* glsl */ `
uniform highp sampler2D uTails;   // of the arrows, as in the tables of particles; w: part of the longest
uniform highp sampler2D uVectors; // from tail to tip; w: 0 hides
uniform float uWide;              // of the shaft, over the length
uniform float uThick;             // of the shaft at least
uniform bool uOrthographic;
out vec3 vPoint;
flat out float vPart;
${ROWS}
void main() {
  int row = gl_VertexID / ${CORNERS}, k = gl_VertexID % ${CORNERS};
  vec4 tail = tableAt(uTails, row), way = tableAt(uVectors, row);
  vec3 a = (modelViewMatrix * vec4(tail.xyz, 1.0)).xyz, b = (modelViewMatrix * vec4(tail.xyz + way.xyz, 1.0)).xyz;
  vec3 toEye = uOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-0.5 * (a + b));
  float size = length(way.xyz);
  float wide = min(max(uWide * size, uThick), 0.3 * size);
  vec3 side = normalize(cross(b - a, toEye) + vec3(1e-20, 0.0, 0.0)), neck = mix(b, a, min(1.0, 4.2 * wide / max(size, 1e-30)));
  float x = k == 0 || k == 3 || k == 5 ? -1.0 : 1.0;
  vec3 p = k < 6 ? (k == 0 || k == 1 || k == 3 ? a : neck) + wide * x * side : k == 8 ? b : neck + 2.6 * wide * (k == 6 ? -1.0 : 1.0) * side;
  vPoint = p;
  vPart = tail.w;
  gl_Position = way.w <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * vec4(p, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;
uniform vec3 uLow, uHigh;
in vec3 vPoint;
flat in float vPart;
out vec4 fragment;
${CLIP}
void main() {
  if (cutAway(vPoint)) discard;
  fragment = vec4(mix(uLow, uHigh, clamp(vPart, 0.0, 1.0)), 1.0);
}
`;

export class Arrows {
  constructor(shared) {
    this.tails = new Table(4);
    this.vectors = new Table(4);
    this.geometry = new BufferGeometry();
    this.geometry.setDrawRange(0, 0);
    this.uniforms = {
      ...shared, uTails: this.tails.uniform, uVectors: this.vectors.uniform, uWide: { value: 0.05 }, uThick: { value: 0 },
      uLow: { value: new Color(0.45, 0.5, 0.56) }, uHigh: { value: new Color(0.85, 0.2, 0.1) },
    };
    this.mesh = new Mesh(this.geometry, new ShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms, side: DoubleSide }));
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.renderOrder = 2;
    this.top = 0; // size of the vector of an arrow of full length
  }

  addTo(scene) {
    scene.add(this.mesh);
  }

  // vectors [3 n]; those of size `top` are `length` long; shown(row) or null
  set(frame, vectors, { top, length, shown }) {
    const at = frame.data('position'), radii = frame.data('radius'), n = frame.count;
    this.top = top;
    this.tails.reserve(n);
    this.vectors.reserve(n);
    const scale = top > 0 ? length / top : 0;
    for (let i = 0; i < n; i++) {
      const [vx, vy, vz] = [vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]], size = Math.hypot(vx, vy, vz);
      const seen = size > 0 && size <= Infinity && (!shown || shown(i)), lift = size > 0 ? radii[i] / size : 0; // from the surface on, so that it is seen
      this.tails.data[4 * i] = at[3 * i] + lift * vx;
      this.tails.data[4 * i + 1] = at[3 * i + 1] + lift * vy;
      this.tails.data[4 * i + 2] = at[3 * i + 2] + lift * vz;
      this.tails.data[4 * i + 3] = top > 0 ? size / top : 0;
      const capped = scale * (size > 2 * top ? (2 * top) / size : 1); // a few wild ones do not cover the picture
      this.vectors.data[4 * i] = capped * vx;
      this.vectors.data[4 * i + 1] = capped * vy;
      this.vectors.data[4 * i + 2] = capped * vz;
      this.vectors.data[4 * i + 3] = seen ? 1 : 0;
    }
    this.uniforms.uThick.value = 0.012 * length;
    this.tails.changed();
    this.vectors.changed();
    this.geometry.setDrawRange(0, CORNERS * n);
  }

  show(on) {
    this.mesh.visible = on;
  }
}
