/** Your own practice table: its house, opponents and speed. */
import { handWords } from "../kit/hands.js";
import { post } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { dollars, parseDollars } from "../kit/money.js";
import { ensureGuest } from "../kit/session.js";
import { say, words } from "../kit/words.js";

const told = words.lobby;
/** @typedef {NonNullable<Wire.PracticeWish["bots"]>[number]} Style */
/** @type {Record<Style, string[]>} */
const STYLES = told.styles;
/** The first opponents: one by the book, one careful, one not. @type {Style[]} */
export const FIRST_COMPANY = ["optimal", "cautious", "reckless"];

/** The features of this house, from its own numbers. @param {Wire.HouseSummary} house */
export function inShort(house) {
  const cap = house.maximum_payout;
  const bonus = house.side_bets.find((bet) => bet.id === "three_card_bonus");
  const [royal, best] = [house.ante_bonus, bonus?.pays ?? {}].map((pays) => Object.values(pays)[0]); // the highest
  const fixed = Object.entries(house.fixed_awards).map(([award, cents]) =>
    say(told.fixedAward, { award: handWords([award, ""]), amount: dollars(cents) }),
  );
  return [
    cap === null ? told.paysNoLimit : say(told.paysUpTo, { amount: dollars(cap) }),
    say(told.royalPays, { odds: royal }),
    ...(best ? [say(told.bonusUpTo, { odds: best })] : []),
    ...(bonus?.maximum ? [say(told.bonusAtMost, { amount: dollars(bonus.maximum) })] : []),
    ...fixed,
    ...(house.first_wager_required ? [told.firstRequired] : []),
  ].join(" · ");
}

/** @param {Wire.HouseSummary[]} houses @param {string} chosen */
function housePicker(houses, chosen) {
  return h(
    "fieldset.house-picker",
    h("legend", { text: told.house }),
    ...houses.map((house) =>
      h(
        "label.house-choice",
        h("input", { type: "radio", name: "house", value: house.id, checked: house.id === chosen }),
        h("span", { class: "house-name", text: house.name }),
        h("span", { class: "house-short", text: inShort(house) }),
      ),
    ),
  );
}

/** The bots at the table, each with a style. @param {Style[]} start @param {() => number} most */
function company(start, most) {
  const list = h("ul.bots");
  const add = h("button", { class: "button quiet", text: told.addBot });
  let styles = [...start];
  const draw = () => {
    styles = styles.slice(0, most());
    const rows = styles.map((style, at) => {
      const pick = h(
        "select",
        { "aria-label": say(told.botStyle, { n: at + 1 }) },
        ...Object.entries(STYLES).map(([key, [name]]) =>
          h("option", { value: key, text: name, selected: key === style }),
        ),
      );
      pick.addEventListener("change", () => {
        styles[at] = /** @type {Style} */ (pick.value);
      });
      const name = say(told.bot, { n: at + 1 });
      const drop = h("button", { class: "button quiet", "aria-label": say(told.removeBot, { name }), text: "×" });
      drop.addEventListener("click", () => {
        styles = styles.filter((_, other) => other !== at);
        draw();
        const near = list.querySelector(`li:nth-child(${Math.min(at + 1, styles.length)}) select`);
        (near instanceof HTMLElement ? near : add).focus();
      });
      return h("li", h("span", { class: "bot-name", text: name }), pick, drop);
    });
    replace(list, ...(rows.length ? rows : [h("li", { class: "dim", text: told.nobody })]));
    add.hidden = styles.length >= most();
  };
  add.addEventListener("click", () => {
    styles.push("optimal");
    draw();
    /** @type {HTMLElement | null} */ (list.querySelector("li:last-child select"))?.focus();
  });
  draw();
  const hint = Object.values(STYLES)
    .map(([name, what]) => `${name} ${what}.`)
    .join(" ");
  const element = h(
    "fieldset.company",
    h("legend", { text: told.company }),
    list,
    add,
    h("p", { class: "dim style-hint", text: hint }),
  );
  return { element, draw, styles: () => styles };
}

/**
 * @param {Wire.HouseSummary[]} houses
 * @param {Wire.HouseSummary} first the selected one
 * @param {(table: string) => void} onOpen
 * @param {() => string} nickname the name chosen by a new guest
 */
export function practiceForm(houses, first, onOpen, nickname) {
  let house = first;
  const others = company(FIRST_COMPANY, () => house.seats - 1);
  const seat = h("select", { name: "seat" });
  const drawSeats = () => {
    const numbers = Array.from({ length: house.seats }, (_, at) => at + 1);
    replace(
      seat,
      h("option", { value: "", text: told.anySeat }),
      ...numbers.map((n) =>
        h("option", { value: n, text: say(told.seatNumber, { n }), selected: String(n) === seat.value }),
      ),
    );
  };
  drawSeats();
  const buyIn = h("input", {
    name: "buy_in",
    inputmode: "decimal",
    autocomplete: "off",
    placeholder: "$",
    "aria-describedby": "buy-in-hint",
  });
  const clock = h("input", { type: "checkbox", name: "clock" });
  const problem = h("p", { class: "problem", role: "alert" });
  const open = h("button", { class: "button go", type: "submit", text: told.open });
  const form = h(
    "form",
    { class: "practice panel", novalidate: true },
    housePicker(houses, first.id),
    h(
      "div.practice-side",
      others.element,
      h(
        "div.practice-row",
        h("label", h("span", { text: told.seat }), seat),
        h("label", h("span", { text: told.buyIn }), buyIn),
      ),
      h("p", { class: "hint", id: "buy-in-hint", text: told.buyInHint }),
      h("label.check", clock, h("span", told.clock, h("small", { text: told.clockText }))),
      problem,
      open,
    ),
  );
  form.addEventListener("change", () => {
    const picked = houses.find(({ id }) => id === new FormData(form).get("house"));
    if (!picked || picked === house) return;
    house = picked;
    others.draw();
    drawSeats();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const cents = buyIn.value.trim() ? parseDollars(buyIn.value) : undefined;
    if (cents === null) {
      problem.textContent = told.badBuyIn;
      return buyIn.focus();
    }
    problem.textContent = "";
    open.disabled = true;
    try {
      await ensureGuest(nickname());
      const wish = { house: house.id, bots: others.styles(), clock: clock.checked };
      const extra = { ...(seat.value ? { seat: Number(seat.value) } : {}), ...(cents ? { buy_in: cents } : {}) };
      onOpen((await post("/api/practice", { ...wish, ...extra })).table);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      open.disabled = false;
    }
  });
  return form;
}
