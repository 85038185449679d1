// @ts-check
/** Fill and credit slips: requested, prepared, carried, counted and signed, each by the person whose part it is. */
import { announce } from "../kit/announce.js";
import { post } from "../kit/api.js";
import { h, redraw } from "../kit/dom.js";
import { dollars } from "../kit/money.js";
import { say, words } from "../kit/words.js";
import { askInDialog, labelled, picker, reasonField, reasonOf } from "../kit/ask.js";
import { countForm } from "../kit/count-form.js";
import { rowButton } from "../kit/listed.js";
import { slipPaper } from "../kit/paper.js";

/** @typedef {import("../kit/wire.js").SlipLine} Slip */

/** @param {Slip} slip */
export const inWords = (slip) =>
  slip.pieces.map(({ value, count }) => `${count} × ${dollars(value)}`).join(", ") || words.shift.count.only;

/** @param {import("../kit/wire.js").Setting} setting @param {() => void} done */
export function requestSlip(setting, done) {
  const w = words.shift;
  const form = countForm(setting.terms.chips, "slip");
  const kind = picker("kind", w.kinds);
  const table = picker("table", setting.tables);
  askInDialog({
    form: "request-slip",
    title: w.request,
    yes: w.request,
    yesFor: () => {
      const amount = dollars(form.sum());
      return kind.value && table.value && form.sum()
        ? say(w.requestYes, { kind: w.kinds[kind.value], table: table.value, amount })
        : w.request;
    },
    fields: [labelled(w.kind, kind), labelled(w.table, table), form.element],
    act: async () => {
      if (!kind.value) throw new Error(w.kindNeeded);
      if (!table.value) throw new Error(w.tableNeeded);
      const found = form.read();
      if ("fault" in found) throw new Error(found.fault);
      if (!found.cents) throw new Error(w.count.nothing);
      const slip = await post("/api/slips", { kind: kind.value, table: table.value, pieces: found.pieces });
      announce(say(w.requested, { serial: slip.serial }));
      done();
    },
  });
}

/** @param {Slip} slip @param {NonNullable<Slip["next"]>} step @param {() => void} done */
function sign(slip, step, done) {
  const w = words.shift;
  askInDialog({
    form: "sign-slip",
    title: say(w.signAsk, { serial: slip.serial }),
    text: [
      say(w.signText, {
        kind: w.kinds[slip.kind],
        amount: dollars(slip.cents),
        table: slip.table,
        pieces: inWords(slip),
      }),
    ],
    yes: say(w.sign, { step: w.steps[step] }),
    act: async () => {
      await post(`/api/slips/${slip.number}/sign`, { step });
      announce(say(w.signed, { serial: slip.serial }));
      done();
    },
  });
}

/** @param {Slip} slip @param {() => void} done */
function voidSlip(slip, done) {
  const w = words.shift;
  askInDialog({
    form: "void-slip",
    title: say(w.voidAsk, { serial: slip.serial }),
    yes: w.voidIt,
    danger: true,
    fields: [reasonField()],
    act: async (form) => {
      await post(`/api/slips/${slip.number}/void`, { reason: reasonOf(form) });
      done();
    },
  });
}

/** @param {HTMLElement} body @param {Slip[]} slips @param {() => void} done */
export function drawSlips(body, slips, done) {
  const w = words.shift;
  const rows = slips.map((slip) => {
    const signed = slip.steps
      .filter((step) => slip.signed[step])
      .map((step) => `${w.steps[step]}: ${slip.signed[step].name}`);
    const { next } = slip;
    const acts = [];
    if (next && slip.may.includes("sign"))
      acts.push(
        h("button", {
          class: "button small go",
          text: say(w.sign, { step: w.steps[next] }),
          on: { click: () => sign(slip, next, done) },
        }),
      );
    if (slip.may.includes("void")) acts.push(rowButton(w.voidIt, slip.serial, () => voidSlip(slip, done), "danger"));
    acts.push(rowButton(w.paper.show, slip.serial, () => slipPaper(slip)));
    const state = slip.void ? say(w.void, { reason: slip.void }) : slip.next ? "" : w.done;
    return h(
      "tr",
      { "data-slip": slip.serial },
      h("th", { scope: "row", class: "plain", text: slip.serial }),
      h("td", { text: w.kinds[slip.kind] }),
      h("td", { text: slip.table }),
      h("td", { class: "number money", text: dollars(slip.cents), title: inWords(slip) }),
      h("td", { text: slip.asked.name }),
      h("td", { class: "dim", text: [...signed, state].filter(Boolean).join(" · ") }),
      h("td", { class: "acts" }, ...acts),
    );
  });
  redraw(body, ...(rows.length ? rows : [h("tr", null, h("td", { colspan: 7, class: "dim", text: w.noSlips }))]));
}
