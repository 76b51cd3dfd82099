// SPDX-License-Identifier: Apache-2.0
// Meshes that show what particles do to them, live and recorded: a plate on which grains fall wears.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FOLDER, SOURCE, ask, endAll, frames, launch, open, pause, picture, startTsubu } from './helpers.js';

const CHUTE = `${SOURCE}examples/03_chute_wear/`;

// The deck of the example without its files, and with another length.
function writeDeck(steps) {
  const text = readFileSync(`${CHUTE}in.chute`, 'utf8').replaceAll(/file (\w+\.stl)/g, `file ${CHUTE}$1`);
  const path = join(FOLDER, `in.chute${steps}`);
  writeFileSync(path, text.slice(0, text.indexOf('dump ')) + `fix floor all wall/gran model hertz tangential history primitive type 1 zplane -0.25\nrun ${steps}\n`);
  return path;
}

let browser, run, page;
before(async () => {
  browser = await launch();
  run = await startTsubu('-in', writeDeck(100000000), '-view', '-log', 'none');
  page = await open(browser, run.url, { viewport: { width: 1200, height: 800 } });
  await frames(page);
});
after(async () => {
  await browser?.close();
  endAll();
});

const choose = async (reader, field) => {
  await reader.evaluate(() => { window.tsubu.layout.surfaces.root.open = true; });
  await reader.selectOption('#surface-field', field);
  await reader.waitForFunction(f => window.tsubu.frame.data(f) !== null, field);
};
const sum = values => values.reduce((a, b) => a + b, 0);

test('a chute that wears shows its wear', async () => {
  await choose(page, 'surface:wear');
  await page.waitForFunction(() => Math.max(...window.tsubu.frame.data('surface:wear').filter(Number.isFinite)) > 0);
  await pause(page);
  assert.match(await page.textContent('#legend'), /Depth worn off \[m\]/);
  const worn = await picture(page);
  for (const field of ['surface:pressure', 'surface:shear', 'surface:force']) {
    await choose(page, field);
    assert.notEqual((await picture(page)).hash, worn.hash, field);
  }
  await page.selectOption('#surface-field', '');
  assert.notEqual((await picture(page)).hash, worn.hash);
  assert.doesNotMatch(await page.textContent('#legend'), /worn/);
  await choose(page, 'surface:wear');
  assert.equal((await picture(page)).hash, worn.hash);
});

test('what the triangles bear is what the charts say of the mesh', async () => {
  await pause(page);
  for (const field of ['surface:force', 'surface:pressure', 'surface:shear', 'surface:wear']) await choose(page, field);
  const { meshes } = await ask(page, 'info');
  const plate = meshes.find(m => m.loads && m.wear), from = sum(meshes.slice(0, meshes.indexOf(plate)).map(m => m.triangles));
  const read = await page.evaluate(async ([first, count]) => {
    const answer = await fetch('frame?after=0&fields=surface%3Awear,surface%3Aforce,surface%3Apressure,surface%3Ashear');
    const buffer = await answer.arrayBuffer(), length = new DataView(buffer).getUint32(4, true);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
    const get = name => { const a = head.arrays.find(b => b.name === name); return new Float32Array(buffer, a.offset, a.count * a.width); };
    const corner = get('mesh:plate');
    const areas = Array.from({ length: count }, (_, k) => {
      const [a, b, c] = [0, 3, 6].map(o => [...corner.subarray(9 * k + o, 9 * k + o + 3)]);
      const u = b.map((v, q) => v - a[q]), v = c.map((w, q) => w - a[q]);
      return 0.5 * Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
    });
    const of = name => [...get(`surface:${name}`)].slice(first, first + count);
    return { step: head.step, areas, wear: of('wear'), force: of('force'), pressure: of('pressure'), shear: of('shear'), all: get('surface:wear').length };
  }, [from, plate.triangles]);
  assert.equal(read.all, sum(meshes.map(m => m.triangles)));
  const table = (await ask(page, 'series')).tables.find(t => t.table === 'meshes');
  const last = table.rows.at(-1), value = name => last[table.columns.indexOf(`${name}:plate`)];
  assert.equal(last[0], read.step);
  const near = (a, b) => assert.ok(Math.abs(a - b) <= 1e-4 * Math.abs(b) + 1e-12, `${a} is not ${b}`);
  near(sum(read.wear.map((d, k) => d * read.areas[k])), value('wear'));
  read.force.forEach((f, k) => near(read.areas[k] * Math.hypot(read.pressure[k], read.shear[k]), f));
  assert.ok(value('wear') > 0);
  assert.deepEqual(table.units.slice(2), ['N', 'N', 'N', 'N', 'N m', 'm3']);
});

