// @ts-check
/** A question in a dialog: asked, answered, or left. */
import { h } from "../lib/dom.js";
import { keepFocus, keepTyped } from "../lib/focus.js";
import { account as words } from "../lib/words/account.js";

/**
 * @param {{form: string, title: string, text?: string[], fields?: HTMLElement[], yes: string, danger?: boolean,
 *   yesFor?: (form: FormData) => string, act: (form: FormData) => Promise<void>}} question `form` is its name for the
 *   tests, `yesFor` what the button says of what was typed; `act` may throw: its message is shown and the dialog stays
 */
export function askInDialog({ form: name, title, text = [], fields = [], yes, danger = false, yesFor, act }) {
  const problem = h("p", { class: "fault", role: "alert" });
  const go = h("button", { class: danger ? "button danger" : "button go", type: "submit", text: yes });
  const cancel = h("button", { class: "button quiet", type: "button", text: words.cancel });
  const form = h(
    "form",
    { class: "stack", novalidate: true, "data-form": name },
    h("h2", { id: "ask-title", text: title }),
    ...text.map((line) => h("p", { text: line })),
    ...fields,
    problem,
    h("div", { class: "dialog-acts" }, cancel, go),
  );
  const dialog = h("dialog", { "aria-labelledby": "ask-title" }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    go.disabled = true;
    try {
      await act(new FormData(form));
      dialog.close();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    } finally {
      go.disabled = false;
    }
  });
  if (yesFor)
    form.addEventListener("input", () => {
      go.textContent = yesFor(new FormData(form));
    });
  cancel.addEventListener("click", () => dialog.close());
  const back = keepFocus(document.activeElement);
  dialog.addEventListener("close", () => {
    dialog.remove();
    back();
  });
  keepTyped(dialog);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} name @param {string} label @param {Record<string, any>} [more] */
export function field(name, label, more = {}) {
  return h("label", null, h("span", { text: label }), h("input", { name, ...more }));
}
