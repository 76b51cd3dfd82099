// SPDX-License-Identifier: Apache-2.0
// A run of tsubu to look at, a browser to look with, and ways to wait for what one expects to see.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

export const SOURCE = fileURLToPath(new URL('../../../../', import.meta.url));
const PATIENCE = 180000; // ms; slow and busy machines with software rendering
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
const FLAGS = ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const launch = () => chromium.launch({ executablePath: CHROMIUM, args: FLAGS });

export const FOLDER = mkdtempSync(join(tmpdir(), 'tsubu-page-')); // for what runs write
const running = new Set();
process.on('exit', () => {
  running.forEach(child => child.kill('SIGKILL'));
  rmSync(FOLDER, { recursive: true, force: true });
});

// Ends what a test has left behind when it failed.
export const endAll = () => running.forEach(child => child.kill('SIGINT'));

// Starts the program of the environment variable TSUBU; resolves with the address that it prints.
export async function startTsubu(...args) {
  const child = spawn(process.env.TSUBU, args, { cwd: FOLDER, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.on('exit', () => running.delete(child));
  let text = '';
  const url = await new Promise((done, fail) => {
    const read = chunk => {
      text += chunk;
      const found = text.match(/http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//);
      if (found) done(found[0]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', code => fail(new Error(`tsubu ended with ${code} before it gave an address:\n${text}`)));
  });
  const ended = new Promise(done => child.on('exit', (code, signal) => done(signal ?? code)));
  return { url, ended, text: () => text, stop: () => child.kill('SIGINT'), kill: () => child.kill('SIGKILL') };
}

export const DECK = [`${SOURCE}tests/browser/in.grains`, '-var', 'folder', `${SOURCE}tests/browser`, '-log', 'none'];
export const startGrains = (...more) => startTsubu('-in', ...DECK, '-view', ...more);

// Opens the page; what it logs as an error or throws is collected.
export async function open(browser, url, { locale = 'en-US', colorScheme = 'light', viewport = { width: 900, height: 640 }, ...more } = {}) {
  const context = await browser.newContext({ locale, colorScheme, viewport, ...more });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.errors = [];
  page.on('console', m => { if (m.type() === 'error') page.errors.push(m.text()); });
  page.on('pageerror', e => page.errors.push(e.message));
  page.answer = await page.goto(url);
  return page;
}

export async function until(what, call, patience = PATIENCE) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await call();
    if (value) return value;
    assert.ok(Date.now() < end, `still not: ${what}`);
    await new Promise(done => setTimeout(done, 50));
  }
}

export const frames = (page, count = 1) => page.waitForFunction(n => window.tsubu.frame && (window.seen ??= new Set()).add(window.tsubu.frame.header.frame).size >= n, count);
// The grains lie on the floor and are stirred: they touch one another, and each has a speed of its own.
export const stirred = page => page.waitForFunction(() => window.tsubu.frame?.header.step > 6000);
export const state = (page, name) => page.waitForFunction(n => document.getElementById('state').dataset.state === n, name);
export const step = page => page.evaluate(() => window.tsubu.frame.header.step);

// The run says that it is busy (503) when it has had no turn in time: it is asked again.
export const ask = (page, path) => until(`an answer to ${path}`, () => page.evaluate(async p => {
  const answer = await fetch(p);
  return answer.status === 503 ? null : answer.json();
}, path));

// An order is acknowledged at once, the run obeys at the end of the steps it is at, and frames of before are still on their way: page and run agree when the
// frame that came last says so, too.
export const agreed = (page, among = ['running', 'paused']) => page.waitForFunction(all => all.includes(window.tsubu.status) && window.tsubu.history.frames.at(-1)?.header.status === window.tsubu.status, among);
const toggleIf = async (page, status) => {
  await agreed(page);
  if ((await page.evaluate(() => window.tsubu.status)) === status) await page.click('#toggle');
};

// Holds the run; `reader` (another page of the same run) has got the last frame, too.
export async function pause(page, reader = page) {
  await toggleIf(page, 'running');
  for (const one of new Set([page, reader])) await agreed(one, ['paused']);
  await until('the last frame is shown', async () => (await step(reader)) === (await ask(page, 'info')).step);
  await state(reader, 'paused');
}

export async function resume(page) {
  await toggleIf(page, 'paused');
  await agreed(page, ['running']);
  await state(page, 'running');
}

// All that was asked to be drawn is drawn, and what has another size since is laid out.
export const drawn = page => page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));

// The picture as drawn now, before a black backdrop: a digest of its pixels and how many are not black.
export const picture = page => page.evaluate(() => {
  const { view } = window.tsubu;
  view.backdrop.visible = false;
  view.drawNow();
  view.backdrop.visible = true;
  const gl = view.renderer.getContext(), { drawingBufferWidth: w, drawingBufferHeight: h } = gl;
  const bytes = new Uint8Array(4 * w * h);
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  let hash = 2166136261, drawn = 0;
  for (let i = 0; i < bytes.length; i += 4) {
    if (bytes[i] | bytes[i + 1] | bytes[i + 2]) drawn++;
    for (let c = 0; c < 4; c++) hash = Math.imul(hash ^ bytes[i + c], 16777619);
  }
  return { hash, drawn, part: drawn / (w * h) };
});

// Where on the page the particle nearest to the eye is: {id, x, y}.
export const nearest = page => page.evaluate(() => {
  const { frame, view } = window.tsubu;
  view.drawNow();
  const at = frame.data('position'), toEye = view.axes().map(a => a[3]);
  let row = 0, best = -Infinity;
  for (let i = 0; i < frame.count; i++) {
    const near = toEye.reduce((sum, d, c) => sum + d * at[3 * i + c], 0);
    if (near > best) [best, row] = [near, i];
  }
  const box = view.canvas.getBoundingClientRect(), [x, y] = view.project([...at.subarray(3 * row, 3 * row + 3)]);
  return { id: frame.data('id')[row], x: box.left + x, y: box.top + y };
});
