// SPDX-License-Identifier: Apache-2.0
// Meshes and primitive walls: flat-shaded surfaces with their sharp edges drawn, translucent on request.
import { Box3, BufferAttribute, BufferGeometry, Color, GLSL3, Group, LinearFilter, LineSegments, Matrix4, Mesh, ShaderMaterial, DoubleSide } from 'three';
import { CLIP, LIGHT } from './shading.js';
import { makeTexture } from './spheres.js';
import { sharpEdges } from '../data/edges.js';
import { wallSurface } from '../data/walls.js';

const VERTEX = /* glsl */ `
in float load; // what particles do to the triangle; below 0: unknown
out vec3 vPoint;
flat out float vLoad;
void main() {
  vLoad = load;
  vec4 p = modelViewMatrix * vec4(position, 1.0);
  vPoint = p.xyz;
  gl_Position = projectionMatrix * p;
}
`;

const FACE = /* glsl */ `
precision highp float;
uniform vec3 uColor;
uniform float uOpacity;
uniform vec2 uMiddle; // depth of the middle of the scene and half its extent, along the view
uniform bool uOrthographic, uLoaded;
uniform sampler2D uLoadColors;
uniform vec2 uLoadRange;
in vec3 vPoint;
flat in float vLoad;
out vec4 fragment;
${LIGHT}${CLIP}
void main() {
  if (cutAway(vPoint)) discard;
  vec3 normal = normalize(cross(dFdx(vPoint), dFdy(vPoint)));
  vec3 toEye = uOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-vPoint);
  if (dot(normal, toEye) < 0.0) normal = -normal;
  float grazing = 1.0 - abs(dot(normal, toEye));
  float behind = smoothstep(-0.25, 0.35, (uMiddle.x - vPoint.z) / uMiddle.y); // translucent walls fade where they stand before the grains
  float alpha = uOpacity < 1.0 ? mix(uOpacity, min(1.0, uOpacity * 2.2), grazing * grazing) * mix(0.3, 1.0, behind) : 1.0;
  vec3 color = uColor;
  if (uLoaded && vLoad >= 0.0) { // the more there is the less one sees through it
    float t = clamp((vLoad - uLoadRange.x) / (uLoadRange.y - uLoadRange.x), 0.0, 1.0);
    color = texture(uLoadColors, vec2(t * 255.0 / 256.0 + 0.5 / 256.0, 0.5)).rgb;
    alpha = mix(max(alpha, 0.35), 1.0, smoothstep(0.0, 0.2, t));
  }
  fragment = vec4(shade(color, normal, toEye), alpha);
}
`;

const LINE = /* glsl */ `
precision highp float;
uniform vec3 uLine;
uniform float uLineOpacity;
in vec3 vPoint;
out vec4 fragment;
${CLIP}
void main() {
  if (cutAway(vPoint)) discard;
  fragment = vec4(uLine, uLineOpacity);
}
`;

