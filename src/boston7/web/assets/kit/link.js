/** A link to pass on: as a field to copy, as a QR code, and by the ways that the device offers. */
import { announce } from "./announce.js";
import { h, svg } from "./dom.js";
import { button } from "./parts.js";
import { qr } from "./qr.js";
import { common } from "./words/common.js";

const QUIET = 4; // The quiet zone that readers need, in modules.

/** @param {string} link */
export function codeOf(link) {
  const rows = qr(link);
  if (!rows) return null; // An address too long for a code is still shown as a link.
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])));
  return svg(
    "svg",
    { class: "qr", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": common.link.code, "data-link": link },
    svg("rect", { class: "qr-paper", width: size, height: size }),
    svg("path", { class: "qr-ink", d: dark.join("") }),
  );
}

/**
 * A link with the ways this device offers to share it.
 * @param {string} link
 * @param {string} title the text shared with it
 */
export function linkRow(link, title) {
  const w = common.link;
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

/** Why a link of this room may not open elsewhere. */
export const onlyHere = () =>
  ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)
    ? h("p", { class: "dim", text: common.link.local })
    : null;
