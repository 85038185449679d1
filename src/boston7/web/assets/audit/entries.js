/** Search everything outside rounds: counts, fills, cash, corrections, people, logins and rules. */
import { get } from "../kit/api.js";
import { microsOf, momentToTheSecond } from "../kit/clock.js";
import { h, replace } from "../kit/dom.js";
import { dollars, parseDollars } from "../kit/money.js";
import { choice, line, picker } from "../kit/fields.js";
import { makeForm } from "../kit/form.js";
import { panel } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { words } from "../kit/words.js";

/**
 * The search parameters, or the sentence that rejects them.
 * @param {Record<string, string>} told
 * @returns {{query: string} | {fault: string}}
 */
export function entriesQuery(told) {
  const query = new URLSearchParams();
  for (const name of ["text", "person", "table", "subject"]) if (told[name]?.trim()) query.set(name, told[name].trim());
  for (const name of ["from", "to"]) {
    const time = microsOf(told[name] ?? "");
    if (Number.isFinite(time)) query.set(name, String(time));
  }
  for (const name of ["least", "most"]) {
    if (!told[name]?.trim()) continue;
    const cents = parseDollars(told[name]);
    if (cents === null) return { fault: words.audit.entries.badAmount };
    query.set(name, String(cents));
  }
  return { query: String(query) };
}

/** A moment. Browsers report a partial date as empty. @param {string} name @param {string} label */
export function moment(name, label) {
  const { parts, input, read } = line(name, label, "", { type: "datetime-local" });
  return {
    parts,
    input,
    read() {
      if (/** @type {HTMLInputElement} */ (input).validity.badInput) throw new Error(words.audit.entries.badTime);
      return read();
    },
  };
}

/** @param {Wire.Found[]} rows */
function found(rows) {
  const w = words.audit.entries;
  const c = w.columns;
  const books = /** @type {Record<string, string>} */ (w.books);
  return table({
    label: w.title,
    none: w.none,
    rows,
    columns: [
      { head: c.time, look: "dim", cell: ({ time }) => momentToTheSecond(time) },
      { head: c.where, cell: ({ table, book }) => table || books[book] },
      { head: c.what, cell: ({ what }) => what.replaceAll("_", " ") },
      { head: c.by, cell: ({ by }) => by },
      { head: c.amount, look: "number money", cell: ({ cents }) => (cents === null ? "" : dollars(cents)) },
      { head: c.text, look: "dim", cell: ({ text }) => text },
    ],
  });
}

export function entriesPanel() {
  const w = words.audit.entries;
  const list = h("div");
  const csv = h("a", { class: "button small", text: w.csv, download: true, href: "/api/audit/entries/export" });
  const form = makeForm({
    form: "entries",
    look: "audit-form row",
    fields: {
      text: line("text", w.text),
      person: line("person", w.person),
      table: line("table", w.table),
      subject: choice(w.subject, picker("subject", w.subjects, w.all), ""),
      from: moment("from", w.from),
      to: moment("to", w.to),
      least: line("least", w.least, "", { inputmode: "decimal" }),
      most: line("most", w.most, "", { inputmode: "decimal" }),
    },
    yes: w.search,
    after: [csv],
    act: async (asked) => {
      const query = entriesQuery(asked);
      if ("fault" in query) throw new Error(query.fault);
      csv.setAttribute("href", `/api/audit/entries/export?${query.query}`);
      const { entries } = await get(`/api/audit/entries?limit=100&${query.query}`);
      replace(list, found(entries));
    },
  });
  return panel({ name: "entries", title: w.title }, form, list);
}
