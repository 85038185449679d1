// @ts-check
/** A round's proof, step by step: the fingerprint, what players added, the deck, the cards on the table. */
import { h } from "../lib/dom.js";
import { commitmentOf, layBeside, shuffleOf } from "../lib/fairness.js";
import { say, words } from "../lib/words.js";

/** @typedef {import("../lib/fairness.js").Contribution} Contribution */
/** @typedef {import("../lib/fairness.js").Deal} Deal */
/** @typedef {import("../lib/fairness.js").Dealt} Dealt */
/**
 * @typedef {object} Published what the house has made known
 * @property {string} table
 * @property {number} round
 * @property {string} commitment
 * @property {Contribution[]} contributions
 * @property {string} seed
 * @property {string} salt
 * @property {string[][]} decks the house's own result, to be compared; may be empty
 * @property {Deal[]} deals
 * @property {string[]} faults
 * @property {number} [shuffle] only this one
 */

const told = words.odds.fair;

/** @param {boolean | null} good @param {string} title @param {...(Node | string | null)} children */
function step(good, title, ...children) {
  return h("li", { class: good === null ? "proof-step" : good ? "proof-step good" : "proof-step bad" }, h("h3", { text: title }), ...children);
}

/** @param {string} name @param {string} value */
const line = (name, value) => h("div", { class: "hex-line" }, h("dt", { text: name }), h("dd", null, h("code", { text: value })));

/** The deck as it lay, the first card first; where each card went stands below it.
 * @param {string[]} deck @param {Dealt[]} dealt */
function laidOut(deck, dealt) {
  const went = new Map(dealt.map((one) => [one.place, one]));
  return h("ol", { class: "deck" }, ...deck.map((code, place) => {
    const one = went.get(place);
    const who = !one ? "" : one.to === 0 ? told.dealer : one.to < 0 ? told.rack : say(told.seat, { n: one.to });
    const wrong = one && one.card !== one.due;
    const kind = wrong ? "wrong" : one ? `to-${Math.max(one.to, 0)}` : "left";
    return h("li", { class: kind, value: place + 1 },
      h("b7-card", { code, size: "small" }),
      h("span", { class: "went", text: wrong ? `${one.card}?` : who || " " }));
  }));
}

/**
 * @param {Published} published
 * @param {boolean} miscounted a hand was dealt wrong in this round, so that cards after it need not follow the deck
 */
export async function prove(published, miscounted = false) {
  const { table, round, seed, salt, commitment, contributions, decks, deals, faults } = published;
  const reveal = { table, round, seed, salt };
  const computed = await commitmentOf(reveal);
  const fits = computed === commitment.toLowerCase();
  const numbers = published.shuffle ? [published.shuffle] : Array.from({ length: Math.max(1, decks.length) }, (_, at) => at + 1);
  const shuffles = await Promise.all(numbers.map((shuffle) => shuffleOf(reveal, contributions, shuffle)));
  const own = shuffles.map(({ deck }) => deck);
  const same = decks.every((deck, at) => deck.join() === own[at].join());
  const dealt = layBeside(own, deals);
  const wrong = dealt.filter(({ card, due }) => card !== due);
  const held = wrong.length === 0 || miscounted;
  const fair = fits && same && held && faults.length === 0;

  const steps = [
    step(fits, told.stepCommitment,
      h("p", { text: fits ? told.stepCommitmentFits : told.stepCommitmentNot }),
      h("dl", null, line(told.seed, seed), line(told.salt, salt), line(told.stepPublished, commitment || "–"), line(told.stepComputed,
        computed))),
    step(null, told.stepContributions, contributions.length
      ? h("ol", { class: "added" }, ...contributions.map(({ player, text }) => h("li", null, h("b", { text: player }), " ", h("code", { text }))))
      : h("p", { text: told.stepNoContributions })),
    ...shuffles.map(({ deck, key, passed }, at) => step(decks.length
      ? deck.join() === decks[at].join() : null, say(told.stepDeck, { n: numbers[at] }),
      h("p", null, say(told.stepDeckText, { key: key.slice(0, 16) }), passed ? ` ${say(told.stepDeckPassed, { count: passed })}` : "",
        decks.length ? ` ${same ? told.serverAgrees : told.serverDiffers}` : ""),
      laidOut(deck, dealt.filter(({ shuffle }) => shuffle === at + 1)))),
    dealt.length ? step(held, told.stepDealt, h("p", { text: wrong.length
      ? miscounted ? told.stepDealtUnsure : say(told.stepDealtNot, { wrong: wrong.length })
      : say(told.stepDealtFit, { count: dealt.length }) })) : null,
    faults.length ? step(false, told.faults, h("ul", null, ...faults.map((text) => h("li", { text })))) : null,
  ];
  const verdict = !fair ? told.verdictUnfair : dealt.length && !wrong.length
    ? say(told.verdictFairCards, { count: dealt.length }) : told.verdictFair;
  return { fair, wrong: wrong.length, element: proof(fair, verdict, ...steps) };
}

/** @param {boolean | null} fair @param {string} verdict @param {...(Node | null)} steps */
export function proof(fair, verdict, ...steps) {
  const kind = fair === null ? "verdict open" : fair ? "verdict fair" : "verdict unfair";
  return h("div", { class: "proof" }, h("p", { class: kind, role: "status", tabindex: -1 }, verdict),
    h("ol", { class: "proof-steps" }, ...steps));
}
