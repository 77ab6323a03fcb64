// The colours of pieces and terrains, as in the package's diagrams.

/** @typedef {{face: string, edge: string, mark: string}} Paint the face of a piece, its rim, what is drawn on it */

/** @type {Record<string, Paint>} */
const PAINTS = {
  red: { face: "#d8432f", edge: "#8c1f14", mark: "#ffffff" },
  blue: { face: "#2b66b8", edge: "#153a73", mark: "#ffffff" },
  white: { face: "#faf7f0", edge: "#8d8473", mark: "#3a352c" },
  black: { face: "#36373d", edge: "#0f1013", mark: "#f1ede4" },
  green: { face: "#3f8f52", edge: "#1d4f2a", mark: "#ffffff" },
  yellow: { face: "#f3d23f", edge: "#94770c", mark: "#3a2c02" },
  orange: { face: "#e8821e", edge: "#8a4606", mark: "#2c1502" },
  purple: { face: "#7a4f9e", edge: "#41245c", mark: "#ffffff" },
  brown: { face: "#875737", edge: "#472914", mark: "#ffffff" },
};
const OTHERS = [
  { face: "#e59a1c", edge: "#8f5a05", mark: "#2c1c02" },
  { face: "#6a4fa3", edge: "#38265f", mark: "#ffffff" },
];

/**
 * The colours of the pieces of both sides.
 * @param {[string, string]} sides their names
 * @returns {[Paint, Paint]}
 */
export function paintsOf(sides) {
  return [PAINTS[sides[0].toLowerCase()] ?? OTHERS[0], PAINTS[sides[1].toLowerCase()] ?? OTHERS[1]];
}

/**
 * Interpolate between two colours.
 * @param {string} one
 * @param {string} other
 * @param {number} share from 0 to 1
 */
export function blend(one, other, share) {
  const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(1), 16));
  const channels = [16, 8, 0].map((shift) => {
    const [a, b] = [(from >> shift) & 255, (to >> shift) & 255];
    return Math.round(a + (b - a) * share);
  });
  return `rgb(${channels.join(" ")})`;
}

/** The decoration of squares by terrain, in a box of 100 by 100. */
export const DECORATIONS = /** @type {Record<string, string>} */ ({
  river: "M18 38q11-10 22 0t22 0t22 0m-66 28q11-10 22 0t22 0t22 0",
  goal: "M50 22l7 20l22 1l-18 13l7 20l-18-12l-18 12l7-20l-18-13l22-1z",
});
