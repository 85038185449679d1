// @ts-check
/** The cage of a day: chips redeemed, payouts to sign, and a receipt for each. */
import { columnHeads, rowButton, scrolled } from "./listed.js";
import { announce } from "../lib/announce.js";
import { get, post } from "../lib/api.js";
import { BOUNDS } from "../lib/blank.js";
import { clock } from "../lib/clock.js";
import { h } from "../lib/dom.js";
import { dollars, parseDollars } from "../lib/money.js";
import { hasDuty } from "../lib/session.js";
import { say, words } from "../lib/words.js";
import { askInDialog, centsOf, field, moneyField, reasonField, reasonOf, slipId, typed } from "./account-ask.js";
import { receiptPaper } from "./paper.js";

/**
 * @typedef {{number: number, time: number, words: string, name: string, cents: number, table: string, by: string,
 *   second: string, void: string, day_total: number, may: string[]}} Receipt
 */

/** A payout is large with what was paid before it. @param {Receipt} line @returns {string[]} */
const withIt = (line) =>
  line.day_total > line.cents
    ? [say(words.shift.cage.withIt, { name: line.name, amount: dollars(line.day_total) })]
    : [];

/** The button says what it will do with what was typed. @param {string} what @returns {(form: FormData) => string} */
export const amountOf = (what) => (form) => {
  const cents = parseDollars(String(form.get("amount")));
  return cents ? say(words.shift.cage.yes, { what, amount: dollars(cents) }) : what;
};

/**
 * What has just gone over the counter, in large: paid, taken, or not to be paid yet; and what the day's cash asks for.
 * @param {{receipt: Receipt | null, waiting: boolean, prompt: string}} done
 * @param {string} day
 * @param {"paid" | "taken"} way
 * @param {{title: string, text: string}} [waiting] what to say until it is signed
 */
export function tellTransaction(done, day, way, waiting = words.shift.cage.waiting) {
  const w = words.shift.cage;
  const { receipt } = done;
  const said = !receipt ? w.repeated : done.waiting ? waiting : w[way];
  const amount = receipt ? dollars(receipt.cents) : "";
  const told = { amount, name: receipt?.name ?? "", number: receipt?.number ?? "" };
  const ok = h("button", { class: "button go", text: words.common.ok });
  const paper = h("button", { class: "button", text: words.shift.paper.show });
  const tone = done.waiting ? "lose" : null;
  const title = h("h2", { id: "done-title", tabindex: -1, class: tone, text: say(said.title, told) });
  const dialog = h(
    "dialog",
    { class: "transaction", "aria-labelledby": "done-title" },
    title,
    h("p", { text: say(said.text, told) }),
    ...(receipt && done.waiting ? withIt(receipt) : []).map((text) => h("p", { text })),
    done.prompt ? h("p", { class: "prompt", role: "alert", text: done.prompt }) : null,
    h("div", { class: "dialog-acts" }, receipt && !done.waiting ? paper : null, ok),
  );
  ok.addEventListener("click", () => dialog.close());
  paper.addEventListener("click", () => receipt && receiptPaper(receipt, day));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  (done.waiting ? title : ok).focus(); // "do not pay" is not put away by a second Enter
  announce(say(said.text, told));
}

/** @param {"deposit" | "withdraw"} way @param {string} day @param {() => void} done */
async function frontMoney(way, day, done) {
  const w = words.shift.cage;
  const { people } = await get("/api/people");
  const players = people.filter((/** @type {any} */ one) => one.may.includes(way));
  const id = slipId();
  askInDialog({
    form: "front-money",
    title: w.front[way],
    text: [w.frontText],
    yes: w.front[way],
    yesFor: amountOf(w.front[way]),
    fields: [
      field("name", w.player, { autocomplete: "off", maxlength: BOUNDS.name, list: "cage-players" }),
      h(
        "datalist",
        { id: "cage-players" },
        ...players.map((/** @type {any} */ one) => h("option", { value: one.name })),
      ),
      moneyField(),
    ],
    act: async (form) => {
      const name = String(form.get("name")).trim().toLocaleLowerCase();
      const person = players.find((/** @type {any} */ one) => one.name.toLocaleLowerCase() === name);
      if (!person) throw new Error(w.playerNeeded);
      const cents = centsOf(form);
      const row = await post(`/api/cage/${encodeURIComponent(person.id)}/${way}`, { id, cents });
      done();
      tellTransaction(row.done, day, way === "deposit" ? "taken" : "paid");
    },
  });
}

