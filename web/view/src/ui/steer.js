// SPDX-License-Identifier: Apache-2.0
// Changes of a run that goes on: gravity, friction, the motion of meshes. The program makes each between two steps and writes it into a journal.
import { Raycaster, Vector3 } from 'three';
import { control } from '../data/api.js';
import { number } from '../data/format.js';
import { el, fillSelect, section, selectBox } from './dom.js';
import { t } from './text.js';

const NAMES = ['x', 'y', 'z'];
const short = v => String(Number(v.toPrecision(6)));

// Numbers in a row, with one button that sends them.
function fields(key, names, unit, send, id) {
  const inputs = names.map(n => el('input', { type: 'number', step: 'any', 'aria-label': n || unit, onkeydown: e => { if (e.key === 'Enter') go(); } }));
  const go = () => { if (inputs.every(i => i.value !== '' && Number.isFinite(Number(i.value)))) send(inputs.map(i => Number(i.value))); };
  const button = el('button', { type: 'button', class: 'plain', onclick: go }, el('span', { t: 'steer.set' }));
  const root = el('div', { class: 'steer-row', id }, el('span', {}, el('span', { t: key }), ` [${unit}]`), el('div', { class: 'steer-fields' }, ...inputs, button));
  const set = values => { if (!root.contains(document.activeElement)) inputs.forEach((input, k) => { input.value = short(values[k]); }); };
  return { root, set, inputs };
}

export class SteerPanel {
  constructor(app) {
    this.app = app;
    this.gravity = fields('run.gravity', NAMES, 'm/s²', value => this.order({ do: 'gravity', value }), 'steer-gravity');
    this.pair = selectBox('steer.pair', [], '0 0', () => this.update());
    this.friction = fields('f.mu', [''], '-', value => this.order({ do: 'friction', ...this.chosen(), value }), 'steer-friction');
    this.mesh = selectBox('steer.mesh', [], '', () => this.update());
    this.spin = fields('p.spin', [''], 'rad/s', value => this.order({ do: 'spin', name: this.mesh.box.value, value }), 'steer-spin');
    this.velocity = fields('p.velocity', NAMES, 'm/s', value => this.order({ do: 'velocity', name: this.mesh.box.value, value }), 'steer-velocity');
    this.move = fields('steer.move', NAMES, 'm', value => this.shift(this.mesh.box.value, value), 'steer-move');
    this.move.set([0, 0, 0]);
    this.time = el('input', { type: 'number', step: 'any', min: 0, value: 0.1, id: 'steer-time' });
    this.drag = el('button', { type: 'button', class: 'plain', id: 'steer-drag', 'aria-pressed': 'false', onclick: () => this.setDragging(!this.dragging) }, el('span', { t: 'steer.drag' }));
    this.hand = el('div', {}, this.move.root, el('div', { class: 'row' }, el('label', { for: 'steer-time' }, el('span', { t: 'steer.time' }), ' [s]'), this.time), this.drag);
    this.meshes = el('div', {}, this.mesh.row, this.spin.root, this.velocity.root, this.hand);
    this.note = el('p', { class: 'hint', id: 'steer-note', role: 'status' });
    this.root = section('panel.steer', false, this.gravity.root, this.pair.row, this.friction.root, this.meshes, this.note);
    this.root.id = 'steer';
    this.root.hidden = true;
    this.dragging = false;
  }

  // The two materials that are chosen; 0 and 0: all.
  chosen() {
    const [i, j] = this.pair.box.value.split(' ').map(Number);
    return { i, j };
  }

  async order(order) {
    try {
      await control(order);
      this.app.message.clear('say.refused');
      await this.app.loadInfo();
    } catch (error) {
      this.app.message.say('say.refused', { more: error.message, kind: 'error', passing: true });
    }
  }

  shift(name, value) {
    this.order({ do: 'move', name, value, time: Number(this.time.value) || 0 });
  }

