/** A guest's name: a suggestion that they can change. */
import { get } from "./api.js";
import { h } from "./dom.js";
import { account as words } from "./words/account.js";
import { askInDialog } from "./form.js";
import { button } from "./parts.js";

const told = words.nickname;
const LONGEST = 20; // Longer names are allowed, but no plate at a table has room for them.

/** The field, filled in by `suggest`. If it is left empty, the house chooses. */
export function nicknameField() {
  const input = h("input", {
    name: "nickname",
    maxlength: LONGEST,
    autocomplete: "nickname",
    spellcheck: "false",
    "aria-label": told.label,
  });
  let touched = false;
  const suggest = () =>
    get("/api/guest").then(
      ({ name }) => {
        if (!touched) input.value = name;
      },
      () => {}, // If the field is left empty, the house chooses.
    );
  input.addEventListener("input", () => {
    touched = true;
  });
  const again = () => {
    touched = false;
    void suggest();
  };
  return {
    element: h(
      "div.nickname",
      h("span", { class: "nickname-label", "aria-hidden": "true", text: told.label }),
      input,
      button(told.another, again, "small quiet"),
    ),
    input,
    suggest,
  };
}

/**
 * Ask visitors who open a table by its address.
 * @param {(name: string) => Promise<unknown>} come
 * @returns {Promise<void>} resolves when it is answered or dismissed
 */
export function askNickname(come) {
  const { element, input, suggest } = nicknameField();
  void suggest();
  return new Promise((done) => {
    const dialog = askInDialog({
      form: "nickname",
      title: told.title,
      text: [told.text],
      fields: { name: { parts: [element], input, read: () => input.value } },
      yes: words.guest,
      act: async ({ name }) => void (await come(name)),
    });
    dialog.addEventListener("close", () => done());
    input.focus();
  });
}
