// Where the arrow keys lead from a square.

import { RESERVE } from "./geometry.js";

/** @import { Place } from "./board_svg.js" */
/** @import { BoardShape } from "./types.js" */

const STRAIGHT = 2; // along lines the direction counts more than the distance

/**
 * The nearest square or exit in a direction. On a board of points, the next point on a line comes first; from an exit,
 * the next one along the edge.
 * @param {BoardShape} board
 * @param {Map<string, Place>} places
 * @param {string} from
 * @param {[number, number]} direction
 * @param {number} [column] where the way up or down goes, if not from the middle: it may zigzag between rows
 * @returns {string} "" if there is none
 */
export function toward(board, places, from, direction, column) {
  const here = places.get(from);
  if (!here) return "";
  const isGraph = board.kind === "graph";
  const neighbours = isGraph ? besideOnLines(board, from).flatMap((name) => places.get(name) ?? []) : [];
  const middle = here.x + here.w / 2;
  return (
    nearest(here, besideExit(here, [...places.values()], direction), direction, 0, middle) ||
    nearest(here, neighbours, direction, 1, middle, STRAIGHT) ||
    nearest(here, places.values(), direction, isGraph ? 1 : 0, column ?? middle)
  );
}

/**
 * @param {Place} here
 * @param {Iterable<Place>} places
 * @param {[number, number]} direction
 * @param {number} spread how far aside a place may be, for each unit that it is ahead
 * @param {number} x the middle from which to measure
 * @param {number} [slant] how much farther away a place is for each unit aside
 */
function nearest(here, places, [dx, dy], spread, x, slant = 0.9) {
  const y = here.y + here.d / 2;
  let [best, least] = ["", Infinity];
  for (const place of places) {
    const across = between(x, place.x + 0.5, place.x + place.w - 0.5) - x;
    const up = between(y, place.y + 0.25, place.y + place.d - 0.25) - y;
    const [ahead, aside] = [across * dx + up * dy, Math.abs(across * dy) + Math.abs(up * dx)];
    // Along a row of squares only those of the row count; the next row may be offset.
    if (ahead < 0.4 || (dx && aside > Math.max(0.4, spread * (ahead + 0.5)))) continue;
    const far = ahead + slant * aside + (across > 0 ? 0 : 0.01);
    if (far < least) [best, least] = [place.name, far];
  }
  return best;
}

/**
 * The exits in the row or column of one; none where squares are there too, since the way leads over the board.
 * @param {Place} here
 * @param {Place[]} places
 * @param {[number, number]} direction
 */
function besideExit(here, places, [dx]) {
  const inLine = (/** @type {Place} */ { x, y, w, d }) =>
    dx ? y < here.y + here.d && here.y < y + d : x < here.x + here.w && here.x < x + w;
  const line = here.isExit ? places.filter(inLine) : [];
  return line.every((place) => place.isExit) ? line : [];
}

/** @param {number} value @param {number} low @param {number} high */
function between(value, low, high) {
  return Math.max(low, Math.min(value, high));
}

/** The points before and after one on its lines. @param {BoardShape} board @param {string} name */
function besideOnLines({ squares, lines }, name) {
  const named = new Map(squares.map((square) => [square.name, square]));
  return lines.flatMap((ends) => {
    const [start, end] = ends.map((each) => named.get(each) ?? squares[0]);
    const [across, up] = [end.x - start.x, end.y - start.y];
    const on = squares
      .filter(({ terrain }) => terrain !== RESERVE)
      .map((square) => ({ name: square.name, x: square.x - start.x, y: square.y - start.y }))
      .filter(({ x, y }) => x * up === y * across)
      .map(({ x, y, ...each }) => ({ ...each, far: x * across + y * up }))
      .filter(({ far }) => far >= 0 && far <= across * across + up * up)
      .sort((one, other) => one.far - other.far);
    const at = on.findIndex((each) => each.name === name);
    return at < 0 ? [] : [on[at - 1], on[at + 1]].flatMap((each) => each?.name ?? []);
  });
}
