// What the page says: to those who hear it, and as short notices to all.

import { html } from "./dom.js";

/** @import { Move } from "./types.js" */

const SHOWN = 7_000; // milliseconds

/**
 * Say something to those who hear the page.
 * @param {string} text
 */
export function say(text) {
  const region = document.getElementById("said");
  if (region) region.textContent = text;
}

/**
 * Show a notice for a while; what is shown already is not shown twice.
 * @param {string} text
 * @param {"told" | "wrong"} [kind]
 */
export function notice(text, kind = "told") {
  const shown = html("div", { class: `notice ${kind}` }, text);
  const notices = document.getElementById("notices");
  for (const each of [...(notices?.children ?? [])]) if (each.textContent === text) each.remove();
  notices?.append(shown);
  while (notices && notices.children.length > 3) notices.firstChild?.remove();
  setTimeout(() => shown.remove(), SHOWN);
}

/** Show what went wrong. @param {unknown} error */
export function complain(error) {
  notice(error instanceof Error ? error.message : String(error), "wrong");
}

/** @type {Record<string, string>} */
const HAPPENS = { capture: "takes", drown: "drowns", promote: "promotes", score: "scores" };

/**
 * A move and what it does, as one says it.
 * @param {string} side
 * @param {string} text
 * @param {Move | null} move
 */
export function moveInWords(side, text, move) {
  const counts = new Map();
  for (const { kind, before } of move?.stages ?? []) {
    if (HAPPENS[kind]) counts.set(kind, (counts.get(kind) ?? 0) + before.length);
  }
  const effects = [...counts].map(([kind, count]) =>
    kind === "capture" || kind === "drown" ? `${HAPPENS[kind]} ${count}` : HAPPENS[kind],
  );
  return [`${side}: ${text}`, ...effects].join(", ");
}
