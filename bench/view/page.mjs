// SPDX-License-Identifier: Apache-2.0
// What the page itself needs for a picture of many particles: node bench/view/page.mjs build/web_view/index.html [PARTICLES 200000] [PICTURES 60]
//
// The page of the build, in Chromium, gets made-up frames that move. Its canvas has one pixel, so that no time goes into the filling of pixels, and the
// calls of WebGL that carry data or draw are timed and taken out: what is left is the JavaScript of the page, the same on every machine with a
// graphics processor or without. Told are, as CSV, the medians over the pictures and the largest, in ms of processor time of the page.
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { launch } from '../../web/view/test/browser/helpers.js';
import { encode } from '../../web/view/test/encode.js';

const [file, particles = '200000', pictures = '60'] = process.argv.slice(2);
const N = Number(particles), PICTURES = Number(pictures);
const FIRST = 100000; // numbers of frames have six digits
const SIDE = Math.ceil(Math.cbrt(N));

function info() {
  return {
    version: '0', protocol: 1, title: `${N} particles`, mode: 'live', scene: 1, step: 0, time: 0, dt: 1e-5, status: 'running', run: { begin: 0, end: 1e9 }, origin: [0, 0, 0],
    box: { lo: [0, 0, 0], hi: [1, 1, 1], periodic: [false, false, false] }, gravity: [0, 0, -9.81], types: 2,
    fields: [{ name: 'speed', label: 'speed', unit: 'm/s', width: 1 }], meshes: [], walls: [], series: [], frames: { count: 0, steps: [], times: [] },
  };
}

// Frame k: a lattice whose layers sway.
function makeFrame(k) {
  const id = new Uint32Array(N), position = new Float32Array(3 * N), radius = new Float32Array(N).fill(0.5 / SIDE), type = new Uint8Array(N), speed = new Float32Array(N);
  for (let i = 0; i < N; i++) {
    const z = Math.floor(i / (SIDE * SIDE)), sway = (0.3 / SIDE) * Math.sin(0.2 * k + 0.1 * z);
    position.set([((i % SIDE) + 0.5) / SIDE + sway, ((Math.floor(i / SIDE) % SIDE) + 0.5) / SIDE, (z + 0.5) / SIDE], 3 * i);
    id[i] = i + 1;
    type[i] = 1 + (i & 1);
    speed[i] = Math.abs(sway) * (1 + (i % 7));
  }
  const arrays = [['id', 'u32', 1, id], ['position', 'f32', 3, position], ['radius', 'f32', 1, radius], ['type', 'u8', 1, type], ['speed', 'f32', 1, speed]];
  return Buffer.from(encode({ frame: FIRST + k, scene: 1, step: k, time: 1e-5 * k, n: N, total: N, status: 'running', contacts: 0, rate: 0, residual: 0, run: { begin: 0, end: 1e9 }, box: info().box, meshes: [] },
    arrays.map(([name, kind, width, data]) => ({ name, type: kind, width, data }))));
}

const kinds = Array.from({ length: 4 }, (_, k) => makeFrame(k + 1));
let sent = 0;
const page_ = readFileSync(file);
const server = createServer((request, response) => {
  // isolated pages have clocks that are good to 5 us
  const say = (kind, body) => response.writeHead(200, { 'Content-Type': kind, 'Cache-Control': 'no-store', 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }).end(body);
  if (request.url.startsWith('/frame')) {
    const k = ++sent;
    return say('application/octet-stream', numbered(Buffer.from(kinds[k % kinds.length]), FIRST + k));
  }
  if (request.url.startsWith('/info')) return say('application/json', JSON.stringify(info()));
  if (request.url.startsWith('/series')) return say('application/json', '{"tables":[]}');
  return say('text/html; charset=utf-8', page_);
});

// Gives a frame its number, which is as long as the one it has.
function numbered(bytes, k) {
  const length = bytes.readUInt32LE(4), header = JSON.parse(bytes.toString('utf8', 8, 8 + length));
  header.frame = k;
  bytes.fill(32, 8, 8 + length);
  bytes.write(JSON.stringify(header), 8, 'utf8');
  return bytes;
}

