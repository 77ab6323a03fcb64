// Scores in words and numbers, from the point of view of the side that moves first.

import { capitalised, t } from "./i18n.js";

/** @import { Side, Variation } from "./types.js" */

/** The win probability of the first side. @param {Variation} variation @param {Side} toMove */
export function shareOf({ win_probability }, toMove) {
  return toMove === 0 ? win_probability : 1 - win_probability;
}

/**
 * A score from the first side's point of view, as in the bar and the graph.
 * @param {Variation} variation
 * @param {Side} toMove
 * @param {[string, string]} sides
 */
export function scoreText(variation, toMove, sides) {
  const { score } = variation;
  if (!score) return shareText(shareOf(variation, toMove), sides);
  const value = toMove === 0 ? score.value : -score.value;
  const winner = capitalised(sides[value > 0 ? 0 : 1]);
  if (score.distance !== null) return t("wins-in", { winner, distance: score.distance });
  if (score.bitbase) return value ? t("wins", { winner }) : t("draw");
  const rounded = Math.round(100 * value) / 100;
  return `${rounded < 0 ? "-" : "+"}${Math.abs(rounded).toFixed(2)}`;
}

/** A win probability in words. @param {number} share @param {[string, string]} sides */
export function shareText(share, sides) {
  return t("win-chance", { side: capitalised(sides[0]), percent: Math.round(100 * share) });
}

/** @param {number} share */
export function percentOf(share) {
  return `${Math.round(100 * share)}%`;
}

/**
 * A score that fits on the evaluation bar: "+0.4", the distance of a win as "#5", or else a percentage.
 * @param {Variation} variation
 * @param {Side} toMove
 */
export function shortScore(variation, toMove) {
  const { score } = variation;
  if (!score) return percentOf(shareOf(variation, toMove));
  if (score.distance !== null) return `#${score.distance}`;
  if (score.bitbase) return score.value ? "#" : "=";
  const value = Math.round(10 * (toMove === 0 ? score.value : -score.value)) / 10;
  return `${value < 0 ? "-" : "+"}${Math.abs(value).toFixed(1)}`;
}
