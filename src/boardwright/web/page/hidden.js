// Hidden pieces in the 3-D view, which are outlined through the pieces in front of them.

import { spotsOf } from "./blocks.js";
import { svg } from "./dom.js";
import { mark } from "./flat.js";
import { polygon } from "./projection.js";

/** @import { Body, Point, Projection } from "./projection.js" */
/** @import { Paint } from "./theme.js" */

const ENOUGH = 0.4; // the share of a piece that must be seen
const GRID = 12; // points across and down at which this is measured
const BADGE = 0.62; // the size of a badge, for that of a disc

/**
 * The outlines of hidden pieces, each with a badge that names the piece.
 * @param {Body[]} ordered all pieces, the farthest first
 * @param {Projection} projection
 * @param {[Paint, Paint]} paints
 * @param {Record<string, string>} glyphs
 */
export function hiddenOutlines(ordered, projection, paints, glyphs) {
  const shapes = ordered.map((body) => hull(spotsOf(body).map((spot) => projection.point(...spot))));
  return ordered.flatMap(({ piece, opacity, roll }, place) => {
    const isMoving = opacity < 1 || roll;
    if (isMoving || shareSeen(shapes[place], shapes.slice(place + 1)) >= ENOUGH) return [];
    return [outlined(piece, shapes[place], paints[piece.side], glyphs[piece.kind])];
  });
}

/**
 * @param {Body["piece"]} piece
 * @param {Point[]} shape
 * @param {Paint} paint
 * @param {string | undefined} glyph
 */
function outlined(piece, shape, paint, glyph) {
  const d = polygon(shape);
  const { left, right, top, bottom } = bounds(shape);
  const place = `translate(${(left + right) / 2} ${(top + bottom) / 2}) scale(${BADGE})`;
  return svg(
    "g",
    { class: "hidden-piece", "data-name": piece.squares[0] },
    svg("path", { d, fill: paint.face, "fill-opacity": 0.3, stroke: paint.mark, "stroke-width": 7 }),
    svg("path", { d, fill: "none", stroke: paint.edge, "stroke-width": 4, "stroke-dasharray": "10 7" }),
    svg("circle", { r: 39, transform: place, fill: paint.face, stroke: paint.mark, "stroke-width": 5 }),
    mark({ ...piece, height: 1 }, paint, glyph, place),
  );
}

/**
 * The visible share of a shape behind others.
 * @param {Point[]} shape
 * @param {Point[][]} before
 */
function shareSeen(shape, before) {
  const { left, right, top, bottom } = bounds(shape);
  const near = before.filter((other) => {
    const box = bounds(other);
    return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
  });
  let [all, seen] = [0, 0];
  for (let across = 0.5; across < GRID; across += 1) {
    for (let down = 0.5; down < GRID; down += 1) {
      /** @type {Point} */
      const point = [left + ((right - left) * across) / GRID, top + ((bottom - top) * down) / GRID];
      if (!contains(shape, point)) continue;
      all += 1;
      if (!near.some((other) => contains(other, point))) seen += 1;
    }
  }
  return seen / Math.max(1, all);
}

/** @param {Point[]} points */
function bounds(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/**
 * The convex hull of points, in order.
 * @param {Point[]} points
 */
function hull(points) {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  /** @param {Point[]} all */
  const half = (all) => {
    /** @type {Point[]} */
    const kept = [];
    for (const point of all) {
      while (kept.length > 1 && turn(kept[kept.length - 2], kept[kept.length - 1], point) <= 0) kept.pop();
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** @param {Point[]} shape @param {Point} point */
function contains(shape, point) {
  return shape.every((corner, place) => turn(corner, shape[(place + 1) % shape.length], point) >= 0);
}

/** Greater than 0 if three points turn in the direction of the hull (cross product). @param {Point} one @param {Point} two @param {Point} three */
function turn([ax, ay], [bx, by], [cx, cy]) {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
