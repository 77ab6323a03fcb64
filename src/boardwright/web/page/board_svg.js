// The SVG below the pieces: the frame, the squares, the exits and their labels.

import { svg } from "./dom.js";
import { DECORATIONS } from "./theme.js";
import { areaOf, cornersOf, extentOf, hexLabels, isSpelled, RESERVE, scaleOf, shadeOf } from "./geometry.js";
import { placeOfName } from "./point_names.js";
import { CELL, flatAt, outline, polygon } from "./projection.js";

/** @import { Area } from "./geometry.js" */
/** @import { BoardShape, Square } from "./types.js" */
/** @import { Projection } from "./projection.js" */

/** @typedef {Area & {name: string, isExit: boolean, element: SVGGElement}} Place */
/** @typedef {{board: BoardShape, projection: Projection, isPicture: boolean, bare: boolean, coordinates: boolean}} Site the board and its display options */

const TIGHT = 0.24; // the frame beside squares, in squares
const LABELLED = 0.56; // and where something is written on it
const EXIT = 0.5;
const LABEL = 30; // the size of a label, in hundredths of a square
const SLAB = 0.32; // how thick the frame is, seen from in front
const NAME = { square: { x: -47, y: -33 }, hex: { x: -36, y: -24 } }; // where names are
const MIDDLE = 0.355; // how far the middle of letters is above their baseline, as a share of their size
const ROUNDING = 18; // of the frame's corners, in units of the screen

/**
 * Draw the background of a board.
 * @param {Site} site
 * @returns {{places: Map<string, Place>, parts: (Node | false)[], box: [number, number, number, number], shape: number}}
 *   box: its bounding box on the screen (left, top, width, height); shape: the aspect ratio of the 2-D view
 */
