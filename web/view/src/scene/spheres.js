// SPDX-License-Identifier: Apache-2.0
// All particles in one draw call: a square for each, on which the fragment shader casts a ray at the true sphere. Depth is
// that of the sphere, and a section plane leaves flat, filled cuts. The squares touch their spheres in front: nothing that is drawn on
// a square lies before it, so that a graphics processor that is told so (EXT_conservative_depth) leaves hidden spheres out unshaded.
import { Color, DataTexture, GLSL3, LinearFilter, Mesh, NearestFilter, RawShaderMaterial, RGBAFormat } from 'three';
import { CLIP, DEPTH, LIGHT, RAY } from './shading.js';
import { LEVELS } from '../data/colors.js';
import { ROWS, Squares, Table } from './table.js';

const VERTEX = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 modelViewMatrix, projectionMatrix;
uniform highp sampler2D uPlaces; // x, y, z, radius; hidden types have radius 0
uniform highp sampler2D uValues;
uniform highp sampler2D uTurns; // quaternions: x, y, z, w
uniform bool uTurned;
uniform float uSize, uPixel;
uniform bool uOrthographic;
${ROWS}
flat out float vPixel;
flat out vec3 vCenter;
flat out float vRadius, vValue;
flat out int vRow;
flat out vec4 vTurn;
out vec3 vPoint;
void main() {
  int row = rowHere();
  vec2 corner = cornerHere();
  vec4 place = tableAt(uPlaces, row);
  vec3 c = (modelViewMatrix * vec4(place.xyz, 1.0)).xyz;
  float far = uOrthographic ? 1.0 : length(c);
  float pixel = uPixel * far;
  float r = max(place.w * uSize, 0.6 * pixel);
  vPixel = pixel;
  vCenter = c;
  vRadius = r;
  vValue = tableAt(uValues, row).r;
  vRow = row;
  vTurn = uTurned ? tableAt(uTurns, row) : vec4(0.0);
  vec3 toEye = uOrthographic ? vec3(0.0, 0.0, 1.0) : -c / max(far, 1e-30);
  vec3 side = normalize(cross(vec3(0.0, 1.0, 0.0), toEye) + vec3(1e-9, 0.0, 0.0));
  vec3 up = cross(toEye, side);
  float front = uOrthographic ? 1.0 : max(far - 1.0005 * r, 0.02 * r); // where the square stands
  float reach = uOrthographic ? r + pixel : front * (r / sqrt(max(far * far - r * r, 0.04 * r * r)) + uPixel);
  vec3 middle = uOrthographic ? c + vec3(0.0, 0.0, 1.0005 * r) : -front * toEye;
  vPoint = middle + reach * (corner.x * side + corner.y * up);
  gl_Position = place.w <= 0.0 ? vec4(2.0, 2.0, 2.0, 1.0) : projectionMatrix * vec4(vPoint, 1.0);
}
`;

const BEHIND_SQUARE = `#extension GL_EXT_conservative_depth : enable
precision highp float;
layout (depth_greater) out float gl_FragDepth;
`;

const FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 projectionMatrix, viewMatrix;
uniform sampler2D uColors;
uniform bool uTurned;
uniform vec2 uRange;
uniform bool uCategories, uLogarithmic;
uniform float uOpacity, uDim;
uniform int uSelected;
uniform vec3 uMark, uPlain;
uniform bool uColored, uSmooth; // smooth: edges by coverage, where the canvas has several samples a pixel
flat in float vPixel;
flat in vec3 vCenter;
flat in float vRadius, vValue;
flat in int vRow;
flat in vec4 vTurn;
in vec3 vPoint;
out vec4 fragment;
${LIGHT}${CLIP}${DEPTH}${RAY}
vec3 colorOf(float v) {
  if (!uColored) return uPlain;
  if (uCategories) return texture(uColors, vec2((mod(v, ${LEVELS}.0) + 0.5) / ${LEVELS}.0, 0.5)).rgb;
  float t = uLogarithmic ? (log(max(v, 1e-37)) - log(uRange.x)) / (log(uRange.y) - log(uRange.x)) : (v - uRange.x) / (uRange.y - uRange.x);
  return texture(uColors, vec2(clamp(t, 0.0, 1.0) * ${LEVELS - 1}.0 / ${LEVELS}.0 + 0.5 / ${LEVELS}.0, 0.5)).rgb;
}
// Eighths of a sphere, light and dark in turn, as they have turned with it.
float marked(vec3 normal) {
  vec3 n = transpose(mat3(viewMatrix)) * normal;
  vec3 b = n + 2.0 * cross(-vTurn.xyz, cross(-vTurn.xyz, n) + vTurn.w * n); // turned back
  vec3 side = clamp(b * vRadius / vPixel, -1.0, 1.0);
  return 0.5 - 0.5 * side.x * side.y * side.z;
}
void main() {
  vec3 origin, direction;
  ray(vPoint, origin, direction);
  float along = dot(vCenter - origin, direction);
  vec3 off = vCenter - (origin + along * direction);
  float miss = length(off);
  float cover = clamp((vRadius - miss) / vPixel + 0.5, 0.0, 1.0);
  if (cover <= (uSmooth ? 0.0 : 0.5)) discard;
  float half_ = sqrt(max(vRadius * vRadius - miss * miss, 0.0));
  vec3 hit = origin + (along - half_) * direction;
  vec3 normal = normalize(hit - vCenter + direction * 1e-6 * vRadius);
  bool cut = false;
  if (cutAway(hit)) {
    vec3 face;
    float t = cutFace(origin, direction, face);
    if (t > along + half_ || t < along - half_) discard;
    hit = origin + t * direction;
    normal = normalize(face);
    cut = true;
  }
  vec3 color = colorOf(vValue);
  if (uTurned && !cut && dot(vTurn, vTurn) > 0.5) color *= mix(1.0, 0.62, marked(normal));
  vec3 lit = cut ? mix(color, vec3(0.5), 0.12) * 0.86 : shade(color, normal, -direction);
  if (!cut) lit = mix(color * 0.82, lit, smoothstep(0.5, 4.0, vRadius / vPixel)); // spheres of a pixel or two would glitter
  lit = mix(lit, vec3(dot(lit, vec3(0.3, 0.59, 0.11))), 0.75 * uDim); // grey behind force chains
  if (vRow == uSelected) lit = mix(lit, uMark, smoothstep(0.66, 0.80, miss / vRadius));
  writeDepth(hit);
  fragment = vec4(lit, uOpacity < 1.0 ? uOpacity : cover);
}
`;

