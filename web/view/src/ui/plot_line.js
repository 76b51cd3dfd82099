// SPDX-License-Identifier: Apache-2.0
// A small plot of curves over time in a panel.
import uPlot from 'uplot';
import { axisX, axisY, css, rightPadding } from './axes.js';
import { el } from './dom.js';

export class LinePlot {
  constructor(height = 150) {
    this.height = height;
    this.root = el('div', { class: 'line-plot' });
    this.root.style.height = `${height}px`;
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(this.root);
  }

  size() {
    return { width: Math.max(120, this.root.clientWidth), height: this.height };
  }

  // data: [x, y, ...]; curves: [{label, color}]; label of the vertical axis
  draw(data, curves, label, unit) {
    const key = JSON.stringify([curves, label, unit, css('--ink')]);
    if (this.plot && this.key === key) {
      this.plot.setData(data);
      return;
    }
    this.clear();
    this.key = key;
    this.plot = new uPlot({
      ...this.size(), legend: { show: false }, cursor: { points: { size: 5 } }, scales: { x: { time: false } }, padding: [6, rightPadding(unit), null, null],
      axes: [axisX('', unit), axisY(label)], series: [{}, ...curves.map(c => ({ label: c.label, stroke: c.color, width: 1.5, points: { show: data[0].length < 3 }, spanGaps: true }))],
    }, data, this.root);
  }

  clear() {
    this.plot?.destroy();
    this.plot = null;
  }
}
