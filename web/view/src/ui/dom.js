// SPDX-License-Identifier: Apache-2.0
// Small makers of elements. Texts are keys of ui/text.js: `t` for the content, `tip` for tool tip and name.
import { t } from './text.js';

const ICONS = {
  pause: 'M7 5h3.4v14H7zM13.6 5H17v14h-3.4z',
  play: 'M7.5 4.6v14.8L19.6 12z',
  step: 'M5.5 5v14l9-7zM15.6 5h2.9v14h-2.9z',
  back: 'M18.5 5v14l-9-7zM5.5 5h2.9v14H5.5z',
  stop: 'M6.5 6.5h11v11h-11z',
  record: 'M12 6a6 6 0 1 0 0 12 6 6 0 0 0 0-12z',
  camera: 'M9 5 7.6 7H4.5A1.5 1.5 0 0 0 3 8.500v9A1.500 1.500 0 0 0 4.500 19h15a1.500 1.500 0 0 0 1.500-1.500v-9A1.500 1.500 0 0 0 19.500 7h-3.100L15 5zm3 4.200a3.800 3.800 0 1 1 0 7.600 3.800 3.800 0 0 1 0-7.600zm0 1.800a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  film: 'M3 5h18v14H3zm2 2v2h2V7zm12 0v2h2V7zM5 11v2h2v-2zm12 0v2h2v-2zM5 15v2h2v-2zm12 0v2h2v-2zM9 7v10h6V7z',
  fit: 'M4 4h6v2H6v4H4zm10 0h6v6h-2V6h-4zM4 14h2v4h4v2H4zm14 0h2v6h-6v-2h4z',
  sun: 'M12 7.500a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9zM11 2h2v3h-2zm0 17h2v3h-2zM2 11h3v2H2zm17 0h3v2h-3zM4.200 5.600l1.400-1.400 2.100 2.100-1.400 1.400zm12.100 12.100 1.400-1.400 2.100 2.100-1.400 1.400zM4.200 18.400l2.100-2.100 1.400 1.400-2.100 2.100zM16.300 6.300l2.100-2.100 1.400 1.400-2.100 2.100z',
  help: 'M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19zm0 1.800a7.700 7.700 0 1 1 0 15.400 7.700 7.700 0 0 1 0-15.400zM11 16h2v2h-2zm1-10c-2 0-3.500 1.300-3.700 3.100l1.900.3c.1-.9.800-1.600 1.800-1.600s1.800.7 1.800 1.500c0 .7-.4 1.100-1.200 1.700-.9.700-1.600 1.400-1.600 2.700v.8h2v-.6c0-.7.3-1 1.100-1.600 1-.7 1.700-1.500 1.700-2.900C15.800 7.400 14.200 6 12 6z',
  close: 'm6.400 5 5.600 5.600L17.600 5 19 6.400 13.400 12l5.600 5.600-1.400 1.400-5.600-5.600L6.400 19 5 17.600l5.600-5.600L5 6.400z',
  panel: 'M4 4.500h16v15H4zm1.800 1.800v11.400h8V6.300z',
  cube: 'M12 2.600 20.400 7.300v9.400L12 21.400l-8.400-4.700V7.300zm0 2.100L6.700 7.700 12 10.700l5.300-3zM5.400 9.100v6.500l5.700 3.200v-6.500zm13.200 0-5.700 3.200v6.500l5.700-3.200z',
  target: 'M11 2h2v3.070A7 7 0 0 1 18.930 11H22v2h-3.070A7 7 0 0 1 13 18.930V22h-2v-3.070A7 7 0 0 1 5.070 13H2v-2h3.070A7 7 0 0 1 11 5.070zm1 5a5 5 0 1 0 0 10 5 5 0 0 0 0-10zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
};

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  path.setAttribute('fill', 'currentColor');
  svg.append(path);
  return svg;
}

function setAttribute(e, key, value) {
  if (key === 'class') e.className = value;
  else if (key === 't') setText(e, value);
  else if (key === 'tip') setTip(e, value);
  else if (key.startsWith('on')) e.addEventListener(key.slice(2), value);
  else if (value === true) e.setAttribute(key, '');
  else if (value !== false && value !== null && value !== undefined) e.setAttribute(key, value);
}

export function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) setAttribute(e, key, value);
  e.append(...children.filter(c => c !== null && c !== undefined));
  return e;
}

export function setText(e, key) {
  e.dataset.t = key;
  e.textContent = t(key);
}

// The description of a picture: a key, and the key of what it shows.
export function setAlt(e, key, what) {
  Object.assign(e.dataset, { alt: key, what });
  e.alt = `${t(key)}: ${t(what)}`;
}

export function setTip(e, key) {
  e.dataset.tip = key;
  e.title = t(key);
  e.setAttribute('aria-label', t(key));
}

// After a change of language: everything below `root` that was made with a key.
export function translate(root) {
  for (const e of root.querySelectorAll('[data-t]')) e.textContent = t(e.dataset.t);
  for (const e of root.querySelectorAll('[data-tip]')) setTip(e, e.dataset.tip);
  for (const e of root.querySelectorAll('[data-alt]')) setAlt(e, e.dataset.alt, e.dataset.what);
}

export function iconButton(name, tip, onclick, extra = {}) {
  return el('button', { type: 'button', class: 'icon', tip, onclick, ...extra }, icon(name));
}

export function setIcon(button, name) {
  button.replaceChildren(icon(name));
}

let serial = 0;
const nextId = () => `c${++serial}`;

export function selectBox(key, options, value, onchange, id = nextId()) {
  const box = el('select', { id, onchange: e => onchange(e.target.value) });
  fillSelect(box, options, value);
  return { row: el('div', { class: 'row' }, el('label', { for: id, t: key }), box), box };
}

// options: [value, text key or {text}] pairs
export function fillSelect(box, options, value) {
  box.replaceChildren(...options.map(([v, text]) => {
    const option = el('option', { value: v });
    if (typeof text === 'string') setText(option, text);
    else option.textContent = text.text;
    return option;
  }));
  box.value = value;
}

export function toggle(key, value, onchange, extra = {}) {
  const box = el('input', { type: 'checkbox', role: 'switch', checked: value, onchange: e => onchange(e.target.checked), ...extra });
  return { row: el('label', { class: 'row switch' }, el('span', { t: key }), box), box };
}

export function slider(key, { min, max, step, value, format }, oninput) {
  const id = nextId();
  const out = el('output', { for: id }, format(value));
  const box = el('input', { id, type: 'range', min, max, step, value });
  box.addEventListener('input', () => {
    out.textContent = format(Number(box.value));
    oninput(Number(box.value));
  });
  const set = v => {
    box.value = v;
    out.textContent = format(v);
  };
  return { row: el('div', { class: 'row range' }, el('label', { for: id, t: key }), box, out), box, set };
}

export function section(key, open, ...children) {
  return el('details', { class: 'section', open }, el('summary', {}, el('span', { t: key })), el('div', { class: 'body' }, ...children));
}
