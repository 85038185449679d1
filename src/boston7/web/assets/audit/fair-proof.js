/** A round's proof, step by step: the fingerprint, the players' texts, the deck, the cards on the table. */
import { h } from "../kit/dom.js";
import { commitmentOf, layBeside, shuffleOf } from "../kit/fairness.js";
import { checkOwn, readRecord } from "./shuffle-record.js";
import { say, words } from "../kit/words.js";

/** @typedef {import("../kit/fairness.js").Contribution} Contribution */
/** @typedef {import("../kit/fairness.js").Deal} Deal */
/** @typedef {import("../kit/fairness.js").Dealt} Dealt */
/** @typedef {Pick<import("./shuffle-record.js").Read, "contributions" | "missing" | "left">} Added */
/**
 * The published values. Only `shuffle` is proved. Typed values have no `record`.
 * @typedef {Pick<Wire.FairRound, "table" | "round" | "commitment" | "contributions" | "seed" | "salt" | "decks" |
 *   "deals" | "faults"> & {shuffle?: number, record?: Wire.FairRound["record"]}} Published
 */

const told = words.odds.fair;

/** @param {boolean | null} good @param {string} title @param {...(Node | string | null)} children */
function step(good, title, ...children) {
  return h(
    "li",
    { class: good === null ? "proof-step" : good ? "proof-step good" : "proof-step bad" },
    h("h3", { text: title }),
    ...children,
  );
}

/** @param {string} name @param {string} value */
const line = (name, value) => h("div.hex-line", h("dt", { text: name }), h("dd", h("code", { text: value })));

/** The deck in order, with the receiver of each card below it. @param {string[]} deck @param {Dealt[]} dealt */
function laidOut(deck, dealt) {
  const went = new Map(dealt.map((one) => [one.place, one]));
  return h(
    "ol.deck",
    ...deck.map((code, place) => {
      const one = went.get(place);
      const who = !one ? "" : one.to === 0 ? told.dealer : one.to < 0 ? told.rack : say(told.seat, { n: one.to });
      const wrong = one && one.card !== one.due;
      const kind = wrong ? "wrong" : one ? `to-${Math.max(one.to, 0)}` : "left";
      return h(
        "li",
        { class: kind, value: place + 1 },
        h("b7-card", { code, size: "small" }),
        h("span", { class: "went", text: wrong ? `${one.card}?` : who || " " }),
      );
    }),
  );
}

/** The texts by seat, unrevealed texts, and players who had left. @param {Added} read */
function addedBy({ contributions, missing, left }) {
  if (!contributions.length && !missing.length && !left.length) return h("p", { text: told.stepNoContributions });
  return h(
    "ol.added",
    ...contributions.map(({ player, text }) => h("li", h("b", { text: player }), " ", h("code", { text }))),
    ...missing.map(({ player, commitment }) =>
      h("li.missing", h("b", { text: player }), " ", told.notRevealed, " ", h("code", { text: commitment })),
    ),
    ...left.map(({ player }) => h("li.dim", h("b", { text: player }), " ", told.hadLeft)),
  );
}

/**
 * Whether a hand was dealt wrong: then cards after it need not follow the deck.
 * @param {readonly {event: {type: string}}[]} steps
 */
export const dealtWrong = (steps) =>
  steps.some(({ event }) => ["hand_miscounted", "dealer_miscounted"].includes(event.type));

/**
 * @param {Published} published
 * @param {boolean} miscounted whether a hand was misdealt, so that later cards need not follow the deck
 * @param {import("../kit/own-text.js").Kept | null} kept what this browser contributed and saw
 */
