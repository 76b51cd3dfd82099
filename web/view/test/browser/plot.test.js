// SPDX-License-Identifier: Apache-2.0
// The page that `--plot` writes, opened from a file: charts are drawn, read by the pointer, zoomed, and sorted tables.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, SOURCE, launch, open, until } from './helpers.js';

let browser, page;
before(async () => {
  const file = join(FOLDER, 'dragged.html');
  execFileSync(process.env.TSUBU, ['slider', `${SOURCE}examples/44_dragged_sphere/in.slider`, '--plot', file], { cwd: FOLDER });
  browser = await launch();
  page = await open(browser, `file://${file}`);
});
after(() => browser?.close());

// What is written on the canvases of the charts: [{canvas, text}], canvas 0 is the first chart's data, 1 its cursor, and so on.
const written = reader => reader.evaluate(() => window.written.map(({ g, text }) => ({ canvas: [...document.querySelectorAll('.plot canvas')].indexOf(g.canvas), text })));
const record = () => {
  window.written = [];
  const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function clear(...all) { window.written = window.written.filter(w => w.g !== this); return clearRect.apply(this, all); };
  CanvasRenderingContext2D.prototype.fillText = function write(text, ...at) { window.written.push({ g: this, text }); return fillText.call(this, text, ...at); };
};

// How many colours the data canvas and the cursor canvas of the first chart have.
const colors = () => page.evaluate(() => [...document.querySelector('.plot').querySelectorAll('canvas')].map(c =>
  new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size));
