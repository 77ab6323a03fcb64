// Pieces in the 2-D view, drawn as in the package's diagrams.

import { svg } from "./dom.js";
import { CELL, covered } from "./projection.js";

/** @import { Body, Projection } from "./projection.js" */
/** @import { Paint } from "./theme.js" */

const FACE = { size: 0.86, up: 0.17, letterRoom: 0.5, letterDown: 0.47 }; // of a block, relative to the room on a side
const CAPITAL = 0.8; // the width of a bold capital for its size

/**
 * @param {Body} body
 * @param {Projection} projection
 * @param {Paint} paint
 * @param {string | undefined} glyph path data in a box of 100 by 100; "" for a bare disc; the face of a block
 */
export function paintFlat(body, projection, paint, glyph) {
  const under = covered(body);
  const [one, other] = [projection.point(under.x, under.y), projection.point(under.x + under.w, under.y + under.d)];
  const [left, top] = [Math.min(one[0], other[0]), Math.min(one[1], other[1])];
  const [width, depth] = [under.w * CELL, under.d * CELL];
  const drawn = body.block ? block(body, width, depth, under.h, paint, glyph) : disc(body, paint, glyph);
  const [x, y] = body.block ? [left, top] : [left + width / 2 - CELL / 2, top + depth / 2 - CELL / 2];
  const middle = body.block ? [width / 2, depth / 2] : [CELL / 2, CELL / 2];
  const shrunk =
    body.size === 1 ? "" : ` translate(${middle.join(" ")}) scale(${body.size}) translate(${-middle[0]} ${-middle[1]})`;
  return svg("g", { transform: `translate(${x} ${y})${shrunk}`, opacity: body.opacity }, ...drawn);
}

/**
 * The vertical offset of each disc of a stack, from the lowest to the top one.
 * @param {number} height
 */
function levels(height) {
  const step = height > 1 ? Math.min(8, 24 / (height - 1)) : 0;
  return Array.from({ length: height }, (_, level) => 50 + (step * (height - 1)) / 2 - step * level);
}

/**
 * Discs drawn slightly from the front, so that each shows its rim below the next.
 * @param {Body} body
 * @param {Paint} paint
 * @param {string | undefined} glyph
 */
function disc({ piece }, paint, glyph) {
  const all = levels(piece.height);
  const top = all[all.length - 1];
  const radius = piece.height === 1 ? 39 : 33;
  return [
    svg("circle", { cx: 50, cy: all[0] + 4, r: radius + 1.5, fill: "#000", "fill-opacity": 0.28 }),
    ...all.map((cy) =>
      svg("circle", { cx: 50, cy, r: radius, fill: paint.face, stroke: paint.edge, "stroke-width": 3 }),
    ),
    ring(piece.side, 50, top, radius, paint, glyph),
    mark(piece, paint, glyph, `translate(50 ${top})`),
  ];
}

/**
 * The ring of a disc, which differs by side for colour-blind users.
 * @param {number} side
 * @param {number} cx
 * @param {number} cy
 * @param {number} radius
 * @param {Paint} paint
 * @param {string | undefined} glyph
 */
function ring(side, cx, cy, radius, paint, glyph) {
  const line = { cx, cy, fill: "none", stroke: paint.mark, "stroke-width": 2 };
  if (side === 1) return svg("circle", { ...line, r: radius - 5, "stroke-opacity": 0.55, "stroke-dasharray": "3 6" });
  return glyph ? null : svg("circle", { ...line, r: radius - 7, "stroke-opacity": 0.3 });
}

/**
 * The label of a disc: its glyph, the height of a stack, or its letter.
 * @param {Body["piece"]} piece
 * @param {Paint} paint
 * @param {string | undefined} glyph
 * @param {string} place a transform to the middle of where it stands
 */
export function mark(piece, paint, glyph, place) {
  if (glyph) return svg("path", { d: glyph, fill: paint.mark, transform: `${place} scale(.58) translate(-50 -50)` });
  const text = piece.height > 1 ? String(piece.height) : glyph === undefined ? piece.label.toUpperCase() : "";
  return text ? lettering(text, 58, paint, place) : null;
}

/**
 * Centred letters, scaled down to fit.
 * @param {string} text
 * @param {number} room
 * @param {Paint} paint
 * @param {string} place
 */
export function lettering(text, room, paint, place) {
  const size = Math.max(0, Math.min(0.7 * room, room / (CAPITAL * text.length)));
  return svg("text", { class: "letter", y: size * 0.355, "font-size": size, fill: paint.mark, transform: place }, text);
}

/**
 * What a side of a block shows: its letter, below its face if it has one.
 * @param {Body["piece"]} piece
 * @param {string | undefined} face
 * @param {number} room
 * @param {Paint} paint
 * @param {string} place a transform to the middle of the side
 */
export function blockMark({ label }, face, room, paint, place) {
  const letter = label.toUpperCase();
  if (!face) return [lettering(letter, room, paint, place)];
  const { size, up, letterRoom, letterDown } = FACE;
  const transform = `${place} translate(0 ${-up * room}) scale(${(size * room) / 100}) translate(-50 -50)`;
  return [
    svg("path", { d: face, fill: paint.mark, transform }),
    lettering(letter, letterRoom * room, paint, `${place} translate(0 ${letterDown * room})`),
  ];
}

/**
 * A block seen from above: the higher it is, the more its sides show.
 * @param {Body} body
 * @param {number} width
 * @param {number} depth
 * @param {number} height
 * @param {Paint} paint
 * @param {string | undefined} face
 */
function block({ piece }, width, depth, height, paint, face) {
  const side = Math.min(10 * height, 40);
  const [across, down] = [Math.max(width - 14 - side, 1), Math.max(depth - 14 - side, 1)];
  const line = { stroke: paint.edge, "stroke-width": 3, "stroke-linejoin": "round" };
  const middle = `translate(${7 + across / 2} ${7 + down / 2})`;
  return [
    svg("path", {
      d: `M7 7h${across}l${side} ${side}v${down}h${-across}l${-side} ${-side}z`,
      fill: paint.edge,
      ...line,
    }),
    svg("path", {
      d: `M${7 + across} 7l${side} ${side}v${down}l${-side} ${-side}z`,
      fill: "#000",
      "fill-opacity": 0.25,
      ...line,
    }),
    svg("rect", { x: 7, y: 7, width: across, height: down, fill: paint.face, ...line }),
    piece.side === 1 && inlay(7, 7, across, down, paint),
    ...blockMark(piece, face, 0.8 * Math.min(across, down), paint, middle),
  ];
}

/**
 * The dashed outline of the second side's blocks.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {Paint} paint
 */
function inlay(x, y, width, height, paint) {
  if (Math.min(width, height) < 20) return null;
  const box = { x: x + 6, y: y + 6, width: width - 12, height: height - 12, rx: 3 };
  return svg("rect", {
    ...box,
    fill: "none",
    stroke: paint.mark,
    "stroke-opacity": 0.55,
    "stroke-width": 2,
    "stroke-dasharray": "3 6",
  });
}
