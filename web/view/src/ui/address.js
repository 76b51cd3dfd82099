// SPDX-License-Identifier: Apache-2.0
// What is seen stands in the address of the page, behind its #: settings that are not the usual ones, and the camera once a reader has moved it. Whoever
// opens the address again, or on another machine, sees the same.
import { DEFAULTS } from './settings.js';

const SOON = 400; // ms after the last change
export const KEPT_MOST = 9; // views
const isCamera = numbers => Array.isArray(numbers) && numbers.length === 11 && numbers.every(Number.isFinite);
const round = v => Number(v.toPrecision(7));

export function cameraOf(view) {
  const { camera, controls } = view;
  return [...camera.position.toArray(), ...controls.target.toArray(), ...camera.up.toArray(), view.orthographic.top, camera.zoom].map(round);
}

export function setCamera(view, numbers) {
  const { camera } = view;
  camera.up.fromArray(numbers, 6);
  view.makeControls();
  camera.position.fromArray(numbers, 0);
  view.controls.target.fromArray(numbers, 3);
  view.orthographic.top = numbers[9] || 1;
  camera.zoom = numbers[10] || 1;
  camera.lookAt(view.controls.target);
  view.controls.update();
  view.draw();
}

// As many numbers as the usual value has, or none where that is no list.
const sameList = (value, usual) => (Array.isArray(usual) ? Array.isArray(value) && value.length === usual.length && value.every(Number.isFinite) : !Array.isArray(value));

// Settings of an address; what is unknown or of another kind is left out.
export function readAddress(hash) {
  let state;
  try {
    state = JSON.parse(decodeURIComponent(hash.replace(/^#/, '')));
  } catch {
    return { settings: {}, camera: null, kept: [] };
  }
  const fits = ([key, value]) => key in DEFAULTS && typeof value === typeof DEFAULTS[key] && (typeof value !== 'number' || Number.isFinite(value)) && value !== null && sameList(value, DEFAULTS[key]);
  const settings = Object.fromEntries(Object.entries(Object(state?.s)).filter(fits));
  const kept = Array.isArray(state?.v) ? state.v.filter(isCamera).slice(0, KEPT_MOST) : [];
  return { settings, camera: isCamera(state?.c) ? state.c : null, kept };
}

export function writeAddress(values, camera, kept = []) {
  const s = Object.fromEntries(Object.entries(values).filter(([key, value]) => key in DEFAULTS && JSON.stringify(value) !== JSON.stringify(DEFAULTS[key])));
  if (Object.keys(s).length === 0 && !camera && kept.length === 0) return '';
  return `#${encodeURIComponent(JSON.stringify({ s, ...(camera && { c: camera }), ...(kept.length && { v: kept }) }))}`;
}

export class Address {
  constructor({ settings, view }) {
    this.settings = settings;
    this.view = view;
    this.moved = false; // the camera, by the reader
    const { settings: wanted, camera, kept } = readAddress(location.hash);
    Object.assign(this, { wanted, camera, kept });
    settings.on(Object.keys(DEFAULTS), () => this.later());
  }

  // Settings at once, so that the first frame brings what is wanted.
  applySettings() {
    for (const [key, value] of Object.entries(this.wanted)) this.settings.set(key, value);
  }

  // When the scene is there; true if the address has a camera.
  applyCamera() {
    if (!this.camera || !this.view) return false;
    setCamera(this.view, this.camera);
    this.moved = true;
    return true;
  }

  // The reader has moved the camera.
  touched() {
    this.moved = true;
    this.later();
  }

  later() {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.write();
    }, SOON);
  }

  write() {
    const hash = writeAddress(this.settings.values, this.moved && this.view ? cameraOf(this.view) : null, this.kept);
    if (hash !== location.hash) history.replaceState(null, '', hash || location.pathname);
  }
}
