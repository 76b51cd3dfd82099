// SPDX-License-Identifier: Apache-2.0
// Force chains: a round bar from centre to centre for every contact, as wide as its force, one draw call for all. A bar
// is a strip that faces the eye and is shaded as a cylinder.
import { Color, DoubleSide, GLSL3, Mesh, ShaderMaterial } from 'three';
import { CLIP, LIGHT } from './shading.js';
import { ROWS, Squares, Table } from './table.js';

const VERTEX = /* glsl */ `
uniform highp sampler2D uPlaces; // of the particles
uniform highp sampler2D uLinks;  // row of the first, of the second, force
uniform float uWidth, uScale, uThreshold, uPixel, uLongest;
uniform bool uOrthographic;
out vec3 vPoint;
out float vAcross;
flat out vec3 vSide, vFront;
flat out float vStrength;
${ROWS}
void main() {
  vec4 link = tableAt(uLinks, rowHere());
  vec2 corner = cornerHere();
  float force = link.z;
  vec3 a = (modelViewMatrix * vec4(tableAt(uPlaces, int(link.x)).xyz, 1.0)).xyz, b = (modelViewMatrix * vec4(tableAt(uPlaces, int(link.y)).xyz, 1.0)).xyz;
  vec3 p = corner.y < 0.0 ? a : b;
  vec3 toEye = uOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-p);
  vec3 side = normalize(cross(b - a, toEye) + vec3(1e-20, 0.0, 0.0));
  float strength = abs(force) * uScale;
  float pixel = uPixel * (uOrthographic ? 1.0 : length(p));
  float wide = max(uWidth * sqrt(min(strength, 1.0)), 0.7 * pixel);
  vPoint = p + wide * corner.x * side;
  vAcross = corner.x;
  vSide = side;
  vFront = normalize(cross(side, b - a));
  vStrength = force < 0.0 ? -min(strength, 1.0) : min(strength, 1.0);
  gl_Position = strength < uThreshold || distance(a, b) > uLongest ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * vec4(vPoint, 1.0);
}
`;

const FRAGMENT = /* glsl */ `
precision highp float;
uniform vec3 uWeak, uStrong, uPull;
in vec3 vPoint;
in float vAcross;
flat in vec3 vSide, vFront;
flat in float vStrength;
out vec4 fragment;
${LIGHT}${CLIP}
void main() {
  if (cutAway(vPoint)) discard;
  vec3 front = dot(vFront, vPoint) > 0.0 ? -vFront : vFront;
  vec3 normal = normalize(vSide * vAcross + front * sqrt(max(1.0 - vAcross * vAcross, 0.0)));
  vec3 color = vStrength < 0.0 ? uPull : mix(uWeak, uStrong, sqrt(vStrength));
  fragment = vec4(shade(color, normal, front), 1.0);
}
`;

const WEAK = [0.93, 0.70, 0.35], STRONG = [0.80, 0.12, 0.10];

// Colour of a bar whose force is the part `strength` of the largest, as the shader mixes it.
export const chainColor = strength => `rgb(${WEAK.map((w, c) => Math.round(255 * (w + (STRONG[c] - w) * Math.sqrt(strength)))).join(', ')})`;

export class Links {
  // places: table of the particles
  constructor(shared, places) {
    this.links = new Table(4);
    this.geometry = new Squares();
    this.uniforms = {
      ...shared,
      uPlaces: places.uniform,
      uLinks: this.links.uniform,
      uWidth: { value: 0 },
      uScale: { value: 1 },
      uThreshold: { value: 0 },
      uLongest: { value: 1 },
      uWeak: { value: new Color(...WEAK) },
      uStrong: { value: new Color(...STRONG) },
      uPull: { value: new Color(0.20, 0.45, 0.85) },
    };
    this.material = new ShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms, side: DoubleSide });
    this.mesh = new Mesh(this.geometry, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.renderOrder = 0;
  }

  addTo(scene) {
    scene.add(this.mesh);
  }

  // Links longer than `longest` go round a periodic box and are left out.
  setFrame(frame, longest) {
    const pairs = frame.data('chain'), forces = frame.data('chain_force');
    const count = pairs && forces ? forces.length : 0;
    this.links.reserve(count);
    const { data } = this.links;
    for (let k = 0; k < count; k++) {
      data[4 * k] = pairs[2 * k];
      data[4 * k + 1] = pairs[2 * k + 1];
      data[4 * k + 2] = forces[k];
    }
    this.links.changed();
    this.geometry.setRows(count);
    this.uniforms.uLongest.value = longest;
  }

  // Bars of force `top` are `width` thick (half their diameter) [m]; those below the part `threshold` of it are hidden.
  setScale(top, width, threshold) {
    this.uniforms.uScale.value = top > 0 ? 1 / top : 0;
    this.uniforms.uWidth.value = width;
    this.uniforms.uThreshold.value = threshold;
  }
}
