// Modal dialogs.

import { button, copy, html, put } from "./dom.js";
import { errorText, notice } from "./announce.js";
import { t } from "./i18n.js";

/** @import { Child } from "./dom.js" */

/**
 * Open a dialog.
 * @param {string} title
 * @param {...Child} children
 */
export function openDialog(title, ...children) {
  const close = button("×", () => dialog.close(), { class: "close", "aria-label": t("close") });
  const dialog = html(
    "dialog",
    { "aria-label": title },
    html("div", { class: "dialog" }, html("div", { class: "dialog-head" }, html("h2", {}, title), close), ...children),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask for confirmation.
 * @param {string} question
 * @param {string} answer what the button says that does it
 * @returns {Promise<boolean>}
 */
export function confirmed(question, answer) {
  return new Promise((resolve) => {
    const yes = button(
      answer,
      () => {
        resolve(true);
        dialog.close();
      },
      { class: "primary" },
    );
    const dialog = openDialog(
      question,
      html(
        "div",
        { class: "row" },
        yes,
        button(t("cancel"), () => dialog.close()),
      ),
    );
    dialog.addEventListener("close", () => resolve(false));
  });
}

/**
 * A read-only text field with a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {string} [about]
 */
export function copied(label, text, about = "") {
  const field = html("input", {
    type: "text",
    readonly: true,
    value: text,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const take = button(t("copy"), () => copyText(text, label), { "aria-label": t("copy-what", { what: label }) });
  return html(
    "div",
    { class: "copied" },
    html("span", { class: "label" }, label),
    html("div", { class: "row" }, field, take),
    about && html("p", { class: "muted" }, about),
  );
}

/** @param {string} text @param {string} what */
export async function copyText(text, what) {
  await copy(text);
  notice(t("copied", { what }));
}

/**
 * Ask for a text until it is accepted.
 * @param {string} title
 * @param {string} about
 * @param {string} answer
 * @param {(text: string) => Promise<void>} use throws what is wrong with the text
 */
export function askText(title, about, answer, use) {
  const area = html("textarea", { rows: 6, spellcheck: false, "aria-label": title });
  const wrong = html("p", { class: "wrong", role: "alert" });
  const file = html("input", {
    type: "file",
    onchange: async () => (area.value = (await file.files?.[0]?.text()) ?? area.value),
  });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      if (!area.value.trim()) throw new Error(t("paste-or-choose"));
      await use(area.value);
      dialog.close();
    } catch (error) {
      put(wrong, errorText(error));
    }
  };
  const form = html(
    "form",
    { onsubmit: submit },
    html("p", { class: "muted" }, about),
    area,
    html("label", { class: "file" }, t("or-file"), file),
    wrong,
    html("button", { class: "primary" }, answer),
  );
  const dialog = openDialog(title, form);
  area.focus();
}
