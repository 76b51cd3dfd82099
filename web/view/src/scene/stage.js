// SPDX-License-Identifier: Apache-2.0
// Brings a frame and the reader's settings onto the stage: colours, range, force chains, section.
import { Box3, Vector3 } from 'three';
import { clipOf } from '../data/clip.js';
import { categoryBytes, mapBytes } from '../data/colors.js';
import { autoRange, fixedRange, follow, positive } from '../data/range.js';

const OWN = ['type', 'radius', 'id']; // in every frame
export const CATEGORICAL = ['type'];
const DIMMED = 0.22; // opacity of grains behind force chains
const CUT = ['cut', 'cutKind', 'cutAxis', 'cutNormal', 'cutAt', 'cutThick', 'cutLow', 'cutHigh', 'cutFlip'];
const MUCH = 2; // a box this many times as large as what is in it would leave too little of that in the picture

let room = new Float32Array(0); // for values that are not in a frame as they are; used again by every frame

function roomFor(count) {
  if (room.length < count) room = new Float32Array(Math.ceil(1.2 * count));
  return room.subarray(0, count);
}

function magnitudes(data, width) {
  const out = roomFor(data.length / width);
  for (let i = 0; i < out.length; i++) {
    let sum = 0;
    for (let c = 0; c < width; c++) sum += data[width * i + c] ** 2;
    out[i] = Math.sqrt(sum);
  }
  return out;
}

function asFloats(data) {
  const out = roomFor(data.length);
  out.set(data);
  return out;
}

// Colours may also be those of an expression: `=` and its text.
export const isExpression = field => field.startsWith('=');

// One number for each particle, or null when the frame has not got it. Good until the next call.
export function valuesOf(frame, field) {
  const array = frame.arrays.get(field);
  if (!array) return null;
  if (array.width > 1) return magnitudes(array.data, array.width);
  return array.type === 'f32' ? array.data : asFloats(array.data);
}

export class Stage {
  constructor(view, settings) {
    this.view = view;
    this.settings = settings;
    this.frame = null;
    this.info = null;
    this.values = null;
    this.range = [0, 1];
    this.selected = null;
    this.leader = this.follower = null; // the stage of another run: one range of colours for both
    this.onRange = () => {};
    this.derive = () => null; // (frame, expression): one number for each particle, or null
    settings.on(['field', 'map'], () => this.recolor());
    settings.on(['range', 'low', 'high', 'log'], () => this.rerange(true));
    settings.on(['particles', 'size', 'opacity', 'types', 'meshes', 'walls', 'surface', 'chains', 'dim', 'width', 'threshold', 'box', ...CUT], () => this.apply());
    settings.on(['looks'], looks => { view?.surfaces.setLooks(looks); view?.draw(); });
    settings.on(['surfaceField', 'surfaceMap'], () => { this.applySurfaces(true); this.onRange(this.range); view?.draw(); });
    settings.on(['ortho'], on => view?.setOrthographic(on));
    settings.on(['occlusion', 'marks'], () => this.apply());
  }

  // Names that a frame must bring for what is shown now.
  wishes() {
    const { field, chains, marks, surfaceField } = this.settings.values;
    const fields = surfaceField ? [surfaceField] : [];
    if (field && !OWN.includes(field) && !isExpression(field)) fields.push(field);
    if (chains) fields.push('chain');
    if (marks && this.info?.fields?.some(f => f.name === 'orientation')) fields.push('orientation');
    return fields;
  }

  setInfo(info) {
    this.info = info;
    if (!this.view || !info.box) return;
    this.placeBox(info.box);
    this.view.surfaces.setWalls(info.walls ?? [], info.box, info.origin ?? [0, 0, 0]);
    this.recolor();
    this.apply();
  }

  relative(point) {
    const origin = this.info?.origin ?? [0, 0, 0];
    return point.map((v, c) => v - origin[c]);
  }

  placeBox(box) {
    this.box = { lo: this.relative(box.lo), hi: this.relative(box.hi) };
    this.view.setBox(this.box.lo, this.box.hi);
  }

  show(frame, moving) {
    this.frame = frame;
    if (!this.view) return;
    if (frame.header.box) this.placeBox(frame.header.box);
    this.view.spheres.setFrame(frame);
    this.view.spheres.setTurns(this.settings.get('marks') ? frame.data('orientation') : null);
    this.view.reach = 5 * this.meanRadius();
    this.view.surfaces.setFrame(frame);
    this.applySurfaces(!moving);
    this.takeValues();
    this.rerange(!moving);
    this.applyChains();
    this.applyVisible();
    this.mark();
    this.view.draw();
  }

  resetSurfaceColors() {
    this.surfaceMap = null;
    this.applySurfaces(true);
  }

  // Colours of the meshes. Loads jump from frame to frame: the range follows them gently.
  applySurfaces(atOnce) {
    const { surfaceField, surfaceMap } = this.settings.values;
    const values = surfaceField ? this.frame?.data(surfaceField) ?? null : null;
    if (!this.view || !this.frame) return;
    if (this.surfaceMap !== surfaceMap) this.view.surfaces.setLoadColors(mapBytes(surfaceMap));
    this.surfaceMap = surfaceMap;
    this.view.surfaces.setLoads(this.frame, values);
    if (!values) {
      this.surfaceRange = null;
      return;
    }
    const target = autoRange(values, 'all');
    this.surfaceRange = this.leader?.surfaceRange ?? (atOnce ? target : follow(this.surfaceRange, target));
    this.view.surfaces.uniforms.uLoadRange.value = this.surfaceRange;
  }

