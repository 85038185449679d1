/** Invite friends: the table's link, and the same link as a QR code. Loaded on request. */
import { announce } from "../kit/announce.js";
import { h, svg } from "../kit/dom.js";
import { button } from "../kit/parts.js";
import { qr } from "./qr.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { openDialog } from "../kit/dialog.js";

const QUIET = 4; // The quiet zone that readers need, in modules.

/** @param {string} link */
export function codeOf(link) {
  const rows = qr(link);
  if (!rows) return null; // An address too long for a code is still shown as a link.
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  return svg(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": words.invite.code, "data-link": link },
    svg("rect", { class: "qr-paper", width: size, height: size }),
    svg("path", { class: "qr-ink", d: dark.join("") }),
  );
}

/**
 * A link with the ways this device offers to share it.
 * @param {string} link
 * @param {string} title what is told with it
 */
export function linkRow(link, title) {
  const w = words.invite;
  const field = h("input", { class: "invite-link", readonly: true, value: link, "aria-label": w.link });
  field.addEventListener("focus", () => field.select());
  const copy = h("button", { class: "button small", "data-share": "copy", text: w.copy });
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select(); // Insecure pages have no clipboard: select the link for Ctrl+C.
      document.execCommand("copy");
    }
    copy.textContent = w.copied;
    announce(w.copied);
  });
  const send =
    "share" in navigator
      ? button(w.send, () => void navigator.share({ title, url: field.value }).catch(() => {}), "small", {
          "data-share": "send",
        })
      : null;
  return { element: h("div.row", field, copy, send), field };
}

/** @param {string} name the table's @param {boolean} practice */
export function invite(name, practice) {
  const w = words.invite;
  const link = `${location.origin}/table/${encodeURIComponent(name)}`;
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  openDialog({
    title: w.title,
    name: "invite",
    body: [
      h("p", { class: "dim", text: practice ? w.practice : w.text }),
      linkRow(link, say(words.title, { table: name })).element,
      codeOf(link),
      here ? h("p", { class: "dim", text: w.local }) : null,
    ],
  });
}
