/** Fill and credit slips: requested, prepared, carried, counted and signed, each step by its own person. */
import { post } from "../kit/api.js";
import { countForm } from "../kit/count-form.js";
import { h } from "../kit/dom.js";
import { choice, part, picker, reason } from "../kit/fields.js";
import { askInDialog } from "../kit/form.js";
import { dollars } from "../kit/money.js";
import { slipPaper } from "../kit/paper.js";
import { button, rowButton } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";

/** @param {Wire.SlipLine} slip */
export const inWords = (slip) =>
  slip.pieces.map(({ value, count }) => `${count} × ${dollars(value)}`).join(", ") || words.shift.count.only;

/** @param {Wire.Setting} setting @param {() => void} done */
export function requestSlip(setting, done) {
  const w = words.shift;
  const { element, read, sum } = countForm(setting.terms.chips, "slip");
  const kind = picker("kind", w.kinds);
  const where = picker("table", setting.tables);
  askInDialog({
    form: "request-slip",
    title: w.request,
    yes: w.request,
    yesFor: () =>
      kind.value && where.value && sum()
        ? say(w.requestYes, { kind: w.kinds[kind.value], table: where.value, amount: dollars(sum()) })
        : w.request,
    fields: {
      kind: choice(w.kind, kind, w.kindNeeded),
      table: choice(w.table, where, w.tableNeeded),
      count: part(element, () => {
        const found = read();
        return "cents" in found && !found.cents ? { fault: w.count.nothing } : found;
      }),
    },
    act: async ({ kind, table, count: { pieces } }) => {
      const { serial } = await post("/api/slips", { kind, table, pieces });
      done();
      return say(w.requested, { serial });
    },
  });
}

/** @param {Wire.SlipLine} slip @param {NonNullable<Wire.SlipLine["next"]>} step @param {() => void} done */
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
      done();
      return say(w.signed, { serial: slip.serial });
    },
  });
}

/** @param {Wire.SlipLine} slip @param {() => void} done */
function voidSlip(slip, done) {
  const w = words.shift;
  askInDialog({
    form: "void-slip",
    title: say(w.voidAsk, { serial: slip.serial }),
    yes: w.voidIt,
    danger: true,
    fields: { reason: reason() },
    act: async (why) => {
      await post(`/api/slips/${slip.number}/void`, why);
      done();
    },
  });
}

/** @param {Wire.SlipLine[]} slips @param {() => void} done */
export function slipTable(slips, done) {
  const w = words.shift;
  const c = w.columns;
  /** @param {Wire.SlipLine} slip */
  const acts = (slip) => {
    const { next, may } = slip;
    return [
      next &&
        may.includes("sign") &&
        button(say(w.sign, { step: w.steps[next] }), () => sign(slip, next, done), "small go"),
      may.includes("void") && rowButton(w.voidIt, slip.serial, () => voidSlip(slip, done), "danger"),
      rowButton(w.paper.show, slip.serial, () => slipPaper(slip)),
    ];
  };
  /** @param {Wire.SlipLine} slip */
  const state = (slip) => {
    const signed = slip.steps
      .filter((step) => slip.signed[step])
      .map((step) => `${w.steps[step]}: ${slip.signed[step].name}`);
    const ended = slip.void ? say(w.void, { reason: slip.void }) : slip.next ? "" : w.done;
    return [...signed, ended].filter(Boolean).join(" · ");
  };
  return table({
    label: w.slips,
    none: w.noSlips,
    rows: slips,
    row: ({ serial }) => ({ "data-slip": serial }),
    columns: [
      { head: c.serial, names: true, cell: ({ serial }) => serial },
      { head: c.kind, cell: ({ kind }) => w.kinds[kind] },
      { head: c.table, cell: ({ table }) => table },
      {
        head: c.amount,
        look: "number money",
        cell: (slip) => h("span", { text: dollars(slip.cents), title: inWords(slip) }),
      },
      { head: c.asked, cell: ({ asked }) => asked.name },
      { head: c.signed, look: "dim", cell: state },
      { head: c.acts, look: "acts", cell: acts },
    ],
  });
}
