// Hidden pieces in the 3-D view, which are outlined through the pieces in front of them.

import { spotsOf } from "./blocks.js";
import { svg } from "./dom.js";
import { mark } from "./flat.js";
import { polygon } from "./projection.js";

/** @import { Body, Point, Projection } from "./projection.js" */
/** @import { Paint } from "./theme.js" */

const ENOUGH = 0.4; // the share of a piece that must be seen
const GRID = 12; // points across and down at which this is measured
const BADGE = 0.78; // the size of a badge, for that of a disc

/** @typedef {{left: number, right: number, top: number, bottom: number}} Bounds */
/** @typedef {{points: Point[], bounds: Bounds, drawn: SVGGElement | null}} Shape a piece on the screen, and its outline if it is hidden */

/** The outlines of hidden pieces, each with a badge that names the piece. Those that nothing moves before are kept. */
export class HiddenOutlines {
  constructor() {
    /** @type {Map<Body, Shape>} */
    this.shapes = new Map();
  }

  /**
   * The outlines, once pieces have moved.
   * @param {Body[]} ordered all pieces, the farthest first
   * @param {Projection} projection
   * @param {[Paint, Paint]} paints
   * @param {(body: Body) => string | undefined} drawing what is drawn on a piece
   * @param {Body[] | null} moved the pieces that have moved; null if the board is drawn anew
   */
  drawn(ordered, projection, paints, drawing, moved = null) {
    const before = moved ? this.shapes : new Map();
    const changed = (moved ?? []).flatMap((body) => before.get(body)?.bounds ?? []);
    this.shapes = new Map(
      ordered.map((body) => {
        const old = moved?.includes(body) ? undefined : before.get(body);
        if (old) return [body, old];
        const points = hull(spotsOf(body).map((spot) => projection.point(...spot)));
        const shape = { points, bounds: bounds(points), drawn: null };
        changed.push(shape.bounds);
        return [body, shape];
      }),
    );
    const shapes = [...this.shapes.values()];
    for (const [place, body] of ordered.entries()) {
      const shape = shapes[place];
      if (!changed.some((each) => overlap(each, shape.bounds))) continue;
      const isMoving = body.opacity < 1 || body.roll;
      const isHidden = !isMoving && shareSeen(shape, shapes.slice(place + 1)) < ENOUGH;
      shape.drawn = isHidden ? outlined(body.piece, shape, paints[body.piece.side], drawing(body)) : null;
    }
    return shapes.flatMap(({ drawn }) => drawn ?? []);
  }
}

/**
 * @param {Body["piece"]} piece
 * @param {Shape} shape
 * @param {Paint} paint
 * @param {string | undefined} glyph
 */
function outlined(piece, { points, bounds: { left, right, top, bottom } }, paint, glyph) {
  const d = polygon(points);
  const place = `translate(${(left + right) / 2} ${(top + bottom) / 2}) scale(${BADGE})`;
  return svg(
    "g",
    { class: "hidden-piece", "data-name": piece.squares[0] },
    svg("path", { d, fill: paint.face, "fill-opacity": 0.12, stroke: paint.mark, "stroke-width": 7 }),
    svg("path", { d, fill: "none", stroke: paint.edge, "stroke-width": 4, "stroke-dasharray": "10 7" }),
    svg("circle", { r: 47, transform: place, fill: "#000", "fill-opacity": 0.4 }),
    svg("circle", { r: 39, transform: place, fill: paint.face, stroke: paint.mark, "stroke-width": 5 }),
    mark({ ...piece, height: 1 }, paint, glyph, place),
  );
}

/** The visible share of a shape behind others. @param {Shape} shape @param {Shape[]} others */
function shareSeen({ points, bounds: box }, others) {
  const near = others.filter((other) => overlap(other.bounds, box));
  if (!near.length) return 1;
  const { left, right, top, bottom } = box;
  let [all, seen] = [0, 0];
  for (let across = 0.5; across < GRID; across += 1) {
    for (let down = 0.5; down < GRID; down += 1) {
      /** @type {Point} */
      const point = [left + ((right - left) * across) / GRID, top + ((bottom - top) * down) / GRID];
      if (!contains(points, point)) continue;
      all += 1;
      if (!near.some((other) => contains(other.points, point))) seen += 1;
    }
  }
  return seen / Math.max(1, all);
}

/** @param {Bounds} one @param {Bounds} other */
function overlap(one, other) {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

/** @param {Point[]} points @returns {Bounds} */
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
