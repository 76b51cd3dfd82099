// SPDX-License-Identifier: Apache-2.0
// What the shaders of spheres, links and surfaces have in common: one light, one section plane, one way to write depth.

// Light in view space, so that a scene is lit from over the reader's shoulder wherever the camera stands.
export const LIGHT = /* glsl */ `
vec3 shade(vec3 color, vec3 n, vec3 toEye) {
  vec3 key = normalize(vec3(-0.40, 0.62, 0.70));
  float facing = max(dot(n, toEye), 0.0);
  float lambert = max(dot(n, key) * 0.75 + 0.25, 0.0);
  float sky = 0.5 + 0.5 * dot(n, vec3(0.0, 1.0, 0.0));
  float rim = mix(0.62, 1.0, smoothstep(0.0, 0.55, facing));
  float mirror = max(dot(n, normalize(key + toEye)), 0.0);
  mirror *= mirror;
  mirror *= mirror;
  mirror *= mirror;
  mirror *= mirror;
  float gloss = mirror * mirror * mirror * 0.16;
  return color * rim * (0.34 + 0.14 * sky + 0.62 * lambert) + gloss;
}
`;

// Planes of the section in view space. Inside is where dot(uClip[k].xyz, p) <= uClip[k].w for all of them; what is outside is cut away, or, where
// a piece is taken out, what is inside. cutFace: where a ray that meets a sphere in what is cut away first meets what is left, and its normal.
export const CLIP = /* glsl */ `
uniform vec4 uClip[6];
uniform int uClips;
uniform bool uCarve;
bool cutAway(vec3 p) {
  bool inside = true;
  for (int k = 0; k < 6; k++) if (k < uClips && dot(uClip[k].xyz, p) > uClip[k].w) inside = false;
  return uClips > 0 && inside == uCarve;
}
float cutFace(vec3 origin, vec3 direction, out vec3 normal) {
  float from = -1e30, to = 1e30;
  vec3 enter = vec3(0.0), leave = vec3(0.0);
  for (int k = 0; k < 6; k++) {
    if (k >= uClips) break;
    float slope = dot(uClip[k].xyz, direction), height = dot(uClip[k].xyz, origin) - uClip[k].w;
    if (slope < 0.0 && -height / slope > from) { from = -height / slope; enter = uClip[k].xyz; }
    if (slope > 0.0 && -height / slope < to) { to = -height / slope; leave = uClip[k].xyz; }
    if (slope == 0.0 && height > 0.0) to = -1e30;
  }
  normal = uCarve ? -leave : enter;
  return uCarve ? to : from > to ? 1e30 : from;
}
`;

export const DEPTH = /* glsl */ `
void writeDepth(vec3 p) {
  vec4 clip = projectionMatrix * vec4(p, 1.0);
  gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
}
`;

// Ray from the eye through a point of view space, for both kinds of camera.
export const RAY = /* glsl */ `
uniform bool uOrthographic;
void ray(vec3 through, out vec3 origin, out vec3 direction) {
  origin = uOrthographic ? vec3(through.xy, 0.0) : vec3(0.0);
  direction = uOrthographic ? vec3(0.0, 0.0, -1.0) : normalize(through);
}
`;
