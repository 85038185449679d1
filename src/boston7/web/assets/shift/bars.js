/** The bar list: who is barred, why and by whom. A supervisor bars a person, or lifts a bar with a reason. */
import { post } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { moment } from "../kit/clock.js";
import { choice, line, picker, reason } from "../kit/fields.js";
import { askInDialog } from "../kit/form.js";
import { button, panel, rowButton } from "../kit/parts.js";
import { ruleOf } from "../kit/say.js";
import { hasDuty } from "../kit/session.js";
import { table } from "../kit/table.js";
import { say, words } from "../kit/words.js";

/** @param {Wire.BarList["grounds"]} grounds @param {() => void} done */
function bar(grounds, done) {
  const w = words.shift.bars;
  askInDialog({
    form: "bar",
    title: w.add,
    text: [w.addText],
    yes: w.add,
    danger: true,
    fields: {
      name: line("name", w.name, words.shift.cage.nameNeeded, { maxlength: BOUNDS.player }),
      ground: choice(w.ground, picker("ground", grounds), w.groundNeeded),
      reason: reason(),
    },
    act: async (barred) => {
      await post("/api/bars", barred);
      done();
      return say(w.added, { name: barred.name });
    },
  });
}

/** @param {Wire.BarLine} line @param {() => void} done */
function lift({ number, name }, done) {
  const w = words.shift.bars;
  askInDialog({
    form: "lift-bar",
    title: say(w.liftAsk, { name }),
    yes: w.lift,
    fields: { reason: reason() },
    act: async (why) => {
      await post(`/api/bars/${number}/lift`, why);
      done();
      return say(w.lifted, { name });
    },
  });
}

/** @param {Wire.BarList} list @param {Wire.Me} me @param {() => void} done */
export function barSection(list, me, done) {
  const w = words.shift.bars;
  const c = w.columns;
  const floor = hasDuty(me, "floor");
  /** @param {Wire.BarLine} bar */
  const liftingOf = (bar) =>
    bar.lifted_at
      ? say(w.liftedBy, { name: bar.lifted_by, reason: bar.lifted_reason })
      : floor && rowButton(w.lift, bar.name, () => lift(bar, done));
  return panel(
    {
      name: "bars",
      title: w.title,
      acts: floor ? [button(w.add, () => bar(list.grounds, done), "small", { id: "add-bar" })] : [],
    },
    table({
      label: w.title,
      none: w.none,
      rows: list.bars,
      row: ({ number, lifted_at }) => ({ "data-bar": number, class: lifted_at ? "dim" : null }),
      columns: [
        { head: c.who, names: true, cell: ({ name }) => name },
        { head: c.since, cell: ({ at }) => moment(at * 1_000_000) },
        {
          head: c.why,
          cell: ({ ground, words, reason }) => [ground === "other" ? "" : words, reason].filter(Boolean).join(": "),
        },
        { head: c.by, cell: ({ by, table }) => [by, table].filter(Boolean).join(", ") },
        { head: c.clause, look: "dim", cell: ({ clause }) => ruleOf(clause) },
        { head: c.lifted, look: "acts", cell: liftingOf },
      ],
    }),
  );
}
