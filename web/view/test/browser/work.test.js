// SPDX-License-Identifier: Apache-2.0
// A deck that is edited, checked and run in the page of the gallery, and the way back.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECK, FOLDER, SOURCE, endAll, frames, launch, open, startTsubu, state, until } from './helpers.js';

const RUN = 90000; // ms; runs are made with all threads of a machine that may be busy
let browser, gallery, page, editable;
before(async () => {
  browser = await launch();
  mkdirSync(join(FOLDER, 'shelf/stir'), { recursive: true });
  const deck = readFileSync(DECK[0], 'utf8').replace(/\$\{folder\}\/paddle/g, 'paddle').replace('index 100000000', 'index 2000').replace('period 0.5', 'period ${turn}').replace('units  ', 'variable turn equal 0.5\nunits  ');
  writeFileSync(join(FOLDER, 'shelf/stir/in.stir'), deck);
  writeFileSync(join(FOLDER, 'shelf/stir/paddle.stl'), readFileSync(`${SOURCE}tests/browser/paddle.stl`));
  writeFileSync(join(FOLDER, 'shelf/stir/README.md'), '# Stirred grains\n\nA paddle turns in a box of grains.\n');
  writeFileSync(join(FOLDER, 'shelf/stir/README.ja.md'), '# かき混ぜられる粒子\n\n[English](README.md)\n\n箱の中で\n羽根が回ります。\n');
  gallery = await startTsubu('view', '--examples', join(FOLDER, 'shelf'), '--work', join(FOLDER, 'kept'));
  editable = (await (await fetch(`${gallery.url}deck?name=stir`)).json()).editable;
  page = await open(browser, gallery.url, { viewport: { width: 1200, height: 800 } });
  page.setDefaultTimeout(RUN);
});
after(async () => {
  await browser?.close();
  endAll();
});

const value = () => page.inputValue('#deck-text');

test('a card opens its deck with what it is about', async () => {
  await until('the first paragraph of its README', async () => (await page.textContent('[data-example="stir"] .card-about')) === 'A paddle turns in a box of grains.');
  await page.click('#language');
  assert.equal(await page.textContent('[data-example="stir"] .card-about'), '箱の中で羽根が回ります。');
  await page.click('#language');
  if (editable) { // and how long it takes
    const time = () => page.textContent('[data-example="stir"] .card-time');
    await until('its time', async () => /^(about|less than) [\d.:]+ (s|min|h) on \d+ threads?$/.test(await time()));
    await page.click('#language');
    assert.match(await time(), /^約 [\d.:]+ (s|min|h)（\d+ スレッド）$/);
    await page.click('#language');
  }
  await page.click('[data-open="stir"]');
  await page.waitForSelector('#workbench[open]');
  assert.equal(await page.textContent('#work-title'), 'Stirred grains');
  assert.match(await page.textContent('#work-about'), /^A paddle turns/);
  assert.match(await value(), /variable turn equal 0\.5/);
});

test('messages stand beside the lines', async t => {
  if (!editable) return t.skip('the kernel has no Landlock');
  await page.waitForFunction(() => document.getElementById('work-report').textContent.length > 20);
  assert.deepEqual(await page.$$eval('#work-report dt', all => all.map(e => e.textContent).slice(0, 2)), ['deck', 'models']);
  assert.match(await page.textContent('#work-verdict'), /^0 errors, \d+ warnings?: the deck can be run$/);
  assert.equal(await page.locator('#work-messages .error').count(), 0);
  assert.match(await page.textContent('#work-takes'), /^(about|less than) [\d.]+ .* threads?$/);
  const foot = await page.locator('#work-start').boundingBox();
  assert.ok(foot.y + foot.height < 800, 'start is in view');
  const good = await value(), line = good.split('\n').findIndex(l => l.startsWith('fix             gravity')) + 1;
  await page.fill('#deck-text', good.replace('gravity all gravity', 'gravity all gravit'));
  await page.waitForSelector('#work-messages .error');
  const note = page.locator('#work-messages .error');
  assert.equal(Number(await note.getAttribute('data-line')), line);
  assert.match(await note.textContent(), /did you mean `gravity`/);
  const place = () => page.evaluate(n => { // of the line and of its message
    const first = document.querySelector('.numbers').getBoundingClientRect(), top = first.top + 6 + 18 * (n - 1), box = document.querySelector(`#work-messages [data-line="${n}"]`).getBoundingClientRect();
    return { above: box.top - top, below: box.bottom - top - 18, left: box.left - first.right, right: box.right - document.querySelector('.sheet').getBoundingClientRect().right };
  }, line);
  const beside = await place();
  assert.ok(Math.abs(beside.above) < 3 && Math.abs(beside.below) < 3, `a message beside its line leaves the others to be read: ${JSON.stringify(beside)}`);
  assert.ok(beside.left > 200 && beside.right < 0, `and its own, where that is short: ${JSON.stringify(beside)}`);
  const entry = page.locator('#work-found li.error');
  assert.match(await entry.textContent(), new RegExp(`^${line} .*did you mean \`gravity\``));
  await entry.locator('button').click();
  assert.equal(await page.evaluate(() => { const e = document.getElementById('deck-text'); return e.value.slice(e.selectionStart, e.selectionEnd); }), good.split('\n')[line - 1].replace('gravity all gravity', 'gravity all gravit'));
  await page.fill('#deck-text', good.replace('gravity 9.81 vector', 'gravity 9.81 vectr')); // a sentence of several lines in a terminal
  await until('the whole sentence', async () => /`vectr`.*\(usage: fix ID GROUP gravity G .*THETA\)$/.test((await page.locator('#work-found li.error').allTextContents()).join()));
  await page.fill('#deck-text', good.replace(/^thermo_style.*/m, 'thermo_style custom step f_nobody\nfix unused all property/global k_finnie peratomtypepair 2 1 1 1 1'));
  await until('an error and a warning of one line', () => page.evaluate(() => { const lines = [...document.querySelectorAll('#work-found li')].map(e => e.textContent.split(' ')[0]); return lines.length > new Set(lines).size; }));
  const places = await page.$$eval('#work-messages .note', all => all.map(e => e.dataset.line));
  assert.equal(new Set(places).size, places.length, 'one note a line, so that none hides another');
  await page.fill('#deck-text', good);
  await until('no message', async () => (await page.locator('#work-messages .error').count()) === 0);
});

