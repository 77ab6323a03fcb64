// A board to look at, to click, to drag on and to walk over with the keys. It follows the view of a
// position alone and knows no game.

import { farthestFirst, paintSolid, STACKED } from "./blocks.js";
import { html, put, svg } from "./dom.js";
import { paintFlat } from "./flat.js";
import { DECORATIONS, paintsOf } from "./paints.js";
import { bodyOf, fromAbove, fromInFront, laidOn, polygon } from "./space.js";

/** @import { BoardShape, GameInfo, Piece, View } from "./types.js" */
/** @import { Body, Point, Projection } from "./space.js" */

/** @typedef {{solid: boolean, turned: boolean, bare?: boolean}} Look bare: without its frame */
/** @typedef {Pick<GameInfo, "sides" | "glyphs"> & {palette?: Piece[]}} Painted what the pieces of a game look like */
/** @typedef {{name: string, x: number, y: number, w: number, d: number, element: SVGGElement}} Place a square or an exit */
/** @typedef {{takes: boolean, label: string, squares: string[]}} Target what a piece would cover there, and whether it takes */
/**
 * @typedef {object} Marks
 * @property {string[]} [last] the squares of the last move
 * @property {string[]} [sources] what can be moved
 * @property {string[]} [chosen] what was chosen so far
 * @property {Map<string, Target>} [targets] where it can go
 * @property {{path: string[], kind: "threat" | "line"}[]} [arrows]
 */

