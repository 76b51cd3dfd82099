// SPDX-License-Identifier: Apache-2.0
// A PNG of the picture with its legend, axes and a line that says what it is.
import { mapBytes, LEVELS } from '../data/colors.js';
import { chainColor } from '../scene/links.js';
import { t } from './text.js';
import { drawTriad } from './triad.js';

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// A bar of colours with its marks; color(t) for t from 0 to 1.
function drawBar(context, title, marks, color, x, y, width) {
  drawTitle(context, title, x, y);
  for (let i = 0; i < width; i++) {
    context.fillStyle = color(i / (width - 1));
    context.fillRect(x + i, y - 20, 1.5, 12);
  }
  context.fillStyle = css('--ink');
  for (const { at, text } of marks) {
    context.textAlign = at < 0.07 ? 'left' : at > 0.93 ? 'right' : 'center';
    context.fillText(text, x + at * width, y + 4);
  }
}

function drawTitle(context, title, x, y) {
  context.fillStyle = css('--ink');
  context.textAlign = 'left';
  context.font = '600 13px system-ui, sans-serif';
  context.fillText(title, x, y - 30);
  context.font = '12px system-ui, sans-serif';
}

function drawTypes(context, { title, types }, x, y) {
  drawTitle(context, title, x, y);
  types.forEach(({ text, color }, i) => {
    context.fillStyle = color;
    context.fillRect(x + 34 * i, y - 18, 12, 12);
    context.fillStyle = css('--ink');
    context.fillText(text, x + 34 * i + 17, y - 11);
  });
}

function drawLegend(context, legend, x, y, width) {
  const { content, chainMarks } = legend;
  if (chainMarks) {
    drawBar(context, `${t('show.chains')} [N]`, chainMarks, chainColor, x, y, width);
    y -= 62;
  }
  if (legend.field.hidden || !content) return;
  if (content.types) drawTypes(context, content, x, y);
  else {
    const bytes = mapBytes(content.map);
    drawBar(context, content.title, content.marks, v => `rgb(${bytes.subarray(4 * Math.round(v * (LEVELS - 1)), 4 * Math.round(v * (LEVELS - 1)) + 3).join(', ')})`, x, y, width);
  }
}

export function takePicture({ view, legend, triad, caption, axes }) {
  const { clientWidth: w, clientHeight: h } = view.canvas;
  const ratio = view.renderer.getPixelRatio();
  const canvas = document.createElement('canvas');
  canvas.width = w * ratio;
  canvas.height = h * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  view.drawNow();
  context.drawImage(view.canvas, 0, 0, w, h);
  context.fillStyle = css('--ink');
  context.textBaseline = 'middle';
  if (!legend.root.hidden) drawLegend(context, legend, 20, h - 24, 220);
  if (axes && triad.axes) drawTriad(context, triad.axes, [w - 46, h - 46], 24, css('--ink'));
  context.textAlign = 'left';
  context.font = '12px system-ui, sans-serif';
  context.fillStyle = css('--soft');
  context.fillText(caption, 20, 22);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}

export async function savePicture(parts, name) {
  const blob = await takePicture(parts);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
