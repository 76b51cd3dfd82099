// SPDX-License-Identifier: Apache-2.0
// Rings around the selected particle or clump and those it touches, seen through all that stands before them.
import { BufferAttribute, BufferGeometry, Color, GLSL3, Mesh, ShaderMaterial } from 'three';

const VERTEX = /* glsl */ `
in vec4 ring; // middle and radius
in vec3 at;   // corner of the square, and 1 for the selected ones
uniform float uPixel;
uniform bool uOrthographic;
out vec2 vAt;
flat out float vFirst, vWidth;
void main() {
  vec4 p = modelViewMatrix * vec4(ring.xyz, 1.0);
  float pixel = uPixel * (uOrthographic ? 1.0 : length(p.xyz));
  float r = max(ring.w, 2.0 * pixel);
  float wide = r + 3.0 * pixel;
  vAt = at.xy * wide / r;
  vFirst = at.z;
  vWidth = 2.5 * pixel / r;
  p.xy += wide * at.xy;
  gl_Position = projectionMatrix * p;
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;
uniform vec3 uMark;
in vec2 vAt;
flat in float vFirst, vWidth;
out vec4 fragment;
void main() {
  float off = abs(length(vAt) - 1.0);
  if (off > vWidth) discard;
  fragment = vec4(uMark, vFirst > 0.5 ? 1.0 : 0.6);
}
`;

const CORNERS = [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]];

export class Rings {
  constructor(shared) {
    this.uniforms = { ...shared, uMark: { value: new Color(1, 0.4, 0.1) } };
    const material = new ShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms, transparent: true, depthTest: false, depthWrite: false });
    this.mesh = new Mesh(new BufferGeometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.renderOrder = 9;
  }

  addTo(scene) {
    scene.add(this.mesh);
  }

  // rows of the frame: the selected one with the other spheres of its clump, and those they touch; none: nothing is shown
  show(frame, chosen, partners, size) {
    const rows = [...chosen, ...partners.filter(row => !chosen.includes(row))];
    this.rows = rows;
    this.chosen = chosen.length;
    this.mesh.visible = rows.length > 0;
    if (!rows.length) return;
    const place = frame.data('position'), radius = frame.data('radius');
    const ring = new Float32Array(24 * rows.length), at = new Float32Array(18 * rows.length);
    rows.forEach((row, k) => CORNERS.forEach(([x, y], c) => {
      ring.set([place[3 * row], place[3 * row + 1], place[3 * row + 2], radius[row] * size], 4 * (6 * k + c));
      at.set([x, y, k < chosen.length ? 1 : 0], 3 * (6 * k + c));
    }));
    this.mesh.geometry.dispose();
    this.mesh.geometry = new BufferGeometry();
    this.mesh.geometry.setAttribute('ring', new BufferAttribute(ring, 4));
    this.mesh.geometry.setAttribute('at', new BufferAttribute(at, 3));
    this.mesh.geometry.setDrawRange(0, 6 * rows.length);
  }
}
