// SPDX-License-Identifier: Apache-2.0
// Numbers as a reader wants them: few digits, a true minus, powers of ten as such.

const SUPERSCRIPT = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
const power = n => '10' + String(n).split('').map(c => SUPERSCRIPT[c]).join('');
const trim = s => (s.includes('.') ? s.replace(/\.?0+$/, '') : s);

export function number(value, digits = 4) {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const size = Math.abs(value);
  let text;
  if (size >= 1e6 || size < 1e-3) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e');
    text = `${trim(mantissa)}×${power(Number(exponent))}`;
  } else {
    text = trim(value.toPrecision(digits));
    if (text.includes('e')) text = String(Math.round(value));
  }
  return text.replace(/^-/, '−');
}

export const whole = value => Number(value ?? 0).toLocaleString('en').replaceAll(',', '\u2009');

const PREFIXES = [[1, ''], [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n']];

// A time in seconds with a prefix that keeps its digits in front.
export function seconds(value) {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0 s';
  const texts = PREFIXES.map(([scale, prefix]) => [(value / scale).toFixed(3), prefix]);
  const [text, prefix] = texts.find(([digits]) => Math.abs(Number(digits)) >= 1) ?? texts.at(-1); // as rounded: 0.9999999 s is 1 s
  return `${Math.abs(value) >= 100 ? value.toFixed(1) : text} ${prefix}s`.replace(/^-/, '−');
}

// How long something takes, in hours, minutes and seconds: 12 s, 3:05 min, 2:00 h, 4 d.
export function duration(value) {
  const whole_ = Math.max(0, Math.round(value)), two = v => String(v).padStart(2, '0');
  if (whole_ < 60) return `${whole_} s`;
  if (whole_ < 3600) return `${Math.floor(whole_ / 60)}:${two(whole_ % 60)} min`;
  if (whole_ < 172800) return `${Math.floor(whole_ / 3600)}:${two(Math.floor(whole_ / 60) % 60)} h`;
  return `${Math.round(whole_ / 86400)} d`;
}

// Labels of numbers on an axis: in one form, with one power of ten and as many digits as tell neighbours apart.
export function tickLabels(marks) {
  const known = marks.filter(v => Number.isFinite(v));
  const gaps = known.slice(1).map((v, k) => Math.abs(v - known[k])).filter(gap => gap > 0);
  const step = gaps.length ? Math.min(...gaps) : Math.abs(known[0] ?? 0) || 1;
  const most = Math.max(step, ...known.map(Math.abs));
  const exponent = most >= 1e6 || most < 1e-3 ? Math.floor(Math.log10(most) + 1e-9) : 0;
  const scaled = step / 10 ** exponent;
  let decimals = Math.min(15, Math.max(0, -Math.floor(Math.log10(scaled) + 1e-9)));
  if (Math.abs(scaled * 10 ** decimals - Math.round(scaled * 10 ** decimals)) > 1e-3) decimals = Math.min(15, decimals + 1); // a quarter
  return marks.map(v => {
    if (!Number.isFinite(v)) return '';
    if (Math.abs(v) < 1e-6 * step) return '0';
    const text = trim((v / 10 ** exponent).toFixed(decimals)).replace(/^-/, '−');
    return exponent ? `${text}×${power(exponent)}` : text;
  });
}

// Ticks at round numbers between two values.
export function ticks(low, high, count = 4) {
  if (!(high > low)) return [low];
  const raw = (high - low) / count;
  const base = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map(f => f * base).find(s => s >= raw * 0.999);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++) found.push(i * step + 0); // + 0: no minus zero
  return found;
}

const GAP = 5; // pixels between two labels at least

// The part of a label that is to the left of its mark: words at the ends of a bar stay inside.
export const shiftOf = at => (at > 0.93 ? 0.8 : at < 0.07 ? 0.2 : 0.5);

// As many marks [{at, text}] as stand side by side on a bar that is `wide`: make(count) gives those of about so many, width(text) is that of a label.
export function apart(make, wide, width) {
  const fit = marks => marks.map(({ at, text }) => [at * wide - shiftOf(at) * width(text), at * wide + (1 - shiftOf(at)) * width(text)]).every(([left], k, all) => k === 0 || left >= all[k - 1][1] + GAP);
  for (let count = 4; count > 0; count--) {
    const marks = make(count);
    if (fit(marks)) return marks;
  }
  return make(1).slice(0, 1);
}
