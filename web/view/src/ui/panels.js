// SPDX-License-Identifier: Apache-2.0
// The settings beside the picture.
import { MAP_NAMES, categoryColor } from '../data/colors.js';
import { number } from '../data/format.js';
import { el, fillSelect, section, selectBox, slider, toggle } from './dom.js';
import { nameOf, t } from './text.js';

const percent = v => `${Math.round(100 * v)} %`;
const MOST_TYPES = 31;

// Shows the rows only while `key` is on.
function under(settings, key, ...rows) {
  const box = el('div', { class: 'under' }, ...rows);
  const sync = () => { box.hidden = !settings.get(key); };
  settings.on([key], sync);
  sync();
  return box;
}

function boundToggle(settings, label, key) {
  const { row, box } = toggle(label, settings.get(key), on => settings.set(key, on));
  settings.on([key], on => { box.checked = on; });
  return row;
}

function boundSlider(settings, label, key, [min, max, step], format) {
  const { row, set } = slider(label, { min, max, step, value: settings.get(key), format }, v => settings.set(key, v));
  settings.on([key], set);
  return row;
}

export class ColorPanel {
  constructor(settings) {
    this.settings = settings;
    this.field = selectBox('color.by', [], '', v => settings.set('field', v), 'field');
    this.map = selectBox('color.map', MAP_NAMES.map(n => [n, { text: n }]), settings.get('map'), v => settings.set('map', v));
    this.range = selectBox('color.range', [['robust', 'color.robust'], ['all', 'color.all'], ['fixed', 'color.fixed']], settings.get('range'), v => this.chooseRange(v));
    this.low = this.end('low');
    this.high = this.end('high');
    this.fixed = el('div', { class: 'under pair' }, this.low.label, this.high.label);
    this.log = boundToggle(settings, 'color.log', 'log');
    this.scale = el('div', {}, this.map.row, this.range.row, this.fixed, this.log);
    this.root = section('panel.color', true, this.field.row, this.scale);
    settings.on(['field', 'range', 'map', 'low', 'high'], () => this.sync());
    this.sync();
  }

  end(key) {
    const input = el('input', { type: 'number', step: 'any', onchange: e => { if (e.target.value !== '') this.settings.set(key, Number(e.target.value)); } });
    return { input, label: el('label', {}, el('span', { t: `color.${key}` }), input) };
  }

  // Fixing the range keeps what is seen.
  chooseRange(mode) {
    if (mode === 'fixed') {
      const [low, high] = this.current().map(v => Number(v.toPrecision(3)));
      this.settings.set('low', low);
      this.settings.set('high', high);
    }
    this.settings.set('range', mode);
  }

  current = () => [0, 1];

  sync() {
    const { field, range } = this.settings.values;
    this.fixed.hidden = range !== 'fixed';
    this.scale.hidden = field === '' || field === 'type';
    this.field.box.value = field;
    this.range.box.value = range;
    this.map.box.value = this.settings.get('map');
    this.low.input.value = this.settings.get('low');
    this.high.input.value = this.settings.get('high');
  }

  setFields(fields) {
    const options = fields.map(f => [f.name, { text: nameOf('f', f) + (f.unit ? ` [${f.unit}]` : '') }]);
    fillSelect(this.field.box, [...options, ['', 'color.none']], this.settings.get('field'));
  }
}

// Solid particles hide the chains between them.
function hiddenHint(settings) {
  const hint = el('p', { class: 'hint', t: 'show.hidden' });
  const sync = () => {
    const { particles, size, opacity } = settings.values;
    hint.hidden = !particles || settings.get('dim') || size < 0.7 || opacity < 0.7;
  };
  settings.on(['particles', 'size', 'opacity', 'dim'], sync);
  sync();
  return hint;
}

