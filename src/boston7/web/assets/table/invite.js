/** Invite friends: the table's link, and the same link as a QR code. Loaded on request. */
import { openDialog } from "../kit/dialog.js";
import { h } from "../kit/dom.js";
import { codeOf, linkRow, onlyHere } from "../kit/link.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";

/** @param {string} name the table's @param {boolean} practice */
export function invite(name, practice) {
  const w = words.invite;
  const link = `${location.origin}/table/${encodeURIComponent(name)}`;
  openDialog({
    title: w.title,
    name: "invite",
    body: [
      h("p", { class: "dim", text: practice ? w.practice : w.text }),
      linkRow(link, say(words.title, { table: name })).element,
      codeOf(link),
      onlyHere(),
    ],
  });
}
