// SPDX-License-Identifier: Apache-2.0
// Meshes and primitive walls: flat-shaded surfaces with their sharp edges drawn, translucent on request.
import { Box3, BufferAttribute, BufferGeometry, Color, GLSL3, Group, LineSegments, Matrix4, Mesh, ShaderMaterial, DoubleSide } from 'three';
import { CLIP, LIGHT } from './shading.js';
import { sharpEdges } from '../data/edges.js';
import { wallSurface } from '../data/walls.js';

const VERTEX = /* glsl */ `
out vec3 vPoint;
void main() {
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
uniform bool uOrthographic;
in vec3 vPoint;
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
  fragment = vec4(shade(uColor, normal, toEye), alpha);
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
    };
    const common = { glslVersion: GLSL3, vertexShader: VERTEX, uniforms: this.uniforms };
    this.face = new ShaderMaterial({ ...common, fragmentShader: FACE, side: DoubleSide, transparent: true, depthWrite: false });
    this.line = new ShaderMaterial({ ...common, fragmentShader: LINE, transparent: true, depthWrite: false });
    this.parts = new Map();
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
    const face = new Mesh(faces, this.face), line = new LineSegments(edges, this.line);
    face.renderOrder = 4;
    line.renderOrder = 5;
    part.add(face, line);
    part.matrixAutoUpdate = false;
    this.group.add(part);
    this.parts.set(name, part);
  }

  remove(name) {
    const part = this.parts.get(name);
    if (!part) return;
    for (const child of part.children) child.geometry.dispose();
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

  // kind: 'mesh' or 'wall'
  show(kind, visible) {
    for (const [name, part] of this.parts) if (name.startsWith(`${kind}:`)) part.visible = visible;
  }

  setOpacity(opacity) {
    this.uniforms.uOpacity.value = opacity;
    this.face.depthWrite = opacity >= 1;
    this.face.transparent = opacity < 1;
    this.face.needsUpdate = true;
  }
}