export function drawGround(site) {
  const { board, projection, bare } = site;
  const places = [...squarePlaces(board), ...exitPlaces(site)];
  const { left, right, bottom, top } = margins(site);
  const { columns, rows: high } = extentOf(board);
  const frame = cornersOf({ x: -left, y: -bottom, w: columns + left + right, d: high + bottom + top });
  const points = frame.map(([x, y]) => projection.point(x, y));
  const slab = projection.solid && frame.map(([x, y]) => projection.point(x, y, -SLAB));
  const [one, other] = projection.turned ? [2, 3] : [0, 1];
  // If only squares of one colour are played on, the gaps are the squares of the other.
  const squares = board.squares.filter(({ terrain }) => terrain !== RESERVE);
  const isChequered =
    board.kind === "square" &&
    squares.some(({ terrain }) => terrain === "dark") &&
    new Set(squares.map((square) => shadeOf(board, square))).size === 1;
  const whole = { x: 0, y: 0, w: columns, d: high };
  const parts = [
    slab && svg("path", { class: "slab", d: polygon([points[one], points[other], slab[other], slab[one]]) }),
    !bare && svg("path", { class: "frame", d: polygon(points) }),
    isChequered && svg("path", { class: "ground-light", d: outline(projection, whole) }),
    ...(board.kind === "graph" ? lines(site) : []),
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
  const [, , wide, tall] = around(
    frame.map(([x, y]) => [x * CELL, y * CELL]),
    more,
  );
  const named = new Map(places.map((place) => [place.name, place]));
  return { places: named, parts, box: around(all, more), shape: wide / tall };
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
  const [beside, below] = [rowLabels, columnLabels].map(({ length }) => (length ? LABELLED * scaleOf(board) : TIGHT));
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
  const isEdged = coordinates && board.squares.every((each) => each.terrain === RESERVE || isSpelled(board, each));
  return isEdged ? board : { ...board, row_labels: [], column_labels: [] };
}

/** @param {BoardShape} board @param {string} edge */
function exitWidth(board, edge) {
  return board.exits.some((each) => each.edge === edge) ? EXIT * scaleOf(board) : 0;
}

/** @param {BoardShape} board @returns {Place[]} */
function squarePlaces(board) {
  return board.squares.map((square) => ({
    ...areaOf(board, square),
    name: square.name,
    isExit: false,
    element: svg("g"),
  }));
}

/** A strip along the edge for each exit; those of one edge share its length. @param {Site} site @returns {Place[]} */
function exitPlaces(site) {
  const { exits } = site.board;
  const { columns, rows: high } = extentOf(site.board);
  // Labels of hexagons are right beside them.
  const { row_labels: rowLabels, column_labels: columnLabels } = edgeLabels(site);
  const [beside, below] = [rowLabels, columnLabels].map(({ length }) =>
    length && site.board.kind === "hex" ? LABELLED * scaleOf(site.board) : 0,
  );
  const room = EXIT * scaleOf(site.board);
  const { turned } = site.projection;
  return exits.map(({ name, edge }) => {
    const along = exits.filter((each) => each.edge === edge);
    const place = along.findIndex((each) => each.name === name);
    const upright = edge === "left" || edge === "right";
    const long = (upright ? high : columns) / along.length;
    const across = {
      left: -room - (turned ? 0 : beside),
      right: columns + (turned ? beside : 0),
      top: high + (turned ? below : 0),
      bottom: -room - (turned ? 0 : below),
    }[edge];
    const [x, y] = upright ? [across, high - (place + 1) * long] : [place * long, across];
    return { name, x, y, w: upright ? room : long, d: upright ? long : room, isExit: true, element: svg("g") };
  });
}

/** The ground of a graph with its lines and points. @param {Site} site */
function lines({ board, projection }) {
  const squares = board.squares.filter(({ terrain }) => terrain !== RESERVE);
  const w = Math.max(...squares.map(({ x }) => x)) + 1;
  const d = Math.max(...squares.map(({ y }) => y)) + 1;
  const middles = new Map(squares.map(({ name, x, y }) => [name, projection.point(x + 0.5, y + 0.5)]));
  const drawn = board.lines.map((ends) => polygon(ends.flatMap((name) => [middles.get(name) ?? [0, 0]])));
  const dots = squares.filter(({ terrain }) => terrain === "plain");
  return [
    svg("path", { class: "graph-ground", d: outline(projection, { x: 0, y: 0, w, d }) }),
    svg("path", { class: "graph-lines", d: drawn.join("") }),
    svg(
      "g",
      { class: "graph-points" },
      ...dots.map(({ x, y }) => svg("circle", { r: 8, transform: flatAt(projection, x + 0.5, y + 0.5) })),
    ),
  ];
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
  const isReserve = terrain === RESERVE;
  const shade = !square || terrain === "dark" || isReserve ? 0 : shadeOf(board, square);
  const drawn = outline(projection, place, isReserve ? 0.06 : square ? 0 : 0.03);
  place.element = svg(
    "g",
    {
      class: `cell kind-${board.kind} ground-${terrain}`,
      ...(!isPicture && { role: "gridcell", tabindex: -1, "data-name": place.name }),
    },
    svg("path", { class: "tile", d: drawn }),
    shade > 0 && svg("path", { class: shade > 1 ? "shade deep" : "shade", d: drawn }),
    !square &&
      label(
        projection,
        place.name,
        place.x + place.w / 2,
        place.y + place.d / 2,
        24 * scaleOf(board),
        place.d > place.w,
      ),
  );
  return place.element;
}

/** The drawing of a square, with its name if the labels do not form it. @param {Site} site @param {Square} square */
function decoration({ board, projection, bare, coordinates }, square) {
  const { name, terrain } = square;
  const { x, y } = areaOf(board, square);
  const transform = flatAt(projection, x + 0.5, y + 0.5);
  const shape = DECORATIONS[terrain];
  const isNamed = terrain === RESERVE || (!bare && coordinates && !isSpelled(board, square));
  const kind = terrain === RESERVE ? "coordinate" : `name name-${terrain} name-on-${board.kind}`;
  const beside = board.kind === "graph" ? besidePoint(board, square, projection.turned) : NAME[board.kind];
  const place = terrain === RESERVE ? { y: 8, "font-size": Math.min(22, 130 / name.length) } : beside;
  return [
    shape ? svg("path", { class: `on-${terrain}`, d: shape, transform: `${transform} translate(-50 -50)` }) : null,
    isNamed ? svg("text", { class: kind, transform, ...place }, name) : null,
  ];
}

/** The place of a point's name. @param {BoardShape} board @param {Square} square @param {boolean} turned */
function besidePoint(board, square, turned) {
  const { size, across, up } = placeOfName(board, square, turned);
  return { x: across * CELL, y: (MIDDLE * size - up) * CELL, "font-size": size * CELL };
}

/** The labels, at the left and at the bottom of the screen. @param {Site} site */
function edgeCoordinates(site) {
  const { board, projection } = site;
  const [labels, scale] = [edgeLabels(site), scaleOf(board)];
  if (board.kind === "hex")
    return hexLabels(labels, projection.turned).map(({ text, x, y }) => label(projection, text, x, y, LABEL * scale));
  const { row_labels: rowLabels, column_labels: columnLabels } = labels;
  const away = (LABELLED * scale) / 2;
  const [below, beside] = projection.turned
    ? [board.rows + away + exitWidth(board, "top"), board.columns + away + exitWidth(board, "right")]
    : [-away - exitWidth(board, "bottom"), -away - exitWidth(board, "left")];
  return [
    ...columnLabels.map((text, x) => label(projection, text, x + 0.5, below, LABEL * scale)),
    ...rowLabels.map((text, y) => label(projection, text, beside, y + 0.5, LABEL * scale)),
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