// In the page: stand-ins that time.
function instrument() {
  const { tsubu } = window, { view, live } = tsubu, gl = view.renderer.getContext();
  const now = () => performance.now();
  const seen = { gl: 0, draws: 0, vertices: 0, bytes: 0, decode: [], show: [], draw: [], glTime: [], sent: [], calls: [] };
  view.resize = () => {};
  view.renderer.setPixelRatio(1);
  view.renderer.setSize(1, 1, false);
  const wrap = (name, count) => {
    const inner = gl[name].bind(gl);
    gl[name] = (...args) => {
      const begin = now();
      inner(...args);
      seen.gl += now() - begin;
      count(args);
    };
  };
  const channels = format => (format === gl.RGBA ? 4 : 1);
  wrap('texSubImage2D', a => { if (a.length >= 9) seen.bytes += a[4] * a[5] * channels(a[6]) * 4; });
  wrap('texImage2D', () => {});
  wrap('texStorage2D', () => {});
  wrap('drawArrays', a => { seen.draws++; seen.vertices += a[2]; });
  wrap('drawElements', a => { seen.draws++; seen.vertices += a[1]; });
  let arrived = 0;
  const load = Response.prototype.arrayBuffer;
  Response.prototype.arrayBuffer = async function () {
    const bytes = await load.call(this);
    arrived = now();
    return bytes;
  };
  const { onFrame } = live;
  live.onFrame = frame => {
    const begin = now(), before = seen.gl;
    onFrame(frame);
    seen.decode.push(begin - arrived);
    seen.show.push(now() - begin - (seen.gl - before));
  };
  const drawNow = view.drawNow.bind(view);
  view.drawNow = () => {
    const begin = now(), before = { ...seen };
    drawNow();
    seen.glTime.push(seen.gl - before.gl);
    seen.draw.push(now() - begin - (seen.gl - before.gl));
    seen.sent.push(seen.bytes - before.bytes);
    seen.calls.push([seen.draws - before.draws, seen.vertices - before.vertices]);
  };
  window.seen = seen;
}

// In the page, before that: pictures of all pixels, waited for.
function drawWhole() {
  const { view } = window.tsubu, gl = view.renderer.getContext(), times = [], pixel = new Uint8Array(4);
  for (let k = 0; k < 5; k++) {
    const begin = performance.now();
    view.drawNow();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    times.push(performance.now() - begin);
  }
  return { times, size: [gl.drawingBufferWidth, gl.drawingBufferHeight] };
}

const median = list => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const clear = page => page.evaluate(() => { for (const name of Object.keys(window.seen)) if (Array.isArray(window.seen[name])) window.seen[name] = []; });

// Bytes that the JavaScript of `act` asks for, dead or alive at the end.
async function allocated(cdp, act) {
  await cdp.send('HeapProfiler.startSampling', { samplingInterval: 512, includeObjectsCollectedByMajorGC: true, includeObjectsCollectedByMinorGC: true });
  await act();
  const { profile } = await cdp.send('HeapProfiler.stopSampling');
  return profile.samples.reduce((sum, s) => sum + s.size, 0);
}

await new Promise(done => server.listen(0, '127.0.0.1', done));
const browser = await launch();
const page = await (await browser.newContext({ viewport: { width: 900, height: 640 } })).newPage();
page.setDefaultTimeout(600000);
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction(() => window.tsubu?.frame?.count > 0);
const whole = await page.evaluate(drawWhole);
await page.evaluate(instrument);
await page.waitForFunction(() => window.seen.draw.length > 5);
await clear(page);
await page.waitForFunction(n => window.seen.draw.length >= n && window.seen.show.length >= n, PICTURES);
const moving = await page.evaluate(() => window.seen);
await page.evaluate(() => window.tsubu.live.stop());
await new Promise(done => setTimeout(done, 500));
await clear(page);
const cdp = await page.context().newCDPSession(page);
const turn = n => page.evaluate(count => { for (let k = 0; k < count; k++) window.tsubu.view.drawNow(); }, n);
const garbage = (await allocated(cdp, () => turn(PICTURES))) / PICTURES;
const still = await page.evaluate(() => window.seen);
const version = browser.version();
await browser.close();
server.close();

const rows = [['frame: decode', moving.decode], ['frame: to textures and range and legend', moving.show], ['picture: draw', moving.draw], ['picture without a new frame', still.draw]];
const per = rows.slice(0, 3).reduce((sum, [, list]) => sum + median(list), 0);
console.log(`# ${N} particles, ${PICTURES} pictures, Chromium ${version}, ${cpus()[0].model}; a frame of ${kinds[0].length} bytes`);
console.log(`# a picture: ${median(moving.calls.map(c => c[0]))} draw calls, ${median(moving.calls.map(c => c[1]))} vertices, ${median(moving.sent)} bytes to the graphics processor with a new frame, ${median(still.sent)} without; ${Math.round(garbage)} bytes of JavaScript memory`);
console.log('what,ms_median,ms_most');
for (const [what, list] of rows) console.log(`${what},${median(list).toFixed(2)},${Math.max(...list).toFixed(2)}`);
console.log(`all of a picture with a new frame,${per.toFixed(2)},`);
console.log(`${whole.size.join(' x ')} pixels drawn here and waited for,${median(whole.times).toFixed(0)},${Math.max(...whole.times).toFixed(0)}`);
process.exit(0);
