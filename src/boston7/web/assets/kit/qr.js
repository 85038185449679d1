/** Encode a link as a QR code (ISO/IEC 18004): bytes, error correction L, versions 1 to 5, mask 0. */

/** Data and error correction codewords of each version. Up to version 5 there is one block. */
const SIZES = [
  [19, 7],
  [34, 10],
  [55, 15],
  [80, 20],
  [108, 26],
];
/** The format bits for level L, mask 0. */
const FORMAT = 0b111011111000100;

/** Powers of 2 in the field of 256 with x^8 + x^4 + x^3 + x^2 + 1, and their logarithms. */
const POWERS = new Uint8Array(512);
const LOGARITHMS = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at++) {
  POWERS[at] = POWERS[at + 255] = value;
  LOGARITHMS[value] = at;
  value = (value << 1) ^ (value > 127 ? 0x11d : 0);
}

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWERS[LOGARITHMS[a] + LOGARITHMS[b]] : 0);

/**
 * The Reed-Solomon remainder of the data by the generator of this degree.
 * @param {number[]} data
 * @param {number} degree
 */
function correction(data, degree) {
  let generator = [1];
  for (let root = 0; root < degree; root++) {
    const next = [...generator, 0];
    generator.forEach((factor, at) => (next[at + 1] ^= times(factor, POWERS[root])));
    generator = next;
  }
  const rest = [...data, ...Array(degree).fill(0)];
  data.forEach((_, at) => {
    const lead = rest[at];
    generator.forEach((factor, k) => (rest[at + k] ^= times(factor, lead)));
  });
  return rest.slice(data.length);
}

/** @param {Uint8Array} bytes @param {number} room */
function codewords(bytes, room) {
  const bits = [0, 1, 0, 0]; // bytes
  const write = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  write(bytes.length, 8);
  for (const byte of bytes) write(byte, 8);
  bits.push(...Array(Math.min(4, room * 8 - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/**
 * Rows of dark (true) and light modules, or null for a text that is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qr(text) {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex(([room]) => bytes.length + 2 <= room) + 1;
  if (!version) return null;
  const [room, degree] = SIZES[version - 1];
  const data = codewords(bytes, room);
  const stream = [...data, ...correction(data, degree)];
  const size = 17 + 4 * version;
  /** @type {(boolean | null)[][]} */
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  pattern(rows, version);
  let bit = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // The timing column holds no data.
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (rows[y][x] !== null) continue;
        const dark = bit < stream.length * 8 && ((stream[bit >> 3] >> (7 - (bit & 7))) & 1) === 1;
        rows[y][x] = dark !== ((x + y) % 2 === 0);
        bit += 1;
      }
    }
  }
  return rows.map((row) => row.map(Boolean));
}

/**
 * The fixed patterns: finders, timing, alignment, format.
 * @param {(boolean | null)[][]} rows
 * @param {number} version
 */
function pattern(rows, version) {
  const size = rows.length;
  const square = (
    /** @type {number} */ cx,
    /** @type {number} */ cy,
    /** @type {number} */ reach,
    /** @type {number[]} */ dark,
  ) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        if (rows[cy + dy]?.[cx + dx] !== undefined)
          rows[cy + dy][cx + dx] = dark.includes(Math.max(Math.abs(dx), Math.abs(dy)));
  };
  for (let at = 0; at < size; at++) rows[6][at] = rows[at][6] = at % 2 === 0;
  square(3, 3, 4, [0, 1, 3]);
  square(size - 4, 3, 4, [0, 1, 3]);
  square(3, size - 4, 4, [0, 1, 3]);
  if (version > 1) square(size - 7, size - 7, 2, [0, 2]);
  const bit = (/** @type {number} */ at) => ((FORMAT >> at) & 1) === 1;
  for (let at = 0; at < 6; at++) rows[at][8] = bit(at);
  rows[7][8] = bit(6);
  rows[8][8] = bit(7);
  rows[8][7] = bit(8);
  for (let at = 9; at < 15; at++) rows[8][14 - at] = bit(at);
  for (let at = 0; at < 8; at++) rows[8][size - 1 - at] = bit(at);
  for (let at = 8; at < 15; at++) rows[size - 15 + at][8] = bit(at);
  rows[size - 8][8] = true;
}
