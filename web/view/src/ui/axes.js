// SPDX-License-Identifier: Apache-2.0
// Axes of charts: as wide as their labels need, and labels as far apart as they are wide.
import { tickLabels, ticks } from '../data/format.js';

export const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const FONT = '11px system-ui, sans-serif', GAP = 4, TICK = 4, APART = 14;
const ruler = document.createElement('canvas').getContext('2d');

function widest(labels) {
  ruler.font = FONT;
  return Math.ceil(Math.max(0, ...labels.map(text => ruler.measureText(text ?? '').width)));
}

// What labels between two values will need, before it is known where they stand.
const guess = (low, high) => widest(tickLabels(ticks(low, high, 4)));

const common = label => ({
  label, labelSize: label ? 16 : 0, labelFont: FONT, labelGap: 0, font: FONT, stroke: css('--soft'), gap: GAP,
  grid: { stroke: css('--grid'), width: 1 }, ticks: { stroke: css('--line'), width: 1, size: TICK },
});

// unit: stands behind the last number
export function axisX(label = '', unit = '') {
  const values = (_, marks) => tickLabels(marks).map((text, k) => (unit && k === marks.length - 1 ? `${text} ${unit}` : text));
  return { ...common(label), size: 24, values, space: (u, i, low, high) => Math.max(32, guess(low, high) + APART) };
}

export function axisY(label = '') {
  const size = (u, labels) => (labels ? Math.max(28, widest(labels) + GAP + TICK + 2) : 40);
  return { ...common(label), size, values: (_, marks) => tickLabels(marks) };
}

// Room to the right for the half of the last label that stands out there.
export const rightPadding = (unit = '') => u => {
  const { min, max } = u.scales.x;
  return Number.isFinite(min) && max > min ? Math.ceil(0.5 * (guess(min, max) + (unit ? widest([` ${unit}`]) : 0))) + 2 : 16;
};
