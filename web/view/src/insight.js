// SPDX-License-Identifier: Apache-2.0
// What a reader asks of the picture beyond looking: filters, expressions, arrows, grains over time, measures, coarse-grained fields. It stands
// beside the page and is told when frames come, are shown, and when somebody clicks.
import { Box3, Raycaster, Vector3 } from 'three';
import { getParticle } from './data/api.js';
import { categoryColor } from './data/colors.js';
import { keptBy } from './data/clip.js';
import { Expression } from './data/expression.js';
import { FlowMeter } from './data/flow.js';
import { pickSphere } from './data/pick.js';
import { autoRange } from './data/range.js';
import { angleOfRepose } from './data/repose.js';
import { fileName } from './data/save.js';
import { Tracks } from './data/tracks.js';
import { isExpression, valuesOf } from './scene/stage.js';
import { css } from './ui/axes.js';
import { el } from './ui/dom.js';
import { GrainsPanel } from './ui/grains.js';
import { GridPanel } from './ui/grid.js';
import { ArrowsPanel, MeasurePanel } from './ui/measure.js';
import { ScaleBar } from './ui/scale_bar.js';
import { StatisticsPanel } from './ui/statistics.js';
import { lengthText } from './ui/scale_bar.js';

const PARTS = ['vx', 'vy', 'vz', 'x', 'y', 'z'];
const UNITS = { vx: 'm/s', vy: 'm/s', vz: 'm/s', x: 'm', y: 'm', z: 'm' };
const PANELS_EVERY = 400; // ms between two looks of the panels while frames come
const FIELD = 32; // degrees from top to bottom, as the view has it

export class Insight {
  constructor(app, settings) {
    this.app = app;
    this.settings = settings;
    this.tracks = new Tracks();
    this.expressions = new Map();
    this.filter = null; // Expression, or null
    this.own = ''; // text of the reader's expression
    this.ruler = []; // places relative to the origin
    this.repose = this.flow = this.mode = null;
    this.bar = new ScaleBar();
    this.tag = el('div', { class: 'ruler-tag card', hidden: true });
    this.statistics = new StatisticsPanel(this);
    this.arrows = new ArrowsPanel(this);
    this.grains = new GrainsPanel(this);
    this.measure = new MeasurePanel(this);
    this.grid = new GridPanel(this);
    this.panels = [this.statistics.root, this.arrows.root, this.grains.root, this.measure.root, this.grid.root];
    settings.on(['hide'], () => this.refresh());
    settings.on(['arrows', 'arrowLength'], () => { this.wishesChanged(); this.refresh(); });
    settings.on(['region'], () => { this.wishesChanged(); this.refresh(); });
    settings.on(['scaleBar'], () => this.drawn());
    settings.on(['trails'], () => this.drawTrails());
    settings.on(['follow'], () => { this.followed = null; });
    settings.on(['cut', 'cutKind', 'cutAxis', 'cutNormal', 'cutAt', 'cutThick', 'cutLow', 'cutHigh', 'cutFlip'], () => this.updatePanels());
  }

  get origin() {
    return this.app.info?.origin ?? [0, 0, 0];
  }

  get massive() {
    return Boolean(this.app.frame?.data('mass'));
  }

  file(what, ending) {
    return `${fileName(`${this.app.info?.title ?? 'tsubu'}_${what}_${this.app.frame?.header.step ?? 0}`)}.${ending}`;
  }

  // ---- fields, expressions, filters ---------------------------------------------------------------------------
  // What can be coloured by, beside what the program tells of.
  fields() {
    const parts = PARTS.map(name => ({ name: `=${name}`, label: name, unit: UNITS[name] }));
    return this.own ? [...parts, { name: `=${this.own}`, label: this.own, unit: '' }] : parts;
  }

  unitOf(name) {
    return this.app.fields().find(f => f.name === name)?.unit ?? '';
  }

  expression(text) {
    if (!this.expressions.has(text)) {
      try {
        this.expressions.set(text, new Expression(text));
      } catch {
        this.expressions.set(text, null); // fields that are chosen have been read before; kept choices may be of another version
      }
    }
    return this.expressions.get(text);
  }

