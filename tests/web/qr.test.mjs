// The code is read back as a reader does it: format, mask, zigzag, and a check that the correction codewords fit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { qr } from "../../src/boston7/web/assets/kit/qr.js";

const multiply = (a, b) => {
  let product = 0;
  for (; b; b >>= 1, a = (a << 1) ^ (a & 128 ? 0x11d : 0)) if (b & 1) product ^= a;
  return product;
};

function read(rows) {
  const size = rows.length;
  const version = (size - 17) / 4;
  const near = (x, y, cx, cy, reach) => Math.abs(x - cx) <= reach && Math.abs(y - cy) <= reach;
  const fixed = (x, y) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    (version > 1 && near(x, y, size - 7, size - 7, 2));
  const bits = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= 2, up = !up) {
    if (right === 6) right -= 1;
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = up ? size - 1 - step : step;
        if (!fixed(x, y)) bits.push(Number(rows[y][x]) ^ Number((x + y) % 2 === 0));
      }
  }
  const words = [];
  for (let at = 0; at + 8 <= bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  return words;
}

test("a link is read back from its code, and every correction codeword fits", () => {
  for (const [text, total, degree] of [
    ["http://a.b/", 26, 7],
    ["http://127.0.0.1:7007/table/Ann", 44, 10],
    ["https://cards.example/table/A%20table%20of%20ours", 70, 15],
    ["https://cards.example/table/Practice%20with%20friends%20and%20a%20name", 100, 20],
    [`https://cards.example/table/${"x".repeat(70)}`, 134, 26],
  ]) {
    const rows = qr(text);
    const words = read(rows).slice(0, total);
    for (let root = 0, point = 1; root < degree; root++, point = multiply(point, 2))
      assert.equal(
        words.reduce((sum, word) => multiply(sum, point) ^ word, 0),
        0,
        `${text}: syndrome ${root}`,
      );
    assert.equal(words[0] >> 4, 4, "bytes");
    const length = ((words[0] & 15) << 4) | (words[1] >> 4);
    const bytes = Array.from({ length }, (_, at) => ((words[at + 1] & 15) << 4) | (words[at + 2] >> 4));
    assert.equal(new TextDecoder().decode(Uint8Array.from(bytes)), text);
    // Level L, mask 0, as the standard lists it; read along column 8 upwards and row 8.
    const size = rows.length;
    const along = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => rows[8][x]).concat([7, 5, 4, 3, 2, 1, 0].map((y) => rows[y][8]));
    assert.equal(along.map(Number).join(""), "111011111000100");
    const again = Array.from({ length: 7 }, (_, k) => rows[size - 1 - k][8]).concat(
      Array.from({ length: 8 }, (_, k) => rows[8][size - 8 + k]),
    );
    assert.equal(again.map(Number).join(""), "111011111000100");
    assert.ok(rows[size - 8][8], "the dark module");
    for (const [x, y] of [
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ])
      assert.deepEqual(
        rows.slice(y, y + 7).map((row) =>
          row
            .slice(x, x + 7)
            .map(Number)
            .join(""),
        ),
        ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"],
      );
  }
  assert.equal(qr("x".repeat(200)), null);
});
