// SPDX-License-Identifier: Apache-2.0
// The stage: renderer, cameras, what stands on it. Draws only when something changed.
import { Box3, Color, GLSL3, LineSegments, Mesh, BufferGeometry, BufferAttribute, OrthographicCamera, PerspectiveCamera, Raycaster, Scene, ShaderMaterial, Vector2, Vector3, Vector4, WebGLRenderer, ColorManagement, LinearSRGBColorSpace } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Arrows } from './arrows.js';
import { Lines } from './lines.js';
import { Spheres } from './spheres.js';
import { Links } from './links.js';
import { Occlusion } from './occlusion.js';
import { Rings } from './rings.js';
import { Surfaces } from './surfaces.js';

ColorManagement.enabled = false; // colours are what the maps say, untouched

// Where the camera looks from; the second vector is up.
const PRESETS = {
  iso: [[1, -1.6, 0.7], [0, 0, 1]],
  isoAlongX: [[1.6, -1, 0.6], [0, 0, 1]],
  front: [[0, -1, 0], [0, 0, 1]],
  back: [[0, 1, 0], [0, 0, 1]],
  left: [[-1, 0, 0], [0, 0, 1]],
  right: [[1, 0, 0], [0, 0, 1]],
  top: [[0, 0, 1], [0, 1, 0]],
  bottom: [[0, 0, -1], [0, 1, 0]],
};
export const VIEWS = ['iso', 'front', 'back', 'left', 'right', 'top', 'bottom']; // those a reader may ask for
const FIELD = 32; // degrees from top to bottom
const MARGIN = 1.1; // room around what is fitted
const scratch = { size: new Vector2(), center: new Vector3(), reach: new Vector3(), normal: new Vector3(), point: new Vector3() }; // drawing makes no garbage

