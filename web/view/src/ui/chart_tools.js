// SPDX-License-Identifier: Apache-2.0
// What a chart can do beside showing curves: go to a moment, tell values under the pointer, logarithmic axis, files.
import { number } from '../data/format.js';
import { saveBlob } from '../data/save.js';
import { axisY, css } from './axes.js';
import { el } from './dom.js';

const CLICK = 4; // pixels a pointer may move within a click
const DOUBLE = 400; // ms within which two clicks are one double-click

// The part of the horizontal axis that the reader has zoomed to, or null: all of it is shown.
export function zoomOf(plot) {
  const { min, max } = plot.scales.x, [places] = plot.data;
  return Number.isFinite(min) && (min > places[0] || max < places.at(-1)) ? { min, max } : null; // before it is drawn there is none
}

// Calls with the row under the pointer when the plot is clicked or tapped, not when a range is drawn, nor when a double-click shows all again.
export function onClick(plot, call) {
  let down = null, later = 0;
  plot.over.addEventListener('pointerdown', e => {
    clearTimeout(later);
    down = e.isPrimary && e.button === 0 ? [e.clientX, e.clientY] : null;
  });
  plot.over.addEventListener('pointerup', e => {
    if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < CLICK) {
      const row = plot.posToIdx(e.clientX - plot.over.getBoundingClientRect().left);
      if (zoomOf(plot)) later = setTimeout(() => call(row), DOUBLE);
      else call(row);
    }
    down = null;
  });
  plot.over.addEventListener('dblclick', () => clearTimeout(later));
}

// Only what is above zero has a place on a logarithmic axis.
export const positives = values => values.map(v => (v > 0 ? v : null));

export function logAxis() {
  const values = (_, marks) => marks.map(v => (v === null ? '' : number(v, 3)));
  return { ...axisY(), values, size: (u, labels) => (labels ? Math.max(34, 8 + 6.6 * Math.max(0, ...labels.map(text => (text ?? '').length))) : 44) };
}

// A few buttons that come down from one.
export function menu(tip, ...buttons) {
  const box = el('details', { class: 'menu' }, el('summary', { tip }, '⋯'), el('div', { class: 'menu-body card' }, ...buttons));
  box.addEventListener('click', e => { if (e.target.closest('button')) box.open = false; });
  box.addEventListener('focusout', e => { if (!box.contains(e.relatedTarget)) box.open = false; });
  return box;
}

// The values under the pointer: lines of [color, name, value].
export class Tip {
  constructor() {
    this.root = el('div', { class: 'tip card', hidden: true });
  }

  show(plot, head, lines) {
    this.root.replaceChildren(el('strong', {}, head), ...lines.map(([color, name, value]) => {
      const dot = el('i');
      dot.style.background = color;
      return el('div', { class: 'tip-line' }, dot, el('span', {}, name), el('b', {}, value));
    }));
    if (!this.root.isConnected) document.body.append(this.root);
    this.root.hidden = false;
    const { left, top } = plot.over.getBoundingClientRect(), x = left + plot.cursor.left, wide = this.root.offsetWidth;
    const beside = x + 14 + wide < innerWidth ? x + 14 : x - 14 - wide;
    this.root.style.left = `${Math.round(Math.max(4, beside))}px`;
    this.root.style.top = `${Math.round(Math.max(4, Math.min(top, innerHeight - this.root.offsetHeight - 6)))}px`;
  }

  hide() {
    this.root.hidden = true;
  }
}

// A picture of a chart with its title and the names of its curves.
export function savePlot(plot, title, names, file) {
  const ratio = window.devicePixelRatio || 1, source = plot.ctx.canvas, head = 26 * ratio, foot = names.length > 1 ? 22 * ratio * Math.ceil(names.length / 3) : 6 * ratio;
  const canvas = document.createElement('canvas');
  canvas.width = source.width;
  canvas.height = source.height + head + foot;
  const context = canvas.getContext('2d');
  context.fillStyle = css('--card');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, head);
  context.textBaseline = 'middle';
  context.fillStyle = css('--ink');
  context.font = `600 ${13 * ratio}px system-ui, sans-serif`;
  context.fillText(title, 8 * ratio, head / 2);
  context.font = `${11 * ratio}px system-ui, sans-serif`;
  names.forEach(([color, name], i) => {
    if (names.length < 2) return;
    const x = 8 * ratio + (i % 3) * (canvas.width / 3), y = head + source.height + (Math.floor(i / 3) + 0.5) * 22 * ratio;
    context.fillStyle = color;
    context.fillRect(x, y - 1.5 * ratio, 12 * ratio, 3 * ratio);
    context.fillStyle = css('--ink');
    context.fillText(name, x + 17 * ratio, y);
  });
  canvas.toBlob(blob => saveBlob(blob, file), 'image/png');
}
