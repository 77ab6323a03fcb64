// Pieces in the 3-D view: blocks with six faces, also in mid-roll, discs and stacks of discs.

import { svg } from "./dom.js";
import { blockMark, mark } from "./flat.js";
import { blend } from "./theme.js";
import { CELL, covered, laidOn, polygon } from "./projection.js";

/** @import { Body, Point, Projection } from "./projection.js" */
/** @import { Paint } from "./theme.js" */
/** @typedef {[number, number, number]} Spot */

const GAP = 0.06; // between a block and the edges of its squares
const LONE = 0.24; // how thick a disc is, in squares
export const STACKED = 0.17; // and one of several
const ROUND = 28; // corners of what should look like a circle
const LIGHT = /** @type {Spot} */ ([-0.36, -0.3, 0.88]);

/**
 * @param {Body} body
 * @param {Projection} projection
 * @param {Paint} paint
 * @param {string | undefined} glyph
 */
export function paintSolid(body, projection, paint, glyph) {
  const drawn = body.block ? blockFaces(body, projection, paint, glyph) : discs(body, projection, paint, glyph);
  // A rolling block does not take clicks: they are for the square behind it.
  return svg("g", { opacity: body.opacity, ...(!body.roll && { "data-name": body.piece.squares[0] }) }, ...drawn);
}

/**
 * Sort bodies back to front (painter's algorithm).
 * @param {Body[]} bodies
 * @param {Projection} projection
 * @param {number} columns
 */
export function farthestFirst(bodies, projection, columns) {
  const turn = projection.turned ? -1 : 1;
  const boxes = bodies.map((body) => {
    const { x, y, w, d } = covered(body);
    const [near, far] = projection.turned ? [-(y + d), -y] : [y, y + d];
    return { body, near, far, aside: Math.abs(turn * (x + w / 2 - columns / 2)) };
  });
  /** @param {typeof boxes[0]} one @param {typeof boxes[0]} other */
  const isBehind = (one, other) => {
    if (one.near >= other.far - 1e-6) return true;
    if (other.near >= one.far - 1e-6) return false;
    return one.aside > other.aside;
  };
  const ordered = [];
  while (boxes.length) {
    const next = boxes.findIndex((box) => boxes.every((other) => other === box || !isBehind(other, box)));
    ordered.push(...boxes.splice(Math.max(next, 0), 1));
  }
  return ordered.map(({ body }) => body);
}

/** The outermost spots of a body: all of it lies between them. @param {Body} body @returns {Spot[]} */
export function spotsOf(body) {
  if (body.block) return [...new Set(FACES.flatMap(({ corners }) => corners))].map(cornerOf(body));
  const { x, y, radius, thickness } = stackOf(body);
  return circle(x, y, radius, 0).concat(circle(x, y, radius, body.piece.height * thickness));
}

/** The corners of a box by whether they are at its far x, y and z; each face counter-clockwise from outside. */
const FACES = [
  { corners: ["001", "101", "111", "011"], up: [0, 1, 0] },
  { corners: ["000", "100", "101", "001"], up: [0, 0, 1] },
  { corners: ["110", "010", "011", "111"], up: [0, 0, -1] },
  { corners: ["100", "110", "111", "101"], up: [0, 1, 0] },
  { corners: ["010", "000", "001", "011"], up: [0, 1, 0] },
  { corners: ["010", "110", "100", "000"], up: [0, -1, 0] },
];
// Letters are oriented on the faces so that they are upright after a roll in any direction.

/**
 * @param {Body} body
 * @param {Projection} projection
 * @param {Paint} paint
 * @param {string | undefined} drawing
 */
function blockFaces(body, projection, paint, drawing) {
  const place = rolled(body);
  const spot = cornerOf(body);
  const ground = covered(body);
  const shadow = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([right, back]) =>
    projection.point(ground.x + 0.02 + right * (ground.w + 0.04), ground.y - 0.05 + back * ground.d),
  );
  const seen = FACES.flatMap(({ corners, up }) => {
    const spots = corners.map(spot);
    const points = spots.map(([x, y, z]) => projection.point(x, y, z));
    return facesEye(points) ? [{ spots, points, up: turnedBy(place, up) }] : [];
  });
  return [
    svg("path", { d: polygon(shadow), fill: "#000", "fill-opacity": 0.22 }),
    ...seen.flatMap(({ spots, points, up }) => side(body, spots, points, up, projection, paint, drawing)),
  ];
}

