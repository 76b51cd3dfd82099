// SPDX-License-Identifier: Apache-2.0
// The three axes in the corner of the picture.
import { el } from './dom.js';

const SIZE = 76;
const COLORS = { x: '#d1493f', y: '#3f9a5b', z: '#3d7fd6' };

export function drawTriad(context, axes, center, length, ink) {
  context.lineCap = 'round';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = '600 11px system-ui, sans-serif';
  for (const [name, x, y] of [...axes].sort((a, b) => a[3] - b[3])) {
    const [ex, ey] = [center[0] + length * x, center[1] - length * y];
    context.strokeStyle = COLORS[name];
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(...center);
    context.lineTo(ex, ey);
    context.stroke();
    const far = 1 + 9 / Math.max(length * Math.hypot(x, y), 6);
    context.fillStyle = ink;
    context.fillText(name, center[0] + length * x * far, center[1] - length * y * far);
  }
}

export class Triad {
  constructor() {
    this.root = el('canvas', { class: 'triad', 'aria-hidden': 'true' });
  }

  draw(axes) {
    const ratio = window.devicePixelRatio || 1;
    this.axes = axes;
    this.root.width = this.root.height = SIZE * ratio;
    const context = this.root.getContext('2d');
    context.scale(ratio, ratio);
    drawTriad(context, axes, [SIZE / 2, SIZE / 2], 24, getComputedStyle(this.root).color);
  }
}