const TIGHT = 0.24;
const LABELLED = 0.56;
const EXIT = 0.5;
const SLAB = 0.32; // how thick the frame is, seen from in front
const ROUNDING = 18; // of the frame's corners, in units of the screen
const DRAG = 6; // pixels that a finger may tremble

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
  /**
   * @param {Painted} game
   * @param {View} view
   * @param {Look} look
   * @param {string} [label] what it shows, for those who hear it; without one it is a picture
   */
  constructor(game, view, look, label) {
    this.game = game;
    this.view = view;
    this.look = look;
    this.paints = paintsOf(game.sides);
    this.hasBlocks = [...(game.palette ?? []), ...view.pieces].some((piece) => piece.squares.length > 1);
    this.isPicture = label === undefined;
    this.projection = seenFrom(view.board, look);
    this.ground = svg("g");
    this.under = svg("g", { class: "marks", "aria-hidden": true });
    this.piecesLayer = svg("g", { class: "pieces", "aria-hidden": true });
    this.over = svg("g", { class: "marks", "aria-hidden": true });
    this.ring = svg("path", { class: "focus-ring", "aria-hidden": true });
    this.ghost = svg("g", { class: "ghost", "aria-hidden": true });
    const role = this.isPicture ? { "aria-hidden": true } : { role: "grid", "aria-label": label };
    this.element = svg("svg", { class: "board", ...role }, this.ground, this.under, this.piecesLayer, this.over, this.ring, this.ghost);
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Marks} */
    this.marks = {};
    /** @type {Body[]} */
    this.bodies = [];
    /** @type {Map<Body, SVGGElement>} */
    this.painted = new Map();
    /** @type {object | null} what moves the pieces just now */
    this.scene = null;
    /** Where the keys are. */
    this.cursor = "";
    /** @type {(name: string) => void} */
    this.onchoose = () => {};
    /** @type {() => void} */
    this.oncancel = () => {};
    /** @type {(name: string) => boolean} */
    this.canLift = () => false;
    /** @type {(name: string) => void} */
    this.onlift = () => {};
    /** @type {(name: string) => void} */
    this.ondrop = () => {};
    this.#drawGround();
    this.show(view);
    if (!this.isPicture) this.#listen();
  }

  /** Let the board show a view, at once. @param {View} view */
  show(view) {
    this.scene = null;
    const changed = JSON.stringify(view.board) !== JSON.stringify(this.view.board);
    this.view = view;
    if (changed) this.#drawGround();
    this.showPieces(view.pieces);
  }

  /** Let other pieces stand on the board. @param {Piece[]} pieces */
  showPieces(pieces) {
    this.bodies = pieces.map((piece) => this.body(piece));
    this.repaint();
    this.#describe();
  }

  /** Look at the board from another side. @param {Partial<Look>} look */
  see(look) {
    this.look = { ...this.look, ...look };
    this.#drawGround();
    this.repaint();
    this.mark(this.marks);
    this.#describe();
  }

  /** @param {Piece} piece */
  body(piece) {
    const block = piece.squares.length > 1 || (this.hasBlocks && this.game.glyphs[piece.kind] === undefined);
    return bodyOf(piece, this.places, block);
  }

  /** Paint all pieces anew. */
  repaint() {
    const { solid } = this.projection;
    const ordered = solid ? farthestFirst(this.bodies, this.projection, this.view.board.columns) : this.bodies;
    this.painted = new Map(ordered.map((body) => [body, this.#paint(body)]));
    put(this.piecesLayer, ...this.painted.values());
  }

  /** Paint anew what has moved. @param {Body[]} moved */
  repaintOnly(moved) {
    if (this.projection.solid || moved.some((body) => !this.painted.has(body))) return this.repaint();
    for (const body of moved) {
      const element = this.#paint(body);
      this.painted.get(body)?.replaceWith(element);
      this.painted.set(body, element);
    }
  }

  /** @param {Body} body */
  #paint(body) {
    const paint = this.projection.solid ? paintSolid : paintFlat;
    return paint(body, this.projection, this.paints[body.piece.side], this.game.glyphs[body.piece.kind]);
  }

  /** Mark squares, in place of those marked before. @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    const { last = [], sources = [], chosen = [], targets = new Map(), arrows = [] } = marks;
    put(
      this.under,
      ...sources.map((name) => this.#tile(name, "source", 0.04)),
      ...last.map((name) => this.#tile(name, "last", 0.02)),
      ...chosen.map((name) => this.#tile(name, "chosen", 0.03)),
    );
    put(
      this.over,
      ...[...targets].flatMap(([name, target]) => this.#target(name, target)),
      ...arrows.flatMap(({ path, kind }) => this.#arrow(path, kind)),
    );
    for (const [name, place] of this.places) place.element.classList.toggle("liftable", sources.includes(name));
    this.#describe();
  }

  /** @param {string} name @param {string} kind @param {number} inset */
  #tile(name, kind, inset) {
    const place = this.places.get(name);
    return place ? svg("path", { class: kind, d: polygon(this.#outline(place, inset)) }) : null;
  }

  /** @param {string} name @param {Target} target */
  #target(name, { takes, label, squares }) {
    const place = this.places.get(name);
    if (!place) return [];
    const touch = svg("path", { class: "touch", "data-name": name, d: polygon(this.#outline(place, 0)) });
    const kind = `target${takes ? " takes" : ""}`;
    if (squares.length > 1) return [touch, squares[0] === name && this.#footprint(squares, kind)];
    const full = this.bodies.some((body) => body.piece.squares.includes(name));
    const transform = this.#flatAt(place.x + place.w / 2, place.y + place.d / 2);
    const radius = full ? 43 : label ? 24 : 15;
    const circle = svg("circle", { r: Math.min(radius, 46 * place.d) });
    return [touch, svg("g", { class: full ? `${kind} full` : kind, transform }, circle, label && svg("text", { y: 10 }, label))];
  }

  /** Where a piece of several squares would come to lie. @param {string[]} squares @param {string} kind */
  #footprint(squares, kind) {
    const { x, y, w, d } = bodyOf({ kind: "", side: 0, squares, label: "", height: 1 }, this.places, true);
    const outline = polygon(this.#at(corners(x + 0.07, y + 0.07, w - 0.14, d - 0.14)));
    const dot = svg("circle", { r: 15, transform: this.#flatAt(x + w / 2, y + d / 2) });
    return svg("g", { class: kind }, svg("path", { d: outline }), dot);
  }

  /** How a drawing is laid on the board around a spot. @param {number} x @param {number} y */
  #flatAt(x, y) {
    const forward = this.look.turned ? -1 : 1;
    return laidOn(this.projection, [x, y, 0], [forward, 0, 0], [0, forward, 0]);
  }

  /** @param {string[]} path @param {string} kind */
  #arrow(path, kind) {
    const points = path.flatMap((name) => {
      const place = this.places.get(name);
      return place ? [this.projection.point(place.x + place.w / 2, place.y + place.d / 2, 0.1)] : [];
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

  // What stays under the pieces.

  #drawGround() {
    const { board } = this.view;
    this.projection = seenFrom(board, this.look);
    const held = this.places.get(this.cursor)?.element.contains(document.activeElement);
    this.places = new Map([...squarePlaces(board), ...exitPlaces(board)].map((place) => [place.name, place]));
    const margins = this.#margins(board);
    const { left, right, bottom, top } = margins;
    const frame = corners(-left, -bottom, board.columns + left + right, board.rows + bottom + top);
    const points = frame.map(([x, y]) => this.projection.point(x, y));
    this.#fit(frame);
    put(
      this.ground,
      this.look.solid && this.#slab(frame),
      !this.look.bare && svg("path", { class: "frame", d: polygon(points) }),
      board.squares.some(({ terrain }) => terrain === "dark") &&
        svg("path", { class: "ground-light", d: polygon(this.#at(corners(0, 0, board.columns, board.rows))) }),
      ...this.#rows(),
      svg("g", { class: "decorations", "aria-hidden": true }, ...board.squares.flatMap((square) => this.#decoration(square))),
      svg("g", { class: "coordinates", "aria-hidden": true }, ...this.#coordinates(board)),
    );
    if (this.isPicture) return;
    if (!this.places.has(this.cursor)) this.cursor = board.squares[0]?.name ?? "";
    this.places.get(this.cursor)?.element.setAttribute("tabindex", "0");
    if (held) this.places.get(this.cursor)?.element.focus();
    else this.ring.setAttribute("d", "");
  }

  /** Room for the labels at the left and below, and for the exits. @param {BoardShape} board */
  #margins(board) {
    const { turned, bare } = this.look;
    if (bare) return { left: 0, right: 0, bottom: 0, top: 0 };
    /** @param {string} edge */
    const exit = (edge) => (board.exits.some((each) => each.edge === edge) ? EXIT : 0);
    const [rows, columns] = [board.row_labels, board.column_labels].map(({ length }) => (length ? LABELLED : TIGHT));
    return {
      left: exit("left") + (turned ? TIGHT : rows),
      right: exit("right") + (turned ? rows : TIGHT),
      bottom: exit("bottom") + (turned ? TIGHT : columns),
      top: exit("top") + (turned ? columns : TIGHT),
    };
  }

  /** @param {[number, number][]} frame */
  #fit(frame) {
    const low = this.look.solid ? frame.map(([x, y]) => this.projection.point(x, y, -SLAB)) : [];
    const { columns, rows } = this.view.board;
    const tallest = Math.max(1, ...[...(this.game.palette ?? []), ...this.view.pieces].map(({ height }) => height));
    const rise = this.hasBlocks ? tallest : tallest * STACKED;
    const high = this.look.solid ? [this.projection.point(columns / 2, this.look.turned ? 0 : rows, rise)] : [];
    const points = [...this.#at(frame), ...low, ...high];
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
    const around = this.look.bare ? 0 : ROUNDING;
    const box = [left - around, top - around, width + 2 * around, height + 2 * around];
    this.element.setAttribute("viewBox", box.map((number) => number.toFixed(0)).join(" "));
    this.element.style.setProperty("--shape", (box[2] / box[3]).toFixed(4));
  }

  /** The side of the frame that shows in front. @param {[number, number][]} frame */
  #slab(frame) {
    const [one, other] = this.look.turned ? [frame[2], frame[3]] : [frame[0], frame[1]];
    const edge = [...this.#at([one, other]), this.projection.point(...other, -SLAB), this.projection.point(...one, -SLAB)];
    return svg("path", { class: "slab", d: polygon(edge) });
  }

  /** The squares, row by row from above, and the exits as rows of their own. */
  #rows() {
    const rows = new Map();
    for (const place of this.places.values()) {
      const row = rows.get(place.y) ?? rows.set(place.y, []).get(place.y);
      row.push(place);
    }
    const upward = this.look.turned ? 1 : -1;
    return [...rows.keys()]
      .sort((one, other) => upward * (one - other))
      .map((y) => svg("g", this.isPicture ? {} : { role: "row" }, ...rows.get(y).map((/** @type {Place} */ place) => this.#cell(place))));
  }

  /** @param {Place} place */
  #cell(place) {
    const square = this.view.board.squares.find(({ name }) => name === place.name);
    const terrain = square?.terrain ?? "exit";
    const shaded = square && terrain !== "dark" && (square.x + square.y) % 2 === 0;
    const role = this.isPicture ? {} : { role: "gridcell", tabindex: -1, "data-name": place.name };
    const outline = polygon(this.#outline(place, square ? 0 : 0.03));
    place.element = svg(
      "g",
      { class: `cell ground-${terrain}`, ...role },
      svg("path", { class: "tile", d: outline }),
      shaded && svg("path", { class: "shade", d: outline }),
      !square && this.#label(place.name, place.x + place.w / 2, place.y + place.d / 2, 24, place.d > place.w),
    );
    return place.element;
  }

  /** @param {{name: string, x: number, y: number, terrain: string}} square */
  #decoration({ name, x, y, terrain }) {
    const { column_labels: columns, row_labels: rows } = this.view.board;
    const flat = this.#flatAt(x + 0.5, y + 0.5);
    const shape = DECORATIONS[terrain];
    const spelled = this.look.bare || (columns[x] ?? "") + (rows[y] ?? "") === name;
    return [
      shape ? svg("path", { class: `on-${terrain}`, d: shape, transform: `${flat} translate(-50 -50)` }) : null,
      spelled ? null : svg("text", { class: "name", transform: flat, x: -46, y: -33 }, name),
    ];
  }

  /** @param {BoardShape} board */
  #coordinates(board) {
    const { turned } = this.look;
    const exits = new Set(board.exits.map(({ edge }) => edge));
    const below = turned ? board.rows + LABELLED / 2 + (exits.has("top") ? EXIT : 0) : -LABELLED / 2 - (exits.has("bottom") ? EXIT : 0);
    const beside = turned ? board.columns + LABELLED / 2 + (exits.has("right") ? EXIT : 0) : -LABELLED / 2 - (exits.has("left") ? EXIT : 0);
    return [
      ...board.column_labels.map((text, x) => this.#label(text, x + 0.5, below, 30)),
      ...board.row_labels.map((text, y) => this.#label(text, beside, y + 0.5, 30)),
    ];
  }

  /** @param {string} text @param {number} x @param {number} y @param {number} size @param {boolean} [upright] */
  #label(text, x, y, size, upright = false) {
    const turn = upright ? " rotate(-90)" : "";
    return svg("text", { class: "coordinate", transform: this.#flatAt(x, y) + turn, y: size * 0.355, "font-size": size }, text);
  }

  /** @param {Place} place @param {number} inset */
  #outline({ x, y, w, d }, inset) {
    return this.#at(corners(x + inset, y + inset, w - 2 * inset, d - 2 * inset));
  }

  /** @param {[number, number][]} places */
  #at(places) {
    return places.map(([x, y]) => this.projection.point(x, y));
  }

  // For those who hear it.

  #describe() {
    if (this.isPicture) return;
    for (const [name, place] of this.places) place.element.setAttribute("aria-label", this.inWords(name));
    for (const [name, place] of this.places) {
      const chosen = this.marks.chosen?.includes(name) ?? false;
      place.element.setAttribute("aria-selected", String(chosen));
    }
  }

  /** What there is to say of a square. @param {string} name */
  inWords(name) {
    const square = this.view.board.squares.find((each) => each.name === name);
    const body = this.bodies.find(({ piece }) => piece.squares.includes(name));
    const words = [name];
    if (!square) words.push("off the board");
    else if (!["plain", "dark", "light"].includes(square.terrain)) words.push(square.terrain);
    if (body) words.push(pieceInWords(body.piece, this.game.sides));
    else if (square) words.push("empty");
    const target = this.marks.targets?.get(name);
    if (target) words.push(target.takes ? "can be gone to, takes" : "can be gone to");
    else if (this.marks.sources?.includes(name)) words.push("can move");
    if (this.marks.chosen?.includes(name)) words.push("chosen");
    return words.join(", ");
  }

  // For those who act on it.

  #listen() {
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.element.addEventListener("pointerdown", (event) => this.#onPress(event));
    this.element.addEventListener("click", (event) => {
      const name = nameOf(event.target);
      if (!name || this.dragged) return;
      this.#moveCursor(name, false);
      this.onchoose(name);
    });
    this.element.addEventListener("focusin", (event) => {
      const name = nameOf(event.target);
      if (name) this.#moveCursor(name, /** @type {Element} */ (event.target).matches(":focus-visible"));
    });
    this.element.addEventListener("focusout", () => this.ring.setAttribute("d", ""));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in STEPS) {
      const [dx, dy] = STEPS[event.key];
      const turn = this.look.turned ? -1 : 1;
      const next = this.#neighbour(turn * dx, turn * dy);
      if (next) this.places.get(next)?.element.focus();
    } else if (event.key === "Enter" || event.key === " ") this.onchoose(this.cursor);
    else if (event.key === "Escape") this.oncancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The nearest square or exit in a direction; one straight ahead before one that is as near but aside. @param {number} dx @param {number} dy */
  #neighbour(dx, dy) {
    const here = this.places.get(this.cursor);
    if (!here) return null;
    const [x, y] = [here.x + here.w / 2, here.y + here.d / 2];
    let [best, least] = ["", Infinity];
    for (const place of this.places.values()) {
      const middle = [Math.max(place.x + 0.5, Math.min(x, place.x + place.w - 0.5)), Math.max(place.y + 0.25, Math.min(y, place.y + place.d - 0.25))];
      const ahead = (middle[0] - x) * dx + (middle[1] - y) * dy;
      const aside = Math.abs((middle[0] - x) * dy) + Math.abs((middle[1] - y) * dx);
      // Along a row nothing is aside; a row up or down may be shifted by half a step.
      if (ahead < 0.4 || (dx && aside > 0.4)) continue;
      const far = ahead + 0.9 * aside + (middle[0] > x ? 0 : 0.01);
      if (far < least) [best, least] = [place.name, far];
    }
    return best || null;
  }

  /** @param {string} name @param {boolean} shown */
  #moveCursor(name, shown) {
    const place = this.places.get(name);
    if (!place) return;
    this.places.get(this.cursor)?.element.setAttribute("tabindex", "-1");
    place.element.setAttribute("tabindex", "0");
    this.cursor = name;
    this.ring.setAttribute("d", shown ? polygon(this.#outline(place, 0.03)) : "");
  }

  /** @param {PointerEvent} event */
  #onPress(event) {
    const name = nameOf(event.target);
    this.dragged = false;
    if (!name || event.button !== 0 || !this.canLift(name)) return;
    const start = [event.clientX, event.clientY];
    const body = this.bodies.find(({ piece }) => piece.squares.includes(name));
    const scale = this.element.getScreenCTM()?.a || 1;
    const stop = new AbortController();
    const { signal } = stop;
    /** @param {PointerEvent} moved */
    const follow = (moved) => {
      const [dx, dy] = [moved.clientX - start[0], moved.clientY - start[1]];
      if (!this.dragged && Math.hypot(dx, dy) < DRAG) return;
      if (!this.dragged && body) {
        this.dragged = true;
        this.onlift(name);
        put(this.ghost, this.#paint(body));
        this.painted.get(body)?.classList.add("lifted");
      }
      this.ghost.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
    };
    /** @param {PointerEvent | null} dropped */
    const end = (dropped) => {
      stop.abort();
      put(this.ghost);
      if (body) this.painted.get(body)?.classList.remove("lifted");
      const under = dropped && nameOf(document.elementFromPoint(dropped.clientX, dropped.clientY));
      if (!this.dragged || under === name) return;
      if (under) this.ondrop(under);
      else this.oncancel();
    };
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", () => end(null), { signal });
  }
}

/** @param {BoardShape} board @param {Look} look @returns {Projection} */
function seenFrom(board, { solid, turned }) {
  return solid ? fromInFront(board, turned) : fromAbove(board, turned);
}

/**
 * The name of the square or exit that an element belongs to.
 * @param {EventTarget | null} element
 */
function nameOf(element) {
  return element instanceof Element ? (element.closest("[data-name]")?.getAttribute("data-name") ?? "") : "";
}

/**
 * A piece as one says it.
 * @param {Piece} piece
 * @param {[string, string]} sides
 */
export function pieceInWords(piece, sides) {
  const high = piece.height > 1 ? `, ${piece.height} high` : "";
  return `${sides[piece.side]} ${piece.kind}${high}`;
}

/** @param {number} x @param {number} y @param {number} w @param {number} d @returns {[number, number][]} */
function corners(x, y, w, d) {
  return [[x, y], [x + w, y], [x + w, y + d], [x, y + d]];
}

/** @param {BoardShape} board @returns {Place[]} */
function squarePlaces(board) {
  return board.squares.map(({ name, x, y }) => ({ name, x, y, w: 1, d: 1, element: svg("g") }));
}

/** A strip along the edge for each exit; those of one edge share its length. @param {BoardShape} board @returns {Place[]} */
function exitPlaces({ exits, columns, rows }) {
  return exits.map(({ name, edge }) => {
    const beside = exits.filter((each) => each.edge === edge);
    const place = beside.findIndex((each) => each.name === name);
    const upright = edge === "left" || edge === "right";
    const long = (upright ? rows : columns) / beside.length;
    const across = { left: -EXIT, right: columns, top: rows, bottom: -EXIT }[edge];
    const [x, y] = upright ? [across, rows - (place + 1) * long] : [place * long, across];
    return { name, x, y, w: upright ? EXIT : long, d: upright ? long : EXIT, element: svg("g") };
  });
}

/**
 * A picture of a view, for lists; what is beside it must say what it shows.
 * @param {Painted} game
 * @param {View} view
 * @param {Partial<Look>} [look]
 */
export function picture(game, view, look = {}) {
  const board = new Board(game, view, { solid: false, turned: false, ...look });
  return html("div", { class: "picture" }, board.element);
}