  setInfo(info) {
    this.root.hidden = !info.steer;
    this.info = info.steer;
    if (!this.info) return;
    const n = Math.round(Math.sqrt(this.info.friction.length)), pairs = [];
    for (let i = 1; i <= n; i++) for (let j = i; j <= n; j++) pairs.push([`${i} ${j}`, { text: `${i} – ${j}` }]);
    const key = JSON.stringify([n, this.info.meshes.map(m => m.name), t('steer.all')]);
    if (key !== this.key) {
      fillSelect(this.pair.box, [['0 0', 'steer.all'], ...pairs], '0 0');
      fillSelect(this.mesh.box, this.info.meshes.map(m => [m.name, { text: m.name }]), this.info.meshes[0]?.name);
    }
    this.key = key;
    this.update();
  }

  update() {
    if (!this.info) return;
    const { gravity, friction, meshes, changes, journal } = this.info, n = Math.round(Math.sqrt(friction.length)), { i, j } = this.chosen();
    const mesh = meshes.find(m => m.name === this.mesh.box.value);
    this.gravity.set(gravity);
    this.pair.row.hidden = n < 2;
    this.friction.root.hidden = n === 0;
    if (n > 0) this.friction.set([friction[i === 0 ? 0 : (i - 1) * n + j - 1]]);
    this.meshes.hidden = !mesh;
    this.spin.root.hidden = mesh?.spin === undefined;
    this.velocity.root.hidden = !mesh?.velocity;
    this.hand.hidden = !mesh?.movable;
    if (mesh?.spin !== undefined) this.spin.set([mesh.spin]);
    if (mesh?.velocity) this.velocity.set(mesh.velocity);
    this.note.textContent = changes > 0 ? `${t('steer.changes')}: ${changes} → ${journal}` : t('steer.hint');
  }

  // ---- a mesh that is drawn with the pointer --------------------------------------------------------------------
  setDragging(on) {
    const { view } = this.app;
    if (!view) return;
    this.dragging = on;
    this.drag.setAttribute('aria-pressed', String(on));
    view.controls.enabled = !on;
    view.canvas.classList.toggle('aiming', on);
    if (on && !this.listening) this.listen(view.canvas);
    this.note.textContent = on ? t('steer.aim') : '';
    if (!on) this.update();
  }

  listen(canvas) {
    this.listening = true;
    let from = null;
    canvas.addEventListener('pointerdown', e => { from = this.dragging ? this.meshAt(e.clientX, e.clientY) : null; });
    canvas.addEventListener('pointerup', e => {
      if (!from || !this.dragging) return;
      const to = this.inPlane(e.clientX, e.clientY, from.point), way = to.map((v, q) => v - from.point[q]);
      if (Math.hypot(...way) > 0) this.shift(from.name, way);
      this.note.textContent = `${from.name}: (${way.map(v => number(v, 3)).join(', ')}) m`;
      from = null;
      this.setDragging(false);
    });
  }

  // The movable mesh under the pointer and where it is met, or null.
  meshAt(x, y) {
    const { view } = this.app, ray = view.rayAt(x, y), caster = new Raycaster(new Vector3(...ray.origin), new Vector3(...ray.direction));
    const parts = this.info.meshes.filter(m => m.movable).map(m => [m.name, view.surfaces.parts.get(`mesh:${m.name}`)]).filter(([, part]) => part?.visible);
    const [hit] = caster.intersectObjects(parts.map(([, part]) => part.children[0]), false);
    return hit ? { name: parts.find(([, part]) => part.children[0] === hit.object)[0], point: hit.point.toArray() } : null;
  }

  // Where the pointer is in the plane through a point that faces the eye.
  inPlane(x, y, point) {
    const { view } = this.app, { origin, direction } = view.rayAt(x, y), front = view.camera.getWorldDirection(new Vector3()), o = new Vector3(...origin), d = new Vector3(...direction);
    return o.clone().addScaledVector(d, new Vector3(...point).sub(o).dot(front) / d.dot(front)).toArray();
  }
}
