// SPDX-License-Identifier: Apache-2.0
// Memory of the page and of the program that it shows, over time: node bench/view/memory.mjs TSUBU [MINUTES 10] [DECK in.bed] [EVERY 30]
//
// The page shows a run with all that grows with time switched on: history, charts, two tracked grains with their trajectories, the flow through a plane, the
// fields on a grid, statistics, arrows and chains. Every EVERY seconds garbage is collected and the memory told, as CSV: seconds, frames that came, frames and MB of
// the history, MB of the heap of JavaScript, of all processes of the browser and of the program.
import { readFileSync, readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [program, minutes = '10', deck = join(dirname(fileURLToPath(import.meta.url)), 'in.bed'), every = '30'] = process.argv.slice(2);
process.env.TSUBU = resolve(program);
const { endAll, frames, launch, open, startTsubu } = await import('../../web/view/test/browser/helpers.js');

// Shared memory counts in parts.
const held = pid => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
const all = () => readdirSync('/proc').filter(name => /^\d+$/.test(name)).flatMap(pid => {
  try {
    return [{ pid, parent: /PPid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1], words: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }];
  } catch {
    return []; // it has ended
  }
});
// Processes that this one has begun, and those that these have.
function below(processes, root) {
  return processes.filter(p => p.parent === String(root)).flatMap(p => [p, ...below(processes, p.pid)]);
}

const browser = await launch();
const run = await startTsubu(resolve(deck), '-var', 'steps', '100000000', '-threads', '1', '-log', 'none', '-view');
const page = await open(browser, run.url, { viewport: { width: 900, height: 640 } });
page.setDefaultTimeout(600000);
await frames(page, 1);
await page.evaluate(async () => {
  const { tsubu } = window, { insight, settings, frame } = tsubu;
  for (const id of ['statistics', 'grains', 'measure', 'grid', 'arrows-panel']) document.getElementById(id).open = true;
  for (const [key, value] of Object.entries({ chains: true, arrows: 'velocity', scaleBar: true, cut: true })) settings.set(key, value);
  for (const k of [0, frame.count >> 1]) insight.track(frame.data('id')[k]);
  settings.set('cutKind', 'plane');
  document.getElementById('flow-section').click();
  settings.set('cut', false);
  window.came = 0;
  const { onFrame } = tsubu.live;
  tsubu.live.onFrame = f => { window.came++; onFrame(f); };
});
const cdp = await page.context().newCDPSession(page);
const children = below(all(), process.pid);
const ran = children.find(p => p.words.startsWith(process.env.TSUBU)).pid, shown = children.filter(p => p.pid !== ran).map(p => p.pid);
console.log(`# ${deck.split('/').at(-1)}, ${await page.evaluate(() => window.tsubu.frame.count)} particles, ${minutes} minutes, Chromium ${browser.version()}, ${cpus()[0].model}`);
console.log('seconds,frames_came,frames_kept,history_mb,heap_mb,browser_mb,program_mb');
const begin = Date.now();
for (let k = 0; Date.now() - begin < 60000 * Number(minutes); k++) {
  await new Promise(done => setTimeout(done, Math.max(0, begin + 1000 * Number(every) * (k + 1) - Date.now())));
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  const { came, kept, bytes } = await page.evaluate(() => ({ came: window.came, kept: window.tsubu.history.count, bytes: window.tsubu.history.bytes }));
  console.log([Math.round((Date.now() - begin) / 1000), came, kept, ...[bytes / 1048576, usedSize / 1048576, shown.reduce((sum, pid) => sum + held(pid), 0), held(ran)].map(v => v.toFixed(1))].join());
}
console.log(`# errors of the page: ${page.errors.length ? page.errors.join('; ') : 'none'}`);
await browser.close();
endAll();
process.exit(0);