/**
 * The corners of a block.
 * @param {Body} body
 * @returns {(corner: string) => Spot}
 */
function cornerOf(body) {
  const place = rolled(body);
  const margin = (1 - body.size) / 2;
  const [x0, y0] = [body.x + GAP + margin * body.w, body.y + GAP + margin * body.d];
  const size = [body.w * body.size - 2 * GAP, body.d * body.size - 2 * GAP, body.h * body.size - 2 * GAP];
  return (corner) =>
    place([x0 + Number(corner[0]) * size[0], y0 + Number(corner[1]) * size[1], Number(corner[2]) * size[2]]);
}

/**
 * A side of a block, what it shows, and the dashed border of the second player's blocks.
 * @param {Body} body
 * @param {Spot[]} spots
 * @param {Point[]} points
 * @param {Spot} up
 * @param {Projection} projection
 * @param {Paint} paint
 * @param {string | undefined} drawing
 */
function side({ piece }, spots, points, up, projection, paint, drawing) {
  const [along, across] = [minus(spots[1], spots[0]), minus(spots[3], spots[0])];
  const normal = unit(cross(along, across));
  const light = Math.max(0, dot(normal, projection.turned ? [-LIGHT[0], -LIGHT[1], LIGHT[2]] : LIGHT));
  const fill = blend(paint.edge, paint.face, 0.25 + 0.85 * light);
  const middle = /** @type {Spot} */ ([0, 1, 2].map((axis) => (spots[0][axis] + spots[2][axis]) / 2));
  const upward = projection.turned ? /** @type {Spot} */ (up.map((part) => -part)) : up;
  const right = unit(cross(upward, normal));
  const room = 0.72 * CELL * Math.min(length(along), length(across));
  const border = spots.map(
    (corner) => /** @type {Spot} */ (corner.map((part, axis) => part + inward(part, middle[axis]) * 0.08)),
  );
  return [
    svg("path", { d: polygon(points), fill, stroke: paint.edge, "stroke-width": 2.5, "stroke-linejoin": "round" }),
    piece.side === 1 &&
      svg("path", {
        d: polygon(border.map(([x, y, z]) => projection.point(x, y, z))),
        fill: "none",
        stroke: paint.mark,
        "stroke-opacity": 0.5,
        "stroke-width": 2,
        "stroke-dasharray": "3 6",
      }),
    ...blockMark(piece, drawing, room, paint, laidOn(projection, middle, right, upward)),
  ];
}

/** @param {number} part @param {number} middle */
function inward(part, middle) {
  return Math.abs(middle - part) < 0.01 ? 0 : Math.sign(middle - part);
}

/**
 * Map each point of a body at rest to its place in mid-roll. A block that rolls over the edge of its
 * squares would end a gap too high and too near: it slides by the gap on the way.
 * @param {Body} body
 * @returns {(spot: Spot) => Spot}
 */
function rolled({ x, y, w, d, roll }) {
  if (!roll) return (spot) => spot;
  const angle = (roll.share * Math.PI) / 2;
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
  const axis = roll.dx ? 0 : 1;
  const toward = roll.dx || roll.dy;
  const edge = axis ? y + (toward > 0 ? d : 0) : x + (toward > 0 ? w : 0);
  return (spot) => {
    const [ahead, high] = [(spot[axis] - edge) * toward, spot[2]];
    const gone = [...spot];
    gone[axis] = edge + toward * (ahead * cosine + high * sine + GAP * roll.share);
    gone[2] = high * cosine - ahead * sine - GAP * roll.share;
    return /** @type {Spot} */ (gone);
  };
}

/**
 * Map a direction by the same roll.
 * @param {(spot: Spot) => Spot} place
 * @param {number[]} direction
 */
