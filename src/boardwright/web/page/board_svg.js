// The SVG below the pieces: the frame, the squares, the exits and their labels.

import { svg } from "./dom.js";
import { DECORATIONS } from "./theme.js";
import { CELL, corners, flatAt, outline, polygon } from "./projection.js";

/** @import { BoardShape, Square } from "./types.js" */
/** @import { Projection } from "./projection.js" */

/** @typedef {{name: string, x: number, y: number, w: number, d: number, isExit: boolean, element: SVGGElement}} Place */
/** @typedef {{board: BoardShape, projection: Projection, isPicture: boolean, bare: boolean, coordinates: boolean}} Site the board and its display options */

const TIGHT = 0.24; // the frame beside squares, in squares
const LABELLED = 0.56; // and where something is written on it
const EXIT = 0.5;
const SLAB = 0.32; // how thick the frame is, seen from in front
const ROUNDING = 18; // of the frame's corners, in units of the screen

/**
 * Draw the background of a board.
 * @param {Site} site
 * @returns {{places: Map<string, Place>, parts: (Node | false)[], box: [number, number, number, number], shape: number}}
 *   box: its bounding box on the screen (left, top, width, height); shape: the aspect ratio of the 2-D view
 */
export function drawGround(site) {
  const { board, projection, bare } = site;
  const places = [...squarePlaces(board), ...exitPlaces(board)];
  const { left, right, bottom, top } = margins(site);
  const frame = corners(-left, -bottom, board.columns + left + right, board.rows + bottom + top);
  const points = frame.map(([x, y]) => projection.point(x, y));
  const slab = projection.solid && frame.map(([x, y]) => projection.point(x, y, -SLAB));
  const [one, other] = projection.turned ? [2, 3] : [0, 1];
  // If only squares of one colour are played on, the gaps are the squares of the other.
  const isChequered =
    board.squares.some(({ terrain }) => terrain === "dark") &&
    new Set(board.squares.map(({ x, y }) => (x + y) % 2)).size === 1;
  const whole = { x: 0, y: 0, w: board.columns, d: board.rows };
  const parts = [
    slab && svg("path", { class: "slab", d: polygon([points[one], points[other], slab[other], slab[one]]) }),
    !bare && svg("path", { class: "frame", d: polygon(points) }),
    isChequered && svg("path", { class: "ground-light", d: outline(projection, whole) }),
    ...rows(site, places),
    svg(
      "g",
      { class: "decorations", "aria-hidden": true },
      ...board.squares.flatMap((square) => decoration(site, square)),
    ),
    svg("g", { class: "coordinates", "aria-hidden": true }, ...edgeCoordinates(site)),
  ];
  const all = [...points, ...(slab || [])];
  const more = bare ? 0 : ROUNDING;
  const [, , wide, high] = around(
    frame.map(([x, y]) => [x * CELL, y * CELL]),
    more,
  );
  const named = new Map(places.map((place) => [place.name, place]));
  return { places: named, parts, box: around(all, more), shape: wide / high };
}

/** @param {[number, number][]} points @param {number} more @returns {[number, number, number, number]} */
function around(points, more) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs) - more, Math.min(...ys) - more];
  return [left, top, Math.max(...xs) + more - left, Math.max(...ys) + more - top];
}

/** Room for the labels at the left and below, and for the exits. @param {Site} site */
function margins(site) {
  const { board, projection, bare } = site;
  if (bare) return { left: 0, right: 0, bottom: 0, top: 0 };
  const { row_labels: rowLabels, column_labels: columnLabels } = edgeLabels(site);
  const [beside, below] = [rowLabels, columnLabels].map(({ length }) => (length ? LABELLED : TIGHT));
  const { turned } = projection;
  return {
    left: exitWidth(board, "left") + (turned ? TIGHT : beside),
    right: exitWidth(board, "right") + (turned ? beside : TIGHT),
    bottom: exitWidth(board, "bottom") + (turned ? TIGHT : below),
    top: exitWidth(board, "top") + (turned ? below : TIGHT),
  };
}

/** The labels along the edges, if they form the names of the squares. @param {Site} site */
function edgeLabels({ board, coordinates }) {
  const isSpelled = coordinates && board.squares.every((square) => spelled(board, square) === square.name);
  return isSpelled ? board : { row_labels: [], column_labels: [] };
}

