// SPDX-License-Identifier: Apache-2.0
// Force chains: a round bar from centre to centre for every contact, as wide as its force, one draw call for all. A bar
// is a strip that faces the eye and is shaded as a cylinder.
import { BufferAttribute, DynamicDrawUsage, GLSL3, InstancedBufferAttribute, InstancedBufferGeometry, Mesh, ShaderMaterial, Color } from 'three';
import { CLIP, LIGHT } from './shading.js';

const VERTEX = /* glsl */ `
in vec2 corner;
in vec3 first;
in vec3 second;
in float force;
uniform float uWidth, uScale, uThreshold, uPixel;
uniform bool uOrthographic;
out vec3 vPoint;
out float vAcross;
flat out vec3 vSide, vFront;
flat out float vStrength;
void main() {
  vec3 a = (modelViewMatrix * vec4(first, 1.0)).xyz, b = (modelViewMatrix * vec4(second, 1.0)).xyz;
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
  gl_Position = strength < uThreshold ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * vec4(vPoint, 1.0);
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

export class Links {
  constructor(shared) {
    this.capacity = 0;
    this.uniforms = {
      ...shared,
      uWidth: { value: 0 },
      uScale: { value: 1 },
      uThreshold: { value: 0 },
      uWeak: { value: new Color(0.93, 0.70, 0.35) },
      uStrong: { value: new Color(0.80, 0.12, 0.10) },
      uPull: { value: new Color(0.20, 0.45, 0.85) },
    };
    this.material = new ShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: this.uniforms, side: 2 });
    this.mesh = new Mesh(undefined, this.material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.renderOrder = 0;
  }

  addTo(scene) {
    scene.add(this.mesh);
  }

  reserve(count) {
    if (count <= this.capacity) return;
    this.capacity = Math.max(64, Math.ceil(count * 1.25));
    this.mesh.geometry?.dispose();
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(12), 3));
    geometry.setAttribute('corner', new BufferAttribute(new Float32Array([-1, -1, 1, -1, 1, 1, -1, 1]), 2));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    for (const [name, width] of [['first', 3], ['second', 3], ['force', 1]]) {
      const attribute = new InstancedBufferAttribute(new Float32Array(width * this.capacity), width);
      attribute.setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
    }
    this.mesh.geometry = geometry;
  }

  // Ends of the bars from the positions of the frame. A link across a periodic box, longer than `longest`, is left out.
  setFrame(frame, longest) {
    const pairs = frame.data('chain'), forces = frame.data('chain_force'), at = frame.data('position');
    const count = pairs && forces ? forces.length : 0;
    this.reserve(Math.max(1, count));
    const [first, second, force] = ['first', 'second', 'force'].map(name => this.mesh.geometry.getAttribute(name));
    let kept = 0;
    for (let k = 0; k < count; k++) {
      const i = 3 * pairs[2 * k], j = 3 * pairs[2 * k + 1];
      if (Math.abs(at[i] - at[j]) > longest || Math.abs(at[i + 1] - at[j + 1]) > longest || Math.abs(at[i + 2] - at[j + 2]) > longest) continue;
      for (let c = 0; c < 3; c++) {
        first.array[3 * kept + c] = at[i + c];
        second.array[3 * kept + c] = at[j + c];
      }
      force.array[kept++] = forces[k];
    }
    for (const attribute of [first, second, force]) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, kept * attribute.itemSize);
      attribute.needsUpdate = true;
    }
    this.mesh.geometry.instanceCount = kept;
  }

  // Bars of force `top` are `width` thick (half their diameter) [m]; those below the part `threshold` of it are hidden.
  setScale(top, width, threshold) {
    this.uniforms.uScale.value = top > 0 ? 1 / top : 0;
    this.uniforms.uWidth.value = width;
    this.uniforms.uThreshold.value = threshold;
  }
}
