/** The pay tables of this table's house and its printed lines, one press away at every seat. */
import { listed } from "./choices.js";
import { h } from "../kit/dom.js";
import { bareTable } from "../kit/table.js";
import { awardName } from "../kit/hands.js";
import { dollars } from "../kit/money.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { openDialog } from "../kit/dialog.js";

/**
 * The best first.
 * @param {string} title
 * @param {[string, string][]} rows the best first
 */
function payTable(title, rows) {
  return bareTable({
    look: "pays",
    caption: title,
    rows,
    columns: [
      { names: true, look: "", cell: ([award]) => awardName(award) },
      { look: "number", cell: ([, pays]) => pays },
    ],
  });
}

/** Highest first. @param {Record<string, number>} pays @returns {[string, string][]} */
const odds = (pays) => Object.entries(pays).map(([award, to]) => [award, say(words.pays.toOne, { odds: to })]);

/** The wagers that the maximum payout counts. @param {Wire.HouseAtTable} house */
export const capped = ({ wagers: { spots, later }, gives_way }) =>
  listed([...spots, ...later].filter(({ id }) => gives_way.includes(id)).map(({ label }) => label));

/** @param {Wire.HouseAtTable | null} house */
export function openPays(house) {
  if (!house) return;
  const w = words.pays;
  const fixed = Object.entries(house.fixed_awards ?? {});
  const most = house.maximum_payout?.amount;
  /** @type {[string, string][]} */
  const ante = [
    ...fixed.map(([award, cents]) => /** @type {[string, string]} */ ([award, dollars(cents)])),
    ...odds(house.ante_bonus ?? {}),
  ];
  openDialog({
    title: say(w.title, { house: house.name }),
    name: "pays",
    body: [
      h(
        "div.pay-tables",
        ...house.side_bets.map(({ label, pays }) => payTable(label, odds(pays))),
        payTable(w.ante, ante),
        bareTable({
          look: "pays",
          caption: w.main.title,
          rows: w.main.rows,
          columns: [
            { names: true, look: "", cell: ([what]) => what },
            { look: "number", cell: ([, pays]) => pays },
          ],
        }),
      ),
      h("p", { text: w.main.beaten }),
      h("p", {
        class: "dim",
        text: most ? say(w.maximum, { amount: dollars(most), wagers: capped(house) }) : w.noMaximum,
      }),
      ...(house.notices ?? []).map((/** @type {string} */ text) => h("p", { class: "house-notice", text })),
      h("p", h("a", { href: `/rules/${encodeURIComponent(house.id)}`, text: w.rules })),
    ],
  });
}
