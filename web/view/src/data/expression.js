// SPDX-License-Identifier: Apache-2.0
// Expressions over the numbers of a particle, such as `speed > 1 && type == 2` or `0.5 * mass * speed^2`. They are read into functions of a row;
// nothing of them is ever run as a program text.

const SHORT = { r: 'radius', vx: 'velocity.x', vy: 'velocity.y', vz: 'velocity.z', x: 'position.x', y: 'position.y', z: 'position.z', fx: 'force_vector.x', fy: 'force_vector.y',
  fz: 'force_vector.z', wx: 'spin_vector.x', wy: 'spin_vector.y', wz: 'spin_vector.z', sxx: 'stress.xx', syy: 'stress.yy', szz: 'stress.zz', sxy: 'stress.xy', sxz: 'stress.xz', syz: 'stress.yz' };
const PARTS = { x: 0, y: 1, z: 2, xx: 0, yy: 1, zz: 2, xy: 3, xz: 4, yz: 5 };
const FUNCTIONS = { abs: 1, sqrt: 1, exp: 1, log: 1, log10: 1, log2: 1, sin: 1, cos: 1, tan: 1, asin: 1, acos: 1, atan: 1, atan2: 2, floor: 1, ceil: 1, round: 1, sign: 1, hypot: 0, min: 0, max: 0 };
const CONSTANTS = { pi: Math.PI, true: 1, false: 0 };
const OWN = ['position', 'radius', 'type', 'id']; // in every frame
const MOST = 400, DEEPEST = 60; // characters, brackets in brackets

export class ExpressionError extends Error {
  // key: of the text; at: place in the expression; what: the word
  constructor(key, at, what = '') {
    super(`${key} ${what}`);
    Object.assign(this, { key, at, what });
  }
}

