// Marks on a board: the last move, movable pieces, targets, threats.

import { svg } from "./dom.js";
import { bodyOf, flatAt, outline, polygon } from "./projection.js";

/** @import { Place } from "./board_svg.js" */
/** @import { Body, Point, Projection } from "./projection.js" */

/** @typedef {{takes: boolean, loses: boolean, label: string, squares: string[]}} Target the squares a piece would cover, and whether it captures, or only loses own pieces */
/**
 * @typedef {object} Marks
 * @property {string[]} [last] the squares of the last move
 * @property {string[]} [sources] squares of movable pieces
 * @property {string[]} [chosen] the chosen squares
 * @property {Map<string, Target>} [targets] possible next squares
 * @property {{path: string[], kind: "threat" | "line"}[]} [arrows]
 */
/** @typedef {{projection: Projection, places: Map<string, Place>, bodies: Body[]}} Shown the board that is marked */

/** The marks below the pieces. @param {Shown} board @param {Marks} marks */
export function marksBelow(board, { last = [], sources = [], chosen = [] }) {
  // On lines, a mark on every empty point would hide them.
  const seen = sources.filter((name) => board.places.get(name)?.kind !== "graph" || standsOn(board, name));
  return [
    ...seen.map((name) => tile(board, name, "source", 0.04)),
    ...last.map((name) => tile(board, name, "last", 0.02)),
    ...chosen.map((name) => tile(board, name, "chosen", 0.03)),
  ];
}

/** The marks above the pieces. @param {Shown} board @param {Marks} marks */
export function marksAbove(board, { targets = new Map(), arrows = [] }) {
  return [
    ...[...targets].flatMap(([name, drawn]) => target(board, name, drawn)),
    ...arrows.flatMap(({ path, kind }) => arrow(board, path, kind)),
  ];
}

/** Whether a piece stands on a square. @param {Pick<Shown, "bodies">} board @param {string} name */
function standsOn({ bodies }, name) {
  return bodies.some(({ piece }) => piece.squares.includes(name));
}

/** @param {Shown} board @param {string} name @param {string} kind @param {number} inset */
function tile({ projection, places }, name, kind, inset) {
  const place = places.get(name);
  return place ? svg("path", { class: kind, d: outline(projection, place, inset) }) : null;
}

/** @param {Shown} board @param {string} name @param {Target} target */
function target({ projection, places, bodies }, name, { takes, loses, label, squares }) {
  const place = places.get(name);
  if (!place) return [];
  const touch = svg("path", { class: "touch", "data-name": name, d: outline(projection, place) });
  const kind = `target${takes ? " takes" : loses ? " loses" : ""}`;
  if (squares.length > 1) return [touch, squares[0] === name && footprint(projection, places, squares, kind)];
  // An exit is marked around its label.
  if (place.isExit)
    return [touch, svg("g", { class: `${kind} out` }, svg("path", { d: outline(projection, place, 0.06) }))];
  const transform = flatAt(projection, place.x + place.w / 2, place.y + place.d / 2);
  if (!standsOn({ bodies }, name)) {
    const drawn = [svg("circle", { r: label ? 24 : 15 }), label && svg("text", { y: 10 }, label)];
    return [touch, svg("g", { class: kind, transform }, ...drawn)];
  }
  return [touch, svg("g", { class: `${kind} full`, transform }, svg("circle", { r: 43 }), label && count(label))];
}

/** The number of stones that would move there, in the corner, where it hides no stack's height. @param {string} label */
function count(label) {
  const transform = "translate(32 32)";
  return svg("g", { class: "count", transform }, svg("circle", { r: 18 }), svg("text", { y: 9 }, label));
}

/**
 * The outline of the squares that a piece of several squares would cover.
 * @param {Projection} projection
 * @param {Map<string, Place>} places
 * @param {string[]} squares
 * @param {string} kind
 */
function footprint(projection, places, squares, kind) {
  const body = bodyOf({ kind: "", side: 0, squares, label: "", height: 1 }, places, true);
  const dot = svg("circle", { r: 15, transform: flatAt(projection, body.x + body.w / 2, body.y + body.d / 2) });
  return svg("g", { class: kind }, svg("path", { d: outline(projection, body, 0.07) }), dot);
}

/** An arrow along a path of squares. @param {Shown} board @param {string[]} path @param {string} kind */
export function arrow({ projection, places }, path, kind) {
  const points = path.flatMap((name) => {
    const place = places.get(name);
    return place ? [projection.point(place.x + place.w / 2, place.y + place.d / 2, 0.1)] : [];
  });
  if (points.length < 2) return [];
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const long = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [(bx - ax) / long, (by - ay) / long];
  /** @param {number} back @param {number} aside @returns {Point} */
  const behind = (back, aside) => [bx - dx * back - dy * aside, by - dy * back + dx * aside];
  const shaft = [...points.slice(0, -1), behind(26, 0)];
  return [
    svg("path", { class: `arrow ${kind}`, d: polygon(shaft).slice(0, -1) }),
    svg("path", { class: `arrow-head ${kind}`, d: polygon([behind(0, 0), behind(34, 17), behind(34, -17)]) }),
  ];
}
