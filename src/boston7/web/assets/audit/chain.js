/** The state of the record: verify it, note its head, and download the history. */
import { announce } from "../kit/announce.js";
import { get } from "../kit/api.js";
import { h, replace } from "../kit/dom.js";
import { say, words } from "../kit/words.js";

const FORMATS = /** @type {const} */ (["csv", "corrections", "jsonl", "history"]);

/** The result of a verification in words. @param {Wire.Verified} found */
export function verdictOf({ fault, entries, streams, seal, unchecked }) {
  const w = words.audit.chain;
  if (fault) return say(fault.stream ? w.bad : w.broken, { ...fault });
  return `${say(w.ok, { entries, streams, seal })} ${unchecked ? say(w.before, { unchecked }) : w.keyed}`;
}

export function chainPanel() {
  const w = words.audit.chain;
  const verdict = h("p", { class: "chain-verdict dim", role: "status", text: w.none });
  const digest = h("code.digest");
  const copy = h("button", { class: "button small", text: w.copy, hidden: true });
  const verify = h("button", { id: "verify", class: "button go", text: w.verify });
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(digest.textContent ?? "");
    copy.textContent = w.copied;
  });
  /** @param {{ seal: number; digest: string }} head */
  const show = ({ seal, digest: text }) => {
    digest.textContent = text;
    digest.dataset.seal = String(seal);
    copy.hidden = !navigator.clipboard;
    copy.textContent = w.copy;
  };
  verify.addEventListener("click", async () => {
    verify.disabled = true;
    verify.setAttribute("aria-busy", "true");
    verdict.className = "chain-verdict dim working";
    verdict.textContent = w.verifying;
    try {
      const found = await get("/api/audit/verify");
      show(found);
      verdict.className = `chain-verdict ${found.ok ? "win" : "lose"}`;
      verdict.textContent = verdictOf(found);
      announce(verdict.textContent, { assertive: !found.ok });
    } catch (error) {
      verdict.className = "chain-verdict lose";
      verdict.textContent = /** @type {Error} */ (error).message;
    }
    verify.disabled = false;
    verify.removeAttribute("aria-busy");
  });
  get("/api/audit/head").then(show, (error) => replace(verdict, error.message));
  return h(
    "section",
    { class: "panel chain", "aria-labelledby": "chain-title" },
    h("div", h("h2", { id: "chain-title", text: w.title }), h("p", { class: "dim", text: w.intro }), verdict, verify),
    h(
      "div",
      h("h3", { text: w.head }),
      h("p.row", digest, copy),
      h("p", { class: "dim", text: w.note }),
      h("h3", { text: w.export }),
      h(
        "p.row",
        ...FORMATS.map((format) =>
          h("a", {
            class: "button small",
            href: `/api/audit/export?format=${format}`,
            download: true,
            text: w[format],
          }),
        ),
      ),
    ),
  );
}
