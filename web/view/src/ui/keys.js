// SPDX-License-Identifier: Apache-2.0
// Keyboard: single keys, none while a text field or a dialog has them.
import { VIEWS } from '../scene/view.js';

const TURN = Math.PI / 24;

function busy(event) {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return true;
  if (['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName)) return !(event.key === 'Escape');
  return event.key === ' ' && ['BUTTON', 'SUMMARY'].includes(target.tagName);
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
  document.addEventListener('keydown', event => {
    if (busy(event)) return;
    const call = keys[event.key] ?? keys[event.key.toLowerCase()] ?? (document.activeElement === canvas && view ? camera[event.key] : undefined);
    if (!call) return;
    event.preventDefault();
    call();
  });
}
