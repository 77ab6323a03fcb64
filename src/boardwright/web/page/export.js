// The export of records: a dialog with a row for each format.

import { copied, openDialog } from "./dialogs.js";
import { button, html } from "./dom.js";
import { messageOf, t } from "./i18n.js";

/** @import { Child } from "./dom.js" */

/** The display name of a record format. @param {string} format */
export function formatLabel(format) {
  return messageOf(`format-${format}`) ?? format.toUpperCase();
}

/** @param {string} format @param {() => void} copy @param {Child} save */
export function exportRow(format, copy, save) {
  const label = formatLabel(format);
  return html(
    "div",
    { class: "row" },
    html("span", { class: "label" }, label),
    button(t("copy"), copy, { "aria-label": t("copy-what", { what: label }) }),
    save,
  );
}

/** @param {string} position @param {string} what @param {Child[]} rows */
export function exportDialog(position, what, rows) {
  openDialog(
    t("export"),
    copied(t("position"), position, t("position-paste")),
    html(
      "div",
      { class: "copied" },
      html("span", { class: "label" }, what),
      ...rows,
      html("p", { class: "muted" }, t("export-again")),
    ),
  );
}

/** Save a text as a file. @param {string} name @param {string} text */
export function saveFile(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  html("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}