  // One number for each particle, or null; good until the next call.
  valuesOf(frame, name) {
    return isExpression(name) ? this.derive(frame, name.slice(1)) : valuesOf(frame, name);
  }

  derive(frame, text) {
    return this.valuesIn(frame, text, this.origin);
  }

  // Of a frame whose places are relative to this point.
  valuesIn(frame, text, origin = [0, 0, 0]) {
    try {
      return this.expression(text)?.values(frame, origin) ?? null;
    } catch {
      return null; // the frame lacks a field
    }
  }

  // The rows of a frame of another run that are drawn; null: all.
  hiddenIn(frame, origin = [0, 0, 0]) {
    return this.settings.get('hide') ? this.filtered(frame, origin) : null;
  }

  // The rows of the filter, in the region that was chosen; null: all.
  filtered(frame, origin) {
    const region = this.settings.get('region'), inside = region ? frame.data(`region:${region}`) : null;
    if (!this.filter && !region) return null;
    if (region && !inside) return new Uint8Array(frame.count); // it is not known: nobody is there
    try {
      const mask = this.filter?.mask(frame, origin) ?? null;
      return inside ? Uint8Array.from(inside, (v, i) => (v > 0.5 && (!mask || mask[i]) ? 1 : 0)) : mask;
    } catch {
      return new Uint8Array(frame.count); // what it asks for is not known: nobody is
    }
  }

  // The rows that are meant: those of the filter, and those that the section leaves. null: all.
  maskOf(frame, cut) {
    const mask = this.filtered(frame, this.origin);
    const clip = cut ? this.app.stage.clip() : null;
    if (!clip) return mask;
    const kept = keptBy(clip, frame.data('position'), frame.count);
    return mask ? kept.map((k, i) => k && mask[i]) : kept;
  }

  read(text) {
    const expression = new Expression(text), [unknown] = expression.unknown((this.app.info?.fields ?? []).map(f => f.name));
    if (unknown) throw Object.assign(new Error(unknown), { key: 'x.unknown', what: unknown, at: text.indexOf(unknown) });
    return expression;
  }

  setFilter(text) {
    this.filter = null;
    let wrong = null;
    try {
      this.filter = text ? this.read(text) : null;
    } catch (error) {
      wrong = error;
    }
    this.statistics.filter.say(wrong);
    this.settings.set('filter', wrong ? '' : text);
    this.wishesChanged();
    this.refresh();
  }

  // The reader's own quantity: it is coloured by at once.
  setOwn(text) {
    let wrong = null;
    try {
      if (text) this.read(text);
      this.own = text;
    } catch (error) {
      wrong = error;
    }
    this.statistics.own.say(wrong);
    if (wrong) return;
    this.settings.set('own', text);
    this.app.layout.color.setFields(this.app.fields());
    this.statistics.setFields(this.app.fields());
    if (text) this.settings.set('field', `=${text}`);
    else if (isExpression(this.settings.get('field'))) this.settings.set('field', 'speed');
    if (text) this.statistics.field.box.value = this.statistics.chosen = `=${text}`;
    this.wishesChanged();
    this.updatePanels();
  }

  wishes() {
    const wanted = new Set(this.grid.wishes()), want = name => {
      if (!name) return;
      if (isExpression(name)) this.expression(name.slice(1))?.fields.forEach(f => wanted.add(f));
      else wanted.add(name);
    };
    want(this.settings.get('field'));
    want(this.settings.get('arrows'));
    want(this.statistics.wish());
    this.filter?.fields.forEach(f => wanted.add(f));
    if (this.settings.get('region')) wanted.add(`region:${this.settings.get('region')}`);
    if (this.tracks.ids.length) ['velocity', this.grains.chosen].forEach(f => { if (!UNITS[f]) wanted.add(f); });
    if (this.flow) wanted.add('mass');
    return [...wanted].filter(name => !['type', 'radius', 'id', 'position', ''].includes(name));
  }

  wishesChanged() {
    if (this.app.info?.box) this.app.wishesChanged();
  }

