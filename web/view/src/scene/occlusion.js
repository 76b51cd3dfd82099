// SPDX-License-Identifier: Apache-2.0
// Ambient occlusion: what lies in a narrow place gets less light. The scene is drawn into a texture with its depths; from these a second pass finds how
// much of the surroundings of each point is filled, a third smooths that over 4 x 4 pixels of like depth and darkens the picture by it.
import { BufferAttribute, BufferGeometry, DepthTexture, FloatType, GLSL3, Mesh, NearestFilter, OrthographicCamera, RedFormat, Scene, ShaderMaterial, UnsignedByteType, Vector2, WebGLRenderTarget, Matrix4 } from 'three';

const STRENGTH = 2.4, DARKEST = 0.25;

const PLACES = /* glsl */ `
precision highp float;
uniform highp sampler2D uDepth;
uniform mat4 uInverse; // of the projection
vec3 placeOf(ivec2 pixel, ivec2 size) {
  float depth = texelFetch(uDepth, clamp(pixel, ivec2(0), size - 1), 0).r;
  vec4 p = uInverse * vec4(2.0 * (vec2(pixel) + 0.5) / vec2(size) - 1.0, 2.0 * depth - 1.0, 1.0);
  return p.xyz / p.w;
}
`;

// After McGuire et al. (2011): samples on a spiral around the pixel, each weighed by its height over the tangent plane and its distance.
const FILLED = /* glsl */ `
${PLACES}
uniform float uReach, uPixel; // how far one looks; size of a pixel at distance 1 (or anywhere, without perspective)
uniform bool uOrthographic;
uniform int uSamples;
out vec4 fragment;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy), size = textureSize(uDepth, 0);
  if (texelFetch(uDepth, here, 0).r >= 1.0) { fragment = vec4(1.0); return; }
  vec3 p = placeOf(here, size);
  vec3 r = placeOf(here + ivec2(1, 0), size) - p, l = p - placeOf(here - ivec2(1, 0), size);
  vec3 u = placeOf(here + ivec2(0, 1), size) - p, d = p - placeOf(here - ivec2(0, 1), size);
  vec3 n = normalize(cross(abs(r.z) < abs(l.z) ? r : l, abs(u.z) < abs(d.z) ? u : d));
  float far = uOrthographic ? 1.0 : -p.z;
  float disk = min(uReach / (uPixel * far), 0.25 * float(size.y)); // [pixel]
  if (disk < 1.5) { fragment = vec4(1.0); return; }
  float turn = 6.2831853 * fract(52.9829189 * fract(dot(vec2(here & 3), vec2(0.06711056, 0.00583715)) * 37.0));
  float sum = 0.0;
  for (int k = 0; k < 16; k++) {
    if (k >= uSamples) break;
    float part = (float(k) + 0.5) / float(uSamples), angle = turn + 2.3999632 * float(k) * 3.0;
    vec3 v = placeOf(here + ivec2(round(disk * part * vec2(cos(angle), sin(angle)))), size) - p;
    float near = max(0.0, 1.0 - dot(v, v) / (uReach * uReach));
    sum += near * max(0.0, dot(v, n) - 0.02 * uReach) / (length(v) + 0.02 * uReach);
  }
  fragment = vec4(max(0.0, 1.0 - ${STRENGTH.toFixed(2)} * 2.0 * sum / float(uSamples)));
}
`;

const DARKENED = /* glsl */ `
${PLACES}
uniform sampler2D uPicture, uLight;
out vec4 fragment;
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy), size = textureSize(uDepth, 0);
  vec4 color = texelFetch(uPicture, here, 0);
  if (texelFetch(uDepth, here, 0).r >= 1.0) { fragment = vec4(color.rgb, 1.0); return; }
  float own = placeOf(here, size).z, sum = 0.0, weight = 0.0, step_ = abs(placeOf(here + ivec2(2, 0), size).z - own) + abs(placeOf(here + ivec2(0, 2), size).z - own);
  for (int y = -2; y < 2; y++) {
    for (int x = -2; x < 2; x++) {
      ivec2 there = here + ivec2(x, y);
      float w = abs(placeOf(there, size).z - own) <= 2.0 * step_ + 1e-30 ? 1.0 : 0.05;
      sum += w * texelFetch(uLight, clamp(there, ivec2(0), size - 1), 0).r;
      weight += w;
    }
  }
  fragment = vec4(color.rgb * mix(${DARKEST.toFixed(2)}, 1.0, sum / weight), 1.0);
}
`;

function pass(fragmentShader, uniforms) {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const mesh = new Mesh(geometry, new ShaderMaterial({ glslVersion: GLSL3, uniforms, vertexShader: 'void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }', fragmentShader, depthTest: false, depthWrite: false }));
  mesh.frustumCulled = false;
  const scene = new Scene();
  scene.add(mesh);
  return scene;
}

export class Occlusion {
  // smooth: several samples a pixel
  constructor({ smooth, shared }) {
    this.picture = new WebGLRenderTarget(1, 1, { samples: smooth ? 4 : 0, depthTexture: new DepthTexture(1, 1, FloatType), minFilter: NearestFilter, magFilter: NearestFilter });
    this.light = new WebGLRenderTarget(1, 1, { format: RedFormat, type: UnsignedByteType, depthBuffer: false, minFilter: NearestFilter, magFilter: NearestFilter });
    const common = { uDepth: { value: this.picture.depthTexture }, uInverse: { value: new Matrix4() } };
    this.uniforms = { ...common, uReach: { value: 1 }, uPixel: { value: 1 }, uOrthographic: shared.uOrthographic, uSamples: { value: smooth ? 16 : 9 } };
    this.find = pass(FILLED, this.uniforms);
    this.darken = pass(DARKENED, { ...common, uPicture: { value: this.picture.texture }, uLight: { value: this.light.texture } });
    this.eye = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
    this.size = new Vector2();
  }

  // Draws the scene onto the canvas. reach: how far one looks around a point; pixel: size of a CSS pixel at distance 1
  draw(renderer, scene, camera, { reach, pixel }) {
    const { x, y } = renderer.getDrawingBufferSize(this.size);
    if (this.picture.width !== x || this.picture.height !== y) for (const target of [this.picture, this.light]) target.setSize(x, y);
    this.uniforms.uInverse.value.copy(camera.projectionMatrixInverse);
    this.uniforms.uReach.value = reach;
    this.uniforms.uPixel.value = pixel / renderer.getPixelRatio();
    for (const [target, what, eye] of [[this.picture, scene, camera], [this.light, this.find, this.eye], [null, this.darken, this.eye]]) {
      renderer.setRenderTarget(target);
      renderer.render(what, eye);
    }
  }
}
