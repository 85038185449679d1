/** Players at the cage's counter, found by name or mark, with their chips, front money and actions. */
import { get, post } from "../kit/api.js";
import { BOUNDS } from "../kit/blank.js";
import { consentIn } from "../kit/consent.js";
import { h, redraw } from "../kit/dom.js";
import { amountOf, tellTransaction } from "../kit/done.js";
import { line, money, reason, slipId } from "../kit/fields.js";
import { askInDialog } from "../kit/form.js";
import { dollars } from "../kit/money.js";
import { button, panel, rowButton } from "../kit/parts.js";
import { player as playerField } from "../kit/player-field.js";
import { hasDuty } from "../kit/session.js";
import { say, words } from "../kit/words.js";

/** @typedef {Exclude<Wire.PatronLine["may"][number], "merge" | "hand_over">} Act */
/** @type {Record<Act, "paid" | "taken" | "given" | "kept">} */
const WAYS = { redeem: "paid", withdraw: "paid", sell: "taken", deposit: "taken", draw: "given", keep: "kept" };
const PAUSE = 200;

/**
 * Chips or cash over the counter.
 * @param {Wire.PatronLine} player @param {Act} act @param {string} day @param {() => void} done
 */
function counter(player, act, day, done) {
  const w = words.shift.counter;
  const id = slipId();
  const what = w.acts[act];
  const holders = act === "draw" || act === "withdraw"; // Front money needs its holder's consent.
  const agreed = consentIn(player.name, holders ? player.pin : null);
  askInDialog({
    form: "counter",
    title: say(w.ask, { what, name: player.name }),
    text: [
      say(w.text[act] ?? "", { carried: dollars(player.carried), front: dollars(player.front_money) }),
      ...agreed.text,
    ],
    yes: what,
    yesFor: amountOf(what),
    fields: { cents: money(), pin: agreed.pin },
    act: async ({ cents, pin = "" }) => {
      const person = encodeURIComponent(player.id);
      const over = act === "deposit" || act === "withdraw";
      const paid = holders ? { id, cents, pin } : { id, cents };
      const answer = over
        ? await post(`/api/cage/${person}/${act}`, paid)
        : await post(`/api/cage/${person}/chips`, { ...paid, what: act });
      done();
      if (answer.done) tellTransaction(answer.done, day, WAYS[act]);
    },
  });
}

/** Other players, as suggestions. @param {Wire.PatronLine} player @returns {Promise<Wire.PatronLine[]>} */
async function others(player) {
  const { players } = await get("/api/cage/players");
  return players.filter((one) => one.id !== player.id);
}

/** Chips that one player gave another. @param {Wire.PatronLine} player @param {() => void} done */
async function handOver(player, done) {
  const w = words.shift.counter;
  const suggested = await others(player);
  askInDialog({
    form: "hand-over",
    title: say(w.ask, { what: w.acts.hand_over, name: player.name }),
    text: [say(w.text.hand_over ?? "", { carried: dollars(player.carried), name: player.name })],
    yes: w.acts.hand_over,
    yesFor: amountOf(w.acts.hand_over),
    fields: {
      taker: playerField("taker", w.taker, w.takerNeeded, suggested),
      cents: money(),
      reason: reason(),
    },
    act: async (handed) => {
      await post("/api/cage/hand-over", { giver: player.id, ...handed });
      done();
      return say(w.handedOver, { name: player.name });
    },
  });
}

/** Merge this walk-up with a known player. @param {Wire.PatronLine} player @param {() => void} done */
async function merge(player, done) {
  const w = words.shift.counter;
  const suggested = await others(player);
  askInDialog({
    form: "merge",
    title: say(w.ask, { what: w.acts.merge, name: player.name }),
    text: [say(w.text.merge ?? "", { name: player.name })],
    yes: w.acts.merge,
    fields: {
      kept: playerField("kept", say(w.kept, { name: player.name }), w.keptNeeded, suggested),
      reason: reason(),
    },
    act: async (merged) => {
      await post("/api/cage/merge", { other: player.id, ...merged });
      done();
      return say(w.merged, { name: player.name });
    },
  });
}

/** @param {Wire.PatronLine} player @param {string} day @param {() => void} done */
function row(player, day, done) {
  const w = words.shift.counter;
  const told = [
    player.walk_up ? w.walkUp : w.account,
    say(w.carries, { amount: dollars(player.carried) }),
    player.walk_up ? "" : say(w.front, { amount: dollars(player.front_money) }),
    player.paid_in || player.paid_out
      ? say(w.today, { paid_in: dollars(player.paid_in), paid_out: dollars(player.paid_out) })
      : "",
    player.seats.length ? say(w.sits, { tables: player.seats.join(", ") }) : "",
  ];
  const acts = player.may.map((act) => {
    const tone = act === "redeem" ? "go" : "";
    const press = () => {
      if (act === "merge") void merge(player, done);
      else if (act === "hand_over") void handOver(player, done);
      else counter(player, act, day, done);
    };
    return rowButton(w.acts[act], player.name, press, tone);
  });
  return h(
    "li",
    { "data-player": player.name },
    h(
      "p",
      h("strong", { text: player.name }),
      h("span", { class: "dim", text: ` ${told.filter(Boolean).join(" · ")}` }),
      player.barred ? h("span", { class: "lose", text: ` ${say(w.barred, { reason: player.barred })}` }) : null,
    ),
    h("div.row.acts", ...acts),
  );
}

/**
 * Built once, because a person may be typing in it during a redraw.
 * @param {import("./store.js").ShiftStore} store
 * @param {() => void} done
 */
export function counterSection(store, done) {
  const w = words.shift.counter;
  const list = h("ul.players");
  const find = h("input", {
    id: "find-player",
    type: "search",
    autocomplete: "off",
    maxlength: BOUNDS.name,
    placeholder: w.placeholder,
  });
  store.subscribe(({ players, day }) => {
    if (players.length) redraw(list, ...players.map((one) => row(one, day, done)));
    else redraw(list, h("li", { class: "dim", text: w.none }));
  });
  const newcomer = () =>
    askInDialog({
      form: "walk-up",
      title: w.newAsk,
      text: [w.newText],
      yes: w.newYes,
      fields: { mark: line("mark", w.mark, w.markNeeded, { maxlength: BOUNDS.mark }) },
      act: async (newcomer) => {
        const { name } = await post("/api/cage/players", newcomer);
        find.value = name;
        void store.seek(name);
        return say(w.added, { name });
      },
    });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  find.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(() => store.seek(find.value), PAUSE);
  });
  return panel(
    { name: "counter", title: w.title, look: "counter no-print" },
    h(
      "div.row",
      h("label", { class: "row grow", for: "find-player" }, h("span", { text: w.find }), find),
      hasDuty(store.me, "cage") ? button(w.new, newcomer, "", { id: "new-walk-up" }) : null,
    ),
    list,
  );
}
