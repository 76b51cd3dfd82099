// SPDX-License-Identifier: Apache-2.0
// Writes a frame by the words of docs/view_protocol.md, for the tests.

const roundUp = n => (n + 7) & ~7;

// arrays: [{name, type, width, data}]; null when the header brings a list of its own.
export function encode(header, arrays) {
  let length = 0, text = '';
  for (let round = 0; round < 4; round++) { // the offsets depend on the length of the header that holds them
    let at = 8 + length;
    const list = arrays?.map(({ name, type, width, data }) => {
      const offset = at;
      at += roundUp(data.byteLength);
      return { name, type, width, count: data.length / width, offset };
    });
    text = JSON.stringify(list ? { ...header, arrays: list } : header);
    length = Math.max(length, roundUp(new TextEncoder().encode(text).length));
  }
  const total = (arrays ?? []).reduce((sum, { data }) => sum + roundUp(data.byteLength), 8 + length);
  const out = new Uint8Array(total);
  out.fill(32, 8, 8 + length);
  out.set(new TextEncoder().encode('TSF1'), 0);
  new DataView(out.buffer).setUint32(4, length, true);
  out.set(new TextEncoder().encode(text), 8);
  let at = 8 + length;
  for (const { data } of arrays ?? []) {
    out.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += roundUp(data.byteLength);
  }
  return out.buffer;
}
