// @ts-check
/** Everything that is not a round: counts, fills, cash, corrections, people, logins and rules, searched as one. */
import { field, labelled, picker } from "../kit/ask.js";
import { columnHeads, scrolled } from "../kit/listed.js";
import { get } from "../kit/api.js";
import { microsOf, momentToTheSecond } from "../kit/clock.js";
import { h, replace } from "../kit/dom.js";
import { dollars, parseDollars } from "../kit/money.js";
import { words } from "../kit/words.js";

/**
 * What is asked of the server, or the sentence that refuses it.
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

export function entriesPanel() {
  const w = words.audit.entries;
  const body = h("tbody");
  const fault = h("p", { class: "fault", role: "alert" });
  const csv = h("a", { class: "button small", text: w.csv, download: true, href: "/api/audit/entries/export" });
  /** @param {string} name @param {string} label @param {import("../kit/dom.js").Props} [more] */
  const asked = (name, label, more = {}) => field(name, label, { autocomplete: "off", ...more });
  const form = h(
    "form",
    { class: "audit-form row", novalidate: true, "data-form": "entries" },
    asked("text", w.text),
    asked("person", w.person),
    asked("table", w.table),
    labelled(w.subject, picker("subject", w.subjects, w.all)),
    asked("from", w.from, { type: "datetime-local" }),
    asked("to", w.to, { type: "datetime-local" }),
    asked("least", w.least, { inputmode: "decimal" }),
    asked("most", w.most, { inputmode: "decimal" }),
    h("button", { class: "button go", type: "submit", text: w.search }),
    csv,
  );
  async function look() {
    const told = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const half = [...form.elements].some((each) => /** @type {HTMLInputElement} */ (each).validity?.badInput);
    const asked = half ? { fault: w.badTime } : entriesQuery(told); // a browser hands out half a date as none
    fault.textContent = "fault" in asked ? asked.fault : "";
    if ("fault" in asked) return;
    csv.setAttribute("href", `/api/audit/entries/export?${asked.query}`);
    try {
      const { entries } = await get(`/api/audit/entries?limit=100&${asked.query}`);
      replace(
        body,
        ...(entries.length
          ? entries.map((row) =>
              h(
                "tr",
                null,
                h("td", { class: "dim", text: momentToTheSecond(row.time) }),
                h("td", { text: row.table || /** @type {Record<string, string>} */ (w.books)[row.book] }),
                h("td", { text: row.what.replaceAll("_", " ") }),
                h("td", { text: row.by }),
                h("td", { class: "number money", text: row.cents === null ? "" : dollars(row.cents) }),
                h("td", { class: "dim", text: row.text }),
              ),
            )
          : [h("tr", null, h("td", { colspan: 6, class: "dim", text: w.none }))]),
      );
    } catch (error) {
      fault.textContent = /** @type {Error} */ (error).message;
    }
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void look();
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "entries-title" },
    h("h2", { id: "entries-title", text: w.title }),
    form,
    fault,
    scrolled(w.title, h("table", null, columnHeads(w.columns, { 4: "number" }), body)),
  );
}