// Does the browser draw without a graphics processor?
function drawsInSoftware() {
  const probe = document.createElement('canvas').getContext('webgl2');
  if (!probe) throw new Error('no WebGL 2');
  const more = probe.getExtension('WEBGL_debug_renderer_info');
  const name = String(probe.getParameter(more ? more.UNMASKED_RENDERER_WEBGL : probe.RENDERER));
  probe.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

// What is behind everything: a calm gradient in the colours of the page.
function backdrop() {
  const mesh = new Mesh(new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3)), new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: { uInner: { value: new Color() }, uOuter: { value: new Color() } },
    vertexShader: 'out vec2 at; void main() { at = position.xy; gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: `precision highp float; uniform vec3 uInner, uOuter; in vec2 at; out vec4 fragment;
      void main() { fragment = vec4(mix(uInner, uOuter, smoothstep(0.25, 1.5, length(at - vec2(0.0, 0.3)))), 1.0); }`,
    depthTest: false, depthWrite: false,
  }));
  mesh.frustumCulled = false;
  mesh.renderOrder = -10;
  return mesh;
}

function boxLines() {
  const lines = new LineSegments(new BufferGeometry(), new ShaderMaterial({
    glslVersion: GLSL3,
    uniforms: { uLine: { value: new Color(0.5, 0.55, 0.6) } },
    vertexShader: 'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: 'precision highp float; uniform vec3 uLine; out vec4 fragment; void main() { fragment = vec4(uLine, 0.7); }',
    transparent: true,
    depthWrite: false,
  }));
  lines.renderOrder = 3;
  lines.frustumCulled = false;
  return lines;
}

export class View {
  constructor(canvas) {
    this.canvas = canvas;
    this.software = drawsInSoftware();
    // Several samples a pixel smooth the edges; without a graphics processor they cost more than they give.
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.software, alpha: false, powerPreference: 'high-performance' });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;
    this.scene = new Scene();
    this.shared = { uClip: { value: Array.from({ length: 6 }, () => new Vector4(0, 0, 0, 1)) }, uClips: { value: 0 }, uCarve: { value: false }, uOrthographic: { value: false }, uPixel: { value: 1 }, uMiddle: { value: new Vector2(0, 1) } };
    this.spheres = new Spheres(this.shared, { smooth: this.renderer.getContextAttributes().antialias, depth: Boolean(this.renderer.getContext().getExtension('EXT_conservative_depth')) });
    this.links = new Links(this.shared, this.spheres.places);
    this.surfaces = new Surfaces(this.shared);
    this.rings = new Rings(this.shared);
    this.box = boxLines();
    this.arrows = new Arrows(this.shared);
    this.lines = new Lines();
    for (const part of [this.spheres, this.links, this.surfaces, this.rings, this.arrows, this.lines]) part.addTo(this.scene);
    this.backdrop = backdrop();
    this.scene.add(this.box, this.backdrop);
    this.perspective = new PerspectiveCamera(FIELD, 1, 0.01, 100);
    this.orthographic = new OrthographicCamera(-1, 1, 1, -1, 0.01, 100);
    this.camera = this.perspective;
    this.bounds = new Box3(new Vector3(0, 0, 0), new Vector3(1, 1, 1));
    this.clip = null; // {planes: [{normal, offset}], carve}
    this.covered = { top: 0, bottom: 0 }; // CSS pixels of the canvas that other things lie on
    this.afterDraw = () => {};
    this.onMove = () => {}; // the reader moves the camera
    this.draws = 0;
    this.occludes = false; // narrow places are darker
    this.reach = 1; // how far one looks for what narrows them
    this.makeControls();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    canvas.addEventListener('webglcontextrestored', () => this.draw());
    this.resize();
  }

  makeControls() {
    const target = this.controls?.target.clone();
    this.controls?.dispose();
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    if (target) this.controls.target.copy(target);
    this.controls.addEventListener('change', () => this.draw());
    this.controls.addEventListener('start', () => this.onMove());
  }

  // fixed: [width, height] in pixels of a film; without it as large as the page has it
  resize(fixed = null) {
    const { clientWidth, clientHeight } = this.canvas.parentElement;
    const [w, h] = fixed ?? [clientWidth, clientHeight];
    if (w === 0 || h === 0) return;
    const ratio = fixed ? 1 : Math.min(2, window.devicePixelRatio || 1);
    const size = this.renderer.getSize(scratch.size);
    if (fixed && size.x === w && size.y === h && this.renderer.getPixelRatio() === ratio) return;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(w, h, false);
    if (!fixed) this.draw();
  }

  // Asks for one drawing before the next repaint, however often it is called.
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.drawNow();
    });
  }

  drawNow() {
    this.aim();
    if (this.occludes) {
      this.occlusion ??= new Occlusion({ smooth: !this.software, shared: this.shared });
      this.occlusion.draw(this.renderer, this.scene, this.camera, { reach: this.reach, pixel: this.shared.uPixel.value });
    } else {
      this.renderer.render(this.scene, this.camera);
      this.makeOpaque();
    }
    this.draws++;
    this.afterDraw();
  }

  // Smooth edges leave their share in the alpha of the canvas, through which the page would shine.
  makeOpaque() {
    const gl = this.renderer.getContext();
    gl.colorMask(false, false, false, true);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.colorMask(true, true, true, true);
  }

  // Near and far planes close around the scene, the size of a pixel, the section in view space.
  aim() {
    const { camera, shared } = this;
    const size = this.renderer.getSize(scratch.size);
    const center = this.bounds.getCenter(scratch.center);
    const reach = 0.5 * this.bounds.getSize(scratch.reach).length() * 1.3 || 1;
    const away = camera.position.distanceTo(center);
    const aspect = size.x / size.y;
    camera.far = away + reach;
    if (camera.isPerspectiveCamera) {
      camera.near = Math.max(away - reach, camera.far * 1e-3);
      camera.aspect = aspect;
      shared.uPixel.value = (2 * Math.tan((FIELD * Math.PI) / 360)) / size.y;
    } else {
      camera.near = away - reach;
      camera.left = -camera.top * aspect;
      camera.right = camera.top * aspect;
      camera.bottom = -camera.top;
      shared.uPixel.value = (2 * camera.top) / camera.zoom / size.y;
    }
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    shared.uOrthographic.value = !camera.isPerspectiveCamera;
    shared.uMiddle.value.set(center.applyMatrix4(camera.matrixWorldInverse).z, reach);
    this.aimClip();
  }

  aimClip() {
    const { uClip, uClips, uCarve } = this.shared, planes = this.clip?.planes ?? [];
    uClips.value = planes.length;
    uCarve.value = Boolean(this.clip?.carve);
    planes.forEach((plane, k) => {
      const normal = scratch.normal.fromArray(plane.normal);
      const point = scratch.point.copy(normal).multiplyScalar(plane.offset).applyMatrix4(this.camera.matrixWorldInverse);
      normal.transformDirection(this.camera.matrixWorldInverse);
      uClip.value[k].set(normal.x, normal.y, normal.z, normal.dot(point));
    });
  }

  // lo, hi relative to the origin of the frames
  setBox(lo, hi) {
    const same = this.box.userData.key === `${lo},${hi}`;
    if (same) return;
    this.box.userData.key = `${lo},${hi}`;
    const corners = [];
    for (let axis = 0; axis < 3; axis++) {
      for (let k = 0; k < 4; k++) {
        const a = [0, 0, 0];
        a[(axis + 1) % 3] = k & 1;
        a[(axis + 2) % 3] = k >> 1;
        const b = a.slice();
        b[axis] = 1;
        for (const p of [a, b]) corners.push(...p.map((t, c) => (t ? hi[c] : lo[c])));
      }
    }
    this.box.geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
    this.bounds.set(new Vector3(...lo), new Vector3(...hi));
    this.draw();
  }

  // Points the camera from a preset (or as it stands) so that the box `focus` fills the picture.
  look(preset, focus = this.bounds) {
    const center = focus.getCenter(new Vector3());
    const direction = new Vector3();
    if (preset) {
      direction.set(...PRESETS[preset][0]).normalize();
      this.camera.up.set(...PRESETS[preset][1]);
      this.makeControls();
    } else {
      direction.copy(this.camera.position).sub(this.controls.target).normalize();
    }
    const { height, distance, shift } = this.room(focus, direction);
    center.sub(shift);
    this.controls.target.copy(center);
    this.orthographic.top = height;
    this.orthographic.zoom = 1;
    this.camera.position.copy(center).addScaledVector(direction, distance);
    this.camera.lookAt(center);
    this.controls.update();
    this.draw();
  }

  // What it takes to see all corners of a box from a direction: half the height of the picture without perspective, and how
  // far away the eye must be with it; and where to look so that it stands in the middle of what is not covered.
  room(focus, direction) {
    const size = this.renderer.getSize(new Vector2()), aspect = size.x / size.y, tan = Math.tan((FIELD * Math.PI) / 360);
    const right = this.camera.up.clone().cross(direction).normalize(), up = direction.clone().cross(right);
    const half = focus.getSize(new Vector3()).multiplyScalar(0.5);
    const free = Math.max(0.4, 1 - (this.covered.top + this.covered.bottom) / size.y);
    let height = 0, distance = 0;
    for (let k = 0; k < 8; k++) {
      const corner = new Vector3(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z);
      const tall = MARGIN * Math.max(Math.abs(corner.dot(up)) / free, Math.abs(corner.dot(right)) / aspect);
      height = Math.max(height, tall);
      distance = Math.max(distance, tall / tan + corner.dot(direction));
    }
    const shift = up.multiplyScalar(((this.covered.bottom - this.covered.top) / size.y) * height);
    return { height: height || 1, distance: distance || 1, shift };
  }

  setOrthographic(on) {
    const next = on ? this.orthographic : this.perspective;
    if (next === this.camera) return;
    const from = this.camera, target = this.controls.target;
    const away = from.position.distanceTo(target), tan = Math.tan((FIELD * Math.PI) / 360);
    next.up.copy(from.up);
    next.position.copy(from.position);
    if (on) {
      next.top = away * tan;
      next.zoom = 1;
    } else {
      const height = from.top / from.zoom;
      next.position.sub(target).setLength(height / tan).add(target);
    }
    next.lookAt(target);
    this.camera = next;
    this.makeControls();
    this.controls.update();
    this.draw();
  }

  // Turns about the target [rad].
  turn(around, over) {
    const { camera, controls } = this;
    const arm = camera.position.clone().sub(controls.target);
    const side = arm.clone().cross(camera.up).normalize();
    arm.applyAxisAngle(camera.up.clone().normalize(), around);
    const tilted = arm.clone().applyAxisAngle(side, over);
    if (Math.abs(tilted.clone().normalize().dot(camera.up)) < 0.995) arm.copy(tilted);
    this.onMove();
    camera.position.copy(controls.target).add(arm);
    camera.lookAt(controls.target);
    controls.update();
    this.draw();
  }

  zoom(factor) {
    this.onMove();
    if (this.camera.isPerspectiveCamera) this.camera.position.sub(this.controls.target).multiplyScalar(1 / factor).add(this.controls.target);
    else this.camera.zoom *= factor;
    this.controls.update();
    this.draw();
  }

  // Ray through a point of the page, for picking.
  rayAt(x, y) {
    const frame = this.canvas.getBoundingClientRect();
    const at = new Vector2(((x - frame.left) / frame.width) * 2 - 1, 1 - ((y - frame.top) / frame.height) * 2);
    this.aim();
    const caster = new Raycaster();
    caster.setFromCamera(at, this.camera);
    return { origin: caster.ray.origin.toArray(), direction: caster.ray.direction.toArray() };
  }

  // Place of a point on the page in CSS pixels of the canvas.
  project(point) {
    const size = this.renderer.getSize(new Vector2());
    const p = new Vector3(...point).project(this.camera);
    return [((p.x + 1) / 2) * size.x, ((1 - p.y) / 2) * size.y];
  }

  // The axes as seen now: [name, x right, y up, z towards the eye].
  axes() {
    const turn = this.camera.matrixWorldInverse;
    return ['x', 'y', 'z'].map((name, c) => {
      const v = new Vector3(c === 0, c === 1, c === 2).transformDirection(turn);
      return [name, v.x, v.y, v.z];
    });
  }

  // inner, outer: colours of the backdrop
  setTheme(dark, inner, outer) {
    this.backdrop.material.uniforms.uInner.value.set(inner);
    this.backdrop.material.uniforms.uOuter.value.set(outer);
    this.box.material.uniforms.uLine.value.set(dark ? 0x6b7786 : 0x8a95a3);
    this.surfaces.uniforms.uColor.value.set(dark ? 0x9aa6b5 : 0xa4aebb);
    this.surfaces.uniforms.uLine.value.set(dark ? 0xb9c4d2 : 0x4f5a68);
    for (const part of [this.spheres, this.rings]) part.uniforms.uMark.value.set(dark ? 0xff9152 : 0xd1530b);
    this.draw();
  }
}
