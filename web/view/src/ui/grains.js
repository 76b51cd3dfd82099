// SPDX-License-Identifier: Apache-2.0
// Picked grains over time: their trajectories, a chart, and the camera that goes with one.
import { categoryColor } from '../data/colors.js';
import { csvOf, saveText } from '../data/save.js';
import { el, fillSelect, section, selectBox, toggle } from './dom.js';
import { LinePlot } from './plot_line.js';
import { nameOf, t } from './text.js';

const PLACES = { x: 'm', y: 'm', z: 'm', vx: 'm/s', vy: 'm/s', vz: 'm/s' };

export class GrainsPanel {
  constructor(insight) {
    this.insight = insight;
    this.chosen = 'speed';
    const { settings } = insight;
    this.add = el('button', { type: 'button', class: 'plain', id: 'track', onclick: () => insight.track() }, el('span', { t: 'grain.track' }));
    this.follow = toggle('grain.follow', settings.get('follow'), on => settings.set('follow', on));
    this.follow.box.id = 'follow';
    this.trails = toggle('grain.trails', settings.get('trails'), on => settings.set('trails', on));
    settings.on(['trails'], on => { this.trails.box.checked = on; });
    settings.on(['follow'], on => { this.follow.box.checked = on; });
    this.chips = el('div', { class: 'chips grains' });
    this.field = selectBox('grain.over', [], '', v => { this.chosen = v; insight.wishesChanged(); this.update(); });
    this.plot = new LinePlot();
    this.save = el('button', { type: 'button', class: 'plain', onclick: () => this.saveCsv() }, el('span', { t: 'chart.csv' }));
    this.chart = el('div', {}, this.field.row, this.plot.root, this.save);
    this.hint = el('p', { class: 'hint', t: 'grain.hint' });
    this.root = section('panel.grains', false, this.hint, this.add, this.chips, this.follow.row, this.trails.row, this.chart);
    this.root.id = 'grains';
    this.root.addEventListener('toggle', () => this.update());
  }

  unit(name) {
    return PLACES[name] ?? this.insight.unitOf(name);
  }

  update() {
    const { tracks } = this.insight, ids = tracks.ids;
    this.add.disabled = this.insight.app.selected === undefined;
    const key = ids.join();
    if (key !== this.key) this.chips.replaceChildren(...ids.map(id => this.chip(id)));
    this.key = key;
    this.chart.hidden = ids.length === 0;
    if (!this.root.open || ids.length === 0) return;
    const names = tracks.names(), wanted = names.includes(this.chosen) ? this.chosen : names[0];
    const shown = JSON.stringify([names, t('p.velocity')]);
    if (shown !== this.names) fillSelect(this.field.box, names.map(n => [n, { text: `${this.title(n)}${this.unit(n) ? ` [${this.unit(n)}]` : ''}` }]), wanted);
    this.names = shown;
    const { times, columns } = tracks.table(wanted);
    this.plot.draw([times, ...columns], ids.map(id => ({ label: String(id), color: categoryColor(tracks.grains.get(id).color + 1) })), this.unit(wanted), 's');
  }

  title(name) {
    return nameOf('f', { name });
  }

  chip(id) {
    const dot = el('i');
    dot.style.background = categoryColor(this.insight.tracks.grains.get(id).color + 1);
    return el('button', { type: 'button', class: 'chip', tip: 'grain.drop', onclick: () => this.insight.untrack(id) }, dot, `${id} ×`);
  }

  saveCsv() {
    const { tracks } = this.insight, name = this.field.box.value, { steps, times, columns } = tracks.table(name);
    saveText(csvOf([{ label: t('read.step'), unit: '', values: steps }, { label: t('read.time'), unit: 's', values: times },
      ...tracks.ids.map((id, k) => ({ label: `${this.title(name)} ${id}`, unit: this.unit(name), values: columns[k] }))]), this.insight.file(`grains_${name}`, 'csv'));
  }
}
