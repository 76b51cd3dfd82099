// SPDX-License-Identifier: Apache-2.0
// The page that tsubu writes for its plots: charts on two canvases each (data below, cursor above), no libraries. Data comes from the
// JSON element #data; see src/format/plot_page.c for its form. The files of this folder follow one another in one script, in the
// order that CMakeLists.txt names them: base, axes, curves, cursor, interaction, chart, page.

const page = JSON.parse(document.getElementById('data').textContent);
const charts = [];
const palette = 8;
const DASH = { solid: [], dashed: [7, 5], dotted: [1.5, 4] };

const el = (tag, attributes, ...children) => {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (k === 'class') e.className = v; else if (k.startsWith('on')) e.addEventListener(k.slice(2), v); else e.setAttribute(k, v);
  }
  e.append(...children);
  return e;
};
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
let ink = {};
const readColors = () => {
  ink = { text: css('--ink'), soft: css('--soft'), grid: css('--grid'), axis: css('--axis'), accent: css('--accent'),
    shade: css('--shade'), tip: css('--tip'), line: css('--line'), card: css('--card'), series: [] };
  for (let i = 0; i < palette; i++) ink.series.push(css('--s' + i));
};

// ---- numbers ------------------------------------------------------------------------------------------------
const SUP = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
const power = n => '10' + String(n).split('').map(c => SUP[c]).join('');
const number = (v, digits = 6) => {
  if (v === null || Number.isNaN(v)) return '–';
  if (v === 0) return '0';
  const a = Math.abs(v);
  let s;
  if (a >= 1e6 || a < 1e-4 || Number(a.toPrecision(digits)) >= 1e6) {
    const [m, e] = v.toExponential(digits - 1).split('e');
    s = (m.includes('.') ? m.replace(/\.?0+$/, '') : m) + '×' + power(Number(e));
  } else {
    s = v.toPrecision(digits);
    if (s.includes('.')) s = s.replace(/\.?0+$/, '');
  }
  return s.replace(/^-/, '−');
};

const linearTicks = (lo, hi, count) => {
  const raw = (hi - lo) / Math.max(1, count), base = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = [1, 2, 2.5, 5, 10].map(f => f * base).find(s => s >= raw * 0.999);
  const ticks = [], first = Math.ceil(lo / step - 1e-9);
  for (let i = 0; i < 200; i++) {
    const v = (first + i) * step;
    if (v > hi + 1e-9 * step) break;
    ticks.push(Math.abs(v) < step * 1e-9 ? 0 : v);
  }
  return { ticks, step, minor: [] };
};
const logTicks = (lo, hi, count) => {
  const a = Math.ceil(lo - 1e-9), b = Math.floor(hi + 1e-9);
  if (b - a < 1) {
    const t = linearTicks(Math.pow(10, lo), Math.pow(10, hi), count);
    return { ticks: t.ticks.filter(v => v > 0).map(Math.log10), step: 0, minor: [], plain: true };
  }
  if (hi - lo < 2.2) { // few decades: 1, 2 and 5 of each get a label
    const ticks = [], minor = [];
    for (let e = Math.floor(lo); e <= hi; e++) {
      for (let m = 1; m < 10; m++) (m === 1 || m === 2 || m === 5 ? ticks : minor).push(e + Math.log10(m));
    }
    const seen = list => list.filter(v => v >= lo && v <= hi);
    return { ticks: seen(ticks), step: 0, minor: seen(minor), plain: true };
  }
  const every = Math.max(1, Math.ceil((b - a + 1) / Math.max(2, count))), ticks = [], minor = [];
  for (let e = Math.floor(lo); e <= hi; e++) {
    if (e >= a && (e - a) % every === 0) ticks.push(e);
    else if (e >= a) minor.push(e);
    if (every === 1) for (let m = 2; m < 10; m++) minor.push(e + Math.log10(m));
  }
  return { ticks, step: 0, minor: minor.filter(v => v >= lo && v <= hi) };
};
// Ticks of a linear axis share one factor of ten, a multiple of three, which moves to the axis label.
const sharedExponent = (lo, hi) => {
  const m = Math.max(Math.abs(lo), Math.abs(hi));
  if (!(m > 0) || (m < 1e5 && m >= 1e-2)) return 0;
  return 3 * Math.floor(Math.log10(m) / 3 + 1e-12);
};
const tickText = (v, step, exponent) => {
  const s = step / Math.pow(10, exponent), d = Math.min(12, Math.max(0, -Math.floor(Math.log10(s) + 1e-9)));
  const extra = Math.abs(s * Math.pow(10, d) - Math.round(s * Math.pow(10, d))) > 1e-6 ? 1 : 0;
  return (v / Math.pow(10, exponent)).toFixed(d + extra).replace(/^-/, '−');
};

// ---- data ---------------------------------------------------------------------------------------------------
const prepare = def => {
  const series = def.series.map((s, i) => {
    const take = (list, log) => {
      const out = new Float64Array(list.length);
      for (let k = 0; k < list.length; k++) {
        const v = list[k];
        out[k] = v === null ? NaN : log ? (v > 0 ? Math.log10(v) : NaN) : v;
      }
      return out;
    };
    const x = take(s.x || s.y.map((_, k) => k), def.logX), y = take(s.y, def.logY);
    let sorted = true;
    for (let k = 1; k < x.length; k++) if (!(x[k] >= x[k - 1])) { sorted = false; break; }
    return { name: s.name, x, y, sorted, line: s.line, points: s.points, dash: DASH[s.dash] || [], steps: s.steps, width: s.width,
      fill: s.fill, color: s.color >= 0 ? s.color % palette : i % palette, on: true };
  });
  return series;
};
const extent = (series, key) => {
  let lo = Infinity, hi = -Infinity;
  for (const s of series) {
    if (!s.on && series.some(t => t.on)) continue;
    const a = s[key], b = s[key === 'x' ? 'y' : 'x'];
    for (let k = 0; k < a.length; k++) {
      if (Number.isFinite(a[k]) && !Number.isNaN(b[k])) { if (a[k] < lo) lo = a[k]; if (a[k] > hi) hi = a[k]; }
    }
  }
  if (lo > hi) return [0, 1];
  if (lo === hi) { const d = lo === 0 ? 1 : Math.abs(lo) * 0.1; return [lo - d, hi + d]; }
  return [lo, hi];
};

// First index whose value is not below v, in an array that never falls.
const lower = (a, v) => {
  let lo = 0, hi = a.length;
  while (lo < hi) { const m = (lo + hi) >> 1; if (a[m] < v) lo = m + 1; else hi = m; }
  return lo;
};
const closest = (a, v) => {
  const k = lower(a, v);
  if (k <= 0) return 0;
  if (k >= a.length) return a.length - 1;
  return v - a[k - 1] < a[k] - v ? k - 1 : k;
};
