// The board: a picture of a position that takes input and shows marks. It depends on no particular game.

import { say } from "./announce.js";
import { put, svg } from "./dom.js";
import { drawingInWords, Drawings } from "./drawings.js";
import { pieceInWords } from "./game_texts.js";
import { messageOf, t } from "./i18n.js";
import { BoardInput } from "./input.js";
import { marksAbove, marksBelow } from "./marks.js";
import { BoardPicture } from "./picture.js";

export { hasBlocks, picture } from "./picture.js";

/** @import { Piece, View } from "./types.js" */
/** @import { Drawn } from "./drawings.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Look, Painted } from "./picture.js" */
/** @import { Body } from "./projection.js" */

export class Board extends BoardPicture {
  /**
   * @param {Painted} game
   * @param {View} view
   * @param {Look} look
   * @param {string} label the board's name for screen readers
   */
  constructor(game, view, look, label) {
    super(game, view, look, label);
    const drawn = { "aria-hidden": true };
    this.below = svg("g", { class: "marks", ...drawn });
    this.above = svg("g", { class: "marks", ...drawn });
    this.ring = svg("path", { class: "focus-ring", ...drawn });
    this.ghost = svg("g", { class: "ghost", ...drawn });
    this.standing.before(this.below);
    this.drawings = new Drawings(this);
    this.element.append(this.above, this.drawings.element, this.ring, this.ghost);
    /** @type {Marks} */
    this.marks = {};
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

    this.input = new BoardInput(this);
    this.draw();
  }

  /** Let the board show a view, at once. @param {View} view */
  show(view) {
    this.scene = null;
    super.show(view);
  }

  /** Let other pieces stand on the board. @param {Piece[]} pieces */
  showPieces(pieces) {
    super.showPieces(pieces);
    this.#describe();
  }

  /** Look at the board from another side. @param {Partial<Look>} look */
  see(look) {
    super.see(look);
    this.drawings.redraw();
    this.mark(this.marks);
  }

  /** Mark squares, in place of those marked before. @param {Marks} marks */
  mark(marks) {
    this.marks = marks;
    put(this.below, ...marksBelow(this, marks));
    put(this.above, ...marksAbove(this, marks));
    this.#describe();
  }

  drawGround() {
    const { isHolding } = this.input;
    super.drawGround();
    this.input.redraw(isHolding);
  }

  // Pieces.

  /** Paint a piece on its square, dimmed while it is being dragged. @param {Body} body */
  stand(body) {
    const element = super.stand(body);
    element.classList.toggle("lifted", body.piece.squares.includes(this.lifted));
    return element;
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

  /** Add an arrow or a circle, or remove the same one. @param {Drawn} drawn */
  addDrawing(drawn) {
    const isThere = this.drawings.toggle(drawn);
    say(t(isThere ? "drawn" : "erased", { drawing: drawingInWords(drawn) }), "drawing");
    this.#describe();
  }

  /** Remove all arrows and circles that the user has drawn. */
  erase() {
    this.input.drawnFrom = "";
    if (!this.drawings.all.length) return this.drawings.redraw();
    this.drawings.clear();
    this.#describe();
  }

  // Accessibility and touch.

  #describe() {
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
    if (!square) words.push(t("off-board"));
    else if (!["plain", "dark"].includes(square.terrain)) words.push(terrainInWords(square.terrain));
    if (body) words.push(pieceInWords(this.game, body.piece));
    else if (square) words.push(t("empty"));
    const target = this.marks.targets?.get(name);
    if (target) words.push(t(target.takes ? "possible-capture" : target.loses ? "possible-loss" : "possible-move"));
    else if (this.marks.sources?.includes(name)) words.push(t(body ? "can-move" : "possible-move"));
    if (this.marks.chosen?.includes(name)) words.push(t("chosen"));
    words.push(...this.drawings.all.filter(({ from }) => from === name).map(drawingInWords));
    return words.join(", ");
  }
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

/** A terrain in words: in those of a game from a file, if the page has none for it. @param {string} terrain */
function terrainInWords(terrain) {
  return messageOf(`terrain-${terrain}`) ?? terrain;
}
