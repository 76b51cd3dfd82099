// SPDX-License-Identifier: Apache-2.0
// How a run is looked at: what stands in the address, views that are kept, force chains among dimmed grains, rings that show through, what is left of the run.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECK, FOLDER, ask, endAll, frames, launch, open, pause, picture, startGrains, startTsubu, stirred, until } from './helpers.js';

let browser, run, page;
before(async () => {
  browser = await launch();
  run = await startGrains();
  page = await open(browser, run.url, { viewport: { width: 1400, height: 700 } });
  await frames(page);
  await stirred(page);
});
after(async () => {
  await browser?.close();
  endAll();
});

const hash = reader => reader.evaluate(() => location.hash);
const set = (key, value) => page.evaluate(([k, v]) => window.tsubu.settings.set(k, v), [key, value]);

test('the head tells how much of the run is done and how long the rest takes', async () => {
  await until('percent and time', async () => /^\d+ %, [\d:]+ (s|min|h|d)$/.test(await page.textContent('#read-left')));
  await pause(page);
  await until('percent', async () => /^\d+ %$/.test(await page.textContent('#read-left')));
});

test('a page opened at the same address shows the same picture', async () => {
  await pause(page);
  assert.equal(await hash(page), '');
  await page.selectOption('#field', 'radius');
  await set('cut', true);
  await set('arrows', 'velocity');
  await page.evaluate(() => { window.tsubu.insight.setOwn('2 * radius'); window.tsubu.insight.setFilter('z < 0.06'); });
  await page.click('#view-left');
  await page.keyboard.press('Escape');
  await page.focus('#scene');
  await page.keyboard.press('ArrowLeft');
  const wanted = await until('the address', async () => { const h = await hash(page); return h.includes('radius') && h.includes('cut') && h.includes('c%22') && h; });
  await page.waitForFunction(() => window.tsubu.address.timer === null); // all is written
  const other = await open(browser, run.url + (await hash(page)), { viewport: { width: 1400, height: 700 } });
  await frames(other);
  assert.equal(await other.inputValue('#field'), '=2 * radius');
  assert.deepEqual(await other.evaluate(() => ['arrows', 'filter', 'expression'].map(id => document.getElementById(id).value)), ['velocity', 'z < 0.06', '2 * radius']);
  const cameras = await Promise.all([page, other].map(p => p.evaluate(() => [...window.tsubu.view.camera.position.toArray(), ...window.tsubu.view.controls.target.toArray()])));
  cameras[0].forEach((v, k) => assert.ok(Math.abs(v - cameras[1][k]) < 1e-5, `${cameras}`));
  const near = (a, b) => Math.abs(a.drawn - b.drawn) < 0.01 * b.drawn; // the camera has seven digits
  await until('the same picture', async () => near(await picture(other), await picture(page)));
  assert.ok(wanted.startsWith('#'));
  await other.click('#view-top');
  await until('another address', async () => (await hash(other)) !== (await hash(page)));
  assert.deepEqual(other.errors, []);
  await other.context().close();
  await set('cut', false);
  await set('arrows', '');
  await page.evaluate(() => { window.tsubu.insight.setOwn(''); window.tsubu.insight.setFilter(''); });
  await page.selectOption('#field', 'speed');
});

test('views are kept and found again', async () => {
  await page.click('#view-front');
  await page.click('#keep-view');
  const place = () => page.evaluate(() => window.tsubu.view.camera.position.toArray().map(v => v.toFixed(5)).join());
  const front = await place();
  await page.click('#view-top');
  assert.notEqual(await place(), front);
  await page.click('.kept-views button');
  assert.equal(await place(), front);
  await until('it is in the address', async () => (await hash(page)).includes('v%22'));
  await page.click('#forget-views');
  assert.equal(await page.locator('.kept-views button').count(), 0);
});

test('force chains dim the grains', async () => {
  await pause(page);
  const plain = await picture(page);
  await set('chains', true);
  await page.waitForFunction(() => window.tsubu.frame.data('chain_force')?.length > 0);
  const dimmed = await picture(page), opacity = () => page.evaluate(() => window.tsubu.view.spheres.uniforms.uOpacity.value);
  assert.notEqual(dimmed.hash, plain.hash);
  assert.ok((await opacity()) < 0.3);
  await set('dim', false);
  assert.equal(await opacity(), 1);
  assert.notEqual((await picture(page)).hash, dimmed.hash);
  await set('dim', true);
  await set('chains', false);
  assert.equal((await picture(page)).hash, plain.hash);
});

test('the ring of a selection and of its partners shows through what stands before them', async () => {
  await pause(page);
  const ids = await page.evaluate(() => [...window.tsubu.frame.data('id')]);
  let id;
  for (id of ids) if ((await ask(page, `particle?id=${id}`)).contacts.filter(c => c.kind === 'particle').length > 1) break;
  await page.evaluate(n => window.tsubu.select(n), id);
  const { contacts } = await ask(page, `particle?id=${id}`);
  const rows = await page.evaluate(() => window.tsubu.view.rings.rows.map(r => window.tsubu.frame.data('id')[r]));
  assert.deepEqual(rows, [id, ...contacts.filter(c => c.kind === 'particle').map(c => c.id)]);
  // whatever side one looks from: the ring is drawn over all grains
  for (const view of ['front', 'back', 'left', 'right']) {
    await page.click(`#view-${view}`);
    const { drawn, hash: withRing } = await picture(page);
    await page.evaluate(() => { window.tsubu.view.rings.mesh.visible = false; });
    const without = await picture(page);
    await page.evaluate(() => { window.tsubu.view.rings.mesh.visible = true; });
    assert.notEqual(withRing, without.hash, view);
    assert.ok(drawn > 0);
  }
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => window.tsubu.view.rings.mesh.visible), false);
});

