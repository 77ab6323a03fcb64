// Display names of games, variants and sides.

import { html } from "./dom.js";

/** @import { GameInfo, Outcome, Side } from "./types.js" */

/** @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The tag of a side's player in records: the name of the side. @param {string} side */
export function playerTag(side) {
  return side.replace(/[a-z]+/gi, (word) => capitalised(word.toLowerCase()));
}

/** @param {GameInfo} game @param {string} fullName */
export function variantOf(game, fullName) {
  return game.variants.find((variant) => variant.full_name === fullName) ?? game.variants[0];
}

/** The title of a game, with that of the variant where there are several. @param {GameInfo} game @param {string} fullName */
export function titleOf(game, fullName) {
  return game.variants.length > 1 ? `${game.title}, ${variantOf(game, fullName).title}` : game.title;
}

/** How many people watch; nothing where nobody does. @param {number} count */
export function spectatorsInWords(count) {
  if (!count) return "";
  return count === 1 ? "1 spectator" : `${count} spectators`;
}

/**
 * An outcome in a sentence, addressed to the player of a side, if any.
 * @param {GameInfo} game
 * @param {Outcome} outcome
 * @param {Side | null} [you]
 */
export function outcomeInWords(game, { winner, termination, text }, you = null) {
  if (winner === null || termination !== "resignation") return text;
  const loser = winner === 0 ? 1 : 0;
  if (you === null) return `${game.sides[winner]} wins: ${game.sides[loser]} resigned`;
  return `${you === loser ? "you" : game.sides[loser]} resigned`;
}

/** A line that says which game is on the board. @param {GameInfo} game @param {string} fullName */
export function gameLine(game, fullName) {
  const { note } = variantOf(game, fullName);
  return html(
    "p",
    { class: "which", title: note },
    html("b", {}, titleOf(game, fullName)),
    note && html("span", { class: "muted" }, note),
  );
}