export class ShowPanel {
  constructor(settings) {
    this.settings = settings;
    this.types = el('div', { class: 'chips', role: 'group' });
    this.typesRow = el('div', { class: 'row' }, el('span', { t: 'show.types' }), this.types);
    const limits = [['0', 'show.nolimit'], ...[10000, 50000, 100000, 200000].map(n => [String(n), { text: n.toLocaleString('en') }])];
    this.limit = selectBox('show.limit', limits, '0', v => settings.set('limit', Number(v)));
    const particles = under(settings, 'particles', boundSlider(settings, 'show.size', 'size', [0.1, 1, 0.05], percent),
      boundSlider(settings, 'show.opacity', 'opacity', [0.1, 1, 0.05], percent), this.typesRow, this.limit.row);
    const chains = under(settings, 'chains', boundToggle(settings, 'show.dim', 'dim'), boundSlider(settings, 'show.width', 'width', [0.05, 1, 0.05], percent),
      boundSlider(settings, 'show.threshold', 'threshold', [0, 0.9, 0.05], percent), hiddenHint(settings));
    this.meshes = boundToggle(settings, 'show.meshes', 'meshes');
    this.walls = boundToggle(settings, 'show.walls', 'walls');
    this.surface = boundSlider(settings, 'show.surface', 'surface', [0.05, 1, 0.05], percent);
    this.marks = boundToggle(settings, 'show.marks', 'marks');
    this.surfaces = el('div', {}, this.meshes, this.walls, el('div', { class: 'under' }, this.surface));
    this.root = section('panel.show', true, boundToggle(settings, 'show.particles', 'particles'), particles,
      boundToggle(settings, 'show.chains', 'chains'), chains, this.surfaces, boundToggle(settings, 'show.box', 'box'), boundToggle(settings, 'show.axes', 'axes'), boundToggle(settings, 'show.occlusion', 'occlusion'), this.marks);
    settings.on(['types'], () => this.syncTypes());
  }

  setInfo(info) {
    const count = Math.min(info.types ?? 1, MOST_TYPES);
    this.typesRow.hidden = count < 2;
    this.meshes.hidden = !info.meshes?.length;
    this.walls.hidden = !info.walls?.length;
    this.marks.hidden = !info.fields?.some(f => f.name === 'orientation');
    this.surface.hidden = this.meshes.hidden && this.walls.hidden;
    if (this.types.childElementCount === count) return;
    this.types.replaceChildren(...Array.from({ length: count }, (_, i) => this.chip(i + 1)));
    this.syncTypes();
  }

  chip(type) {
    const dot = el('i');
    dot.style.background = categoryColor(type);
    const flip = () => this.settings.set('types', (this.settings.get('types') ^ (1 << type)) >>> 0);
    return el('button', { type: 'button', class: 'chip', onclick: flip, 'aria-label': `${t('show.type')} ${type}` }, dot, String(type));
  }

  syncTypes() {
    [...this.types.children].forEach((chip, i) => chip.setAttribute('aria-pressed', String(Boolean((this.settings.get('types') >>> (i + 1)) & 1))));
  }
}

export class RunPanel {
  constructor() {
    this.list = el('dl', { class: 'values' });
    this.root = section('panel.run', false, this.list);
  }

  setInfo(info) {
    const rows = [['run.title', info.title], ['run.version', info.version], ['run.dt', `${number(info.dt)} s`]];
    if (info.box) {
      const size = info.box.hi.map((v, c) => number(v - info.box.lo[c], 3));
      const periodic = ['x', 'y', 'z'].filter((_, c) => info.box.periodic?.[c]).join(', ');
      rows.push(['run.box', `${size.join(' × ')} m`], ['run.periodic', periodic || t('run.none')]);
    }
    if (info.gravity) rows.push(['run.gravity', `(${info.gravity.map(v => number(v)).join(', ')}) m/s²`]);
    if (info.run) rows.push(['run.progress', `${info.run.begin} – ${info.run.end}`]);
    this.list.replaceChildren(...rows.flatMap(([key, text]) => [el('dt', { t: key }), el('dd', {}, String(text ?? '–'))]));
  }
}
