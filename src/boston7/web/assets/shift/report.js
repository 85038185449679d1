// @ts-check
/** The report of a gaming day: each table session counted against the record, totals, charity, cash and incidents. */
import { announce } from "../kit/announce.js";
import { post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { clock } from "../kit/clock.js";
import { h } from "../kit/dom.js";
import { dollars, signed } from "../kit/money.js";
import { hasDuty } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { askInDialog, field, labelled, picker, typed } from "../kit/ask.js";
import { countForm } from "../kit/count-form.js";
import { rowButton, scrolled } from "../kit/listed.js";
import { countPaper, signatureLine } from "../kit/paper.js";

/** @typedef {import("../kit/wire.js").DayReport} DayReport */
/** @typedef {import("../kit/wire.js").SessionLine} SessionLine */
/** @typedef {{me: import("../kit/wire.js").Me, setting: import("../kit/wire.js").Setting, reload: () => void}} Here */

/** @param {number | null} share */
const percent = (share) => (share === null ? "–" : `${(share * 100).toFixed(1)}%`);
/** @param {number | null} pace */
const paced = (pace) => (pace === null ? "–" : pace.toFixed(0));
/** @param {SessionLine} line */
const key = (line) => ({ table: line.table, session: line.session });

/** @param {string[]} heads @param {(HTMLElement | null)[]} rows @param {string} label @param {string} none */
function table(heads, rows, label, none) {
  for (const row of rows)
    for (const [at, cell] of [...(row?.children ?? [])].entries()) if (at) cell.setAttribute("data-label", heads[at]);
  const body = rows.length ? rows : [h("tr", null, h("td", { colspan: heads.length, class: "dim", text: none }))];
  /** Over words it stands where they begin. @param {number} at */
  const number = (at) => at > 0 && (rows[0]?.children[at]?.classList.contains("number") ?? true);
  const wide = heads.length > 10 ? "wide-table" : null; // on a narrow screen each row is a card with its own heads
  return scrolled(
    label,
    h(
      "table",
      { class: wide },
      h(
        "thead",
        null,
        h("tr", null, ...heads.map((text, at) => h("th", { scope: "col", class: number(at) ? "number" : null, text }))),
      ),
      h("tbody", null, ...body),
    ),
  );
}

/** @param {SessionLine} line @param {Here} here */
function countDrop(line, here) {
  const w = words.shift;
  const form = countForm(here.setting.terms.bills, "drop");
  askInDialog({
    form: "count-drop",
    title: say(w.countDropAsk, key(line)),
    text: [w.countDropText],
    fields: [form.element],
    yes: w.enterDrop,
    act: async () => {
      const found = form.read();
      if ("fault" in found) throw new Error(found.fault);
      const done = await post("/api/shift/drops", { ...key(line), pieces: found.pieces });
      announce(say(w.dropEntered, { amount: dollars(done.counted) }));
      here.reload();
    },
  });
}

/** @param {SessionLine} line @param {Here} here */
function signDrop(line, here) {
  const w = words.shift;
  const counted = { counter: line.drop_counted_by?.name ?? "", amount: dollars(line.drop_entered ?? 0) };
  askInDialog({
    form: "sign-drop",
    title: say(w.signDropAsk, key(line)),
    text: [say(w.signDropText, counted)],
    yes: w.signDrop,
    act: async () => {
      const done = await post("/api/shift/drops/sign", key(line));
      announce(say(w.dropSigned, { amount: dollars(done.counted) }));
      here.reload();
    },
  });
}

/**
 * Each count that differs from the record, and each slip or cash that differs from the table.
 * @param {import("../kit/wire.js").Result} result
 */
export function whereOff(result) {
  const named = /** @type {Record<string, string>} */ (words.shift.off);
  return [...result.where, ...result.papers]
    .map((off) => say(named[off.what] ?? named.slip, { what: off.what, amount: signed(off.cents) }))
    .join(", ");
}

/** The same with both amounts, and what the box should hold. @param {SessionLine} line @returns {HTMLElement[]} */
function differences({ result, cash, cash_corrected }) {
  const w = words.shift;
  const named = /** @type {Record<string, string>} */ (w.offFrom);
  const found = (result ? [...result.where, ...result.papers] : []).map((off) =>
    say(named[off.what] ?? named.slip, {
      what: off.what,
      found: dollars(off.found),
      expected: dollars(off.expected),
      amount: signed(off.cents),
    }),
  );
  if (cash !== null && cash_corrected)
    found.push(say(w.dropFrom, { cash: dollars(cash - cash_corrected), corrected: signed(cash_corrected) }));
  return found.map((text) => h("li", { text }));
}

/** @param {SessionLine} line @param {DayReport} report @param {Here} here */
function sessionRow(line, report, here) {
  const w = words.shift;
  const { result } = line;
  /** @param {number | null | undefined} cents @param {string} [none] */
  const cell = (cents, none = "–") =>
    h("td", { class: "number money", text: cents === null || cents === undefined ? none : dollars(cents) });
  const dropState = line.drop_counted_by ? w.unsigned : line.closed ? w.notCounted : "–";
  const acts = [];
  if (line.may.includes("count_drop")) acts.push(rowButton(w.countDrop, line.table, () => countDrop(line, here), "go"));
  if (line.may.includes("sign_drop")) acts.push(rowButton(w.signDrop, line.table, () => signDrop(line, here), "go"));
  acts.push(rowButton(w.paper.show, line.table, () => countPaper(line, report)));
  const off =
    !result || result.win === null
      ? line.counting
        ? w.counting
        : line.closed
          ? "–"
          : w.open
      : result.where.length + result.papers.length
        ? whereOff(result)
        : w.balanced;
  const seats = line.seats.map((seat) =>
    h("li", { text: say(w.seat, { seat: seat.seat, player: seat.player, amount: signed(seat.won) }) }),
  );
  const offs = differences(line);
  const signatures = line.closed ? say(w.signatures, { counter: line.closer?.by ?? "–", signer: line.closed_by }) : "";
  return h(
    "tr",
    { "data-session": `${line.table}/${line.session}` },
    h(
      "th",
      { scope: "row", class: "plain" },
      `${line.table} · ${line.session}`,
      h("small", { class: "dim", text: ` ${line.shift}` }),
      offs.length
        ? h("details", { class: "offs" }, h("summary", { text: w.differences }), h("ul", null, ...offs))
        : null,
      seats.length
        ? h(
            "details",
            null,
            h("summary", { text: w.seats }),
            h("ul", null, ...seats),
            signatures ? h("p", { class: "dim", text: signatures }) : null,
          )
        : null,
    ),
    cell(result?.opener),
    cell(result?.fills),
    cell(result?.credits),
    cell(result?.drop, dropState),
    cell(result?.closer, line.closed ? w.notCounted : w.open),
    cell(result?.win),
    cell(result?.recorded),
    h("td", { class: result?.where.length || result?.papers.length ? "number lose off" : "number off", text: off }),
    cell(line.theoretical),
    cell(line.handle),
    h("td", { class: "number", text: line.hands }),
    h("td", { class: "number", text: paced(line.hands_an_hour) }),
    h("td", { class: "number", text: percent(line.hold) }),
    h("td", { class: "acts" }, ...acts),
  );
}

/** @param {import("../kit/wire.js").Summed} summed @param {string} name */
function totalRow(summed, name) {
  const t = summed.totals;
  return h(
    "tr",
    null,
    h("th", { scope: "row", class: "plain", text: name }),
    ...[t.drop, t.win, t.recorded].map((cents) => h("td", { class: "number money", text: dollars(cents) })),
    h("td", { class: t.over_short ? "number lose" : "number", text: signed(t.over_short) }),
    ...[summed.theoretical, t.fills, t.credits, t.handle].map((cents) =>
      h("td", { class: "number money", text: dollars(cents) }),
    ),
    ...[t.hands, paced(summed.hands_an_hour), percent(summed.hold), t.voids, t.corrections, t.evictions].map((text) =>
      h("td", { class: "number", text }),
    ),
  );
}

/** @param {DayReport} report @param {Here} here */
export function reportSections(report, here) {
  const w = words.shift;
  const s = w.session;
  const may = hasDuty(here.me, "tables");
  const sessions = h(
    "section",
    { class: "panel", "aria-labelledby": "sessions-title" },
    h("h2", { id: "sessions-title", text: w.sessions }),
    h("p", { class: "dim", text: w.formula }),
    table(
      [
        s.table,
        s.opener,
        s.fills,
        s.credits,
        s.drop,
        s.closer,
        s.win,
        s.recorded,
        s.off,
        s.theory,
        s.handle,
        s.hands,
        s.pace,
        s.hold,
        s.acts,
      ],
      report.sessions.map((line) => sessionRow(line, report, here)),
      w.sessions,
      w.none,
    ),
  );
  const totals = h(
    "section",
    { class: "panel", "aria-labelledby": "totals-title" },
    h("h2", { id: "totals-title", text: w.totals }),
    notIn(report.sessions),
    table(
      [
        "",
        s.drop,
        s.win,
        s.recorded,
        s.off,
        s.theory,
        s.fills,
        s.credits,
        s.handle,
        s.hands,
        s.pace,
        s.hold,
        w.stats.voids,
        w.stats.corrections,
        w.stats.evictions,
      ],
      [
        ...report.shifts.map((each) => totalRow(each, say(w.byShift, { name: each.name }))),
        ...report.tables.map((each) => totalRow(each, each.name)),
        totalRow(report.total, w.total),
      ],
      w.totals,
      w.none,
    ),
  );
  const dealers = h(
    "section",
    { class: "panel", "aria-labelledby": "dealers-title" },
    h("h2", { id: "dealers-title", text: w.dealers }),
    table(
      Object.values(w.dealer),
      report.dealers.map((each) =>
        h(
          "tr",
          null,
          h("th", { scope: "row", class: "plain", text: each.dealer }),
          h("td", { class: "number", text: each.hands }),
          h("td", { class: "number money", text: dollars(each.handle) }),
          h("td", { class: "number money", text: dollars(each.won) }),
        ),
      ),
      w.dealers,
      "–",
    ),
  );
  return [
    sessions,
    totals,
    h("div", { class: "shift-pair" }, charity(report, here, may), dealers),
    cash(report),
    incidents(report, here),
  ];
}

/** Why the win of the totals is not yet what the record says. @param {SessionLine[]} lines */
function notIn(lines) {
  const w = words.shift;
  const open = lines.filter((line) => !line.result || line.result.win === null);
  if (!open.length) return null;
  const sessions = open.map((line) => `${line.table} · ${line.session}`).join(", ");
  const told = open.flatMap(({ result }) => result?.recorded ?? []);
  const amount = signed(told.reduce((sum, recorded) => sum + recorded, 0));
  return h("p", { class: "dim", text: say(told.length ? w.notIn : w.notInBlind, { sessions, amount }) });
}

/** On paper, below all of it. */
export function reportSigns() {
  const w = words.shift.paper;
  const lines = [w.supervisor, w.cashier, w.auditor].map((label) => signatureLine(label));
  return h("div", { class: "paper-signs print-only" }, ...lines);
}

const LINES = /** @type {const} */ (["proceeds", "to_charity", "to_state", "to_operator"]);

/** In percent. @param {import("../kit/wire.js").CharityResult} found */
const shares = ({ charity_share, state_share }) => ({
  charity: charity_share / 100,
  state: state_share / 100,
  operator: (10_000 - charity_share - state_share) / 100,
});

/** @param {DayReport} report @param {Here} here @param {boolean} may */
function charity(report, here, may) {
  const w = words.shift;
  const { charity: found } = report;
  const name = h("button", {
    class: "button small",
    text: w.charityName,
    on: {
      click: () =>
        askInDialog({
          form: "charity",
          title: say(w.charityAsk, { day: report.day }),
          yes: w.save,
          fields: [field("charity", w.charityField, { autocomplete: "off", maxlength: BOUNDS.line })],
          act: async (form) => {
            await put(`/api/shift/days/${report.day}/charity`, { charity: typed(form, "charity", w.charityNeeded) });
            here.reload();
          },
        }),
    },
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "charity-title" },
    h("h2", { id: "charity-title", text: w.charity }),
    h("p", {
      class: found.charity ? "serif" : "dim",
      text: found.charity ? `${found.charity}, ${report.day}` : w.charityNone,
    }),
    h(
      "dl",
      { class: "shift-lines" },
      ...LINES.flatMap((field) => [
        h("dt", { text: say(w.charityLines[field], shares(found)) }),
        h("dd", { class: "money", text: dollars(found[field]) }),
      ]),
    ),
    may ? name : null,
  );
}

/** @param {DayReport} report */
function cash(report) {
  const w = words.shift;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "cash-title" },
    h("h2", { id: "cash-title", text: w.cash }),
    table(
      Object.values(w.person),
      report.people.map((each) =>
        h(
          "tr",
          null,
          h("th", { scope: "row", class: "plain", text: each.name }),
          h("td", { class: "number money", text: dollars(each.paid_in) }),
          h("td", { class: "number money", text: dollars(each.paid_out) }),
          h("td", { class: "number money", text: each.checks ? dollars(each.checks) : "" }),
          h("td", { class: "warn", text: each.prompt }),
        ),
      ),
      w.cash,
      w.cashNone,
    ),
  );
}

