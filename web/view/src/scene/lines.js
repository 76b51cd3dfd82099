// SPDX-License-Identifier: Apache-2.0
// Lines and flat pieces that are drawn over the scene: trajectories, rulers, planes. Each has a name and can be changed or taken away.
import { BufferAttribute, BufferGeometry, Color, DoubleSide, GLSL3, Group, LineSegments, Mesh, ShaderMaterial } from 'three';

const VERTEX = 'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }';
const FRAGMENT = 'precision highp float; uniform vec3 uColor; uniform float uOpacity; out vec4 fragment; void main() { fragment = vec4(uColor, uOpacity); }';

const material = (over, transparent) => new ShaderMaterial({
  glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms: { uColor: { value: new Color() }, uOpacity: { value: 1 } },
  side: DoubleSide, transparent, depthTest: !over, depthWrite: false,
});

export class Lines {
  constructor() {
    this.group = new Group();
    this.parts = new Map();
  }

  addTo(scene) {
    scene.add(this.group);
  }

  put(name, object, points, color, opacity) {
    object.geometry.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
    object.material.uniforms.uColor.value.set(color);
    object.material.uniforms.uOpacity.value = opacity;
    object.frustumCulled = false;
    this.group.add(object);
    this.parts.set(name, object);
  }

  // points: pairs of ends [6 n]; over: seen through what stands before it
  set(name, points, { color = '#d1530b', opacity = 1, over = true } = {}) {
    this.remove(name);
    const object = new LineSegments(new BufferGeometry(), material(over, opacity < 1));
    object.renderOrder = 8;
    this.put(name, object, points, color, opacity);
  }

  // corners of triangles [9 n]
  fill(name, points, { color = '#d1530b', opacity = 0.25 } = {}) {
    this.remove(name);
    const object = new Mesh(new BufferGeometry(), material(false, true));
    object.renderOrder = 6;
    this.put(name, object, points, color, opacity);
  }

  remove(name) {
    const old = this.parts.get(name);
    if (!old) return;
    old.geometry.dispose();
    old.material.dispose();
    this.group.remove(old);
    this.parts.delete(name);
  }

  removeAll(prefix) {
    for (const name of [...this.parts.keys()]) if (name.startsWith(prefix)) this.remove(name);
  }
}