const TOKEN = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|`([^`]+)`|([\p{L}_][\p{L}\p{N}_]*(?:\.(?:[xyz]{1,2})(?![\p{L}\p{N}_]))?)|(\*\*|&&|\|\||[<>=!]=|[-+*/%^<>!?:(),]))/uy;

function tokens(text) {
  const found = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const at = TOKEN.lastIndex, m = TOKEN.exec(text);
    if (!m) throw new ExpressionError('x.sign', at, text.slice(at).trim().slice(0, 1));
    const [whole, number, quoted, name, sign] = m;
    found.push({ at: at + whole.length - whole.trimStart().length, number, name: quoted ?? name, sign });
  }
  return found;
}

const WORDS = { and: '&&', or: '||', not: '!' };
const BINARY = {
  '||': [1, (a, b) => i => (a(i) || b(i) ? 1 : 0)], '&&': [2, (a, b) => i => (a(i) && b(i) ? 1 : 0)],
  '==': [3, (a, b) => i => (a(i) === b(i) ? 1 : 0)], '!=': [3, (a, b) => i => (a(i) !== b(i) ? 1 : 0)],
  '<': [4, (a, b) => i => (a(i) < b(i) ? 1 : 0)], '>': [4, (a, b) => i => (a(i) > b(i) ? 1 : 0)],
  '<=': [4, (a, b) => i => (a(i) <= b(i) ? 1 : 0)], '>=': [4, (a, b) => i => (a(i) >= b(i) ? 1 : 0)],
  '+': [5, (a, b) => i => a(i) + b(i)], '-': [5, (a, b) => i => a(i) - b(i)],
  '*': [6, (a, b) => i => a(i) * b(i)], '/': [6, (a, b) => i => a(i) / b(i)], '%': [6, (a, b) => i => a(i) % b(i)],
};
const POWER = 8, SIGN = 7; // -x^2 is -(x^2)

// Reads by precedence; what comes out is a maker: given columns it makes a function of the row.
class Reader {
  constructor(text) {
    this.list = tokens(text);
    this.k = 0;
    this.end = text.length;
    this.names = new Set();
    this.depth = 0;
  }

  sign() {
    const token = this.list[this.k];
    return token ? token.sign ?? (token.name in WORDS ? WORDS[token.name] : undefined) : undefined;
  }

  take(sign) {
    if (this.sign() !== sign) return false;
    this.k++;
    return true;
  }

  expect(sign) {
    if (!this.take(sign)) throw new ExpressionError('x.expected', this.list[this.k]?.at ?? this.end, sign);
  }

  choice() {
    if (++this.depth > DEEPEST) throw new ExpressionError('x.deep', this.list[this.k]?.at ?? this.end);
    const test = this.binary(0);
    let all = test;
    if (this.take('?')) {
      const yes = this.choice();
      this.expect(':');
      const no = this.choice();
      all = c => { const [t, a, b] = [test(c), yes(c), no(c)]; return i => (t(i) ? a(i) : b(i)); };
    }
    this.depth--;
    return all;
  }

  binary(least) {
    let left = this.unary();
    for (;;) {
      const sign = this.sign(), row = BINARY[sign];
      if (sign === '^' || sign === '**') {
        if (POWER < least) return left;
        this.k++;
        const base = left, exponent = this.unary(POWER);
        left = c => { const [a, b] = [base(c), exponent(c)]; return i => a(i) ** b(i); };
        continue;
      }
      if (!row || row[0] < least) return left;
      this.k++;
      const a = left, b = this.binary(row[0] + 1);
      left = c => row[1](a(c), b(c));
    }
  }

  unary(least = SIGN) {
    if (++this.depth > DEEPEST) throw new ExpressionError('x.deep', this.list[this.k]?.at ?? this.end);
    let out;
    if (this.take('-')) {
      const a = this.binary(SIGN);
      out = c => { const f = a(c); return i => -f(i); };
    } else if (this.take('+')) out = this.binary(SIGN);
    else if (this.take('!')) {
      const a = this.binary(SIGN);
      out = c => { const f = a(c); return i => (f(i) ? 0 : 1); };
    } else out = least === POWER ? this.binaryPower() : this.value();
    this.depth--;
    return out;
  }

  // 2^3^2 is 2^(3^2)
  binaryPower() {
    const base = this.value();
    if (this.sign() !== '^' && this.sign() !== '**') return base;
    this.k++;
    const exponent = this.unary(POWER);
    return c => { const [a, b] = [base(c), exponent(c)]; return i => a(i) ** b(i); };
  }

  value() {
    const token = this.list[this.k];
    if (!token || token.sign) {
      if (!this.take('(')) throw new ExpressionError('x.value', token?.at ?? this.end, token?.sign ?? '');
      const inner = this.choice();
      this.expect(')');
      return inner;
    }
    this.k++;
    if (token.number !== undefined) {
      const number = Number(token.number);
      return () => () => number;
    }
    if (this.sign() === '(') return this.call(token);
    if (Object.hasOwn(CONSTANTS, token.name)) {
      const constant = CONSTANTS[token.name];
      return () => () => constant;
    }
    const name = Object.hasOwn(SHORT, token.name) ? SHORT[token.name] : token.name;
    this.names.add(name);
    return columns => columns(name, token);
  }

  call({ name, at }) {
    if (!Object.hasOwn(FUNCTIONS, name)) throw new ExpressionError('x.function', at, name);
    const parts = [];
    this.expect('(');
    do parts.push(this.choice()); while (this.take(','));
    this.expect(')');
    const wanted = FUNCTIONS[name], f = Math[name];
    if (wanted && parts.length !== wanted) throw new ExpressionError('x.arguments', at, name);
    if (parts.length === 1) return c => { const a = parts[0](c); return i => f(a(i)); };
    return c => { const all = parts.map(p => p(c)); return i => f(...all.map(a => a(i))); };
  }
}

const fieldOf = name => name.replace(/\.[xyz]{1,2}$/, '');

// The numbers of one name in a frame, as a function of the row.
function column(frame, name, token, origin) {
  if (name === 'time' || name === 'step') {
    const moment = frame.header[name];
    return () => moment;
  }
  const field = fieldOf(name), array = frame.arrays.get(field);
  if (!array) throw new ExpressionError('x.missing', token.at, field);
  const { data, width } = array;
  if (name === field && width === 1) return i => data[i];
  if (name === field && width === 3) return i => Math.hypot(data[3 * i], data[3 * i + 1], data[3 * i + 2]);
  const word = name.slice(field.length + 1), part = PARTS[word] ?? width;
  if (part >= width || word.length !== (width === 6 ? 2 : 1)) throw new ExpressionError('x.part', token.at, name);
  const shift = field === 'position' ? origin[part] : 0;
  return i => data[width * i + part] + shift;
}

export class Expression {
  constructor(text) {
    if (text.length > MOST) throw new ExpressionError('x.long', MOST);
    const reader = new Reader(text);
    if (reader.list.length === 0) throw new ExpressionError('x.empty', 0);
    this.make = reader.choice();
    if (reader.k < reader.list.length) throw new ExpressionError('x.rest', reader.list[reader.k].at, reader.list[reader.k].sign ?? reader.list[reader.k].name ?? reader.list[reader.k].number);
    this.text = text;
    this.names = [...reader.names];
  }

  // Fields that a frame must bring.
  get fields() {
    return [...new Set(this.names.map(fieldOf))].filter(name => !OWN.includes(name) && name !== 'time' && name !== 'step');
  }

  // The names that nobody knows, so that one can say so before a frame comes.
  unknown(known) {
    return this.fields.filter(name => !known.includes(name));
  }

  // One number for each particle; throws where the frame lacks a field.
  values(frame, origin = [0, 0, 0], out = new Float32Array(frame.count)) {
    const f = this.make((name, token) => column(frame, name, token, origin));
    for (let i = 0; i < frame.count; i++) out[i] = f(i);
    return out;
  }

  // 1 for each particle for which it holds.
  mask(frame, origin) {
    return this.values(frame, origin, new Uint8Array(frame.count));
  }
}
