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
  const { content, chainMarks, surfaceContent } = legend;
  const mapped = map => { const bytes = mapBytes(map); return v => `rgb(${bytes.subarray(4 * Math.round(v * (LEVELS - 1)), 4 * Math.round(v * (LEVELS - 1)) + 3).join(', ')})`; };
  if (chainMarks) {
    drawBar(context, `${t('show.chains')} [N]`, chainMarks, chainColor, x, y, width);
    y -= 62;
  }
  if (surfaceContent) {
    drawBar(context, surfaceContent.title, surfaceContent.marks, mapped(surfaceContent.map), x, y, width);
    y -= 62;
  }
  if (legend.field.hidden || !content) return;
  if (content.types) drawTypes(context, content, x, y);
  else drawBar(context, content.title, content.marks, mapped(content.map), x, y, width);
}

// A bar that tells a length in the middle of the picture: 1, 2 or 5 times a power of ten, at most a fifth of the width.
function drawScale(context, view, x, y, width, height) {
  const { camera } = view, far = camera.position.distanceTo(view.controls.target);
  const pixel = camera.isPerspectiveCamera ? (2 * far * Math.tan((camera.fov * Math.PI) / 360)) / height : (2 * camera.top) / camera.zoom / height;
  const most = 0.2 * width * pixel, power = 10 ** Math.floor(Math.log10(most));
  const length = power * [5, 2, 1].find(f => f * power <= most);
  const [size, unit] = [[1e3, 'km'], [1, 'm'], [1e-3, 'mm'], [1e-6, 'µm']].find(([scale]) => length >= 0.999 * scale) ?? [1e-6, 'µm'];
  context.fillStyle = css('--ink');
  context.fillRect(x, y, length / pixel, 2);
  for (const end of [x, x + length / pixel - 2]) context.fillRect(end, y - 4, 2, 10);
  context.textAlign = 'left';
  context.font = '12px system-ui, sans-serif';
  context.fillText(`${Number((length / size).toPrecision(3))} ${unit}`, x, y - 14);
}

// The picture of now with what is written on it, on a canvas of this size in CSS pixels; the view has been drawn at it.
export function composePicture({ view, legend, triad, caption, axes, scale, legendless }, w, h, ratio) {
  const canvas = document.createElement('canvas');
  canvas.width = w * ratio;
  canvas.height = h * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  view.drawNow();
  context.drawImage(view.canvas, 0, 0, w, h);
  context.fillStyle = css('--ink');
  context.textBaseline = 'middle';
  if (!legend.root.hidden && !legendless) drawLegend(context, legend, 20, h - 24, 220);
  if (scale) drawScale(context, view, legendless ? 20 : 270, h - 24, w, h);
  if (axes && triad.axes) drawTriad(context, triad.axes, [w - 46, h - 46], 24, css('--ink'));
  context.textAlign = 'left';
  context.font = '12px system-ui, sans-serif';
  context.fillStyle = css('--soft');
  context.fillText(caption, 20, 22);
  return canvas;
}

export function takePicture(parts) {
  const { clientWidth: w, clientHeight: h } = parts.view.canvas;
  const canvas = composePicture(parts, w, h, parts.view.renderer.getPixelRatio());
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}

export function saveBlob(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export async function savePicture(parts, name) {
  saveBlob(await takePicture(parts), name);
}
