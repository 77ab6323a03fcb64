// Titles of games with their variants.

import { html } from "./dom.js";
import { t } from "./i18n.js";

/** @import { GameInfo } from "./types.js" */

/** @param {GameInfo} game @param {string} fullName */
export function variantOf(game, fullName) {
  return game.variants.find((variant) => variant.full_name === fullName) ?? game.variants[0];
}

/** The title of a game, with that of the variant where there are several. @param {GameInfo} game @param {string} fullName */
export function titleOf(game, fullName) {
  return game.variants.length > 1
    ? t("game-and-variant", { game: game.title, variant: variantOf(game, fullName).title })
    : game.title;
}

/** How many people watch; nothing where nobody does. @param {number} count */
export function spectatorsInWords(count) {
  return count ? t("spectators", { count }) : "";
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
