/** What a guest is called: a friendly name is suggested, and they choose. */
import { get } from "./api.js";
import { h } from "./dom.js";
import { account as words } from "./words/account.js";
import { askInDialog } from "./form.js";
import { button } from "./parts.js";

const told = words.nickname;
const LONGEST = 20; // longer ones are allowed, but no plate at a table holds them

/** The field, filled in by `suggest`. Left empty, the house chooses. */
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
      () => {}, // left empty, the house chooses all the same
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
 * Asked at a table, of somebody who has come by its address.
 * @param {(name: string) => Promise<unknown>} come
 * @returns {Promise<void>} when it is answered, or left
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