  takeValues() {
    const field = this.settings.get('field');
    this.values = !field ? null : isExpression(field) ? this.derive(this.frame, field.slice(1)) : valuesOf(this.frame, field);
    this.view?.spheres.setValues(this.values);
  }

  recolor() {
    const { field, map } = this.settings.values;
    const categories = CATEGORICAL.includes(field);
    this.view?.spheres.setColors(categories ? categoryBytes() : mapBytes(map), categories);
    if (this.frame) this.takeValues();
    this.rerange(true);
    this.view?.draw();
  }

  rerange(atOnce) {
    const { range, low, high, log } = this.settings.values;
    this.own = this.values && range !== 'fixed' ? autoRange(this.values, range) : null;
    if (this.leader) {
      this.takeRange(this.leader.range);
      return;
    }
    if (range === 'fixed') this.range = fixedRange(low, high);
    else if (this.values) {
      // a field that was not there before has no range to follow
      const other = this.follower?.own, same = this.ranged === this.settings.get('field');
      const target = other ? [Math.min(this.own[0], other[0]), Math.max(this.own[1], other[1])] : this.own;
      this.range = atOnce || !same ? target : follow(this.range, target);
      this.ranged = this.settings.get('field');
    }
    if (log) this.range = positive(this.range);
    this.takeRange(this.range);
    this.follower?.takeRange(this.range);
    this.onRange(this.range);
  }

  takeRange(range) {
    this.range = range;
    if (!this.view) return;
    this.view.spheres.uniforms.uRange.value = range;
    this.view.spheres.uniforms.uLogarithmic.value = this.settings.get('log');
    this.view.draw();
  }

  apply() {
    if (!this.view) return;
    const s = this.settings.values;
    this.view.spheres.uniforms.uSize.value = s.size;
    if (this.view.spheres.types !== s.types) this.view.spheres.setTypes(s.types);
    this.view.spheres.setOpacity(s.chains && s.dim ? Math.min(s.opacity, DIMMED) : s.opacity);
    this.view.spheres.uniforms.uDim.value = s.chains && s.dim ? 1 : 0;
    this.view.occludes = s.occlusion;
    this.view.spheres.uniforms.uTurned.value = s.marks && Boolean(this.frame?.data('orientation'));
    this.view.surfaces.setOpacity(s.surface);
    this.view.box.visible = s.box;
    this.view.clip = this.clip();
    this.applyVisible();
    this.applyChains();
    this.view.draw();
  }

  applyVisible() {
    const s = this.settings.values;
    this.view.spheres.show(s.particles);
    this.view.surfaces.show('mesh', s.meshes);
    this.view.surfaces.show('wall', s.walls);
  }

  applyChains() {
    const { chains, width, threshold } = this.settings.values;
    const { links } = this.view;
    const array = this.frame?.arrays.get('chain_force');
    links.mesh.visible = chains && Boolean(array);
    if (!links.mesh.visible) return;
    const radius = this.meanRadius();
    links.setFrame(this.frame, this.longestLink());
    const top = autoRange(array.data, 'robust')[1];
    this.chainTop = top;
    links.setScale(top, width * radius, threshold);
  }

  meanRadius() {
    const radii = this.frame.data('radius');
    let sum = 0;
    for (let i = 0; i < radii.length; i++) sum += radii[i];
    return radii.length ? sum / radii.length : 0;
  }

  // Links of neighbours are shorter than two of the largest radii; others go round a periodic box.
  longestLink() {
    const radii = this.frame.data('radius');
    let most = 0;
    for (let i = 0; i < radii.length; i++) if (radii[i] > most) most = radii[i];
    return 2.5 * most;
  }

  // The planes of the section relative to the origin, or null.
  clip() {
    return clipOf(this.settings.values, this.box);
  }

  // The box around what is there: particles, meshes and walls, and the box of the run where it is shown and not much larger, so that
  // what falls stays in the picture; the whole box while there is nothing.
  content() {
    const all = this.view.surfaces.bounds();
    const at = this.frame?.data('position') ?? [];
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < at.length; i++) {
      const c = i % 3;
      if (at[i] < low[c]) low[c] = at[i];
      if (at[i] > high[c]) high[c] = at[i];
    }
    if (at.length) all.union(new Box3(new Vector3(...low), new Vector3(...high)).expandByScalar(this.meanRadius()));
    if (all.isEmpty()) return this.view.bounds;
    const room = this.view.bounds, across = room.getSize(new Vector3()).length();
    all.intersect(room.clone().expandByScalar(across));
    return this.settings.values.box && across < MUCH * all.getSize(new Vector3()).length() ? all.union(room) : all;
  }

  // partners: ids of the particles it touches; body: of the spheres of its clump
  select(id, partners = [], body = []) {
    this.selected = id;
    this.partners = partners;
    this.body = body;
    this.mark();
    this.view?.draw();
  }

  mark() {
    if (!this.view) return;
    this.view.spheres.uniforms.uSelected.value = this.selected === null || !this.frame ? -1 : this.frame.rowOf(this.selected);
    const known = id => this.frame?.rowOf(id) ?? -1;
    const rowsOf = ids => ids.map(known).filter(row => row >= 0);
    const nobody = this.selected === null || this.selected === undefined || known(this.selected) < 0;
    const chosen = nobody ? [] : rowsOf([this.selected, ...(this.body ?? []).filter(id => id !== this.selected)]);
    this.view.rings.show(this.frame, chosen, nobody ? [] : rowsOf(this.partners ?? []), this.settings.get('size'));
  }
}