  // ---- frames ---------------------------------------------------------------------------------------------------
  setInfo() {
    const { filter, own } = this.settings.values;
    if (!this.begun && (filter || own)) { // of the address
      this.statistics.filter.write(filter);
      this.statistics.own.write(own);
      this.setFilter(filter);
      const field = this.settings.get('field');
      this.setOwn(own);
      this.settings.set('field', field);
    }
    this.begun = true;
    this.statistics.setFields(this.app.fields());
  }

  // A frame of a run that goes on has come, whatever is shown.
  came(frame) {
    this.tracks.take(frame, this.origin);
    this.flow?.add(frame);
  }

  // Which rows are drawn; before the frame comes onto the stage.
  prepare(frame) {
    const { view } = this.app;
    if (view) view.spheres.mask = this.settings.get('hide') ? this.maskOf(frame, false) : null;
  }

  shown(frame) {
    if (this.app.info?.mode === 'recorded') this.flow?.add(frame);
    this.drawArrows(frame);
    this.drawTrails();
    this.goWith(frame);
    const now = performance.now();
    if (now - (this.panelsAt ?? -Infinity) < PANELS_EVERY && !this.app.looksBack()) {
      clearTimeout(this.later);
      this.later = setTimeout(() => this.updatePanels(), PANELS_EVERY);
      return;
    }
    this.updatePanels();
  }

  updatePanels() {
    this.panelsAt = performance.now();
    for (const panel of [this.statistics, this.grid, this.grains, this.measure]) panel.update();
  }

  // Everything anew for the frame that is there.
  refresh() {
    const { frame, view, stage } = this.app;
    if (!frame || !view) return;
    this.prepare(frame);
    view.spheres.setTypes(view.spheres.types);
    this.app.beside?.again();
    this.drawArrows(frame);
    stage.view.draw();
    this.updatePanels();
  }

  drawArrows(frame) {
    const { view, stage } = this.app, name = this.settings.get('arrows'), data = name ? frame.data(name) : null;
    if (!view) return;
    view.arrows.show(Boolean(data));
    this.arrows.say(name ? (data ? view.arrows.top : null) : undefined, this.unitOf(name.replace('_vector', '')));
    if (!data) return;
    const { types } = this.settings.values, kinds = frame.data('type'), { mask } = view.spheres;
    const sizes = valuesOf(frame, name), top = autoRange(sizes, 'robust')[1];
    view.arrows.set(frame, data, { top, length: this.settings.get('arrowLength') * 2 * stage.meanRadius(), shown: i => (!mask || mask[i]) && Boolean((types >>> Math.min(31, kinds[i])) & 1) });
    this.arrows.say(top, name === 'velocity' ? 'm/s' : this.unitOf(name.replace('_vector', '')));
    view.draw();
  }

  // ---- grains -----------------------------------------------------------------------------------------------------
  track(id = this.app.selected) {
    if (id === undefined) return;
    this.tracks.add(id);
    this.grains.root.open = true;
    this.wishesChanged();
    if (this.app.info.mode === 'recorded') this.fill(id);
    else for (const frame of this.app.moments().frames) this.tracks.take(frame, this.origin, [id]);
    this.drawTrails();
    this.grains.update();
  }

  // Of a recorded run the program tells of the grain frame by frame.
  async fill(id) {
    const { timeline } = this.app;
    for (let k = 0; k < timeline.count && this.tracks.ids.includes(id); k++) {
      const particle = await getParticle(id, k).catch(() => null); // it may not be there yet
      if (particle) this.tracks.takeParticle(particle, this.origin);
      if (k % 20 !== 19 && k + 1 < timeline.count) continue;
      this.drawTrails();
      this.grains.update();
    }
  }

  untrack(id) {
    this.tracks.remove(id);
    this.app.view?.lines.remove(`trail:${id}`);
    this.app.view?.draw();
    this.grains.update();
  }

  drawTrails() {
    const { view, stage } = this.app;
    if (!view) return;
    view.lines.removeAll('trail:');
    if (this.settings.get('trails')) {
      const across = stage.box ? 0.5 * Math.min(...stage.box.hi.map((h, q) => h - stage.box.lo[q])) : Infinity;
      for (const [id, { color }] of this.tracks.grains) view.lines.set(`trail:${id}`, this.tracks.path(id, across), { color: categoryColor(color + 1), opacity: 0.95 });
    }
    view.draw();
  }