/** @param {() => void} done */
function redeem(done) {
  const w = words.shift.cage;
  const id = slipId();
  askInDialog({
    form: "redeem",
    title: w.redeem,
    text: [w.redeemText],
    yes: w.redeem,
    yesFor: amountOf(w.redeem),
    fields: [field("name", w.name, { autocomplete: "off", maxlength: BOUNDS.player }), moneyField()],
    act: async (form) => {
      const name = typed(form, "name", w.nameNeeded);
      const day = await post("/api/cage/redeem", { id, name, cents: centsOf(form) });
      done();
      tellTransaction(day.done, day.day, "paid");
    },
  });
}

/** @param {Receipt} line @param {() => void} done */
function sign(line, done) {
  const w = words.shift.cage;
  askInDialog({
    form: "sign-payout",
    title: say(w.signAsk, { number: line.number }),
    text: [
      say(w.signText, { what: line.words, amount: dollars(line.cents), name: line.name, by: line.by }),
      ...withIt(line),
    ],
    yes: w.sign,
    act: async () => {
      await post(`/api/cage/payouts/${line.number}/sign`);
      done();
    },
  });
}

/** Keyed wrong, or a payout that is not made after all. @param {Receipt} line @param {() => void} done */
function voidReceipt(line, done) {
  const w = words.shift.cage;
  askInDialog({
    form: "void-receipt",
    title: say(w.voidAsk, { number: line.number }),
    text: [
      say(line.time ? w.voidText : w.voidWaiting, { what: line.words, amount: dollars(line.cents), name: line.name }),
    ],
    yes: say(w.voidYes, { number: line.number }),
    danger: true,
    fields: [reasonField()],
    act: async (form) => {
      await post(`/api/cage/receipts/${line.number}/void`, { reason: reasonOf(form) });
      announce(say(w.voided, { number: line.number }));
      done();
    },
  });
}

/**
 * @param {{day: string, receipts: Receipt[], waiting: Receipt[], outstanding: number}} day
 * @param {import("../lib/wire.js").Me} me
 * @param {() => void} done
 */
export function cageSection(day, me, done) {
  const w = words.shift.cage;
  /** @param {Receipt} line @param {boolean} waits */
  function acts(line, waits) {
    const number = String(line.number);
    if (!line.number) return [];
    if (line.void) return [h("span", { class: "lose", text: say(words.shift.void, { reason: line.void }) })];
    const found = [];
    if (waits && !line.may.includes("sign")) found.push(h("span", { class: "warn", text: w.waits }));
    if (line.may.includes("sign")) found.push(rowButton(w.sign, number, () => sign(line, done), "go"));
    if (line.may.includes("void"))
      found.push(rowButton(words.shift.voidIt, number, () => voidReceipt(line, done), "danger"));
    if (!waits) found.push(rowButton(words.shift.paper.show, number, () => receiptPaper(line, day.day)));
    return found;
  }
  /** @param {Receipt} line @param {boolean} waits */
  const row = (line, waits) =>
    h(
      "tr",
      { "data-receipt": line.number, class: line.void ? "dim" : null },
      h(
        "th",
        { scope: "row", class: "plain" },
        String(line.number || line.table),
        line.time ? h("small", { class: "dim", text: ` ${clock(line.time)}` }) : null,
      ),
      h("td", { text: line.words }),
      h("td", { text: line.name }),
      h("td", { class: "number money", text: dollars(line.cents) }),
      h("td", { class: "dim", text: [line.by, line.second].filter(Boolean).join(", ") }),
      h("td", { class: "acts" }, ...acts(line, waits)),
    );
  const rows = [...day.waiting.map((line) => row(line, true)), ...day.receipts.map((line) => row(line, false))];
  return h(
    "section",
    { class: "panel no-print", "aria-labelledby": "cage-title" },
    h(
      "div",
      { class: "spread" },
      h("h2", { id: "cage-title", text: w.title }),
      hasDuty(me, "cage")
        ? h(
            "div",
            { class: "row" },
            ...[
              h("button", { class: "button go", id: "redeem", text: w.redeem }),
              h("button", { class: "button", id: "front-in", text: w.front.deposit }),
              h("button", { class: "button", id: "front-out", text: w.front.withdraw }),
            ].map((button, at) => {
              const acts = [
                () => redeem(done),
                () => frontMoney("deposit", day.day, done),
                () => frontMoney("withdraw", day.day, done),
              ];
              button.addEventListener("click", () => acts[at]?.());
              return button;
            }),
          )
        : null,
    ),
    h("p", { class: "dim", text: say(w.outstanding, { amount: dollars(day.outstanding) }) }),
    scrolled(
      w.title,
      h(
        "table",
        null,
        columnHeads(w.columns, { amount: "number" }),
        h(
          "tbody",
          null,
          ...(rows.length ? rows : [h("tr", null, h("td", { colspan: 6, class: "dim", text: w.none }))]),
        ),
      ),
    ),
  );
}
