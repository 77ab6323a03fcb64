// Projections of the board to the screen: 2-D from above, or 3-D from the front.
//
// The board's own units are squares: x from the left, y from below, z up from the board. On the
// screen a square is about a hundred units wide.

import { cornersOf } from "./geometry.js";

/** @import { Area, Extent } from "./geometry.js" */
/** @import { Piece } from "./types.js" */

export const CELL = 100;
const TILT = 0.46; // how far the eye leaves the vertical, in radians: little, so that few pieces are hidden
const DISTANCE = 2.9; // of the eye, in board lengths

/** @typedef {[number, number]} Point */
/**
 * @typedef {object} Projection
 * @property {boolean} solid whether heights show
 * @property {boolean} turned whether the second side sits below
 * @property {(x: number, y: number, z?: number) => Point} point
 */

/**
 * @param {Extent} board
 * @param {boolean} turned
 * @returns {Projection}
 */
export function fromAbove(board, turned) {
  /** @type {Projection["point"]} */
  const point = (x, y) => (turned ? [(board.columns - x) * CELL, y * CELL] : [x * CELL, (board.rows - y) * CELL]);
  return { solid: false, turned, point };
}

/**
 * @param {Extent} board
 * @param {boolean} turned
 * @returns {Projection}
 */
export function fromInFront(board, turned) {
  const [cosine, sine] = [Math.cos(TILT), Math.sin(TILT)];
  const far = DISTANCE * Math.max(board.columns, board.rows);
  const turn = turned ? -1 : 1;
  /** @type {Projection["point"]} */
  const point = (x, y, z = 0) => {
    const [across, away] = [turn * (x - board.columns / 2), turn * (y - board.rows / 2)];
    const scale = (CELL * far) / (far - z * cosine + away * sine);
    return [across * scale, -(away * cosine + z * sine) * scale];
  };
  return { solid: true, turned, point };
}

/**
 * The matrix that maps a drawing to a plane in space: its x axis goes along one direction, its
 * y axis, which points down, against the other.
 * @param {Projection} projection
 * @param {[number, number, number]} middle where the origin comes to lie
 * @param {[number, number, number]} right
 * @param {[number, number, number]} up
 */
export function laidOn(projection, middle, right, up) {
  const near = 0.05;
  /** @param {number[]} direction @param {number} step @returns {Point} */
  const beside = (direction, step) =>
    projection.point(middle[0] + direction[0] * step, middle[1] + direction[1] * step, middle[2] + direction[2] * step);
  const [x, y] = projection.point(...middle);
  const [[ax, ay], [bx, by]] = [beside(right, near), beside(up, -near)];
  const unit = near * CELL;
  const numbers = [(ax - x) / unit, (ay - y) / unit, (bx - x) / unit, (by - y) / unit, x, y];
  return `matrix(${numbers.map((number) => number.toFixed(3)).join(" ")})`;
}

/**
 * The transformation that puts a drawing on the board around a point, upright for the viewer.
 * @param {Projection} projection
 * @param {number} x
 * @param {number} y
 */
export function flatAt(projection, x, y) {
  const forward = projection.turned ? -1 : 1;
  return laidOn(projection, [x, y, 0], [forward, 0, 0], [0, forward, 0]);
}

/**
 * The outline of a part of the board, optionally inset.
 * @param {Projection} projection
 * @param {Area} area
 * @param {number} [inset]
 */
export function outline(projection, area, inset = 0) {
  return polygon(cornersOf(area, inset).map(([x, y]) => projection.point(x, y)));
}

/**
 * The points of a polygon in SVG's format.
 * @param {Point[]} points
 */
export function polygon(points) {
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/**
 * @typedef {object} Body a piece in space, in the midst of a movement or at rest
 * @property {Piece} piece
 * @property {boolean} block whether it fills its squares, rather than being a disc
 * @property {number} x its corner at the lower left
 * @property {number} y
 * @property {number} w
 * @property {number} d
 * @property {number} h
 * @property {number} opacity
 * @property {number} size 1 for its normal size
 * @property {{dx: number, dy: number, share: number} | null} roll over which edge, and how far
 */

/**
 * A piece at rest.
 * @param {Piece} piece
 * @param {Map<string, {x: number, y: number}>} places
 * @param {boolean} block
 * @returns {Body}
 */
export function bodyOf(piece, places, block) {
  const corners = piece.squares.map((name) => places.get(name) ?? { x: 0, y: 0 });
  const [columns, rows] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [x, y] = [Math.min(...columns), Math.min(...rows)];
  const [w, d] = [Math.max(...columns) - x + 1, Math.max(...rows) - y + 1];
  return { piece, block, x, y, w, d, h: piece.height, opacity: 1, size: 1, roll: null };
}

/**
 * The area that a body covers, from above; that of a rolling one moves from its squares to the next.
 * @param {Body} body
 */
export function covered({ x, y, w, d, h, roll }) {
  if (!roll) return { x, y, w, d, h };
  const angle = (roll.share * Math.PI) / 2;
  const [length, behind] = roll.dx ? [w, x + (roll.dx > 0 ? w : 0)] : [d, y + (roll.dy > 0 ? d : 0)];
  const [trail, lead] = [length * Math.cos(angle), h * Math.sin(angle)];
  const from = roll.dx + roll.dy > 0 ? behind - trail : behind - lead;
  const high = h + (length - h) * roll.share;
  return roll.dx ? { x: from, y, w: trail + lead, d, h: high } : { x, y: from, w, d: trail + lead, h: high };
}
