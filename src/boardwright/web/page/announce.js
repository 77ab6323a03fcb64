// Announcements for screen readers (aria-live), and short visible notices.

import { html } from "./dom.js";
import { translated } from "./game_texts.js";
import { t } from "./i18n.js";

/** @import { Coded, Named } from "./game_texts.js" */
/** @import { Move } from "./types.js" */

const SHOWN = 7_000; // milliseconds
const HELD = 1_000; // how long a screen reader has to notice what is said
const MAX_WAITING = 3; // of what is said faster, the oldest is left out

/** @type {{text: string, topic: string}[]} */
const waiting = [];
let isHeld = false;

/**
 * Announce a text to screen readers, after earlier announcements.
 * @param {string} text
 * @param {string} [topic] of what waits on the same topic, only the newest is said
 */
export function say(text, topic = "") {
  if (!text) return;
  const old = topic ? waiting.findIndex((each) => each.topic === topic) : -1;
  if (old >= 0) waiting.splice(old, 1);
  waiting.push({ text, topic });
  if (waiting.length > MAX_WAITING) waiting.shift();
  if (!isHeld) sayNext();
}

function sayNext() {
  const next = waiting.shift();
  isHeld = next !== undefined;
  const region = document.getElementById("said");
  if (!next || !region) return;
  region.textContent = next.text;
  setTimeout(sayNext, HELD);
}

/**
 * Show a notice for a while, unless the same one is already visible.
 * @param {string} text
 * @param {"info" | "wrong"} [kind]
 */
export function notice(text, kind = "info") {
  const shown = html("div", { class: `notice ${kind}` }, text);
  const notices = document.getElementById("notices");
  for (const each of [...(notices?.children ?? [])]) if (each.textContent === text) each.remove();
  notices?.append(shown);
  while (notices && notices.children.length > 3) notices.firstChild?.remove();
  setTimeout(() => shown.remove(), SHOWN);
}

/** @type {Named | undefined} the game on the page, whose sides, pieces and rules an error may name */
let shownGame;

/** Let errors name the sides, pieces and rules of a game. @param {Named} game */
export function showErrorsOf(game) {
  shownGame = game;
}

/**
 * An error in the language of the user.
 * @param {unknown} error
 * @param {Named} [game]
 */
export function errorText(error, game = shownGame) {
  if (!(error instanceof Error)) return String(error);
  return translated(error.message, /** @type {Error & Coded} */ (error), game);
}

/** Show an error as a notice. @param {unknown} error */
export function complain(error) {
  notice(errorText(error), "wrong");
}

/** The kinds of stages that are announced. */
const EFFECTS = ["capture", "convert", "drown", "promote", "score"];

/**
 * A move and its effects in words.
 * @param {string} side
 * @param {string} text
 * @param {Move | null} move
 */
export function moveInWords(side, text, move) {
  const counts = new Map();
  for (const { kind, before } of move?.stages ?? []) {
    if (EFFECTS.includes(kind)) counts.set(kind, (counts.get(kind) ?? 0) + before.length);
  }
  const effects = [...counts].map(([kind, count]) => t(`effect-${kind}`, { count }));
  return [t("side-moves", { side, move: text }), ...effects].join(", ");
}
