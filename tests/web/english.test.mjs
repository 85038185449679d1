// The pages read fields. They never take apart a sentence, a name or a label, and know no house document by its id.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { houses } from "./tapes.mjs";

const ASSETS = join(import.meta.dirname, "../../src/boston7/web/assets");
const files = readdirSync(ASSETS, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));

/** Which files use regular expressions, how many, and on what. */
const ALLOWED = new Map([
  ["account/limits.js", [1, "minutes that somebody types"]],
  ["account/security.js", [1, "a secret in groups of four"]],
  ["audit/fair-forms.js", [3, "hexadecimal and lists that somebody types"]],
  ["dealer/amend.js", [1, "a number that somebody types"]],
  ["dealer/choices.js", [1, "a key on the keyboard"]],
  ["dealer/dock.js", [4, "keys on the keyboard"]],
  ["dealer/fields.js", [1, "a number that somebody types"]],
  ["dealer/requests-panel.js", [1, "a digit of a PIN"]],
  ["dealer/requests.js", [1, "a digit of a PIN"]],
  ["dealer/wagers.js", [2, "keys on the keyboard"]],
  ["floor/card.js", [1, "a guest's name that is cut in its middle, before the number"]],
  ["kit/api.js", [1, "a cookie"]],
  ["kit/cards.js", [2, "the notation of cards: typed, and as printed"]],
  ["kit/count-form.js", [1, "a number that somebody types"]],
  ["kit/fairness.js", [2, "hexadecimal"]],
  ["kit/fields.js", [1, "a number that somebody types"]],
  ["kit/money.js", [3, "amounts: typed, and as printed"]],
  ["kit/own-text.js", [3, "base64"]],
  ["kit/percent.js", [1, "commas in a number"]],
  ["kit/say.js", [2, "placeholders of our own templates; the notation of a clause"]],
  ["odds/chart-scale.js", [1, "cards that somebody types"]],
  ["odds/controls.js", [1, "odds that somebody types"]],
  ["odds/figures.js", [1, "minus signs before amounts, as they are printed"]],
  ["pages/deal.js", [1, "a key on the keyboard"]],
  ["setup/terms.js", [3, "hours, shares and lists that somebody types"]],
  ["table/rule-link.js", [1, "the number of a ruling in a clause"]],
  ["table/ticker.js", [1, "amounts that must not wrap after their minus sign"]],
]);

const EXPRESSION =
  /(?<=[(,=:?&|!>]\s*|\breturn\s|^\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n[])+\/[dgimsuvy]*|\bRegExp\(/gm;

/** @param {string} name its code, without comments and the insides of strings */
const code = (name) =>
  readFileSync(join(ASSETS, name), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(?<=^|\s)\/\/ .*$/gm, "")
    .replace(/"(?:\\.|[^"\\\n])*"/g, '""');

/** @param {string} text */
const expressions = (text) => text.match(EXPRESSION) ?? [];

test("regular expressions are found, and divisions and strings are none", () => {
  const found = expressions(
    "const a = text.match(/\\bflush, (.*)/);\nreturn /^x[/]$/u.test(b) ? c / d / e : new RegExp(f);",
  );
  assert.deepEqual(found, ["/\\bflush, (.*)/", "/^x[/]$/u", "RegExp("]);
  assert.ok(expressions("  /two pair/.test(name)").length === 1 && expressions("a / b / c").length === 0);
});

test("a regular expression reads what is typed, a key or a notation, never English", () => {
  const used = new Map(
    files.map((name) => /** @type {const} */ ([name, expressions(code(name))])).filter(([, found]) => found.length),
  );
  const strange = [...used].filter(([name, found]) => ALLOWED.get(name)?.[0] !== found.length);
  assert.deepEqual(strange, [], "send the fact as a field; or say here what is read");
  assert.deepEqual(
    [...ALLOWED.keys()].filter((name) => !used.has(name)),
    [],
    "no longer used",
  );
});

test("no page searches a text for words", () => {
  const WORDS =
    /\.(split|includes|indexOf|lastIndexOf|startsWith|endsWith|replace|replaceAll)\("([^"]+ [^"]*|[^"]* [^"]+)"/;
  assert.match('if (odds.includes(" to "))', WORDS);
  const searched = files.filter((name) => WORDS.test(readFileSync(join(ASSETS, name), "utf8")));
  assert.deepEqual(searched, []);
});

test("no page knows a house or a document by its id", () => {
  const ids = Object.values(houses).flatMap((house) => [house.id, house.document]);
  assert.ok(ids.length > 5 && ids.every(Boolean));
  const known = files.flatMap((name) => {
    const text = readFileSync(join(ASSETS, name), "utf8");
    return ids.filter((id) => new RegExp(`(?<![\\w.,])${id}(?![\\w,])`).test(text)).map((id) => `${name}: ${id}`);
  });
  const paper = "kit/words/rules.js: rack-card"; // A paper has the same name as this house.
  assert.deepEqual(known, [paper]);
});