  // The camera goes with the selected grain.
  goWith(frame) {
    const { view, selected } = this.app;
    if (!this.settings.get('follow') || !view || selected === undefined) {
      this.followed = null;
      return;
    }
    const row = frame.rowOf(selected);
    if (row < 0) return;
    const at = new Vector3().fromArray(frame.data('position'), 3 * row);
    if (this.followed?.id !== selected) this.followed = { id: selected, at: view.controls.target.clone() }; // first it comes into the middle
    const way = at.clone().sub(this.followed.at);
    view.camera.position.add(way);
    view.controls.target.add(way);
    view.controls.update();
    this.followed = { id: selected, at };
    view.draw();
  }

  // ---- measures ---------------------------------------------------------------------------------------------------
  setMode(mode) {
    this.mode = this.mode === mode ? null : mode;
    this.marks = [];
    this.app.layout.canvas.classList.toggle('aiming', Boolean(this.mode));
    this.measure.setMode(this.mode, this.mode && `measure.${this.mode}.hint`);
    if (this.mode) this.leadToPicture(`measure.${this.mode}.hint`);
  }

  // On a phone the picture may be out of sight; what is to be done there is said there.
  leadToPicture(hint) {
    const { layout, message } = this.app, { top, bottom } = layout.canvas.getBoundingClientRect();
    if (top >= 0 && bottom <= innerHeight) return;
    layout.canvas.scrollIntoView({ block: 'center' });
    message.say(hint, { passing: true });
  }

  // True when the click was one of a measure.
  click(x, y) {
    if (!this.mode) return false;
    this.marks.push(this.mode === 'ruler' ? this.pointAt(x, y) : this.onScreen(x, y));
    if (this.mode === 'ruler') {
      this.ruler = [...this.marks];
      this.drawRuler();
    }
    if (this.marks.length === 2) {
      if (this.mode === 'flow') this.flowThrough(...this.marks);
      this.setMode(this.mode);
    }
    this.measure.update();
    return true;
  }

  // Centre of the grain there, or the place on a mesh or wall, or on the plane through the middle of the view.
  pointAt(x, y) {
    const { view, frame, stage, settings } = this.app, ray = view.rayAt(x, y);
    const row = frame && settings.get('particles') ? pickSphere(frame, ray, { size: settings.get('size'), clip: stage.clip(), shown: i => !view.spheres.mask || Boolean(view.spheres.mask[i]) }) : -1;
    if (row >= 0) return [...frame.data('position').subarray(3 * row, 3 * row + 3)];
    const caster = new Raycaster(new Vector3(...ray.origin), new Vector3(...ray.direction)), faces = [...view.surfaces.parts.values()].filter(p => p.visible).map(p => p.children[0]);
    const [hit] = caster.intersectObjects(faces, false);
    return hit ? hit.point.toArray() : this.onScreen(x, y);
  }

  onScreen(x, y) {
    const { view } = this.app, { origin, direction } = view.rayAt(x, y), front = view.camera.getWorldDirection(new Vector3());
    const o = new Vector3(...origin), d = new Vector3(...direction);
    const t = view.controls.target.clone().sub(o).dot(front) / d.dot(front);
    return o.addScaledVector(d, t).toArray();
  }

  drawRuler() {
    const { view } = this.app, [a, b] = this.ruler;
    view.lines.remove('ruler');
    if (b) view.lines.set('ruler', [...a, ...b], { color: css('--s1') });
    view.draw();
  }

  measureRepose() {
    const { frame, info, view } = this.app;
    if (!frame) return;
    this.repose = angleOfRepose(frame.data('position'), frame.data('radius'), { gravity: info.gravity ?? null, mask: this.maskOf(frame, this.statistics.cut.box.checked) });
    view?.lines.remove('repose');
    if (this.repose) view?.lines.set('repose', this.repose.sides.flatMap(s => [...s.from, ...s.to]), { color: css('--s1') });
    view?.draw();
    this.measure.setMode(this.mode, this.repose ? null : 'measure.noheap');
    this.measure.update();
  }

