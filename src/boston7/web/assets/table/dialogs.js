/** Buying in, cashing out, leaving, and the list of keys. */
import { ApiError, post } from "../kit/api.js";
import { announce } from "../kit/announce.js";
import { at, keyOf } from "../kit/catalogue.js";
import { chipsInUse } from "../kit/chips.js";
import { h } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { dollars, parseDollars } from "../kit/money.js";
import { forTheBroke } from "../kit/session.js";
import { connection } from "../kit/socket.js";
import { say } from "../kit/say.js";
import { atStake } from "../kit/wagers.js";
import { common } from "../kit/words/common.js";
import { table as words } from "../kit/words/table.js";
import { closer, openDialog } from "../kit/dialog.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

/** @param {PlayerStore} sitting */
export function buyIn(sitting) {
  const w = words.buyIn;
  const seat = sitting.seatNow;
  if (!seat) return;
  const balance = () => sitting.me?.balance ?? 0;
  const held = h("p.dim");
  const stake = button(w.stake, again, "small", { "data-act": "stake" });
  const ask = amountForm({
    name: "buy-in",
    title: w.title,
    head: [held, stake],
    act: w.act,
    quick: [5000, 20000, 50000],
    all: balance,
    start: Math.min(20000, Math.max(balance(), 0)),
    check: (cents) => (cents > balance() ? say(w.tooMuch, { amount: dollars(balance()) }) : ""),
    send: (cents) => sitting.act({ type: "buy_in", seat: seat.number, amount: cents }),
    refusal: () => sitting.refusal,
  });
  const draw = () => {
    held.textContent = balance() ? say(w.balance, { amount: dollars(balance()) }) : w.broke;
    ask.draw();
    void forTheBroke(stake, sitting.me);
  };
  draw();

  async function again() {
    try {
      const me = await post("/api/me/stake");
      connection().greet(me);
      announce(say(w.staked, { amount: dollars(me.balance) }));
      ask.set(Math.min(20000, me.balance));
    } catch (error) {
      ask.fault(error instanceof ApiError ? error.reason : String(error));
    }
    draw();
  }
}

/** @param {PlayerStore} sitting */
export function cashOut(sitting) {
  const w = words.cashOut;
  const seat = sitting.seatNow;
  if (!seat) return;
  const rail = () => sitting.seatNow?.rail ?? 0;
  amountForm({
    name: "cash-out",
    title: w.title,
    head: [h("p", { class: "dim", text: say(w.rail, { amount: dollars(rail()) }) })],
    act: w.act,
    quick: [5000, 20000],
    all: rail,
    start: rail(),
    check: (cents) => (cents > rail() ? say(w.tooMuch, { amount: dollars(rail()) }) : ""),
    send: (cents) => sitting.act({ type: "cash_out", seat: seat.number, amount: cents }),
    refusal: () => sitting.refusal,
  });
}

/**
 * @param {object} what
 * @param {string} what.name
 * @param {string} what.title
 * @param {HTMLElement[]} what.head
 * @param {string} what.act
 * @param {number[]} what.quick
 * @param {() => number} what.all
 * @param {number} what.start
 * @param {(cents: number) => string} what.check
 * @param {(cents: number) => Promise<boolean>} what.send
 * @param {() => {reason: string, clause: string} | null} what.refusal
 */
function amountForm({ name, title, head, act, quick, all, start, check, send, refusal }) {
  const w = words.buyIn;
  const plain = (/** @type {number} */ cents) => dollars(cents).slice(1);
  const input = h("input", {
    class: "money-input",
    id: `${name}-amount`,
    inputmode: "decimal",
    autocomplete: "off",
    value: plain(start),
    autofocus: true,
    on: { input: () => draw() },
  });
  const fault = h("p", { class: "fault", role: "alert" });
  const go = h("button", { class: "button go", type: "submit", "data-act": name });
  const choices = h("div.row");
  const form = h(
    "form",
    { class: "stack", id: `${name}-form` },
    ...head,
    h("label", { for: input.id, text: w.amount }),
    input,
    choices,
    fault,
  );
  go.setAttribute("form", form.id);
  const cancel = closer(common.cancel);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const cents = parseDollars(input.value);
    if (cents === null || go.disabled) return;
    go.disabled = true;
    if (await send(cents)) return dialog.close();
    const refused = refusal();
    fault.textContent = refused ? `${refused.reason} ${refused.clause}` : "";
    go.disabled = false;
  });
  const set = (/** @type {number} */ cents) => {
    input.value = plain(cents);
    draw();
  };
  const draw = () => {
    const cents = parseDollars(input.value);
    fault.textContent = cents === null ? w.wrong : check(cents);
    go.disabled = !cents || Boolean(fault.textContent);
    go.textContent = say(act, { amount: dollars(cents ?? 0) });
    choices.replaceChildren(
      ...quick.filter((amount) => amount < all()).map((amount) => button(dollars(amount), () => set(amount), "small")),
      ...(all() > 0 ? [button(`${w.all} ${dollars(all())}`, () => set(all()), "small")] : []),
    );
  };
  draw();
  const dialog = openDialog({ title, name, body: [form], acts: [cancel, go] });
  input.select();
  return { draw, set, fault: (/** @type {string} */ text) => (fault.textContent = text) };
}

/** @param {PlayerStore} sitting */
export function leave(sitting) {
  const w = words.leave;
  const seat = sitting.seatNow;
  if (!seat) return;
  const amount = dollars(seat.rail + atStake(seat));
  const fault = h("p", { class: "fault", role: "alert" });
  const cancel = closer(common.cancel);
  const go = button(say(w.act, { amount }), send, "go", { "data-act": "leave" });
  const dialog = openDialog({
    title: w.title,
    name: "leave",
    body: [h("p", { class: "dim", text: say(w.text, { amount }) }), fault],
    acts: [cancel, go],
  });

  async function send() {
    go.disabled = true;
    if (seat && (await sitting.act({ type: "leave", seat: seat.number }))) return dialog.close();
    fault.textContent = sitting.refusal ? `${sitting.refusal.reason} ${sitting.refusal.clause}` : "";
    go.disabled = false;
  }
}

export function shortcuts() {
  const w = words.shortcuts;
  const ofHand = at("seat")
    .filter(({ key }) => key)
    .map(({ type, label }) => [
      keyOf(type),
      type === "disclose" ? words.acts.disclose : say(label, { amount: "" }).trim(),
    ]);
  const chips = chipsInUse();
  const ofChips = [[chips.map((_, at) => at + 1).join(" "), say(w.chips, { chips: chips.map(dollars).join(", ") })]];
  const first = { [w.wagers]: ofChips, [w.hand]: ofHand };
  const groups = w.groups.map(([title, keys]) =>
    h(
      "section",
      h("h3", { text: /** @type {string} */ (title) }),
      h(
        "dl.keys",
        ...[...(first[/** @type {string} */ (title)] ?? []), .../** @type {string[][]} */ (keys)].flatMap(
          ([key, does]) => [h("dt", h("kbd", { text: key })), h("dd", { text: does })],
        ),
      ),
    ),
  );
  openDialog({ title: w.title, name: "shortcuts", body: groups });
}