test('in the dark the slowest grain still stands out', async () => {
  await pause(page);
  await page.click('#view-iso');
  const lowest = () => page.evaluate(() => [...window.tsubu.view.spheres.uniforms.uColors.value.image.data.subarray(0, 3)]);
  const light = await lowest();
  await page.click('#theme');
  const dark = await lowest();
  assert.ok(dark.reduce((a, b) => a + b) > light.reduce((a, b) => a + b) + 40, `${light} ${dark}`);
  await page.click('#theme');
  assert.deepEqual(await lowest(), light);
});

// The parts of the picture that are darker and lighter than when it was looked at last, and whether it is opaque.
const changes = reader => reader.evaluate(() => {
  const { view } = window.tsubu, gl = view.renderer.getContext(), { drawingBufferWidth: w, drawingBufferHeight: h } = gl, now = new Uint8Array(4 * w * h), old = window.looked ?? now;
  view.drawNow();
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, now);
  window.looked = now;
  let darker = 0, lighter = 0, opaque = true;
  for (let i = 0; i < now.length; i += 4) {
    const more = now[i] + now[i + 1] + now[i + 2] - old[i] - old[i + 1] - old[i + 2];
    if (more < -6) darker++;
    if (more > 6) lighter++;
    opaque &&= now[i + 3] === 255;
  }
  return { darker: darker / (w * h), lighter: lighter / (w * h), opaque };
});

test('narrow places are darker, and nothing shines through the edges of grains', async () => {
  await pause(page);
  await set('occlusion', false);
  assert.ok((await changes(page)).opaque, 'the page does not shine through');
  await set('occlusion', true);
  const on = await changes(page);
  assert.ok(on.darker > 0.03 && on.lighter < 0.001 && on.opaque, JSON.stringify(on));
  await set('occlusion', false);
  const off = await changes(page);
  assert.ok(off.lighter > 0.03 && off.darker < 0.001, JSON.stringify(off));
});

test('of a deck with several runs the head tells how much of all of it is done; marks turn with the grains', async () => {
  const deck = join(FOLDER, 'in.runs');
  writeFileSync(deck, readFileSync(DECK[0], 'utf8').replace(/^run .*/m, 'run 2000\nrun 0\nrun 200000000').replace(/^fix +integrate .*/m, '$&\nfix turned all orientation'));
  const other = await startTsubu('-in', deck, ...DECK.slice(1), '-view');
  const reader = await open(browser, other.url, { viewport: { width: 1200, height: 700 } });
  await reader.waitForFunction(() => window.tsubu.frame?.header.deck?.run === 3 && window.tsubu.frame.header.deck.left > 0);
  const { text, tip, header } = await reader.evaluate(() => { const e = document.getElementById('read-left'); return { text: e.textContent, tip: e.title, header: window.tsubu.frame.header }; });
  assert.match(text, /^\d+ %, [\d:]+ (s|min|h|d)$/);
  assert.equal(tip, 'Run 3 / 3');
  assert.ok(Math.abs(header.deck.part - header.step / 200002000) < 1e-9, JSON.stringify(header.deck)); // as many grains all the time
  await reader.waitForFunction(() => window.tsubu.frame.header.step > 6000);
  await pause(reader);
  const turned = await reader.evaluate(() => { const q = window.tsubu.frame.data('orientation'); return [q.length, Math.min(...q.filter((_, k) => k % 4 === 0)), Math.max(...q.map((v, k) => (k % 4 ? 0 : Math.abs(Math.hypot(...q.subarray(k, k + 4)) - 1))))]; });
  assert.ok(turned[0] === 4 * header.n && turned[1] < 0.9 && turned[2] < 1e-6, String(turned));
  await changes(reader);
  await reader.evaluate(() => window.tsubu.settings.set('marks', false));
  const { darker, lighter } = await changes(reader);
  assert.ok(lighter > 0.03 && darker < 0.001, JSON.stringify({ darker, lighter })); // the marks were dark
  assert.ok(!(await reader.$$eval('#field option', all => all.map(o => o.value))).includes('orientation'));
  assert.deepEqual(reader.errors, []);
  await reader.context().close();
  other.stop();
  await other.ended;
});

test('everything that can be set has a name', async () => {
  const nameless = await page.$$eval('select, input, textarea', all => all.filter(e => ![...(e.labels ?? [])].some(l => l.textContent.trim()) && !e.getAttribute('aria-label') && !e.getAttribute('aria-labelledby')).map(e => e.outerHTML.slice(0, 120)));
  assert.deepEqual(nameless, []);
});

test('words are those of readers', async () => {
  const names = await page.$$eval('#field option', all => all.map(o => o.textContent));
  assert.ok(names.includes('Particle ID') && names.includes('Order in memory') && !names.includes('Number'), names.join());
});

test('on a Japanese phone in the dark the bar of views does not stick out', async () => {
  const phone = await open(browser, run.url, { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  await frames(phone);
  await phone.waitForSelector('#read-left', { state: 'visible' }); // how much is done
  await phone.click('#keep-view');
  await phone.waitForSelector('.kept-views button');
  assert.equal(await phone.getAttribute('#keep-view', 'title'), 'この視点を保存');
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  assert.deepEqual(phone.errors, []);
  await phone.context().close();
});

test('nothing of all this was an error', () => assert.deepEqual(page.errors, []));
