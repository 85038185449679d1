/** The report of a gaming day: each table session compared with the record, totals, charity, cash and incidents. */
import { post, put } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { clock } from "../kit/clock.js";
import { countForm } from "../kit/count-form.js";
import { h } from "../kit/dom.js";
import { choice, line as textLine, part, picker } from "../kit/fields.js";
import { askInDialog } from "../kit/form.js";
import { dollars, signed } from "../kit/money.js";
import { countPaper, signatureLine } from "../kit/paper.js";
import { button, empty, panel, rowButton } from "../kit/parts.js";
import { hasDuty } from "../kit/session.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";

/** @typedef {{me: Wire.Me, setting: Wire.Setting, reload: () => void}} Here */

/** @param {number | null} share */
const percent = (share) => (share === null ? "–" : `${(share * 100).toFixed(1)}%`);
/** @param {number | null} pace */
const paced = (pace) => (pace === null ? "–" : pace.toFixed(0));
/** @param {Wire.SessionLine} line */
const key = (line) => ({ table: line.table, session: line.session });

/** @param {number | null | undefined} cents @param {string} [none] */
const money = (cents, none = "–") => (cents === null || cents === undefined ? none : dollars(cents));

/** @param {Wire.SessionLine} line @param {Here} here */
function countDrop(line, here) {
  const w = words.shift;
  const { element, read } = countForm(here.setting.terms.bills, "drop");
  askInDialog({
    form: "count-drop",
    title: say(w.countDropAsk, key(line)),
    text: [w.countDropText],
    fields: { count: part(element, read) },
    yes: w.enterDrop,
    act: async ({ count: { pieces } }) => {
      const { counted } = await post("/api/shift/drops", { ...key(line), pieces });
      here.reload();
      return say(w.dropEntered, { amount: dollars(counted) });
    },
  });
}

/** @param {Wire.SessionLine} line @param {Here} here */
function signDrop(line, here) {
  const w = words.shift;
  const counted = { counter: line.drop_counted_by?.name ?? "", amount: dollars(line.drop_entered ?? 0) };
  askInDialog({
    form: "sign-drop",
    title: say(w.signDropAsk, key(line)),
    text: [say(w.signDropText, counted)],
    yes: w.signDrop,
    act: async () => {
      const { counted } = await post("/api/shift/drops/sign", key(line));
      here.reload();
      return say(w.dropSigned, { amount: dollars(counted) });
    },
  });
}

/**
 * Each count that differs from the record, and each slip or cash entry that differs from the table.
 * @param {Wire.Result} result
 */
export function whereOff(result) {
  const named = /** @type {Record<string, string>} */ (words.shift.off);
  return [...result.where, ...result.papers]
    .map((off) => say(named[off.what] ?? named.slip, { what: off.what, amount: signed(off.cents) }))
    .join(", ");
}

/** The same with both amounts, and the expected drop. @param {Wire.SessionLine} line @returns {HTMLElement[]} */
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

/** The table and session of a line, with its differences and its seats. @param {Wire.SessionLine} line */
function sessionName(line) {
  const w = words.shift;
  const offs = differences(line);
  const seats = line.seats.map((seat) =>
    h("li", { text: say(w.seat, { seat: seat.seat, player: seat.player, amount: signed(seat.won) }) }),
  );
  const signatures = say(w.signatures, { counter: line.closer?.by ?? "–", signer: line.closed_by });
  return [
    `${line.table} · ${line.session}`,
    h("small", { class: "dim", text: ` ${line.shift}` }),
    offs.length ? h("details.offs", h("summary", { text: w.differences }), h("ul", ...offs)) : null,
    seats.length
      ? h(
          "details",
          h("summary", { text: w.seats }),
          h("ul", ...seats),
          line.closed ? h("p", { class: "dim", text: signatures }) : null,
        )
      : null,
  ];
}

/** @param {Wire.SessionLine} line */
function offOf({ result, counting, closed }) {
  const w = words.shift;
  if (result && result.win !== null) return result.where.length + result.papers.length ? whereOff(result) : w.balanced;
  if (counting) return w.counting;
  return closed ? "–" : w.open;
}

