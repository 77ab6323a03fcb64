// The glyphs of moves (NAGs): their signs and names.

import { messageOf, t } from "./i18n.js";

/** @type {Record<number, string>} */
const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

/** The glyphs that grade a move, in the order in which they are offered; a move has at most one of them. */
export const GRADES = [1, 2, 3, 4, 5, 6];

/** @param {number} nag */
export const signOf = (nag) => SIGNS[nag] ?? `$${nag}`;

/** @param {number} nag */
export const nameOf = (nag) => messageOf(`glyph-${nag}`) ?? t("glyph", { number: nag });

/**
 * A move's glyphs with another grade, or without the grade that it has.
 * @param {number[]} nags
 * @param {number} grade
 */
export function graded(nags, grade) {
  const others = nags.filter((nag) => !GRADES.includes(nag));
  return nags.includes(grade) ? others : [grade, ...others];
}
