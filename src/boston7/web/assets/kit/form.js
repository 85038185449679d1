/** A form. Its fields are declared once, read in order, and sent only if all are valid. */
import { announce } from "./announce.js";
import { closer, openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { fault, messageOf } from "./parts.js";
import { common } from "./words/common.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {Record<string, import("./fields.js").Field>} Fields */
/**
 * @template {Fields} F
 * @typedef {{[K in keyof F]: Awaited<ReturnType<F[K]["read"]>>}} Values
 */
/**
 * @template {Fields} F
 * @typedef {object} Form
 * @property {string} form its name, for the tests
 * @property {F} [fields]
 * @property {string} yes on its button
 * @property {string} [tone] of its button
 * @property {(form: FormData) => string} [yesFor] the label of the button for these values
 * @property {(values: Values<F>) => Promise<string | void>} act may throw: its message is shown; may return what to
 *   announce
 * @property {(form: HTMLFormElement) => void} [onDone]
 */

/**
 * `acts` come before the form's own button.
 * @template {Fields} F
 * @param {Form<F> & {look?: string, acts?: Child[], after?: Child[]}} what `acts` come before its own button
 * @returns {HTMLFormElement}
 */
export function makeForm({
  form: name,
  fields,
  yes,
  tone = "go",
  yesFor,
  act,
  onDone,
  look = "stack",
  acts,
  after = [],
}) {
  const asked = Object.entries(fields ?? {});
  const go = h("button", { class: `button ${tone}`.trim(), type: "submit", text: yes });
  const foot = acts ? h("div.dialog-acts", ...acts, go) : go;
  const problem = fault();
  problem.id = `${name}-fault`;
  const form = h(
    "form",
    { class: look, novalidate: true, "data-form": name },
    ...asked.flatMap(([, field]) => field.parts),
    problem,
    foot,
    ...after,
  );
  /** Show an invalid value's sentence beside its field, any other error above the button. @type {HTMLElement | null} */
  let wrong = null;

  async function read() {
    /** @type {Record<string, unknown>} */
    const values = {};
    for (const [key, field] of asked) {
      if (field.parts[0].hidden) continue;
      try {
        values[key] = await field.read();
      } catch (error) {
        field.parts[field.parts.length - 1].after(problem);
        wrong = field.input ?? null;
        wrong?.setAttribute("aria-invalid", "true");
        wrong?.setAttribute("aria-errormessage", problem.id);
        wrong?.focus();
        throw error;
      }
    }
    return /** @type {Values<F>} */ (values);
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (go.disabled) return;
    go.disabled = true;
    wrong?.removeAttribute("aria-invalid");
    wrong?.removeAttribute("aria-errormessage");
    wrong = null;
    problem.textContent = "";
    foot.before(problem);
    try {
      announce((await act(await read())) ?? "");
      onDone?.(form);
    } catch (error) {
      problem.textContent = messageOf(error);
    } finally {
      go.disabled = false;
    }
  });
  if (yesFor)
    form.addEventListener("input", () => {
      go.textContent = yesFor(new FormData(form));
    });
  return form;
}

/**
 * Ask a question in a dialog.
 * @template {Fields} F
 * @param {Form<F> & {title: string, text?: string[], danger?: boolean}} question
 */
export function askInDialog({ title, text = [], danger = false, ...question }) {
  const form = makeForm({
    tone: danger ? "danger" : "go",
    ...question,
    acts: [closer(common.cancel, "quiet")],
    onDone: () => dialog.close(),
  });
  form.prepend(...text.map((line) => h("p", { text: line })));
  const dialog = openDialog({ name: "ask", title, body: [form], acts: [], light: false });
  return dialog;
}
