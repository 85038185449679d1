// @ts-check
/** The bar list: who is kept out of the room, why and by whom. A supervisor bars, and lifts a bar, with a reason. */
import { announce } from "../lib/announce.js";
import { post } from "../lib/api.js";
import { moment } from "../lib/clock.js";
import { h } from "../lib/dom.js";
import { ruleOf } from "../lib/say.js";
import { hasDuty } from "../lib/session.js";
import { say, words } from "../lib/words.js";
import { askInDialog, field } from "./account-ask.js";
import { listed } from "./listed.js";

/**
 * @typedef {{number: number, name: string, ground: string, words: string, reason: string, clause: string,
 *   table: string, by: string, at: number, lifted_by: string, lifted_reason: string, lifted_at: number}} Bar
 */

/** @param {FormData} form */
function reasonOf(form) {
  const reason = String(form.get("reason")).trim();
  if (!reason) throw new Error(words.account.reasonNeeded);
  return reason;
}

/** @param {Record<string, string>} grounds @param {() => void} done */
function bar(grounds, done) {
  const w = words.shift.bars;
  const ground = h(
    "select",
    { name: "ground" },
    h("option", { value: "", text: words.shift.choose }),
    ...Object.entries(grounds).map(([value, text]) => h("option", { value, text })),
  );
  askInDialog({
    form: "bar",
    title: w.add,
    text: [w.addText],
    yes: w.add,
    danger: true,
    fields: [
      field("name", w.name, { autocomplete: "off", maxlength: 60 }),
      h("label", null, h("span", { text: w.ground }), ground),
      field("reason", words.account.reason, { autocomplete: "off", maxlength: 240 }),
    ],
    act: async (form) => {
      const name = String(form.get("name")).trim();
      if (!name) throw new Error(words.shift.cage.nameNeeded);
      if (!ground.value) throw new Error(w.groundNeeded);
      await post("/api/bars", { name, ground: ground.value, reason: reasonOf(form) });
      announce(say(w.added, { name }));
      done();
    },
  });
}

/** @param {Bar} line @param {() => void} done */
function lift(line, done) {
  const w = words.shift.bars;
  askInDialog({
    form: "lift-bar",
    title: say(w.liftAsk, { name: line.name }),
    yes: w.lift,
    fields: [field("reason", words.account.reason, { autocomplete: "off", maxlength: 240 })],
    act: async (form) => {
      await post(`/api/bars/${line.number}/lift`, { reason: reasonOf(form) });
      announce(say(w.lifted, { name: line.name }));
      done();
    },
  });
}

/** @param {number} seconds */
const since = (seconds) => moment(seconds * 1_000_000);

/**
 * @param {{bars: Bar[], grounds: Record<string, string>}} list
 * @param {import("../lib/wire.js").Me} me
 * @param {() => void} done
 */
export function barSection(list, me, done) {
  const w = words.shift.bars;
  const floor = hasDuty(me, "floor");
  const rows = list.bars.map((line) =>
    h(
      "tr",
      { "data-bar": line.number, class: line.lifted_at ? "dim" : null },
      h("th", { scope: "row", class: "plain", text: line.name }),
      h("td", { text: since(line.at) }),
      h("td", { text: [line.ground === "other" ? "" : line.words, line.reason].filter(Boolean).join(": ") }),
      h("td", { text: [line.by, line.table].filter(Boolean).join(", ") }),
      h("td", { class: "dim", text: ruleOf(line.clause) }),
      h(
        "td",
        { class: "acts" },
        line.lifted_at
          ? say(w.liftedBy, { name: line.lifted_by, reason: line.lifted_reason })
          : floor
            ? h("button", {
                class: "button small",
                type: "button",
                text: w.lift,
                "aria-label": `${w.lift}: ${line.name}`,
                on: { click: () => lift(line, done) },
              })
            : null,
      ),
    ),
  );
  return h(
    "section",
    { class: "panel", "aria-labelledby": "bars-title" },
    h(
      "div",
      { class: "spread" },
      h("h2", { id: "bars-title", text: w.title }),
      floor
        ? h("button", {
            class: "button small no-print",
            type: "button",
            id: "add-bar",
            text: w.add,
            on: { click: () => bar(list.grounds, done) },
          })
        : null,
    ),
    listed(w, rows),
  );
}
