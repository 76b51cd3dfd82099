// SPDX-License-Identifier: Apache-2.0
// A frame as the server sends it (docs/view_protocol.md): "TSF1", the length of a JSON header, the header, then
// little-endian arrays at the offsets that the header names. The arrays are views on the bytes, not copies.

const TYPES = { f32: Float32Array, f64: Float64Array, u32: Uint32Array, i32: Int32Array, u8: Uint8Array };
const MAGIC = 0x31465354; // "TSF1", little-endian

export class FrameError extends Error {}

function readHeader(buffer) {
  if (buffer.byteLength < 8) throw new FrameError(`a frame has at least 8 bytes, this one ${buffer.byteLength}`);
  const view = new DataView(buffer);
  if (view.getUint32(0, true) !== MAGIC) throw new FrameError('the bytes are no TSF1 frame');
  const length = view.getUint32(4, true);
  if (8 + length > buffer.byteLength) throw new FrameError(`the header of ${length} bytes is longer than the frame`);
  try {
    return JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  } catch {
    throw new FrameError('the header is no JSON');
  }
}

const isCount = n => Number.isInteger(n) && n >= 0;

function readArray(buffer, { name, type, width = 1, count, offset, min = null, max = null }) {
  const Type = TYPES[type];
  if (!Type) throw new FrameError(`array '${name}' has the unknown type '${type}'`);
  const fits = isCount(count) && isCount(width) && isCount(offset) && offset % Type.BYTES_PER_ELEMENT === 0 &&
    offset + count * width * Type.BYTES_PER_ELEMENT <= buffer.byteLength;
  if (!fits) throw new FrameError(`array '${name}' of ${count} rows at ${offset} does not fit into the frame`);
  return { type, width, count, min, max, data: new Type(buffer, offset, count * width) };
}

export function decodeFrame(buffer) {
  const header = readHeader(buffer);
  const arrays = new Map((header.arrays ?? []).map(entry => [entry.name, readArray(buffer, entry)]));
  return new Frame(header, arrays, buffer.byteLength);
}

export class Frame {
  constructor(header, arrays, bytes) {
    this.header = header;
    this.arrays = arrays;
    this.bytes = bytes;
    this.count = arrays.get('id')?.count ?? 0;
  }

  data(name) {
    return this.arrays.get(name)?.data ?? null;
  }

  // Row of a particle, -1 when it is not in this frame.
  rowOf(id) {
    return this.data('id')?.indexOf(id) ?? -1;
  }

  // The meshes of this frame: [name, vertices].
  meshes() {
    return [...this.arrays].filter(([name]) => name.startsWith('mesh:')).map(([name, array]) => [name.slice(5), array.data]);
  }
}