// Keeps the first chart as it is; then the part of its pixels that has changed clearly (browsers may smooth lines differently from time to time).
const keep = () => page.evaluate(() => {
  window.look = () => { const c = document.querySelector('.plot canvas'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data; };
  window.changed = () => { const now = window.look(); let n = 0; for (let k = 0; k < now.length; k += 4) n += Math.abs(now[k + 3] - window.kept[k + 3]) > 96; return (4 * n) / now.length; };
  window.kept = window.look();
});
const SAME = 0.001;

test('charts are drawn, without an error', async () => {
  await page.waitForSelector('.plot canvas');
  await until('a chart with curves', async () => (await colors())[0] > 10);
  assert.deepEqual(page.errors, []);
});

test('the pointer reads values, a drag zooms, a double-click shows all again', async () => {
  const { x, y, width, height } = await page.locator('.plot').first().boundingBox();
  await page.mouse.move(x + 0.5 * width, y + 0.4 * height);
  await until('a tip', async () => (await colors())[1] > 10);
  await keep();
  await page.mouse.down();
  await page.mouse.move(x + 0.7 * width, y + 0.8 * height, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(same => window.changed() > 3 * same, SAME);
  await page.mouse.dblclick(x + 0.5 * width, y + 0.5 * height);
  await page.waitForFunction(same => window.changed() < same, SAME);
  assert.deepEqual(page.errors, []);
});

test('the tip of one step holds values of that step only, here and in linked charts', async () => {
  const log = join(FOLDER, 'two.log'), file = join(FOLDER, 'two.html');
  const rows = (from, to) => Array.from({ length: (to - from) / 100 + 1 }, (_, k) => { const step = from + 100 * k; return `${step} ${step + 0.25} ${2 * step + 0.25}`; });
  const run = (from, to) => ['Step Alpha Beta', ...rows(from, to), `Loop time of 1 on 1 procs for ${to - from} steps with 1 atoms`];
  writeFileSync(log, ['tsubu 0.1.0', ...run(0, 1000), ...run(1000, 3000), ''].join('\n'));
  execFileSync(process.env.TSUBU, ['plot', log, '-o', file]);
  const context = await browser.newContext({ viewport: { width: 900, height: 640 } });
  const reader = await context.newPage();
  await reader.addInitScript(record);
  await reader.goto(`file://${file}`);
  const { x, y, width, height } = await reader.locator('.plot').first().boundingBox();
  const hover = async step => { // along the line until the step is read
    for (let part = 0.02; part < 1; part += 0.005) {
      await reader.mouse.move(x + part * width, y + (0.95 - 0.9 * part) * height);
      if ((await written(reader)).some(w => w.canvas === 1 && w.text === `Step = ${step}`)) return;
    }
    assert.fail(`step ${step} is nowhere`);
  };
  for (const [step, runs] of [[2500, ['run 2']], [400, ['run 1']], [1000, ['run 1', 'run 2']]]) {
    await hover(step);
    const texts = (await written(reader)).filter(w => w.canvas === 1 || w.canvas === 3);
    for (const [canvas, factor] of [[1, 1], [3, 2]]) {
      const tip = texts.filter(w => w.canvas === canvas).map(w => w.text);
      assert.deepEqual(tip, [`Step = ${step}`, ...runs.flatMap(name => [name, String(factor * step + 0.25)])]);
    }
  }
  await context.close();
});

test('several logs share each chart, over time, with units on the axes', async () => {
  const deck = join(FOLDER, 'in.logs'), file = join(FOLDER, 'logs.html');
  writeFileSync(deck, readFileSync(`${SOURCE}tests/browser/in.grains`, 'utf8').replace('thermo_style    custom step atoms ke', 'thermo_style custom step time ke').replace('thermo          500', 'thermo 100').replace('timestep        2.0e-5', 'variable dt index 2.0e-5\ntimestep ${dt}'));
  const logs = [['one.log', '2.0e-5'], ['two.log', '1.0e-5']].map(([name, dt]) => {
    execFileSync(process.env.TSUBU, ['-in', deck, '-var', 'folder', `${SOURCE}tests/browser`, '-var', 'steps', '2000', '-var', 'dt', dt, '-screen', 'none', '-log', name], { cwd: FOLDER });
    return name;
  });
  execFileSync(process.env.TSUBU, ['plot', ...logs, '--columns', 'KinEng', '-o', file], { cwd: FOLDER });
  for (const [colorScheme, viewport] of [['light', { width: 900, height: 640 }], ['dark', { width: 390, height: 800 }]]) {
    const context = await browser.newContext({ viewport, colorScheme }), reader = await context.newPage(), wrong = [];
    reader.on('pageerror', e => wrong.push(e.message));
    await reader.addInitScript(record);
    await reader.goto(`file://${file}`);
    await until('labels with units', async () => { const texts = (await written(reader)).map(w => w.text); return texts.some(t => /Time.*\[s\]/i.test(t)) && texts.some(t => /\[J\]/.test(t)); });
    const names = await reader.$$eval('.legend button', all => all.map(e => e.textContent));
    assert.deepEqual(names.slice(0, 2), ['one.log', 'two.log']);
    // over time: the second ends after half of it, and the tip has a value of each where both are
    const { x, y, width, height } = await reader.locator('.plot').first().boundingBox();
    const tipAt = async part => {
      for (let up = 0.9; up > 0.05; up -= 0.1) {
        await reader.mouse.move(x + part * width, y + up * height);
        const texts = (await written(reader)).filter(w => w.canvas === 1).map(w => w.text);
        if (texts.some(t => /Time/.test(t))) return names.filter(n => texts.includes(n));
      }
      return assert.fail(`no tip at ${part}`);
    };
    assert.deepEqual(await tipAt(0.35), ['one.log', 'two.log']);
    assert.deepEqual(await tipAt(0.85), ['one.log']);
    assert.ok(await reader.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
    assert.deepEqual(wrong, []);
    await context.close();
  }
});

test('a legend entry hides its curve', async () => {
  await keep();
  await page.locator('.legend button').first().click();
  await page.waitForFunction(same => window.changed() > 3 * same, SAME);
  await page.locator('.legend button').first().click();
  await page.waitForFunction(same => window.changed() < same, SAME);
});
