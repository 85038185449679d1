/** A finished round for anyone with its link: replay, result, proof of the shuffle, and a picture to share. */
import { $, h, replace } from "../kit/dom.js";
import { say, words } from "../kit/words.js";
import { filmPage } from "../audit/film.js";
import { passOn } from "../felt/picture.js";
import "../kit/shell.js";

const [, , table = "", round = ""] = location.pathname.split("/").map(decodeURIComponent);
const own = new URLSearchParams(location.search).get("own") ?? "";
const w = words.audit.shared;
document.title = `${say(words.audit.film.title, { table, round })} · ${words.common.brand}`;

/** @type {Wire.Replay | null} */
let replay = null;
const save = h("button", { class: "button small", "data-share": "picture", text: w.picture });
save.addEventListener("click", () => replay && passOn(replay, `boston7-${table}-${round}.png`));

replace(
  $("#main"),
  await filmPage(table, Number(round), {
    base: "/round",
    own,
    more: [save, h("a", { class: "button small", href: `/table/${encodeURIComponent(table)}`, text: w.table })],
    told: (round) => (replay = round),
  }),
);
