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
  const size = Math.abs(value);
  if (size === 0) return '0 s';
  const [scale, prefix] = PREFIXES.find(([s]) => size >= s) ?? PREFIXES.at(-1);
  return `${(value / scale).toFixed(size >= 100 ? 1 : 3)} ${prefix}s`;
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
