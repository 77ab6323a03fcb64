// The glyphs of moves (NAGs): their signs and names.

/** @type {Record<number, {sign: string, name: string}>} */
const GLYPHS = {
  1: { sign: "!", name: "good move" },
  2: { sign: "?", name: "mistake" },
  3: { sign: "!!", name: "brilliant move" },
  4: { sign: "??", name: "blunder" },
  5: { sign: "!?", name: "interesting move" },
  6: { sign: "?!", name: "inaccuracy" },
};

/** The glyphs that grade a move, in the order in which they are offered; a move has at most one of them. */
export const GRADES = [1, 2, 3, 4, 5, 6];

/** @param {number} nag */
export const signOf = (nag) => GLYPHS[nag]?.sign ?? `$${nag}`;

/** @param {number} nag */
export const nameOf = (nag) => GLYPHS[nag]?.name ?? `glyph ${nag}`;

/**
 * A move's glyphs with another grade, or without the grade that it has.
 * @param {number[]} nags
 * @param {number} grade
 */
export function graded(nags, grade) {
  const others = nags.filter((nag) => !GRADES.includes(nag));
  return nags.includes(grade) ? others : [grade, ...others];
}
