// Where the squares of a board are, in units of one square, as in the package's diagrams.

/** @import { BoardShape, Square } from "./types.js" */
/** @import { Point } from "./projection.js" */

export const RESERVE = "reserve"; // the terrain of squares beside the board, for pieces in hand

const PITCH = Math.sqrt(3) / 2; // between rows of hexagons, which are one unit wide
const TALL = 2 / Math.sqrt(3); // the height of a hexagon
const LARGE = 10; // boards with more squares in a row have larger labels
const ROUND = 24; // corners of what should look like a circle

/** @typedef {{columns: number, rows: number}} Extent the width and the height of a board */
/** @typedef {{x: number, y: number, w: number, d: number, kind?: BoardShape["kind"]}} Area a part of the board: a rectangle, or a hexagon or a point in it */

/** @param {BoardShape} board @returns {Extent} */
export function extentOf({ kind, columns, rows }) {
  return kind === "hex" ? { columns: columns / 2, rows: (rows - 1) * PITCH + TALL } : { columns, rows };
}

/** The box around the middle of a square, and its kind. @param {BoardShape} board @param {Square} square @returns {Area} */
export function areaOf({ kind }, { x, y, terrain }) {
  const area = { w: 1, d: 1, kind: terrain === RESERVE ? /** @type {const} */ ("square") : kind };
  return kind === "hex" ? { ...area, x: x / 2, y: y * PITCH + (TALL - 1) / 2 } : { ...area, x, y };
}

/** The corners of an area, which may be inset. @param {Area} area @param {number} [inset] @returns {Point[]} */
export function cornersOf({ x, y, w, d, kind = "square" }, inset = 0) {
  const middle = [x + w / 2, y + d / 2];
  if (kind === "hex") return around(middle, 6, TALL / 2 - inset * TALL, Math.PI / 2);
  if (kind === "graph") return around(middle, ROUND, 0.49 - inset);
  const [right, top] = [x + w - inset, y + d - inset];
  return [
    [x + inset, y + inset],
    [right, y + inset],
    [right, top],
    [x + inset, top],
  ];
}

/** @param {number[]} middle @param {number} count @param {number} radius @param {number} [first] the angle of the first corner @returns {Point[]} */
function around([x, y], count, radius, first = 0) {
  return Array.from({ length: count }, (_, corner) => {
    const angle = first + (2 * Math.PI * corner) / count;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** How much larger labels and exits are, so that they can be read and clicked on large boards. @param {BoardShape} board */
export function scaleOf(board) {
  const { columns, rows } = extentOf(board);
  const cells = Math.max(columns, rows);
  return cells > LARGE ? cells / 8 : 1;
}

/** How dark a square is: 0, 1 or 2. No neighbour is as dark. @param {BoardShape} board @param {Square} square */
export function shadeOf({ kind }, { x, y }) {
  if (kind === "hex") return ((Math.floor((x - 3 * y) / 2) % 3) + 3) % 3;
  return kind === "square" ? (x + y + 1) % 2 : 0;
}

/** Whether the labels along the edges form the name of a square. @param {BoardShape} board @param {Square} square */
export function isSpelled({ kind, column_labels: columns, row_labels: rows }, { name, x, y }) {
  const row = rows[y] ?? "";
  return kind === "hex" ? columns.some((column) => column + row === name) : (columns[x] ?? "") + row === name;
}

/**
 * The labels of the rows and columns of hexagons. Each is a bit beyond the last hexagon on the screen, where its row or
 * column would go on at the left or below.
 * @param {BoardShape} board
 * @param {boolean} turned
 * @returns {{text: string, x: number, y: number}[]} with their middles
 */
export function hexLabels(board, turned) {
  const [beyond, way] = [0.5 + 0.35 * scaleOf(board), turned ? -1 : 1];
  const squares = board.squares.filter(({ terrain }) => terrain !== RESERVE);
  /** @param {Square} square */
  const middle = (square) => {
    const { x, y } = areaOf(board, square);
    return [x + 0.5, y + 0.5];
  };
  const rows = board.row_labels.flatMap((text, row) => {
    const all = squares.filter(({ y }) => y === row).sort((one, other) => way * (one.x - other.x));
    if (!all.length) return [];
    const [x, y] = middle(all[0]);
    return [{ text, x: x - way * beyond, y }];
  });
  const columns = board.column_labels.flatMap((text) => {
    const all = squares
      .filter(({ name, y }) => name === text + (board.row_labels[y] ?? ""))
      .sort((one, other) => way * (one.y - other.y));
    if (!all.length) return [];
    const [first, last] = [all[0], all[all.length - 1]];
    const lean = last.y === first.y ? 0 : (last.x - first.x) / (last.y - first.y);
    const [x, y] = middle(first);
    return [{ text, x: x - (way * beyond * lean) / 2, y: y - way * beyond * PITCH }];
  });
  return [...rows, ...columns];
}
