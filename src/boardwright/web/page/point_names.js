// Where the names of points are written, so that few lines and pieces are below them, as in the package's pictures.
// Lengths are in squares, and y goes up.

import { RESERVE, scaleOf } from "./geometry.js";

/** @import { BoardShape, Square } from "./types.js" */
/** @import { Point } from "./projection.js" */

/** @typedef {{left: number, bottom: number, right: number, top: number}} Box */

// The directions from a point to its name, the best one first.
/** @type {Point[]} */
const PLACES = [
  [-1, 1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [0, 1],
  [0, -1],
  [-1, 0],
  [1, 0],
];
const SIZE = 0.22; // of the letters
const LARGEST = 1.4; // how much larger they are on large boards, at most
const LETTER = 0.6; // the width of a letter, as a share of its size
const DISC = 0.38; // the radius of a piece
const CORNER = [0.12, 0.4]; // how far a name in a corner is from the point: its nearer end, and its middle at most
const EDGE = 0.49; // how far a name in a corner may reach
const [ABOVE, BESIDE] = [0.5, 0.46]; // how far a name straight above or below a point, or at its side, is from it
const OUTSIDE = 2; // how many lines below a name are better than one that leaves the board

/**
 * The size of a point's name, and how far its middle is to the right of the point and above it, as the viewer sees it.
 * @param {BoardShape} board
 * @param {Square} square
 * @param {boolean} turned
 * @returns {{size: number, across: number, up: number}}
 */
export function placeOfName(board, square, turned) {
  const size = SIZE * Math.min(scaleOf(board), LARGEST);
  const width = LETTER * size * square.name.length;
  const offsets = PLACES.map(([across, up]) => offsetOf(across, up, width, size));
  const costs = offsets.map((offset) => covered(board, square, offset, width, size, turned ? -1 : 1));
  const [across, up] = offsets[costs.indexOf(Math.min(...costs))];
  return { size, across, up };
}

/** @param {number} across @param {number} up @param {number} width @param {number} height @returns {Point} */
function offsetOf(across, up, width, height) {
  if (!up) return [across * (BESIDE + width / 2), 0];
  if (!across) return [0, up * ABOVE];
  return [across * (CORNER[0] + width / 2), up * Math.min(CORNER[1], EDGE - height / 2)];
}

/**
 * How many lines and pieces of other points a name may be on; more where it leaves the board.
 * @param {BoardShape} board
 * @param {Square} square
 * @param {Point} offset
 * @param {number} width
 * @param {number} height
 * @param {number} forward
 */
function covered(board, square, [across, up], width, height, forward) {
  const squares = board.squares.filter(({ terrain }) => terrain !== RESERVE);
  const points = new Map(squares.map(({ name, x, y }) => [name, /** @type {Point} */ ([x + 0.5, y + 0.5])]));
  const [x, y] = [square.x + 0.5 + forward * across, square.y + 0.5 + forward * up];
  const box = { left: x - width / 2, bottom: y - height / 2, right: x + width / 2, top: y + height / 2 };
  const right = Math.max(...squares.map((each) => each.x)) + 1;
  const top = Math.max(...squares.map((each) => each.y)) + 1;
  const isOutside = box.left < 0 || box.bottom < 0 || box.right > right || box.top > top;
  const lines = board.lines.filter(([start, end]) => {
    const [from, to] = [points.get(start), points.get(end)];
    return from && to && crosses(from, to, box);
  });
  const discs = [...points].filter(
    ([name, other]) =>
      name !== square.name && Math.abs(other[0] - x) < DISC + width / 2 && Math.abs(other[1] - y) < DISC + height / 2,
  );
  return lines.length + discs.length + (isOutside ? OUTSIDE : 0);
}

/** Whether a line goes through the inside of a box. @param {Point} start @param {Point} end @param {Box} box */
function crosses(start, end, { left, bottom, right, top }) {
  let [begins, ends] = [0, 1];
  for (const [axis, least, most] of [
    [0, left, right],
    [1, bottom, top],
  ]) {
    const [at, step] = [start[axis], end[axis] - start[axis]];
    if (!step && (at <= least || at >= most)) return false;
    if (!step) continue;
    const [enters, leaves] = [(least - at) / step, (most - at) / step];
    begins = Math.max(begins, Math.min(enters, leaves));
    ends = Math.min(ends, Math.max(enters, leaves));
  }
  return begins < ends;
}
