// SPDX-License-Identifier: Apache-2.0
// Keyboard: single keys, none while a text field or a dialog has them.
import { VIEWS } from '../scene/view.js';

const TURN = Math.PI / 24;
const OWN = { checkbox: [' '], range: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown'] }; // keys of an input

// A list that is chosen from by the pointer gives the keys back at once. By keys it keeps those that move through it, and letters until a choice
// is made (they search): then they mean what they mean elsewhere.
const chosen = new WeakSet();
function listenToLists() {
  let pointed = null;
  document.addEventListener('pointerdown', event => {
    pointed = event.target.closest?.('select') ?? null;
    if (pointed) chosen.delete(pointed);
  }, true);
  document.addEventListener('keydown', () => { pointed = null; }, true);
  document.addEventListener('focusin', event => chosen.delete(event.target));
  document.addEventListener('change', event => {
    if (event.target.tagName !== 'SELECT') return;
    chosen.add(event.target);
    if (pointed === event.target) event.target.blur();
  });
}

function busy(event) {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return true;
  if (key === 'Escape') return false;
  if (target.tagName === 'SELECT') return !(chosen.has(target) && /^[a-z0-9.,?]$/i.test(key));
  if (target.tagName === 'INPUT') return OWN[target.type]?.includes(key) ?? true;
  if (target.tagName === 'TEXTAREA') return true;
  return key === ' ' && ['BUTTON', 'SUMMARY'].includes(target.tagName);
}

export function listenToKeys({ app, view, settings, canvas }) {
  const camera = {
    ArrowLeft: () => view.turn(TURN, 0), ArrowRight: () => view.turn(-TURN, 0), ArrowUp: () => view.turn(0, TURN), ArrowDown: () => view.turn(0, -TURN),
    '+': () => view.zoom(1.15), '=': () => view.zoom(1.15), '-': () => view.zoom(1 / 1.15),
  };
  const keys = {
    ' ': () => app.toggle(), '.': () => app.next(), ',': () => app.previous(), r: () => app.record(), p: () => app.snapshot(), '?': () => app.help(),
    f: () => app.look(null), o: () => settings.flip('ortho'), c: () => settings.flip('chains'), m: () => settings.flip('meshes'), b: () => settings.flip('box'),
    x: () => settings.flip('cut'), Escape: () => app.deselect(),
    ...Object.fromEntries(VIEWS.map((name, k) => [String(k), () => app.look(name)])),
  };
  listenToLists();
  document.addEventListener('keydown', event => {
    if (busy(event)) return;
    const call = keys[event.key] ?? keys[event.key.toLowerCase()] ?? (document.activeElement === canvas && view ? camera[event.key] : undefined);
    if (!call) return;
    event.preventDefault();
    call();
  });
}