  // A plane through two points of the picture, along the way one looks.
  flowThrough(from, to) {
    const { view, stage } = this.app, a = new Vector3(...from), b = new Vector3(...to), middle = a.clone().add(b).multiplyScalar(0.5);
    const depth = view.camera.isPerspectiveCamera ? middle.clone().sub(view.camera.position).normalize() : view.camera.getWorldDirection(new Vector3());
    const along = b.clone().sub(a).normalize(), normal = along.clone().cross(depth).normalize();
    if (!(normal.length() > 0.5)) return;
    const box = new Box3(new Vector3(...stage.box.lo), new Vector3(...stage.box.hi));
    this.beginFlow({ point: middle.toArray(), normal: normal.toArray(), along: along.toArray(), half: 0.5 * a.distanceTo(b) }, depth, 0.35 * box.getSize(new Vector3()).length());
  }

  // Through the first plane of the section, without end.
  flowThroughSection() {
    const clip = this.app.stage.clip();
    if (!clip) {
      this.measure.setMode(this.mode, 'measure.nosection');
      return;
    }
    const { normal, offset } = clip.planes[0], n = new Vector3(...normal), box = this.app.stage.box, middle = new Vector3(...box.lo).add(new Vector3(...box.hi)).multiplyScalar(0.5);
    const point = middle.clone().addScaledVector(n, offset - n.dot(middle)), across = new Vector3(n.y, n.z, n.x).cross(n).normalize();
    this.beginFlow({ point: point.toArray(), normal: n.toArray(), along: null, half: Infinity }, n.clone().cross(across), 0.35 * new Vector3(...box.hi).sub(new Vector3(...box.lo)).length(), across);
  }

  beginFlow(plane, depth, deep, across = new Vector3(...(plane.along ?? [0, 0, 0]))) {
    const { view } = this.app, point = new Vector3(...plane.point), wide = Math.min(plane.half, deep);
    const corner = (u, v) => point.clone().addScaledVector(across, u * wide).addScaledVector(depth, v * deep).toArray();
    const [a, b, c, d] = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)], tip = point.clone().addScaledVector(new Vector3(...plane.normal), 0.3 * wide).toArray();
    this.flow = new FlowMeter(plane);
    view.lines.fill('flow', [...a, ...b, ...c, ...a, ...c, ...d], { color: css('--s2') });
    view.lines.set('flow-edge', [...a, ...b, ...b, ...c, ...c, ...d, ...d, ...a, ...plane.point, ...tip], { color: css('--s2') });
    view.draw();
    this.wishesChanged();
    this.measure.setMode(this.mode, null);
    this.measure.update();
  }

  clearMeasures() {
    if (this.mode) this.setMode(this.mode);
    this.ruler = [];
    this.repose = this.flow = null;
    for (const name of ['ruler', 'repose', 'flow', 'flow-edge']) this.app.view?.lines.remove(name);
    this.app.view?.draw();
    this.measure.setMode(null, null);
    this.measure.update();
  }

  // ---- on the picture ---------------------------------------------------------------------------------------------
  // Size of a CSS pixel in the plane through the middle of the view.
  pixel() {
    const { camera, controls, canvas } = this.app.view, height = canvas.clientHeight;
    return camera.isPerspectiveCamera ? (2 * camera.position.distanceTo(controls.target) * Math.tan((FIELD * Math.PI) / 360)) / height : (2 * camera.top) / camera.zoom / height;
  }

  drawn() {
    const { view } = this.app;
    if (!view) return;
    this.bar.update(this.pixel(), this.settings.get('scaleBar') && Boolean(this.app.frame), view.canvas.clientWidth);
    const [a, b] = this.ruler;
    this.tag.hidden = !b;
    if (!b) return;
    const [x, y] = view.project(a.map((v, q) => 0.5 * (v + b[q])));
    this.tag.textContent = lengthText(Math.hypot(...a.map((v, q) => b[q] - v)));
    this.tag.style.transform = `translate(${Math.round(x + 8)}px, ${Math.round(y - 12)}px)`;
  }

  // Words or colours have changed.
  rebuild() {
    this.statistics.setFields(this.app.fields());
    this.grains.names = null;
    for (const plot of [this.grains.plot, this.measure.plot]) plot.clear();
    if (this.app.frame) this.refresh();
  }
}