test('a slider writes its variable, and the run is kept and leads back', async t => {
  if (!editable) return t.skip('the kernel has no Landlock');
  await page.locator('[data-variable="turn"]').fill('0.25');
  assert.match(await value(), /^variable turn equal 0\.25$/m);
  await page.fill('#work-keep', '../evil');
  await page.click('#work-start');
  await until('a refusal', async () => /letters, digits/.test(await page.textContent('#work-wrong')));
  await page.fill('#work-keep', 'my_run');
  await page.click('#work-start');
  await page.waitForURL(url => !url.href.startsWith(gallery.url));
  await frames(page);
  await state(page, 'done');
  assert.match(readFileSync(join(FOLDER, 'kept/my_run/stir/in.stir'), 'utf8'), /^variable turn equal 0\.25$/m);
  assert.ok(existsSync(join(FOLDER, 'kept/my_run/stir/log.tsubu')));
  await page.click('#back');
  await page.waitForSelector('.example');
  assert.equal(page.url(), gallery.url);
});

test('kept runs are listed, shown again, and stand side by side', async t => {
  if (!editable) return t.skip('the kernel has no Landlock');
  const deck = readFileSync(join(FOLDER, 'kept/my_run/stir/in.stir'), 'utf8');
  const answer = await fetch(`${gallery.url}run?name=stir&keep=other_run`, { method: 'POST', body: deck.replace(/^variable turn equal .*/m, 'variable turn equal 0.1') });
  const { url } = await answer.json();
  await until('its end', async () => (await (await fetch(`${url}info`)).json()).status === 'done', RUN);
  await page.reload();
  await page.waitForSelector('[data-kept="other_run"]');
  assert.ok(await page.isDisabled('#kept-beside'));
  await page.check('[data-kept="my_run"]');
  await page.check('[data-kept="other_run"]');
  await page.click('#kept-beside');
  await page.waitForURL(u => !u.href.startsWith(gallery.url));
  await page.waitForFunction(() => window.tsubu.beside?.frame);
  assert.match(`${await page.textContent('#own-tag')} ${await page.textContent('#beside-tag')}`, /^my_run other_run /);
  assert.deepEqual(await page.evaluate(() => window.tsubu.layout.charts.charts[1].plot.series.slice(1).map(c => c.label)), ['my_run', 'other_run']);
  const last = (await page.evaluate(() => window.tsubu.timeline.count)) - 1;
  await page.evaluate(k => window.tsubu.seek(k), last);
  await until('the last frames', () => page.evaluate(() => [window.tsubu, window.tsubu.beside].every(r => r.frame.header.step === 2000)));
  const turned = await page.evaluate(() => [window.tsubu, window.tsubu.beside].map(r => Math.acos(r.frame.header.meshes[0].pose[0]) / (2 * Math.PI)));
  assert.ok(Math.abs(turned[0] - 0.04 / 0.25) < 1e-4 && Math.abs(turned[1] - 0.04 / 0.1) < 1e-4, String(turned)); // 0.25 s and 0.1 s a turn
  await page.click('#back');
  await page.waitForSelector('[data-show="my_run"]');
  await page.click('[data-show="my_run"]');
  await page.waitForURL(u => !u.href.startsWith(gallery.url));
  await state(page, 'recorded');
  assert.ok(!(await page.evaluate(() => window.tsubu.info.beside)));
  await page.click('#back');
  await page.waitForSelector('.example');
});

test('on a Japanese phone in the dark', async () => {
  const phone = await open(browser, gallery.url, { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  await phone.click('[data-open="stir"]');
  await phone.waitForSelector('#workbench[open]');
  assert.match(await phone.textContent('#workbench'), /結果を残すフォルダ/);
  assert.equal(await phone.textContent('#work-about'), '箱の中で羽根が回ります。');
  if (editable) { // the program speaks the language of the page
    await until('the report', async () => /この入力ファイルは計算できます/.test(await phone.textContent('#work-verdict')));
    assert.ok((await phone.$$eval('#work-report dt', all => all.map(e => e.textContent))).includes('粒子'));
    assert.match(await phone.textContent('#work-takes'), /^約 .*（\d+ スレッド）$/);
  }
  assert.ok(await phone.evaluate(() => document.getElementById('workbench').getBoundingClientRect().right <= innerWidth));
  await phone.context().close();
});

test('the way back leads to this machine only', async () => {
  const other = await open(browser, `${gallery.url}#back=${encodeURIComponent('http://evil.example/')}`);
  await other.waitForSelector('.example');
  assert.equal(await other.locator('#back').count(), 0);
  await other.context().close();
});
