/** A table's history of rounds, and the proof of its shuffles. */
import { handWords } from "../kit/hands.js";
import { get } from "../kit/api.js";
import { h, redraw, replace } from "../kit/dom.js";
import { button, messageOf, waiting } from "../kit/parts.js";
import { table } from "../kit/table.js";
import { signed } from "../kit/money.js";
import { OWN_WORDS } from "../kit/own-text.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { openDialog } from "../kit/dialog.js";

/** @typedef {import("./store.js").PlayerStore} PlayerStore */

const PAGE = 12;

/** @param {PlayerStore} sitting */
export function openHistory({ name, me }) {
  const w = words.history;
  /** @param {Wire.RoundSummary} round */
  const mineOf = ({ seats }) => seats.find(({ player }) => player === me?.person?.name);
  /** @param {Wire.RoundSummary} round */
  const handOf = (round) => {
    const mine = mineOf(round);
    return mine && (handWords(mine.hand) || h("span.dim", { text: w.notShown }));
  };
  /** @param {Wire.RoundSummary} round */
  const netOf = (round) => {
    const { net } = mineOf(round) ?? { net: 0 };
    const tone = net > 0 ? "win" : net < 0 ? "lose" : "dim";
    return mineOf(round) ? h("span", { class: tone, text: signed(net) }) : "";
  };
  /** @param {Wire.RoundSummary} round */
  const actsOf = (round) => {
    const { round: number } = round;
    const path = `${encodeURIComponent(name)}/${number}`;
    /** @param {string} text */
    const named = (text) => ({ text, "aria-label": `${text} ${w.round} ${number}` });
    const share = { class: "link", "data-share": number, on: { click: () => shareRound(name, number) } };
    return [
      h("a", { href: `/round/${path}`, ...named(w.watch) }),
      mineOf(round) && !round.live ? h("button", { ...share, ...named(w.share) }) : null,
      h("a", { href: `/fair/${path}`, ...named(w.check) }),
    ];
  };
  /** @type {import("../kit/table.js").Column<Wire.RoundSummary>[]} */
  const columns = [
    { head: w.round, look: "number", cell: ({ round }) => round.toLocaleString("en-US") },
    { head: w.dealer, cell: ({ status, dealer_hand }) => (status === "void" ? w.void : handWords(dealer_hand)) },
    { head: w.you, cell: handOf },
    { head: h("span.sr", { text: w.net }), look: "number money", cell: netOf },
    { head: h("span.sr", { text: w.check }), look: "history-acts", cell: actsOf },
  ];
  const note = waiting(w.loading);
  const more = button(w.more, () => load(), "small", { hidden: true });
  const [sum, place] = [h("div"), h("div")];
  openDialog({ title: say(w.title, { table: name }), name: "history", body: [sum, place, note, more] });
  /** @type {Wire.RoundSummary[]} */
  let shown = [];
  load();

  async function load() {
    try {
      const query = `limit=${PAGE}${shown.length ? `&before=${shown.at(-1)?.round}` : ""}`;
      const { rounds } = await get(`/api/tables/${encodeURIComponent(name)}/rounds?${query}`);
      shown = [...shown, ...rounds];
      const { evening } = await import("./evening.js");
      replace(sum, evening(shown.flatMap((round) => mineOf(round) ?? [])));
      redraw(place, shown.length ? table({ label: w.button, rows: shown, columns }) : null);
      more.hidden = rounds.length < PAGE;
      note.textContent = shown.length ? "" : w.none;
    } catch (error) {
      note.textContent = messageOf(error);
    }
  }
}

/** @param {string} name @param {number} round */
const shareRound = async (name, round) => (await import("./share.js")).shareRound(name, round);

