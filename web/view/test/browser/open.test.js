// SPDX-License-Identifier: Apache-2.0
// Files of other kinds than recordings in the page: dumps of text, of LAMMPS, a series of VTK files, HDF5, a restart file. All show the grains where the
// recording of the same run has them.
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DECK, FOLDER, endAll, frames, launch, open, picture, startTsubu, state, step, until } from './helpers.js';

const STEPS = [0, 500, 1000];
let browser, page, truth;
const inFolder = name => join(FOLDER, name);

// Where each grain is at the last frame, by its id.
const places = reader => reader.evaluate(() => {
  const { frame, info } = window.tsubu, at = frame.data('position'), origin = info.origin ?? [0, 0, 0];
  return Object.fromEntries([...frame.data('id')].map((id, k) => [id, [0, 1, 2].map(q => at[3 * k + q] + origin[q])]));
});

// A page of these files, at their last frame.
async function look(names, options) {
  const run = await startTsubu('view', ...names.map(inFolder));
  const reader = await open(browser, run.url, options);
  await frames(reader);
  await state(reader, 'recorded');
  await reader.evaluate(() => window.tsubu.seek(window.tsubu.timeline.count - 1));
  await until('the last frame', async () => (await step(reader)) === STEPS.at(-1));
  return { run, reader };
}

// In the words of another program: no type, places as parts of the box, a title with other columns.
function writeLammps() {
  const parts = readFileSync(inFolder('all.dump'), 'utf8').split(/(?=ITEM: TIMESTEP)/);
  const last = parts.at(-1).split('\n'), at = last.findIndex(l => l.startsWith('ITEM: ATOMS')), bounds = last.findIndex(l => l.startsWith('ITEM: BOX'));
  const box = [1, 2, 3].map(k => last[bounds + k].split(' ').map(Number));
  const rows = last.slice(at + 1).filter(Boolean).map(l => l.split(' ').map(Number)).map(([id, kind, x, y, z, r]) => [id, kind, ...[x, y, z].map((v, q) => (v - box[q][0]) / (box[q][1] - box[q][0])), 2 * r]);
  writeFileSync(inFolder('other.lammpstrj'), `ITEM: TIMESTEP\n1000\nITEM: NUMBER OF ATOMS\n${rows.length}\nITEM: BOX BOUNDS ff ff ff\n${box.map(b => b.join(' ')).join('\n')}\nITEM: ATOMS id type xs ys zs diameter\n${rows.map(r => r.join(' ')).join('\n')}\n`);
}

before(async () => {
  const deck = inFolder('in.files');
  const dumps = ['custom 500 all.dump', 'custom/vtk 500 grains_*.vtk', 'hdf5 500 all.h5'].map((kind, k) => `dump d${k} all ${kind.replace(/\S+$/, file => inFolder(file))} id type x y z radius vx vy vz`);
  writeFileSync(deck, readFileSync(DECK[0], 'utf8').replace(/^run .*/m, `${dumps.join('\n')}\nrun 1000\nwrite_restart ${inFolder('last.restart')}`));
  const run = words => execFileSync(process.env.TSUBU, ['-in', words, ...DECK.slice(1), '-screen', 'none', '-record', inFolder('files.run'), '-record-every', '500'], { stdio: 'pipe' });
  try {
    run(deck);
  } catch { // a build without HDF5
    writeFileSync(deck, readFileSync(deck, 'utf8').replace(/^dump d2 .*\n/m, ''));
    run(deck);
  }
  writeLammps();
  browser = await launch();
  const shown = await look(['files.run']);
  truth = await places(shown.reader);
  await shown.reader.context().close();
  shown.run.stop();
});
after(async () => {
  await browser?.close();
  endAll();
});

const KINDS = { 'a dump of text': [['all.dump'], 3], 'a dump of LAMMPS': [['other.lammpstrj'], 1], 'VTK files, whatever their order': [['grains_0.vtk', 'grains_1000.vtk', 'grains_500.vtk'], 3], 'an HDF5 file': [['all.h5'], 3], 'a restart file': [['last.restart'], 1] };
for (const [kind, [names, count]] of Object.entries(KINDS)) {
  test(kind, async t => {
    if (!existsSync(inFolder(names[0]))) return t.skip('this build does not write it');
    const { run, reader } = await look(names);
    page = reader;
    const found = await places(page), ids = Object.keys(truth);
    assert.deepEqual(Object.keys(found), ids);
    for (const id of ids) found[id].forEach((v, q) => assert.ok(Math.abs(v - truth[id][q]) < 2e-6, `${id}: ${found[id]} ${truth[id]}`));
    assert.deepEqual(await page.evaluate(() => Array.from({ length: window.tsubu.timeline.count }, (_, k) => window.tsubu.timeline.step(k))), count === 3 ? STEPS : STEPS.slice(-1));
    assert.ok((await picture(page)).part > 0.02);
    const sizes = await page.evaluate(() => [...new Set([...window.tsubu.frame.data('radius')].map(r => r.toFixed(6)))].sort());
    assert.deepEqual(sizes, ['0.004000', '0.005000']);
    assert.equal(await page.textContent('#title'), names[0]);
    assert.deepEqual(page.errors, []);
    await page.context().close();
    run.stop();
    assert.equal(await run.ended, 0);
  });
}

test('on a Japanese phone in the dark', async () => {
  const { run, reader: phone } = await look(KINDS['VTK files, whatever their order'][0], { locale: 'ja-JP', colorScheme: 'dark', viewport: { width: 390, height: 800 }, hasTouch: true });
  assert.equal(await phone.textContent('#state'), '記録データ');
  assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing sticks out');
  await phone.selectOption('#field', 'radius');
  assert.match(await phone.textContent('#legend'), /半径 \[m\]/);
  assert.deepEqual(phone.errors, []);
  await phone.context().close();
  run.stop();
  await run.ended;
});
