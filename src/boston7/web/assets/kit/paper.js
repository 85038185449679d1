/** Printed papers: a slip, a count or a receipt, one page each, with its serial number and signature lines. */
import { post } from "./api.js";
import { moment } from "./clock.js";
import { h } from "./dom.js";
import { dollars } from "./money.js";
import { say, words } from "./words.js";
import { consentOf } from "./consent.js";
import { closer, openDialog } from "./dialog.js";
import { button } from "./parts.js";

const w = words.shift.paper;

/** @param {number | null} micros */
const when = (micros) => (micros ? moment(micros) : "");

/**
 * A signature line, with the name of the person who already signed on the screen.
 * @param {string} label
 * @param {string} [name]
 */
export const signatureLine = (label, name = "") =>
  h(
    "div.sign-line",
    h("span", { class: "sign-name", text: name ? say(w.signed, { name }) : "" }),
    h("span", { class: "sign-label", text: label }),
  );

/** @param {[string, string][]} rows */
const facts = (rows) =>
  h("dl.paper-facts", ...rows.flatMap(([label, text]) => [h("dt", { text: label }), h("dd", { text })]));

/**
 * Empty if only the total is known.
 * @param {Wire.Piece[]} pieces empty if only the total is known @param {number} total
 */
function piecesTable(pieces, total) {
  const rows = pieces.toSorted((a, b) => b.value - a.value);
  /** @param {...string} cells */
  const numbers = (...cells) => cells.map((text) => h("td", { class: "number", text }));
  return h(
    "table.paper-pieces",
    rows.length
      ? h("thead", h("tr", ...w.pieces.map((text) => h("th", { scope: "col", class: "number", text }))))
      : null,
    h(
      "tbody",
      ...rows.map(({ value, count }) =>
        h("tr", ...numbers(dollars(value), count.toLocaleString("en-US"), dollars(value * count))),
      ),
      h(
        "tr.paper-total",
        h("th", { scope: "row", colspan: 2, text: w.total }),
        h("td", { class: "number", text: dollars(total) }),
      ),
    ),
  );
}

/**
 * Record the print, and download the slip as PDF.
 * @param {string} serial
 */
async function download(serial) {
  const address = /** @type {const} */ (`/api/papers/slips/${serial}`);
  await post(address);
  location.assign(address);
}

/**
 * Show the paper as it will be printed, with a Print button, and as PDF if it is on record under its serial.
 * @param {string} title
 * @param {string} serial
 * @param {string} filed
 * @param {...(HTMLElement | null)} parts
 */
export function showPaper(title, serial, filed, ...parts) {
  const sheet = h(
    "article.paper-sheet",
    h(
      "header",
      h("h2", { text: title }),
      h("p", { class: "paper-serial", text: serial }),
      h("p", { class: "paper-brand", text: words.common.brand }),
    ),
    ...parts,
    h("footer", { text: say(w.printed, { when: when(Date.now() * 1000) }) }),
  );
  const print = button(words.shift.print, () => window.print(), "go");
  const pdf = filed ? button(w.pdf, () => download(filed)) : null;
  const acts = [closer(), ...(pdf ? [pdf] : []), print];
  openDialog({ name: "paper", look: "paper", label: `${title} ${serial}`, body: [sheet], acts });
}

/** @param {Wire.SlipLine} slip */
export function slipPaper(slip) {
  const named = words.shift.steps;
  showPaper(
    w.slip[slip.kind],
    slip.serial,
    slip.serial,
    slip.void ? h("p", { class: "paper-void", text: say(words.shift.void, { reason: slip.void }) }) : null,
    facts([
      [words.shift.table, slip.table],
      [w.time, when(slip.time)],
      [words.shift.columns.asked, slip.asked.name],
    ]),
    piecesTable(slip.pieces, slip.cents),
    h("div.paper-signs", ...slip.steps.map((step) => signatureLine(named[step], slip.signed[step]?.name))),
  );
}

/**
 * The counts of one table session, except those still hidden (R23).
 * @param {Wire.SessionLine} line
 * @param {Wire.DayReport} report
 */
export function countPaper(line, report) {
  const s = words.shift.session;
  /** @param {string} label @param {Wire.Counted | null} count */
  const counted = (label, count) =>
    count
      ? [
          h("h3", { text: `${label} · ${say(w.countedBy, { name: count.by })}` }),
          piecesTable(count.pieces, count.cents),
        ]
      : [];
  const { result } = line;
  showPaper(
    w.counts,
    `${line.table} · ${line.session}`,
    "",
    facts([
      [w.gameDate, report.day],
      [words.shift.charity, report.charity.charity || words.shift.charityNone],
      [w.opened, when(line.opened)],
      [w.closed, when(line.closed)],
    ]),
    ...counted(s.opener, line.opener),
    ...counted(s.closer, line.closer),
    result
      ? facts([
          [s.fills, dollars(result.fills)],
          [s.credits, dollars(result.credits)],
          [s.drop, result.drop === null ? words.shift.notCounted : dollars(result.drop)],
          [s.win, result.win === null ? "–" : dollars(result.win)],
        ])
      : null,
    h(
      "div.paper-signs",
      signatureLine(w.openerBy, line.opener?.by ?? ""),
      signatureLine(w.openerSigned, line.signed_by),
      signatureLine(w.closerBy, line.closer?.by ?? ""),
      signatureLine(w.closerSigned, line.closed_by),
      signatureLine(w.dropBy, line.drop_counted_by?.name ?? ""),
      signatureLine(w.dropSigned, line.drop_signed_by?.name ?? ""),
    ),
  );
}

/** A receipt, or the cage slip of a pending payout. @param {Wire.ReceiptLine} line @param {string} day */
export function receiptPaper(line, day) {
  const due = line.consent === "due";
  showPaper(
    due ? w.cageSlip : w.receipt,
    say(w.number, { number: line.number }),
    `R-${String(line.number).padStart(6, "0")}`,
    facts([
      [words.shift.day, day],
      [w.time, when(line.time)],
      [words.shift.cage.columns.what, line.words],
      [words.shift.cage.columns.name, line.name],
    ]),
    piecesTable([], line.cents),
    h(
      "div.paper-signs",
      signatureLine(w.cashier, line.by),
      line.second || due ? signatureLine(w.supervisor, line.second) : null,
      signatureLine(w.customer, consentOf(line)),
    ),
  );
}