export class Fairness {
  /**
   * @param {HTMLElement} button
   * @param {HTMLElement} panel a popover
   * @param {PlayerStore} sitting
   * @param {import("../kit/own-text.js").OwnText} own
   */
  constructor(button, panel, sitting, own) {
    this.button = button;
    this.panel = panel;
    this.sitting = sitting;
    this.own = own;
    const w = words.fair;
    this.text = h("input", { id: "entropy", maxlength: OWN_WORDS, autocomplete: "off", placeholder: w.placeholder });
    this.said = h("p", { class: "dim", role: "status" });
    this.facts = h("div.stack");
    this.form = h(
      "form.stack",
      h("label", { for: "entropy", text: w.contribute }),
      h("div.row", this.text, h("button", { class: "button small", type: "submit", text: w.add })),
      this.said,
    );
    this.form.addEventListener("submit", (event) => (event.preventDefault(), this.add()));
    replace(panel, h("h2", { text: w.title }), this.facts, this.form);
    panel.addEventListener("beforetoggle", () => {
      const box = button.getBoundingClientRect();
      panel.style.setProperty("top", `${box.bottom + 6}px`);
      panel.style.setProperty("left", `${Math.max(8, Math.min(box.left - 120, innerWidth - 408))}px`);
    });
    panel.addEventListener("toggle", () => this.render());
  }

  async add() {
    const text = this.text.value.trim();
    if (!text) return;
    const round = this.sitting.newest?.fairness?.round ?? 0;
    const answer = await this.own.add(text);
    if (!answer) return;
    this.said.textContent = answer.type === "refused" ? answer.reason : say(words.fair.added, { round });
    if (answer.type === "accepted") this.text.value = "";
  }

  render() {
    const w = words.fair;
    const fairness = this.sitting.newest?.fairness ?? null;
    const bad = fairness && this.bad(fairness.round);
    const title = bad ? w.own[bad] : w.committed;
    const tick = {
      class: bad ? "tick bad" : "tick",
      title,
      role: "img",
      "aria-label": title,
      text: bad ? "!" : "\u2713",
    };
    replace(this.button, w.button, h("span", fairness ? tick : { ...tick, "data-off": true }));
    if (!this.panel.matches(":popover-open")) return;
    this.form.hidden = !this.sitting.seatNow || !fairness || fairness.closed;
    if (!fairness)
      return replace(this.facts, h("p", { class: "dim", text: this.sitting.newest?.view.live ? w.none : w.soon }));
    const before = fairness.revealed?.round ?? null;
    replace(
      this.facts,
      h("p", { class: "dim", text: w.explain }),
      h(
        "div",
        h("div", { class: "eyebrow", text: say(w.commitment, { round: fairness.round }) }),
        h("code", { class: "commitment", text: fairness.commitment }),
      ),
      before
        ? h(
            "p",
            h("a", {
              href: `/fair/${encodeURIComponent(this.sitting.name)}/${before}`,
              text: say(w.last, { round: before }),
            }),
            ...this.last(before),
          )
        : null,
      this.mine(fairness),
      fairness.contributions.length
        ? h(
            "div",
            h("div", { class: "eyebrow", text: w.contributions }),
            h(
              "ul.plain",
              ...fairness.contributions.map(({ player, text, commitment }) =>
                h(
                  "li",
                  h("b", { text: `${player}: ` }),
                  text || h("code", { class: "dim", text: `${commitment.slice(0, 16)}…` }),
                ),
              ),
            ),
          )
        : null,
      fairness.closed ? h("p", { class: "dim", text: w.closed }) : null,
    );
  }

  /** Whether the player's text is missing from the deck of this round or the one before. @param {number} round */
  bad(round) {
    const outcomes = [round, round - 1].map((number) => this.own.kept(number)?.outcome);
    return outcomes.find((outcome) => outcome === "missing" || outcome === "leftOut");
  }

  /** @param {number} round */
  last(round) {
    const outcome = this.own.kept(round)?.outcome;
    return outcome
      ? [
          " ",
          h("span", {
            class: outcome === "used" ? "dim" : "fault",
            "data-last": outcome,
            text: words.fair.own[outcome],
          }),
        ]
      : [];
  }

  /** The result for the player's own text. @param {Wire.Fairness} fairness */
  mine(fairness) {
    const state = this.own.state(fairness);
    if (!state) return null;
    const wrong = state === "leftOut" || state === "missing";
    return h("p", { class: wrong ? "fault" : "", "data-own": state, text: words.fair.own[state] });
  }
}
