// SPDX-License-Identifier: Apache-2.0
// A PNG of the picture with its legend, axes and a line that says what it is.
import { mapBytes, LEVELS } from '../data/colors.js';
import { drawTriad } from './triad.js';

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function drawLegend(context, content, x, y, width) {
  context.textAlign = 'left';
  context.font = '600 13px system-ui, sans-serif';
  context.fillText(content.title, x, y - 30);
  context.font = '12px system-ui, sans-serif';
  if (content.types) {
    content.types.forEach(({ text, color }, i) => {
      context.fillStyle = color;
      context.fillRect(x + 34 * i, y - 18, 12, 12);
      context.fillStyle = css('--ink');
      context.fillText(text, x + 34 * i + 17, y - 11);
    });
    return;
  }
  const bytes = mapBytes(content.map);
  for (let i = 0; i < width; i++) {
    const k = 4 * Math.round((i / (width - 1)) * (LEVELS - 1));
    context.fillStyle = `rgb(${bytes[k]}, ${bytes[k + 1]}, ${bytes[k + 2]})`;
    context.fillRect(x + i, y - 20, 1.5, 12);
  }
  context.fillStyle = css('--ink');
  context.textAlign = 'center';
  for (const { at, text } of content.marks) context.fillText(text, x + at * width, y + 4);
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
  if (!legend.root.hidden && legend.content) drawLegend(context, legend.content, 20, h - 24, 220);
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