/** @param {DayReport} report @param {Here} here */
function incidents(report, here) {
  const w = words.shift;
  const { codes, tables } = here.setting;
  const code = picker("code", codes);
  const where = picker("table", tables, "–");
  const log = h("button", {
    class: "button small",
    text: w.log,
    on: {
      click: () =>
        askInDialog({
          form: "incident",
          title: w.log,
          yes: w.log,
          fields: [
            labelled(w.code, code),
            labelled(w.table, where),
            field("text", w.what, { autocomplete: "off", maxlength: BOUNDS.description }),
          ],
          act: async (form) => {
            if (!code.value) throw new Error(w.codeNeeded);
            const text = typed(form, "text", w.whatNeeded);
            const done = await post("/api/shift/incidents", { code: code.value, text, table: where.value });
            announce(say(w.logged, { ...done }));
            here.reload();
          },
        }),
    },
  });
  return h(
    "section",
    { class: "panel", "aria-labelledby": "incidents-title" },
    h("h2", { id: "incidents-title", text: w.incidents }),
    h(
      "ul",
      { class: "shift-incidents" },
      ...(report.incidents.length
        ? report.incidents.map((each) =>
            h(
              "li",
              null,
              h("strong", { text: `${each.number} · ${codes[each.code] ?? each.code}` }),
              ` ${each.table ? `${each.table}: ` : ""}${each.text} `,
              h("span", { class: "dim", text: `${each.by.name}, ${clock(each.time)}` }),
            ),
          )
        : [h("li", { class: "dim", text: w.incidentNone })]),
    ),
    log,
  );
}
