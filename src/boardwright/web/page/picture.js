// Pictures of boards: the view of a position, in 2-D or 3-D. They depend on no particular game.

import { farthestFirst, paintSolid, STACKED } from "./blocks.js";
import { html, put, svg } from "./dom.js";
import { paintFlat } from "./flat.js";
import { drawGround } from "./board_svg.js";
import { extentOf } from "./geometry.js";
import { HiddenOutlines } from "./hidden.js";
import { paintsOf } from "./theme.js";
import { bodyOf, fromAbove, fromInFront } from "./projection.js";

/** @import { BoardShape, GameInfo, Piece, View } from "./types.js" */
/** @import { Place } from "./board_svg.js" */
/** @import { Body, Projection } from "./projection.js" */

/**
 * @typedef {object} Look
 * @property {boolean} solid whether it is drawn in 3-D
 * @property {boolean} turned whether the second side sits below
 * @property {boolean} [bare] whether it has no frame
 * @property {boolean} [coordinates] whether it shows the names of squares, as it does by default
 */
/** @typedef {Pick<GameInfo, "name" | "sides" | "kinds" | "glyphs" | "faces" | "palette">} Painted the look of a game's pieces */

const DRAWN = { "aria-hidden": true };

export class BoardPicture {
  /**
   * @param {Painted} game
   * @param {View} view
   * @param {Look} look
   * @param {string} [label] the board's name for screen readers; a picture has none
   */
  constructor(game, view, look, label) {
    this.game = game;
    this.view = view;
    this.look = look;
    this.paints = paintsOf(game.sides);
    this.isPicture = label === undefined;
    this.projection = seenFrom(view.board, look);
    this.ground = svg("g");
    this.standing = svg("g", { class: "pieces", ...DRAWN });
    this.hidden = svg("g", { class: "outlines", ...DRAWN });
    const role = this.isPicture ? DRAWN : { role: "grid", "aria-label": label };
    this.element = svg("svg", { class: "board", ...role }, this.ground, this.standing, this.hidden);
    /** @type {Map<string, Place>} */
    this.places = new Map();
    /** @type {Body[]} */
    this.bodies = [];
    /** @type {Map<Body, SVGGElement>} */
    this.painted = new Map();
    this.outlines = new HiddenOutlines();
  }

  /** Draw everything, for the first time. */
  draw() {
    this.drawGround();
    this.showPieces(this.view.pieces);
  }

  /** Show another view. @param {View} view */
  show(view) {
    const isOther = JSON.stringify(view.board) !== JSON.stringify(this.view.board);
    this.view = view;
    if (isOther) this.drawGround();
    this.showPieces(view.pieces);
  }

  /** Look at the board from another side. @param {Partial<Look>} look */
  see(look) {
    this.look = { ...this.look, ...look };
    this.drawGround();
    this.repaint();
  }

  /** All pieces that the board can show. */
  get #kinds() {
    return [...this.game.palette, ...this.view.pieces];
  }

  get #hasBlocks() {
    return hasBlocks(this.#kinds);
  }

  /** Let other pieces stand on the board. @param {Piece[]} pieces */
  showPieces(pieces) {
    this.bodies = pieces.map((piece) => this.body(piece));
    this.repaint();
  }

  /** Draw the squares, in the current look. */
  drawGround() {
    const { board } = this.view;
    const { isPicture } = this;
    this.projection = seenFrom(board, this.look);
    const { places, parts, box, shape } = drawGround({
      board,
      projection: this.projection,
      isPicture,
      bare: this.look.bare ?? false,
      coordinates: this.look.coordinates ?? true,
    });
    this.places = places;
    put(this.ground, ...parts);
    this.#fit(box, shape);
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
    const { columns, rows } = extentOf(this.view.board);
    const highest = solid ? Math.min(top, this.projection.point(columns / 2, turned ? 0 : rows, tallest)[1]) : top;
    const high = height + top - highest;
    const [wide, tall] = [Math.max(width, high * shape), Math.max(high, width / shape)];
    const box = [left - (wide - width) / 2, highest - (tall - high) / 2, wide, tall];
    this.element.setAttribute("viewBox", box.map((number) => number.toFixed(0)).join(" "));
    this.element.style.setProperty("--shape", shape.toFixed(4));
  }

  /** A piece at rest on its squares. @param {Piece} piece */
  body(piece) {
    const isBlock = piece.squares.length > 1 || (this.#hasBlocks && this.game.glyphs[piece.kind] === undefined);
    return bodyOf(piece, this.places, isBlock);
  }

  /** @param {Body} body */
  paint(body) {
    const paint = this.projection.solid ? paintSolid : paintFlat;
    return paint(body, this.projection, this.paints[body.piece.side], this.#drawing(body));
  }

  /** What is drawn on a piece: the glyph of a disc, the face of a block. @param {Body} body @returns {string | undefined} */
  #drawing({ block, piece }) {
    return (block ? this.game.faces : this.game.glyphs)[piece.kind];
  }

  /** Paint a piece on its squares. @param {Body} body */
  stand(body) {
    return this.paint(body);
  }

  /** Redraw pieces: those that have moved, or by default all. @param {Body[] | null} [moved] */
  repaint(moved = null) {
    const { solid } = this.projection;
    const ordered = solid
      ? farthestFirst(this.bodies, this.projection, extentOf(this.view.board).columns)
      : this.bodies;
    const before = moved ? this.painted : new Map();
    this.painted = new Map(
      ordered.map((body) => {
        const old = before.get(body);
        if (old && !moved?.includes(body)) return [body, old];
        const element = this.stand(body);
        old?.replaceWith(element);
        return [body, element];
      }),
    );
    arrange(this.standing, [...this.painted.values()]);
    const { projection, paints } = this;
    const drawing = (/** @type {Body} */ body) => this.#drawing(body);
    arrange(this.hidden, solid ? this.outlines.drawn(ordered, projection, paints, drawing, moved) : []);
  }
}

/** Let an element have these children, without touching those that have their place. @param {Element} element @param {Element[]} children */
function arrange(element, children) {
  let next = element.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else element.insertBefore(child, next);
  }
  while (next) {
    const { nextElementSibling } = next;
    next.remove();
    next = nextElementSibling;
  }
}

/** @param {BoardShape} board @param {Look} look @returns {Projection} */
function seenFrom(board, { solid, turned }) {
  const extent = extentOf(board);
  return solid ? fromInFront(extent, turned) : fromAbove(extent, turned);
}

/**
 * Whether pieces are drawn as blocks rather than discs: some piece covers several squares.
 * @param {Piece[]} pieces
 */
export function hasBlocks(pieces) {
  return pieces.some(({ squares }) => squares.length > 1);
}

/**
 * A small picture of a view, for lists; the text beside it must describe it.
 * @param {Painted} game
 * @param {View} view
 * @param {Partial<Look>} [look]
 */
export function picture(game, view, look = {}) {
  const board = new BoardPicture(game, view, { solid: false, turned: false, ...look });
  board.draw();
  return html("div", { class: "picture" }, board.element);
}
