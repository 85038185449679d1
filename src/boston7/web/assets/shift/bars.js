// @ts-check
/** The bar list: who is kept out of the room, why and by whom. A supervisor bars, and lifts a bar, with a reason. */
import { announce } from "../kit/announce.js";
import { post } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { moment } from "../kit/clock.js";
import { h } from "../kit/dom.js";
import { ruleOf } from "../kit/say.js";
import { hasDuty } from "../kit/session.js";
import { say, words } from "../kit/words.js";
import { askInDialog, field, labelled, picker, reasonField, reasonOf, typed } from "../kit/ask.js";
import { listed, rowButton } from "../kit/listed.js";

/** @typedef {import("../kit/wire.js").BarList} BarList */
/** @typedef {import("../kit/wire.js").BarLine} Bar */

/** @param {BarList["grounds"]} grounds @param {() => void} done */
function bar(grounds, done) {
  const w = words.shift.bars;
  const ground = picker("ground", grounds);
  askInDialog({
    form: "bar",
    title: w.add,
    text: [w.addText],
    yes: w.add,
    danger: true,
    fields: [
      field("name", w.name, { autocomplete: "off", maxlength: BOUNDS.player }),
      labelled(w.ground, ground),
      reasonField(),
    ],
    act: async (form) => {
      const name = typed(form, "name", words.shift.cage.nameNeeded);
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
    fields: [reasonField()],
    act: async (form) => {
      await post(`/api/bars/${line.number}/lift`, { reason: reasonOf(form) });
      announce(say(w.lifted, { name: line.name }));
      done();
    },
  });
}

/** @param {number} seconds */
const since = (seconds) => moment(seconds * 1_000_000);

/** @param {BarList} list @param {import("../kit/wire.js").Me} me @param {() => void} done */
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
            ? rowButton(w.lift, line.name, () => lift(line, done))
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
            id: "add-bar",
            text: w.add,
            on: { click: () => bar(list.grounds, done) },
          })
        : null,
    ),
    listed(w, rows),
  );
}