/** @param {Wire.DayReport} report @param {Here} here */
function sessionTable(report, here) {
  const w = words.shift;
  const s = w.session;
  const look = "number money";
  /** @param {Wire.SessionLine} line */
  const acts = (line) => [
    line.may.includes("count_drop") && rowButton(w.countDrop, line.table, () => countDrop(line, here), "go"),
    line.may.includes("sign_drop") && rowButton(w.signDrop, line.table, () => signDrop(line, here), "go"),
    rowButton(w.paper.show, line.table, () => countPaper(line, report)),
  ];
  return table({
    label: w.sessions,
    none: w.none,
    look: "wide-table",
    rows: report.sessions,
    row: ({ table, session }) => ({ "data-session": `${table}/${session}` }),
    columns: [
      { head: s.table, names: true, cell: sessionName },
      { head: s.opener, look, cell: ({ result }) => money(result?.opener) },
      { head: s.fills, look, cell: ({ result }) => money(result?.fills) },
      { head: s.credits, look, cell: ({ result }) => money(result?.credits) },
      {
        head: s.drop,
        look,
        cell: ({ result, drop_counted_by, closed }) =>
          money(result?.drop, drop_counted_by ? w.unsigned : closed ? w.notCounted : "–"),
      },
      { head: s.closer, look, cell: ({ result, closed }) => money(result?.closer, closed ? w.notCounted : w.open) },
      { head: s.win, look, cell: ({ result }) => money(result?.win) },
      { head: s.recorded, look, cell: ({ result }) => money(result?.recorded) },
      {
        head: s.off,
        look: ({ result }) => (result?.where.length || result?.papers.length ? "number lose off" : "number off"),
        cell: offOf,
      },
      { head: s.theory, look, cell: ({ theoretical }) => money(theoretical) },
      { head: s.handle, look, cell: ({ handle }) => money(handle) },
      { head: s.hands, look: "number", cell: ({ hands }) => hands },
      { head: s.pace, look: "number", cell: ({ hands_an_hour }) => paced(hands_an_hour) },
      { head: s.hold, look: "number", cell: ({ hold }) => percent(hold) },
      { head: s.acts, look: "acts", cell: acts },
    ],
  });
}

/** @param {Wire.DayReport} report */
function totalTable(report) {
  const w = words.shift;
  const s = w.session;
  const look = "number money";
  const rows = [
    ...report.shifts.map((each) => ({ ...each, name: say(w.byShift, { name: each.name }) })),
    ...report.tables,
    { ...report.total, name: w.total },
  ];
  return table({
    label: w.totals,
    look: "wide-table",
    rows,
    columns: [
      { head: "", names: true, cell: ({ name }) => name },
      { head: s.drop, look, cell: ({ totals }) => dollars(totals.drop) },
      { head: s.win, look, cell: ({ totals }) => dollars(totals.win) },
      { head: s.recorded, look, cell: ({ totals }) => dollars(totals.recorded) },
      {
        head: s.off,
        look: ({ totals }) => (totals.over_short ? "number lose" : "number"),
        cell: ({ totals }) => signed(totals.over_short),
      },
      { head: s.theory, look, cell: ({ theoretical }) => dollars(theoretical) },
      { head: s.fills, look, cell: ({ totals }) => dollars(totals.fills) },
      { head: s.credits, look, cell: ({ totals }) => dollars(totals.credits) },
      { head: s.handle, look, cell: ({ totals }) => dollars(totals.handle) },
      { head: s.hands, look: "number", cell: ({ totals }) => totals.hands },
      { head: s.pace, look: "number", cell: ({ hands_an_hour }) => paced(hands_an_hour) },
      { head: s.hold, look: "number", cell: ({ hold }) => percent(hold) },
      { head: w.stats.voids, look: "number", cell: ({ totals }) => totals.voids },
      { head: w.stats.corrections, look: "number", cell: ({ totals }) => totals.corrections },
      { head: w.stats.evictions, look: "number", cell: ({ totals }) => totals.evictions },
    ],
  });
}

/** @param {Wire.DayReport} report @param {Here} here */
export function reportSections(report, here) {
  const w = words.shift;
  const d = w.dealer;
  const dealers = table({
    label: w.dealers,
    none: "–",
    rows: report.dealers,
    columns: [
      { head: d.name, names: true, cell: ({ dealer }) => dealer },
      { head: d.hands, look: "number", cell: ({ hands }) => hands },
      { head: d.handle, look: "number money", cell: ({ handle }) => dollars(handle) },
      { head: d.win, look: "number money", cell: ({ won }) => dollars(won) },
    ],
  });
  return [
    panel(
      { name: "sessions", title: w.sessions },
      h("p", { class: "dim", text: w.formula }),
      sessionTable(report, here),
    ),
    panel({ name: "totals", title: w.totals }, notIn(report.sessions), totalTable(report)),
    h(
      "div.shift-pair",
      charity(report, here, hasDuty(here.me, "tables")),
      panel({ name: "dealers", title: w.dealers }, dealers),
    ),
    panel({ name: "cash", title: w.cash }, cashTable(report)),
    incidents(report, here),
  ];
}

