/** The rules of a house, readable without a wager, or two houses side by side (`/rules?a=one&b=other`). */
import "../felt/card.js";
import "../kit/shell.js";
import { get } from "../kit/api.js";
import { $, failed, h, replace } from "../kit/dom.js";
import { button, waiting } from "../kit/parts.js";
import { say, words } from "../kit/words.js";
import { compareTwo, overview } from "../rules/compare.js";
import { mostSection } from "../rules/most.js";
import {
  noticesSection,
  paysSection,
  ranksSection,
  rightsSection,
  roundSection,
  rulingsSection,
  sourceSection,
  timersSection,
  wagersSection,
  wrongSection,
} from "../rules/sections.js";

const told = words.rules;
const main = $("#main");
const asked = new URLSearchParams(location.search);
const wished = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** @param {Wire.HouseSummary[]} houses @param {string} current */
function tabs(houses, current) {
  const links = houses.map((house) =>
    h("a", {
      href: `/rules/${encodeURIComponent(house.id)}`,
      text: house.name,
      "aria-current": house.id === current ? "page" : null,
    }),
  );
  const second = houses.find((house) => house.id !== current)?.id ?? current;
  const compare = h("a", {
    class: "compare-link",
    href: `/rules?a=${encodeURIComponent(current || houses[0].id)}&b=${encodeURIComponent(second)}`,
    text: told.compare,
    "aria-current": current ? null : "page",
  });
  return h("nav", { class: "house-tabs", "aria-label": told.houses }, ...links, compare);
}

function contents() {
  const links = Object.entries(told.sections).map(([id, text]) => h("li", h("a", { href: `#${id}`, text })));
  return h(
    "nav",
    { class: "contents", "aria-label": told.contents },
    h("p", { class: "eyebrow", text: told.contents }),
    h("ul", ...links),
  );
}

/**
 * @param {Wire.HouseSummary[]} houses @param {Wire.House} house @param {Wire.Rulings} ruled
 * @param {Wire.Catalogue} catalogue
 */
function book(houses, house, { rulings, grounds }, catalogue) {
  document.title = `${house.name} · ${told.title} · ${words.common.brand}`;
  const print = button(told.print, () => window.print(), "quiet small");
  replace(
    main,
    tabs(houses, house.id),
    h(
      "header.rules-head",
      h("div", h("h1", { text: say(told.heading, { name: house.name }) }), h("p", { class: "dim", text: told.lead })),
      h(
        "div.rules-acts",
        h("a", { class: "button small", href: `/odds/${encodeURIComponent(house.id)}`, text: told.seeOdds }),
        print,
      ),
    ),
    h(
      "nav",
      { class: "row no-print", "aria-label": told.papersTitle },
      h("span", { class: "dim", text: told.papersTitle }),
      ...Object.entries(told.papers).map(([paper, text]) =>
        h("a", { class: "button quiet small", href: `/api/papers/${paper}/${encodeURIComponent(house.id)}`, text }),
      ),
    ),
    h(
      "div.rules-body",
      contents(),
      h(
        "div.rules-text",
        roundSection(house),
        wagersSection(house),
        paysSection(house),
        mostSection(house),
        ranksSection(house, catalogue.hands),
        wrongSection(house, rulings, catalogue),
        rightsSection(house, grounds),
        timersSection(house),
        noticesSection(house),
        rulingsSection(rulings),
        sourceSection(house),
      ),
    ),
  );
  if (location.hash) pointAt(location.hash.slice(1));
}

/** Mark the section that the link names. It did not exist when the page loaded. @param {string} id */
function pointAt(id) {
  const ruling = document.querySelector(`.rulings > #${CSS.escape(id)}`);
  ruling?.setAttribute("data-asked", "");
  (ruling ?? document.getElementById(id))?.scrollIntoView({ block: ruling ? "center" : "start" });
}

/** @param {Wire.HouseSummary[]} houses */
async function comparison(houses) {
  document.title = `${told.compareTitle} · ${words.common.brand}`;
  const first = asked.get("a") ?? houses[0].id;
  const second = asked.get("b") ?? houses.find((house) => house.id !== first)?.id ?? first;
  const two = await compareTwo(houses, first, second);
  replace(
    main,
    tabs(houses, ""),
    h(
      "header.rules-head",
      h("div", h("h1", { text: told.compareTitle }), h("p", { class: "dim", text: told.compareLead })),
    ),
    two,
    overview(houses),
  );
}

replace(main, waiting(told.loading));
try {
  const { houses, first } = await get("/api/houses");
  if (asked.has("a") || asked.has("b")) await comparison(houses);
  else {
    const id = wished || first;
    const known = houses.some((house) => house.id === id);
    if (!known) replace(main, tabs(houses, ""), h("h1", { text: say(told.unknownHouse, { id }) }), overview(houses));
    else {
      $("b7-shell").dataset.house = id;
      const [house, ruled, catalogue] = await Promise.all([
        get(`/api/houses/${encodeURIComponent(id)}`),
        get("/api/rulings"),
        get("/api/catalogue"),
      ]);
      book(houses, house, ruled, catalogue);
    }
  }
} catch (error) {
  failed(error);
}