export class Surfaces {
  constructor(shared) {
    this.group = new Group();
    this.uniforms = {
      ...shared,
      uColor: { value: new Color(0.62, 0.66, 0.72) },
      uOpacity: { value: 0.25 },
      uLine: { value: new Color(0.3, 0.34, 0.4) },
      uLineOpacity: { value: 0.4 },
      uLoadColors: { value: null },
      uLoadRange: { value: [0, 1] },
    };
    this.line = new ShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX, uniforms: this.uniforms, fragmentShader: LINE, transparent: true, depthWrite: false });
    this.parts = new Map();
    this.looks = {}; // by name of a part: {visible, opacity, color}, where a reader has chosen
    this.kinds = { mesh: true, wall: true };
  }

  // Colour and opacity are a part's own where a reader has chosen them.
  makeFace() {
    const uniforms = { ...this.uniforms, uOpacity: { value: 1 }, uLoaded: { value: false } };
    return new ShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX, uniforms, fragmentShader: FACE, side: DoubleSide, transparent: true, depthWrite: false });
  }

  addTo(scene) {
    scene.add(this.group);
  }

  put(name, vertices) {
    this.remove(name);
    const corners = new BufferAttribute(new Float32Array(vertices), 3);
    const faces = new BufferGeometry();
    faces.setAttribute('position', corners);
    const edges = new BufferGeometry();
    edges.setAttribute('position', corners);
    edges.setIndex(new BufferAttribute(sharpEdges(vertices), 1));
    const part = new Group();
    const face = new Mesh(faces, this.makeFace()), line = new LineSegments(edges, this.line);
    face.renderOrder = 4;
    line.renderOrder = 5;
    part.add(face, line);
    part.matrixAutoUpdate = false;
    this.group.add(part);
    this.parts.set(name, part);
    this.dress(name, part);
  }

  remove(name) {
    const part = this.parts.get(name);
    if (!part) return;
    for (const child of part.children) child.geometry.dispose();
    part.children[0].material.dispose();
    this.group.remove(part);
    this.parts.delete(name);
  }

  // Corners that came with this frame, and where each mesh stands.
  setFrame(frame) {
    for (const [name, vertices] of frame.meshes()) this.put(`mesh:${name}`, vertices);
    const present = new Set();
    for (const { name, pose } of frame.header.meshes ?? []) {
      present.add(`mesh:${name}`);
      const part = this.parts.get(`mesh:${name}`);
      if (!part || !pose) continue;
      part.matrix.copy(new Matrix4().fromArray(pose));
      part.matrixWorldNeedsUpdate = true;
    }
    for (const name of [...this.parts.keys()]) if (name.startsWith('mesh:') && !present.has(name)) this.remove(name);
  }

  setWalls(walls, box, origin) {
    for (const name of [...this.parts.keys()]) if (name.startsWith('wall:')) this.remove(name);
    for (const wall of walls) this.put(`wall:${wall.name}`, wallSurface(wall, box, origin));
  }

  // The box around all of them as they stand now.
  bounds() {
    const all = new Box3();
    for (const part of this.parts.values()) {
      const { geometry } = part.children[0];
      if (!geometry.boundingBox) geometry.computeBoundingBox();
      if (!geometry.boundingBox.isEmpty()) all.union(geometry.boundingBox.clone().applyMatrix4(part.matrix));
    }
    return all;
  }

  // The values of a field on the triangles of all meshes, one mesh after the other; null: none is shown.
  setLoads(frame, values) {
    let from = 0;
    for (const { name, triangles = 0 } of frame.header.meshes ?? []) {
      const part = this.parts.get(`mesh:${name}`);
      if (part) this.setLoadsOf(part, values?.subarray(from, from + triangles));
      from += triangles;
    }
  }

  setLoadsOf(part, values) {
    const [{ geometry, material }] = part.children;
    const known = Boolean(values?.length) && 3 * values.length === geometry.attributes.position.count && Number.isFinite(values[0]);
    material.uniforms.uLoaded.value = known;
    if (!known) return;
    if (!geometry.attributes.load) geometry.setAttribute('load', new BufferAttribute(new Float32Array(3 * values.length), 1));
    const { array } = geometry.attributes.load;
    for (let k = 0; k < array.length; k++) array[k] = values[(k / 3) | 0];
    geometry.attributes.load.needsUpdate = true;
  }

  setLoadColors(bytes) {
    this.uniforms.uLoadColors.value?.dispose();
    this.uniforms.uLoadColors.value = makeTexture(bytes, LinearFilter);
  }

  // kind: 'mesh' or 'wall'
  show(kind, visible) {
    this.kinds[kind] = visible;
    for (const [name, part] of this.parts) if (name.startsWith(`${kind}:`)) this.dress(name, part);
  }

  setOpacity(opacity) {
    this.uniforms.uOpacity.value = opacity;
    for (const [name, part] of this.parts) this.dress(name, part);
  }

  setLooks(looks) {
    this.looks = looks;
    for (const [name, part] of this.parts) this.dress(name, part);
  }

  dress(name, part) {
    const { visible = true, opacity = this.uniforms.uOpacity.value, color } = this.looks[name] ?? {};
    const { material } = part.children[0];
    part.visible = visible && this.kinds[name.split(':', 1)[0]];
    material.uniforms.uOpacity.value = opacity;
    material.uniforms.uColor = color ? { value: new Color(color) } : this.uniforms.uColor;
    material.depthWrite = opacity >= 1;
    if (material.transparent !== opacity < 1) material.needsUpdate = true;
    material.transparent = opacity < 1;
  }
}
