// SPDX-License-Identifier: Apache-2.0
// Meshes and walls one by one: what colours the meshes, and which of them are seen, how opaque, in which colour.
import { MAP_NAMES } from '../data/colors.js';
import { el, fillSelect, section, selectBox, slider } from './dom.js';
import { nameOf, t } from './text.js';

const percent = v => `${Math.round(100 * v)} %`;
const GREY = '#9aa6b5';

export class SurfacePanel {
  constructor(settings) {
    this.settings = settings;
    this.field = selectBox('surf.by', [], '', v => settings.set('surfaceField', v), 'surface-field');
    this.map = selectBox('color.map', MAP_NAMES.map(n => [n, { text: n }]), settings.get('surfaceMap'), v => settings.set('surfaceMap', v));
    this.hint = el('p', { class: 'hint', t: 'surf.hint' });
    this.list = el('div', { class: 'surface-list' });
    this.root = section('panel.surfaces', false, this.field.row, this.map.row, this.hint, this.list);
    this.root.id = 'surfaces';
    settings.on(['surfaceField', 'surfaceMap'], () => this.sync());
    settings.on(['looks', 'surface'], () => this.syncLooks());
  }

  setInfo(info) {
    const names = [...(info.meshes ?? []).map(m => `mesh:${m.name}`), ...(info.walls ?? []).map(w => `wall:${w.name}`)];
    const fields = info.surface_fields ?? [];
    this.root.hidden = names.length === 0;
    this.hint.hidden = fields.length > 0 || !info.meshes?.length;
    this.field.row.hidden = fields.length === 0;
    fillSelect(this.field.box, [['', 'color.none'], ...fields.map(f => [f.name, { text: `${nameOf('s', f)} [${f.unit}]` }])], this.settings.get('surfaceField'));
    if (!fields.some(f => f.name === this.settings.get('surfaceField'))) this.settings.set('surfaceField', '');
    this.sync();
    this.rows = names.map(name => this.rowOf(name));
    this.list.replaceChildren(...this.rows.map(r => r.root));
    this.syncLooks();
  }

  sync() {
    const { surfaceField, surfaceMap } = this.settings.values;
    this.field.box.value = surfaceField;
    this.map.box.value = surfaceMap;
    this.map.row.hidden = surfaceField === '';
  }

  look(name) {
    return this.settings.get('looks')[name] ?? {};
  }

  choose(name, more) {
    this.settings.set('looks', { ...this.settings.get('looks'), [name]: { ...this.look(name), ...more } });
  }

  forget(name) {
    const { [name]: gone, ...others } = this.settings.get('looks');
    this.settings.set('looks', others);
  }

  rowOf(name) {
    const title = name.slice(5), kind = t(name.startsWith('mesh:') ? 'surf.mesh' : 'p.wall');
    const shown = el('input', { type: 'checkbox', role: 'switch', checked: true, 'aria-label': `${t('surf.show')} ${title}`, onchange: e => this.choose(name, { visible: e.target.checked }) });
    const color = el('input', { type: 'color', value: GREY, 'aria-label': `${t('panel.color')} ${title}`, onchange: e => this.choose(name, { color: e.target.value }) });
    const opacity = slider('show.surface', { min: 0.05, max: 1, step: 0.05, value: 1, format: percent }, v => this.choose(name, { opacity: v }));
    opacity.box.setAttribute('aria-label', `${t('show.surface')} ${title}`);
    const reset = el('button', { type: 'button', class: 'link', t: 'surf.reset', onclick: () => this.forget(name) });
    const root = el('div', { class: 'surface', 'data-name': name }, el('div', { class: 'row' }, el('span', { class: 'surface-name' }, `${title} `, el('small', {}, kind)), color, shown), opacity.row, reset);
    return { name, root, shown, color, opacity, reset };
  }

  syncLooks() {
    for (const { name, shown, color, opacity, reset } of this.rows ?? []) {
      const look = this.look(name);
      shown.checked = look.visible ?? true;
      color.value = look.color ?? GREY;
      opacity.set(look.opacity ?? this.settings.get('surface'));
      reset.hidden = Object.keys(look).length === 0;
    }
  }
}