export function makeTexture(bytes, filter) {
  const texture = new DataTexture(bytes, LEVELS, 1, RGBAFormat);
  texture.magFilter = filter;
  texture.minFilter = filter;
  texture.needsUpdate = true;
  return texture;
}

export class Spheres {
  // smooth: the canvas has several samples a pixel; depth: EXT_conservative_depth is there
  constructor(shared, { smooth, depth }) {
    this.smooth = smooth;
    this.places = new Table(4);
    this.values = new Table(1);
    this.turns = new Table(4);
    this.geometry = new Squares();
    this.types = 0xffffffff;
    this.mask = null; // [rows of the frame] 0: hidden
    this.uniforms = {
      ...shared,
      uPlaces: this.places.uniform,
      uValues: this.values.uniform,
      uTurns: this.turns.uniform,
      uTurned: { value: false },
      uSize: { value: 1 },
      uColors: { value: null },
      uRange: { value: [0, 1] },
      uCategories: { value: false },
      uLogarithmic: { value: false },
      uColored: { value: true },
      uSmooth: { value: smooth },
      uOpacity: { value: 1 },
      uDim: { value: 0 },
      uSelected: { value: -1 },
      uMark: { value: new Color(1, 0.4, 0.1) },
      uPlain: { value: new Color(0.6, 0.64, 0.7) },
    };
    const fragmentShader = (depth ? BEHIND_SQUARE : '') + FRAGMENT;
    this.material = new RawShaderMaterial({ glslVersion: GLSL3, vertexShader: VERTEX, fragmentShader, uniforms: this.uniforms, alphaToCoverage: smooth });
    // Translucent spheres: their nearest surfaces first into the depth buffer alone, so that only these are blended.
    this.depthOnly = this.material.clone();
    this.depthOnly.uniforms = this.uniforms;
    this.depthOnly.colorWrite = false;
    this.depthOnly.alphaToCoverage = false;
    this.mesh = new Mesh(this.geometry, this.material);
    this.before = new Mesh(this.geometry, this.depthOnly);
    for (const mesh of [this.mesh, this.before]) mesh.frustumCulled = false;
    this.mesh.renderOrder = 2;
    this.before.renderOrder = 1;
    this.before.visible = false;
  }

  addTo(scene) {
    scene.add(this.mesh, this.before);
  }

  setFrame(frame) {
    this.frame = frame;
    this.geometry.setRows(frame.count);
    this.places.reserve(frame.count);
    this.values.reserve(frame.count);
    this.setTypes(this.types);
  }

  // bit k of `types`: particles of type k are shown; types from 31 on share the last bit
  setTypes(types) {
    this.types = types;
    const at = this.frame?.data('position'), radii = this.frame?.data('radius'), kinds = this.frame?.data('type');
    if (!at || !radii) return;
    const { data } = this.places;
    for (let i = 0, k = 0; i < this.frame.count; i++) {
      data[k++] = at[3 * i];
      data[k++] = at[3 * i + 1];
      data[k++] = at[3 * i + 2];
      data[k++] = (!kinds || (types >>> Math.min(31, kinds[i])) & 1) && (!this.mask || this.mask[i]) ? radii[i] : 0;
    }
    this.places.changed();
  }

  // How they have turned: four numbers for each, w x y z, or null.
  setTurns(turns) {
    this.uniforms.uTurned.value = turns !== null;
    if (!turns) return;
    this.turns.reserve(this.frame.count);
    const { data } = this.turns;
    for (let i = 0; i < 4 * this.frame.count; i += 4) {
      data[i] = turns[i + 1];
      data[i + 1] = turns[i + 2];
      data[i + 2] = turns[i + 3];
      data[i + 3] = turns[i];
    }
    this.turns.changed();
  }

  // Values to colour by: a number for each particle, or null for one plain colour.
  setValues(values) {
    this.uniforms.uColored.value = values !== null;
    if (!values) return;
    this.values.data.set(values);
    this.values.changed();
  }

  setColors(bytes, categories) {
    this.uniforms.uColors.value?.dispose();
    this.uniforms.uColors.value = makeTexture(bytes, categories ? NearestFilter : LinearFilter);
    this.uniforms.uCategories.value = categories;
  }

  setOpacity(opacity) {
    const clear = opacity < 1;
    this.uniforms.uOpacity.value = opacity;
    this.before.visible = clear && this.mesh.visible;
    if (this.material.transparent !== clear) {
      this.material.transparent = clear;
      this.material.alphaToCoverage = this.smooth && !clear;
      this.uniforms.uSmooth.value = this.smooth && !clear;
      this.material.needsUpdate = true;
    }
  }

  show(visible) {
    this.mesh.visible = visible;
    this.before.visible = visible && this.uniforms.uOpacity.value < 1;
  }
}
