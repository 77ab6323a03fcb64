// The board: draws the view of a position and takes input. It depends on no particular game.

import { farthestFirst, paintSolid, STACKED } from "./blocks.js";
import { html, put, svg } from "./dom.js";
import { paintFlat } from "./flat.js";
import { drawGround } from "./board_svg.js";
import { hiddenOutlines } from "./hidden.js";
import { BoardInput } from "./input.js";
import { marksAbove, marksBelow } from "./marks.js";
import { paintsOf } from "./theme.js";
import { bodyOf, fromAbove, fromInFront } from "./projection.js";

/** @import { BoardShape, GameInfo, Piece, View } from "./types.js" */
/** @import { Place } from "./board_svg.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Body, Projection } from "./projection.js" */

/** @typedef {{solid: boolean, turned: boolean, bare?: boolean}} Look bare: without its frame */
/** @typedef {Pick<GameInfo, "sides" | "glyphs" | "palette">} Painted the look of a game's pieces */

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
    this.isPicture = label === undefined;
    this.projection = seenFrom(view.board, look);
    const drawn = { "aria-hidden": true };
    this.ground = svg("g");
    this.below = svg("g", { class: "marks", ...drawn });
    this.standing = svg("g", { class: "pieces", ...drawn });
    this.hidden = svg("g", { class: "outlines", ...drawn });
    this.above = svg("g", { class: "marks", ...drawn });
    this.ring = svg("path", { class: "focus-ring", ...drawn });
    this.ghost = svg("g", { class: "ghost", ...drawn });
    const layers = [this.ground, this.below, this.standing, this.hidden, this.above, this.ring, this.ghost];
    const role = this.isPicture ? drawn : { role: "grid", "aria-label": label };
    this.element = svg("svg", { class: "board", ...role }, ...layers);
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Marks} */
    this.marks = {};
    /** @type {Body[]} */
    this.bodies = [];
    /** @type {Map<Body, SVGGElement>} */
    this.painted = new Map();
    /** The square of the piece that is being dragged, if one is. */
    this.lifted = "";
    /** @type {object | null} the running animation */
    this.scene = null;

    // Hooks for the owners of the board.
    /** @type {(name: string) => void} a square was clicked, or chosen with the keys */
    this.onchoose = () => {};
    /** @type {() => void} */
    this.oncancel = () => {};
    /** @type {(name: string) => boolean} */
    this.canLift = () => false;
    /** @type {(name: string) => void} called when the piece on a square is dragged */
    this.onlift = () => {};
    /** @type {(name: string) => void} and is dropped on another */
    this.ondrop = () => {};

    this.input = this.isPicture ? null : new BoardInput(this);
    this.#drawGround();
    this.show(view);
  }

  /** All pieces that the board can show. */
  get #kinds() {
    return [...this.game.palette, ...this.view.pieces];
  }

  get #hasBlocks() {
    return hasBlocks(this.#kinds);
  }

  /** Let the board show a view, at once. @param {View} view */
  show(view) {
    this.scene = null;
    const isOther = JSON.stringify(view.board) !== JSON.stringify(this.view.board);
    this.view = view;
    if (isOther) this.#drawGround();
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
  }

  /** Mark squares, in place of those marked before. @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    put(this.below, ...marksBelow(this, marks));
    put(this.above, ...marksAbove(this, marks));
    this.#describe();
  }

  #drawGround() {
    const { board } = this.view;
    const { isPicture } = this;
    const isHolding = this.input?.isHolding ?? false;
    this.projection = seenFrom(board, this.look);
    const { places, parts, box, shape } = drawGround({
      board,
      projection: this.projection,
      isPicture,
      bare: this.look.bare ?? false,
    });
    this.places = places;
    put(this.ground, ...parts);
    this.#fit(box, shape);
    this.input?.redraw(isHolding);
  }

  /**
   * Fit everything into the view box, including pieces that rise above the farthest squares, with the aspect ratio of
   * the 2-D view, so that nothing on the page moves when the view changes.
   * @param {[number, number, number, number]} box
   * @param {number} shape
   */
  #fit([left, top, width, height], shape) {
    const { solid, turned } = this.look;
    const tallest = Math.max(1, ...this.#kinds.map((piece) => piece.height)) * (this.#hasBlocks ? 1 : STACKED);
    const { columns, rows } = this.view.board;
    const highest = solid ? Math.min(top, this.projection.point(columns / 2, turned ? 0 : rows, tallest)[1]) : top;
    const high = height + top - highest;
    const [wide, tall] = [Math.max(width, high * shape), Math.max(high, width / shape)];
    const box = [left - (wide - width) / 2, highest - (tall - high) / 2, wide, tall];
    this.element.setAttribute("viewBox", box.map((number) => number.toFixed(0)).join(" "));
    this.element.style.setProperty("--shape", shape.toFixed(4));
  }

  // Pieces.

  /** A piece at rest on its squares. @param {Piece} piece */
  body(piece) {
    const isBlock = piece.squares.length > 1 || (this.#hasBlocks && this.game.glyphs[piece.kind] === undefined);
    return bodyOf(piece, this.places, isBlock);
  }

  /** @param {Body} body */
  paint(body) {
    const paint = this.projection.solid ? paintSolid : paintFlat;
    return paint(body, this.projection, this.paints[body.piece.side], this.game.glyphs[body.piece.kind]);
  }

  /** Paint a piece on its square, dimmed while it is being dragged. @param {Body} body */
  #stand(body) {
    const element = this.paint(body);
    element.classList.toggle("lifted", body.piece.squares.includes(this.lifted));
    return element;
  }

  /** Redraw all pieces. */
  repaint() {
    const { solid } = this.projection;
    const ordered = solid ? farthestFirst(this.bodies, this.projection, this.view.board.columns) : this.bodies;
    this.painted = new Map(ordered.map((body) => [body, this.#stand(body)]));
    put(this.standing, ...this.painted.values());
    put(this.hidden, ...(solid ? hiddenOutlines(ordered, this.projection, this.paints, this.game.glyphs) : []));
  }

  /** The piece on a square. @param {string} name */
  bodyOn(name) {
    return this.bodies.find(({ piece }) => piece.squares.includes(name));
  }

  /** Start to drag the piece on a square, or end the drag with "". @param {string} name */
  lift(name) {
    this.lifted = name;
    for (const [{ piece }, element] of this.painted) {
      element.classList.toggle("lifted", piece.squares.includes(name));
    }
  }

  /** Redraw moved pieces. @param {Body[]} moved */
  repaintOnly(moved) {
    // The drawing order changes while a piece moves in 3-D.
    if (this.projection.solid || moved.some((body) => !this.painted.has(body))) return this.repaint();
    for (const body of moved) {
      const element = this.#stand(body);
      this.painted.get(body)?.replaceWith(element);
      this.painted.set(body, element);
    }
  }

  // Accessibility and touch.

  #describe() {
    if (this.isPicture) return;
    // A touch drags pieces that can move, and scrolls the page elsewhere.
    for (const element of this.element.querySelectorAll("[data-name]")) {
      element.classList.toggle("liftable", this.canLift(element.getAttribute("data-name") ?? ""));
    }
    for (const [name, { element }] of this.places) {
      element.setAttribute("aria-label", this.inWords(name));
      element.setAttribute("aria-selected", String(this.marks.chosen?.includes(name) ?? false));
    }
  }

  /** The label of a square for screen readers. @param {string} name */
  inWords(name) {
    const square = this.view.board.squares.find((each) => each.name === name);
    const body = this.bodyOn(name);
    const words = [name];
    if (!square) words.push("off the board");
    else if (!["plain", "dark"].includes(square.terrain)) words.push(square.terrain);
    if (body) words.push(pieceInWords(body.piece, this.game.sides));
    else if (square) words.push("empty");
    const target = this.marks.targets?.get(name);
    if (target) words.push(target.takes ? "possible capture" : "possible move");
    else if (this.marks.sources?.includes(name)) words.push("can move");
    if (this.marks.chosen?.includes(name)) words.push("chosen");
    return words.join(", ");
  }
}

/** @param {BoardShape} board @param {Look} look @returns {Projection} */
function seenFrom(board, { solid, turned }) {
  return solid ? fromInFront(board, turned) : fromAbove(board, turned);
}

/**
 * Whether pieces are drawn as blocks rather than discs: some piece covers several squares.
 * @param {Piece[]} pieces
 */
export function hasBlocks(pieces) {
  return pieces.some(({ squares }) => squares.length > 1);
}

/** The side below on a board that is not flipped. @param {View} view */
export function sideBelow(view) {
  const rows = new Map(view.board.squares.map(({ name, y }) => [name, y]));
  const means = [0, 1].map((side) => {
    const all = view.pieces
      .filter((piece) => piece.side === side)
      .flatMap(({ squares }) => squares.map((name) => rows.get(name) ?? 0));
    return all.reduce((sum, y) => sum + y, 0) / Math.max(1, all.length);
  });
  return means[0] <= means[1] ? 0 : 1;
}

/**
 * A piece in words.
 * @param {Piece} piece
 * @param {[string, string]} sides
 */
export function pieceInWords(piece, sides) {
  const high = piece.height > 1 ? `, ${piece.height} high` : "";
  return `${sides[piece.side]} ${piece.kind}${high}`;
}

/**
 * A small picture of a view, for lists; the text beside it must describe it.
 * @param {Painted} game
 * @param {View} view
 * @param {Partial<Look>} [look]
 */
export function picture(game, view, look = {}) {
  const board = new Board(game, view, { solid: false, turned: false, ...look });
  return html("div", { class: "picture" }, board.element);
}
