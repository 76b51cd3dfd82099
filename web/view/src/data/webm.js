// SPDX-License-Identifier: Apache-2.0
// Encoded pictures (VP8) as a WebM file: elements of a number, a length and what is in them.

const join = parts => {
  const out = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0));
  parts.reduce((at, p) => { out.set(p, at); return at + p.length; }, 0);
  return out;
};
const bytesOf = value => {
  const out = [];
  for (let v = value; v > 0 || out.length === 0; v = Math.floor(v / 256)) out.unshift(v % 256);
  return Uint8Array.from(out);
};
const words = text => new TextEncoder().encode(text);

function float(value) {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setFloat64(0, value);
  return out;
}

// Lengths take eight bytes.
function element(id, ...content) {
  const body = join(content), length = new Uint8Array(8);
  new DataView(length.buffer).setUint32(4, body.length);
  length[0] = 0x01;
  return join([bytesOf(id), length, body]);
}

function block({ data, key, time }, begin) {
  const head = new Uint8Array([0x81, 0, 0, key ? 0x80 : 0]);
  new DataView(head.buffer).setInt16(1, Math.round(time - begin));
  return element(0xa3, head, data);
}

// pictures: [{data, key, time}], times in ms from 0, the first a key picture. duration: of all [ms]
export function webm(pictures, { width, height, duration }) {
  const clusters = [];
  for (const picture of pictures) {
    if (picture.key || picture.time - clusters.at(-1)[0].time > 30000) clusters.push([]);
    clusters.at(-1).push(picture);
  }
  const head = element(0x1a45dfa3, element(0x4286, [1]), element(0x42f7, [1]), element(0x42f2, [4]), element(0x42f3, [8]), element(0x4282, words('webm')), element(0x4287, [2]), element(0x4285, [2]));
  const info = element(0x1549a966, element(0x2ad7b1, bytesOf(1000000)), element(0x4489, float(duration)), element(0x4d80, words('tsubu')), element(0x5741, words('tsubu')));
  const video = element(0xe0, element(0xb0, bytesOf(width)), element(0xba, bytesOf(height)));
  const tracks = element(0x1654ae6b, element(0xae, element(0xd7, [1]), element(0x73c5, [1]), element(0x83, [1]), element(0x86, words('V_VP8')), video));
  const parts = clusters.map(all => element(0x1f43b675, element(0xe7, bytesOf(Math.round(all[0].time))), ...all.map(p => block(p, Math.round(all[0].time)))));
  return join([head, element(0x18538067, info, tracks, ...parts)]);
}
