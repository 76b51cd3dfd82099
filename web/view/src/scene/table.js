// SPDX-License-Identifier: Apache-2.0
// Numbers by row for shaders, in a texture: one draw call for all rows, each row as six corners of a square that the vertex
// shader finds by gl_VertexID. Where the browser draws in software this is many times faster than instances.
import { BufferGeometry, DataTexture, FloatType, NearestFilter, RedFormat, RGBAFormat } from 'three';

const WIDTH = 1024; // rows of a table in a row of the texture
const FORMATS = { 1: RedFormat, 4: RGBAFormat };

export class Table {
  // columns: 1 or 4
  constructor(columns) {
    this.columns = columns;
    this.uniform = { value: null };
    this.reserve(1);
  }

  reserve(rows) {
    if (this.rows >= rows) return;
    const height = Math.ceil((rows * 1.2) / WIDTH);
    this.rows = WIDTH * height;
    this.data = new Float32Array(this.columns * this.rows);
    this.uniform.value?.dispose();
    const texture = new DataTexture(this.data, WIDTH, height, FORMATS[this.columns], FloatType);
    texture.minFilter = texture.magFilter = NearestFilter;
    this.uniform.value = texture;
  }

  changed() {
    this.uniform.value.needsUpdate = true;
  }

}

// For vertex shaders: the row and the corner (-1 or 1) of this vertex, and what a table says of a row.
export const ROWS = /* glsl */ `
int rowHere() { return gl_VertexID / 6; }
vec2 cornerHere() {
  int k = gl_VertexID % 6;
  return vec2(k == 1 || k == 2 || k == 4 ? 1.0 : -1.0, k == 2 || k == 4 || k == 5 ? 1.0 : -1.0);
}
vec4 tableAt(highp sampler2D table, int row) { return texelFetch(table, ivec2(row % ${WIDTH}, row / ${WIDTH}), 0); }
`;

// Geometry of `rows` squares, without any attribute.
export class Squares extends BufferGeometry {
  constructor() {
    super();
    this.setRows(0);
  }

  setRows(rows) {
    this.rows = rows;
    this.setDrawRange(0, 6 * rows);
  }
}
