/** Share a finished round as a link: what all could see and, if the player agrees, their own cards. */
import { ApiError, get } from "../kit/api.js";
import { h } from "../kit/dom.js";
import { say } from "../kit/say.js";
import { table as words } from "../kit/words/table.js";
import { openDialog } from "../kit/dialog.js";
import { linkRow } from "../kit/link.js";

/** @param {string} name @param {number} round */
export function shareRound(name, round) {
  const w = words.share;
  const link = `${location.origin}/round/${encodeURIComponent(name)}/${round}`;
  const row = linkRow(link, say(w.title, { round }));
  const fault = h("p", { class: "fault", role: "alert" });
  const own = h("input", { type: "checkbox", "data-share": "own" });
  own.addEventListener("change", async () => {
    row.field.value = link;
    if (!own.checked) return;
    try {
      const { own: shown } = await get(`/api/tables/${encodeURIComponent(name)}/rounds/${round}/share`);
      row.field.value = `${link}?own=${encodeURIComponent(shown)}`;
    } catch (error) {
      own.checked = false;
      fault.textContent = error instanceof ApiError ? error.reason : String(error);
    }
  });
  const save = h("button", { class: "button small", "data-share": "picture", text: w.picture });
  save.addEventListener("click", async () => {
    const { passOn } = await import("../felt/picture.js");
    const { searchParams } = new URL(row.field.value);
    const replay = await get(`/api/tables/${encodeURIComponent(name)}/rounds/${round}?${searchParams}`);
    await passOn(replay, `boston7-${name}-${round}.png`);
  });
  openDialog({
    title: say(w.title, { round }),
    name: "share",
    body: [
      h("p", { class: "dim", text: w.text }),
      h("label.ante-only", own, h("span", { text: w.own })),
      h("p", { class: "dim", text: w.ownText }),
      row.element,
      h("p", save),
      fault,
    ],
  });
}