export async function prove(published, miscounted = false, kept = null) {
  const { table, round, seed, salt, commitment, decks, deals, faults, record } = published;
  const reveal = { table, round, seed, salt };
  const computed = await commitmentOf(reveal);
  const fits = computed === commitment.toLowerCase();
  const read = record ? await readRecord(record, reveal) : null;
  /** @type {Added} */
  const texts = read ?? { contributions: published.contributions, missing: [], left: [] };
  const { contributions } = texts;
  const disorder = read ? [...read.faults, ...strange(published, read)] : [];
  const own = read && kept ? checkOwn(kept, read) : null;
  const numbers = published.shuffle
    ? [published.shuffle]
    : Array.from({ length: Math.max(1, decks.length) }, (_, at) => at + 1);
  const shuffles = await Promise.all(numbers.map((shuffle) => shuffleOf(reveal, contributions, shuffle)));
  const decked = shuffles.map(({ deck }) => deck);
  const same = decks.every((deck, at) => deck.join() === decked[at].join());
  const dealt = layBeside(decked, deals);
  const wrong = dealt.filter(({ card, due }) => card !== due);
  const held = wrong.length === 0 || miscounted;
  const fair = fits && same && held && faults.length === 0 && disorder.length === 0 && own?.tone !== "bad";

  const steps = [
    step(
      fits,
      told.stepCommitment,
      h("p", { text: fits ? told.stepCommitmentFits : told.stepCommitmentNot }),
      h(
        "dl",
        line(told.seed, seed),
        line(told.salt, salt),
        line(told.stepPublished, commitment || "–"),
        line(told.stepComputed, computed),
      ),
    ),
    step(null, told.stepContributions, addedBy(texts)),
    read
      ? step(
          disorder.length === 0,
          told.stepOrder,
          disorder.length
            ? h("ul", ...disorder.map((text) => h("li", { text })))
            : h("p", { text: told.stepOrderRight }),
        )
      : null,
    own
      ? step(
          own.tone === "lost" ? null : own.tone === "good",
          told.stepOwn,
          h("p", { class: own.tone === "good" ? "" : "fault", text: own.text }),
        )
      : null,
    ...shuffles.map(({ deck, key, passed }, at) =>
      step(
        decks.length ? deck.join() === decks[at].join() : null,
        say(told.stepDeck, { n: numbers[at] }),
        h(
          "p",
          say(told.stepDeckText, { key: key.slice(0, 16) }),
          passed ? ` ${say(told.stepDeckPassed, { count: passed })}` : "",
          decks.length ? ` ${same ? told.serverAgrees : told.serverDiffers}` : "",
        ),
        laidOut(
          deck,
          dealt.filter(({ shuffle }) => shuffle === at + 1),
        ),
      ),
    ),
    dealt.length
      ? step(
          held,
          told.stepDealt,
          h("p", {
            text: wrong.length
              ? miscounted
                ? told.stepDealtUnsure
                : say(told.stepDealtNot, { wrong: wrong.length })
              : say(told.stepDealtFit, { count: dealt.length }),
          }),
        )
      : null,
    faults.length ? step(false, told.faults, h("ul", ...faults.map((text) => h("li", { text })))) : null,
  ];
  const verdict = !fair
    ? told.verdictUnfair
    : dealt.length && !wrong.length
      ? say(told.verdictFairCards, { count: dealt.length })
      : told.verdictFair;
  const but = [
    fair && own?.tone === "lost" ? told.verdictNotYours : "",
    texts.missing.length ? say(told.verdictMissing, { count: texts.missing.length }) : "",
  ].filter(Boolean);
  return { fair, wrong: wrong.length, element: proof(fair, [verdict, ...but].join(" "), ...steps) };
}

/**
 * The differences between the server's reading of the record and ours.
 * @param {Published} published @param {import("./shuffle-record.js").Read} read @returns {string[]}
 */
function strange({ commitment, contributions }, read) {
  const added = (/** @type {Contribution[]} */ list) => JSON.stringify(list.map(({ player, text }) => [player, text]));
  const faults = [];
  if (read.commitment !== commitment) faults.push(told.order.otherCommitment);
  if (added(contributions) !== added(read.contributions)) faults.push(told.order.otherTexts);
  return faults;
}

/** @param {boolean | null} fair @param {string} verdict @param {...(Node | null)} steps */
export function proof(fair, verdict, ...steps) {
  const kind = fair === null ? "verdict open" : fair ? "verdict fair" : "verdict unfair";
  return h("div.proof", h("p", { class: kind, role: "status", tabindex: -1 }, verdict), h("ol.proof-steps", ...steps));
}