/** Why the total win differs from the record's win. @param {Wire.SessionLine[]} lines */
function notIn(lines) {
  const w = words.shift;
  const open = lines.filter((line) => !line.result || line.result.win === null);
  if (!open.length) return null;
  const sessions = open.map((line) => `${line.table} · ${line.session}`).join(", ");
  const told = open.flatMap(({ result }) => result?.recorded ?? []);
  const amount = signed(told.reduce((sum, recorded) => sum + recorded, 0));
  return h("p", { class: "dim", text: say(told.length ? w.notIn : w.notInBlind, { sessions, amount }) });
}

/** Printed below everything else. */
export function reportSigns() {
  const w = words.shift.paper;
  const lines = [w.supervisor, w.cashier, w.auditor].map((label) => signatureLine(label));
  return h("div.paper-signs.print-only", ...lines);
}

const LINES = /** @type {const} */ (["proceeds", "to_charity", "to_state", "to_operator"]);

/** In percent. @param {Wire.CharityResult} found */
const shares = ({ charity_share, state_share, operator_share }) => ({
  charity: charity_share / 100,
  state: state_share / 100,
  operator: operator_share / 100,
});

/** @param {Wire.DayReport} report @param {Here} here @param {boolean} may */
function charity(report, here, may) {
  const w = words.shift;
  const { charity: found } = report;
  const name = () =>
    askInDialog({
      form: "charity",
      title: say(w.charityAsk, { day: report.day }),
      yes: w.save,
      fields: { charity: textLine("charity", w.charityField, w.charityNeeded, { maxlength: BOUNDS.line }) },
      act: async (named) => {
        await put(`/api/shift/days/${report.day}/charity`, named);
        here.reload();
      },
    });
  return panel(
    { name: "charity", title: w.charity },
    h("p", {
      class: found.charity ? "serif" : "dim",
      text: found.charity ? `${found.charity}, ${report.day}` : w.charityNone,
    }),
    h(
      "dl.shift-lines",
      ...LINES.flatMap((field) => [
        h("dt", { text: say(w.charityLines[field], shares(found)) }),
        h("dd", { class: "money", text: dollars(found[field]) }),
      ]),
    ),
    may ? button(w.charityName, name, "small") : null,
  );
}

/** @param {Wire.DayReport} report */
function cashTable(report) {
  const w = words.shift;
  const p = w.person;
  return table({
    label: w.cash,
    none: w.cashNone,
    rows: report.people,
    columns: [
      { head: p.name, names: true, cell: ({ name }) => name },
      { head: p.in, look: "number money", cell: ({ paid_in }) => dollars(paid_in) },
      { head: p.out, look: "number money", cell: ({ paid_out }) => dollars(paid_out) },
      { head: p.checks, look: "number money", cell: ({ checks }) => (checks ? dollars(checks) : "") },
      { head: p.prompt, look: "warn", cell: ({ prompt }) => prompt },
    ],
  });
}

/** @param {Wire.DayReport} report @param {Here} here */
function incidents(report, here) {
  const w = words.shift;
  const { codes, tables } = here.setting;
  const log = () =>
    askInDialog({
      form: "incident",
      title: w.log,
      yes: w.log,
      fields: {
        code: choice(w.code, picker("code", codes), w.codeNeeded),
        table: choice(w.table, picker("table", tables, "–"), ""),
        text: textLine("text", w.what, w.whatNeeded, { maxlength: BOUNDS.description }),
      },
      act: async (incident) => {
        const done = await post("/api/shift/incidents", incident);
        here.reload();
        return say(w.logged, { ...done });
      },
    });
  const rows = report.incidents.map((each) =>
    h(
      "li",
      h("strong", { text: `${each.number} · ${codes[each.code] ?? each.code}` }),
      ` ${each.table ? `${each.table}: ` : ""}${each.text} `,
      h("span", { class: "dim", text: `${each.by.name}, ${clock(each.time)}` }),
    ),
  );
  return panel(
    { name: "incidents", title: w.incidents },
    rows.length ? h("ul.shift-incidents", ...rows) : empty(w.incidentNone),
    button(w.log, log, "small"),
  );
}
