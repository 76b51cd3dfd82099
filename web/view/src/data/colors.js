// SPDX-License-Identifier: Apache-2.0
// Colour maps that are perceptually even: equal steps of a value look equally large, also in grey and for most
// colour-blind readers. Control points in sRGB, in between linear in OKLab.

const MAPS = {
  viridis: ['440154', '482878', '3e4a89', '31688e', '26828e', '1f9e89', '35b779', '6ece58', 'b5de2b', 'fde725'],
  inferno: ['1b0c41', '4a0c6b', '781c6d', 'a52c60', 'cf4446', 'ed6925', 'fb9b06', 'f7d13d', 'fcffa4'],
  cividis: ['00224e', '123570', '3b496c', '575d6d', '707173', '8a8678', 'a59c74', 'c3b369', 'e1cc55', 'fee838'],
  batlow: ['011959', '103f60', '1c5a62', '3c6d56', '687b3e', '9d892b', 'd29343', 'f8a17b', 'fdb7bc', 'faccfa'],
  vik: ['001261', '033e7d', '1e6f9d', '71a8c4', 'c9dde7', 'eacebd', 'd39774', 'be6533', '8b2706', '590008'],
};

// For types: any two differ for all readers, also for those who see two kinds of cones only (a test computes it).
export const CATEGORIES = ['3b7dd8', 'e69f00', '06bfa8', 'dd503f', '334593', 'ebe377', '6c411a', '9eedfb'];

export const MAP_NAMES = Object.keys(MAPS);
export const LEVELS = 256;

const rgb = hex => [0, 2, 4].map(i => parseInt(hex.slice(i, i + 2), 16) / 255);
const toLinear = c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
const toSrgb = c => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);

function toOklab(hex) {
  const [r, g, b] = rgb(hex).map(toLinear);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([L, a, b]) {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return linear.map(c => Math.round(255 * Math.min(1, Math.max(0, toSrgb(Math.max(0, c))))));
}

// On a dark ground maps leave out what is as dark as the ground.
const DARKEST = 0.42; // lightness of OKLab
let darkGround = false;
export function setDarkGround(on) {
  darkGround = on;
}

function mixedAt(points, t) {
  const at = t * (points.length - 1), k = Math.min(points.length - 2, Math.floor(at));
  return points[k].map((v, c) => v + (points[k + 1][c] - v) * (at - k));
}

// The part of a map that is light enough, both ends of a diverging one cut alike.
function lightPart(points) {
  const dark = t => mixedAt(points, t)[0] < DARKEST;
  let low = 0, high = 0;
  while (low < 0.4 && dark(low)) low += 0.005;
  while (high < 0.4 && dark(1 - high)) high += 0.005;
  return high > 0 ? [Math.max(low, high), 1 - Math.max(low, high)] : [low, 1];
}

// RGBA bytes of a map, LEVELS entries from low to high.
export function mapBytes(name) {
  const points = (MAPS[name] ?? MAPS.viridis).map(toOklab);
  const [from, to] = darkGround ? lightPart(points) : [0, 1];
  const bytes = new Uint8Array(4 * LEVELS);
  for (let i = 0; i < LEVELS; i++) bytes.set([...fromOklab(mixedAt(points, from + (to - from) * (i / (LEVELS - 1)))), 255], 4 * i);
  return bytes;
}

// RGBA bytes by number: entry i is the colour of type (or rank) i, repeating.
export function categoryBytes() {
  const bytes = new Uint8Array(4 * LEVELS);
  for (let i = 0; i < LEVELS; i++) {
    const hex = CATEGORIES[(i + CATEGORIES.length - 1) % CATEGORIES.length];
    bytes.set([...rgb(hex).map(c => Math.round(255 * c)), 255], 4 * i);
  }
  return bytes;
}

export const categoryColor = i => '#' + CATEGORIES[(i + CATEGORIES.length - 1) % CATEGORIES.length];

const gradients = new Map();

export function cssGradient(name) {
  const key = `${name} ${darkGround}`;
  if (!gradients.has(key)) gradients.set(key, makeGradient(name));
  return gradients.get(key);
}

function makeGradient(name) {
  const bytes = mapBytes(name);
  const stops = [];
  for (let i = 0; i <= 16; i++) {
    const k = 4 * Math.round((i / 16) * (LEVELS - 1));
    stops.push(`rgb(${bytes[k]} ${bytes[k + 1]} ${bytes[k + 2]})`);
  }
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