/** @param {BoardShape} board @param {Square} square */
function spelled(board, { x, y }) {
  return (board.column_labels[x] ?? "") + (board.row_labels[y] ?? "");
}

/** @param {BoardShape} board @param {string} edge */
function exitWidth({ exits }, edge) {
  return exits.some((each) => each.edge === edge) ? EXIT : 0;
}

/** @param {BoardShape} board @returns {Place[]} */
function squarePlaces(board) {
  return board.squares.map(({ name, x, y }) => ({ name, x, y, w: 1, d: 1, isExit: false, element: svg("g") }));
}

/** A strip along the edge for each exit; those of one edge share its length. @param {BoardShape} board @returns {Place[]} */
function exitPlaces({ exits, columns, rows: high }) {
  return exits.map(({ name, edge }) => {
    const beside = exits.filter((each) => each.edge === edge);
    const place = beside.findIndex((each) => each.name === name);
    const upright = edge === "left" || edge === "right";
    const long = (upright ? high : columns) / beside.length;
    const across = { left: -EXIT, right: columns, top: high, bottom: -EXIT }[edge];
    const [x, y] = upright ? [across, high - (place + 1) * long] : [place * long, across];
    return { name, x, y, w: upright ? EXIT : long, d: upright ? long : EXIT, isExit: true, element: svg("g") };
  });
}

/** The squares, row by row from above, and the exits as rows of their own. @param {Site} site @param {Place[]} places */
function rows(site, places) {
  /** @type {Map<number, Place[]>} */
  const byHeight = new Map();
  for (const place of places) byHeight.set(place.y, [...(byHeight.get(place.y) ?? []), place]);
  const downward = site.projection.turned ? 1 : -1;
  return [...byHeight]
    .sort(([one], [other]) => downward * (one - other))
    .map(([, row]) => svg("g", site.isPicture ? {} : { role: "row" }, ...row.map((place) => cell(site, place))));
}

/** @param {Site} site @param {Place} place */
function cell({ board, projection, isPicture }, place) {
  const square = board.squares.find(({ name }) => name === place.name);
  const terrain = square?.terrain ?? "exit";
  const shaded = square && terrain !== "dark" && (square.x + square.y) % 2 === 0;
  const drawn = outline(projection, place, square ? 0 : 0.03);
  place.element = svg(
    "g",
    { class: `cell ground-${terrain}`, ...(!isPicture && { role: "gridcell", tabindex: -1, "data-name": place.name }) },
    svg("path", { class: "tile", d: drawn }),
    shaded && svg("path", { class: "shade", d: drawn }),
    !square && label(projection, place.name, place.x + place.w / 2, place.y + place.d / 2, 24, place.d > place.w),
  );
  return place.element;
}

/** The drawing of a square, with its name if the labels do not form it. @param {Site} site @param {Square} square */
function decoration({ board, projection, bare, coordinates }, square) {
  const { name, x, y, terrain } = square;
  const transform = flatAt(projection, x + 0.5, y + 0.5);
  const shape = DECORATIONS[terrain];
  const isSpelled = bare || !coordinates || spelled(board, square) === name;
  return [
    shape ? svg("path", { class: `on-${terrain}`, d: shape, transform: `${transform} translate(-50 -50)` }) : null,
    isSpelled ? null : svg("text", { class: `name name-${terrain}`, transform, x: -47, y: -33 }, name),
  ];
}

/** The labels, at the left and at the bottom of the screen. @param {Site} site */
function edgeCoordinates(site) {
  const { board, projection } = site;
  const { row_labels: rowLabels, column_labels: columnLabels } = edgeLabels(site);
  const away = LABELLED / 2;
  const [below, beside] = projection.turned
    ? [board.rows + away + exitWidth(board, "top"), board.columns + away + exitWidth(board, "right")]
    : [-away - exitWidth(board, "bottom"), -away - exitWidth(board, "left")];
  return [
    ...columnLabels.map((text, x) => label(projection, text, x + 0.5, below, 30)),
    ...rowLabels.map((text, y) => label(projection, text, beside, y + 0.5, 30)),
  ];
}

/**
 * @param {Projection} projection
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} [upright] along an edge at the side
 */
function label(projection, text, x, y, size, upright = false) {
  const transform = flatAt(projection, x, y) + (upright ? " rotate(-90)" : "");
  return svg("text", { class: "coordinate", transform, y: size * 0.355, "font-size": size }, text);
}