function turnedBy(place, direction) {
  return unit(minus(place(/** @type {Spot} */ (direction)), place([0, 0, 0])));
}

/**
 * A stack of discs, drawn as polygons.
 * @param {Body} body
 * @param {Projection} projection
 * @param {Paint} paint
 * @param {string | undefined} glyph
 */
function discs(body, projection, paint, glyph) {
  const { piece } = body;
  const { x, y, radius, thickness } = stackOf(body);
  /** @param {number} size @param {number} z @param {number} [aside] */
  const round = (size, z, aside = 0) => circle(x + aside, y - aside, size, z).map((spot) => projection.point(...spot));
  const line = { stroke: paint.edge, "stroke-width": 2, "stroke-linejoin": "round" };
  const side = blend(paint.edge, paint.face, 0.45);
  const layers = Array.from({ length: piece.height }, (_, level) => level * thickness);
  const top = piece.height * thickness;
  const forward = projection.turned ? -1 : 1;
  const place = laidOn(projection, [x, y, top], [forward, 0, 0], [0, forward, 0]);
  const border = { fill: "none", stroke: paint.mark, "stroke-width": 2 };
  return [
    svg("path", { d: polygon(round(radius * 1.02, 0, 0.05)), fill: "#000", "fill-opacity": 0.25 }),
    ...layers.flatMap((low) => [
      svg("path", { d: polygon(hull(round(radius, low), round(radius, low + thickness))), fill: side, ...line }),
      svg("path", { d: polygon(round(radius, low + thickness)), fill: paint.face, ...line }),
    ]),
    piece.side === 1
      ? svg("path", {
          ...border,
          d: polygon(round(radius * 0.86, top)),
          "stroke-opacity": 0.55,
          "stroke-dasharray": "3 6",
        })
      : !glyph && svg("path", { ...border, d: polygon(round(radius * 0.82, top)), "stroke-opacity": 0.3 }),
    mark(piece, paint, glyph, `${place} scale(${body.size})`),
  ];
}

/** The middle of a disc, or of a stack of them, how wide it is, and how thick each disc. @param {Body} body */
function stackOf({ piece, x, y, w, d, size }) {
  const lone = piece.height === 1;
  return {
    x: x + w / 2,
    y: y + d / 2,
    radius: (lone ? 0.38 : 0.34) * size,
    thickness: (lone ? LONE : STACKED) * size,
  };
}

/**
 * A circle around a point, as a polygon.
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} z
 * @returns {Spot[]}
 */
function circle(x, y, radius, z) {
  return Array.from({ length: ROUND }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / ROUND;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle), z];
  });
}

/**
 * The outline of two circles above each other: the far half of the upper, the near half of the lower.
 * @param {Point[]} lower
 * @param {Point[]} upper
 */
function hull(lower, upper) {
  const middle = upper.reduce((sum, [, y]) => sum + y, 0) / upper.length;
  const low = lower.reduce((sum, [, y]) => sum + y, 0) / lower.length;
  const far = upper.filter(([, y]) => y <= middle).sort(([a], [b]) => a - b);
  const near = lower.filter(([, y]) => y >= low).sort(([a], [b]) => b - a);
  return [...far, ...near];
}

/**
 * Whether the corners of a face are counter-clockwise on the screen, where y grows downward.
 * @param {Point[]} points
 */
function facesEye([[ax, ay], [bx, by], [cx, cy]]) {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) < 0;
}

/** @param {Spot} one @param {Spot} other @returns {Spot} */
function minus(one, other) {
  return [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
}

/** @param {Spot} one @param {Spot} other @returns {Spot} */
function cross([a, b, c], [d, e, f]) {
  return [b * f - c * e, c * d - a * f, a * e - b * d];
}

/** @param {Spot} one @param {Spot} other */
function dot(one, other) {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
}

/** @param {Spot} spot */
function length(spot) {
  return Math.hypot(...spot);
}

/** @param {Spot} spot @returns {Spot} */
function unit(spot) {
  const size = length(spot) || 1;
  return [spot[0] / size, spot[1] / size, spot[2] / size];
}