test('the totals of a mesh can be charted', async () => {
  await page.locator('.chart select').nth(1).selectOption('meshes/wear:plate');
  assert.equal(await page.locator('.chart select').nth(1).evaluate(s => s.selectedOptions[0].textContent), 'plate: volume worn off');
  await page.waitForFunction(() => /m³$/.test(document.querySelectorAll('.chart .now')[1].textContent));
  await page.waitForFunction(() => {
    const canvas = document.querySelectorAll('.chart')[1].querySelector('canvas');
    return canvas && new Set(new Uint32Array(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size > 2;
  });
});

test('each mesh and wall has its own look', async () => {
  await pause(page);
  await page.selectOption('#surface-field', '');
  const same = await picture(page);
  const row = page.locator('[data-name="wall:floor"]');
  await row.locator('input[type=checkbox]').uncheck();
  const hidden = await picture(page);
  assert.ok(hidden.drawn < same.drawn, 'a wall less');
  await row.locator('input[type=checkbox]').check();
  await row.locator('input[type=range]').evaluate(e => { e.value = 1; e.dispatchEvent(new Event('input')); });
  const opaque = await picture(page);
  assert.notEqual(opaque.hash, same.hash);
  await row.locator('input[type=color]').evaluate(e => { e.value = '#ff0000'; e.dispatchEvent(new Event('change')); });
  assert.notEqual((await picture(page)).hash, opaque.hash);
  await row.locator('button').click(); // as the others
  assert.equal((await picture(page)).hash, same.hash);
});

test('on a Japanese phone in the dark', async () => {
  const phone = await open(browser, run.url, { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  await frames(phone);
  await choose(phone, 'surface:wear');
  await phone.waitForFunction(() => /摩耗深さ \[m\]/.test(document.getElementById('legend').textContent));
  const ticks = await phone.$$eval('.legend-ticks', rows => rows.map(row => [...row.children].map(e => { const { left, right } = e.getBoundingClientRect(); return [left, right]; })));
  assert.ok(ticks.length === 2 && ticks.every(row => row.length > 1 && row.every(([left], k) => k === 0 || left > row[k - 1][1] + 2)), `labels stand apart: ${JSON.stringify(ticks)}`);
  assert.match(await phone.textContent('#surfaces'), /メッシュと壁面[\s\S]*plate メッシュ[\s\S]*floor 壁/);
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  assert.deepEqual(phone.errors, []);
  await phone.context().close();
});

test('a recorded run has kept the wear and the totals', async () => {
  const file = join(FOLDER, 'chute.run');
  execFileSync(process.env.TSUBU, ['-in', writeDeck(6000), '-screen', 'none', '-log', 'none', '-record', file, '-record-every', '1000']);
  const shown = await startTsubu('view', file);
  const reader = await open(browser, shown.url);
  await frames(reader);
  await reader.evaluate(() => window.tsubu.seek(6));
  await choose(reader, 'surface:wear');
  await reader.waitForFunction(() => Math.max(...window.tsubu.frame.data('surface:wear').filter(Number.isFinite)) > 0);
  const last = (await ask(reader, 'series')).tables.find(t => t.table === 'meshes');
  const value = (row, name) => row[last.columns.indexOf(`${name}:plate`)];
  assert.ok(value(last.rows.at(-1), 'wear') > 0);
  for (const row of last.rows) assert.ok(Math.abs(Math.hypot(...['force_x', 'force_y', 'force_z'].map(n => value(row, n))) - value(row, 'force')) <= 1e-9 * value(row, 'force'), String(row));
  assert.ok(last.rows.some(row => value(row, 'force') > 0));
  const id = await reader.evaluate(() => window.tsubu.frame.data('id')[0]);
  assert.deepEqual(Object.keys((await ask(reader, `particle?id=${id}&index=6`)).values).filter(n => n.startsWith('surface')), []);
  assert.deepEqual(reader.errors, []);
  shown.stop();
  await shown.ended;
});

test('nothing of all this was an error', () => assert.deepEqual(page.errors, []));
