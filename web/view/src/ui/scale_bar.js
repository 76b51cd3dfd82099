// SPDX-License-Identifier: Apache-2.0
// A bar of a round length at the bottom of the picture: true in the plane through the point about which the view turns (everywhere without perspective).
import { number } from '../data/format.js';
import { el } from './dom.js';

const LONGEST = 130, NARROW = 560, SHORTER = 80; // CSS pixels
const UNITS = [[1e3, 'km'], [1, 'm'], [1e-2, 'cm'], [1e-3, 'mm'], [1e-6, 'µm'], [1e-9, 'nm']];

export function roundLength(most) {
  const base = 10 ** Math.floor(Math.log10(most));
  return [5, 2, 1].map(f => f * base).find(v => v <= most * (1 + 1e-9));
}

export function lengthText(value) {
  const [size, unit] = UNITS.find(([s]) => value >= s * (1 - 1e-9)) ?? UNITS.at(-1);
  return `${number(value / size, 4)} ${unit}`;
}

export class ScaleBar {
  constructor() {
    this.text = el('span');
    this.line = el('i');
    this.root = el('div', { class: 'scale-bar', id: 'scale-bar' }, this.text, this.line);
  }

  // pixel: size of a CSS pixel in the plane [m]; room: width of the picture [CSS pixels]
  update(pixel, on, room = Infinity) {
    this.root.hidden = !on || !(pixel > 0 && pixel < Infinity);
    if (this.root.hidden) return;
    const value = roundLength((room < NARROW ? SHORTER : LONGEST) * pixel), width = Math.round(value / pixel), text = lengthText(value);
    if (this.width === width && this.shown === text) return;
    Object.assign(this, { width, shown: text, value });
    this.line.style.width = `${width}px`;
    this.text.textContent = text;
  }
}
