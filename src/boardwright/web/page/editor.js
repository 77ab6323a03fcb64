// The position editor. The server checks positions, with the game's own messages.

import { errorText } from "./announce.js";
import { Board, picture } from "./board.js";
import { button, choice, html, put } from "./dom.js";
import { RESERVE } from "./geometry.js";
import { pieceInWords, statusInWords, valueName } from "./game_texts.js";
import { t } from "./i18n.js";

/** @import { BoardShape, Count, GameInfo, Piece, Side, State, View } from "./types.js" */

/**
 * @typedef {object} EditorOptions
 * @property {(pieces: Piece[], toMove: Side, counts: Record<string, number>) => Promise<State>} check throws if the position is not valid
 * @property {boolean} [palette] whether pieces can be added and removed, or moved alone
 * @property {Count[]} [counts] the numbers to edit besides the pieces
 * @property {{view: View, counts: Count[]}} [start] the start position, if it is not the one to begin with
 * @property {(state: State) => void} [done] called with a valid position
 * @property {() => void} [cancel] leave the editor
 */

export class Editor {
  /**
   * @param {GameInfo} game
   * @param {View} view
   * @param {EditorOptions} options
   */
  constructor(game, view, { check, palette = true, counts = [], start = { view, counts }, done, cancel }) {
    this.game = game;
    this.check = check;
    this.reserves = view.board.squares.flatMap(({ name, terrain }) => (terrain === RESERVE ? [name] : []));
    this.pieces = this.#placed(view.pieces);
    this.toMove = view.to_move;
    this.counts = counts;
    this.leave = cancel;
    this.checks = 0;
    /** @type {Piece | "remove" | null} the piece that the next click places */
    this.hand = null;
    /** @type {Piece | null} */
    this.lifted = null;
    /** @type {State | null} the position, if it is one */
    this.state = null;
    this.board = new Board(game, view, { solid: false, turned: false }, t("setup-board"));
    this.board.onchoose = (name) => this.#choose(name);
    this.board.oncancel = () => this.cancel();
    this.board.canLift = (name) => this.#at(name) !== undefined;
    this.board.onlift = (name) => this.#lift(this.#at(name));
    this.board.ondrop = (name) => this.#moveTo(name);
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.use = button(t("use-position"), () => this.state && done?.(this.state), { class: "primary" });
    this.palette = html("div", { class: "palette", role: "toolbar", "aria-label": t("pieces") });
    this.fields = html("div", { class: "row" });
    const clear = button(t("empty-board"), () => this.#set([]));
    const restart = button(t("start-position"), () => {
      this.toMove = start.view.to_move;
      this.counts = start.counts;
      this.#set(start.view.pieces);
      this.#drawFields();
    });
    this.element = html(
      "div",
      { class: "editor" },
      html("div", { class: "board-holder" }, this.board.element),
      html(
        "div",
        { class: "controls" },
        palette && this.palette,
        palette && this.fields,
        html("div", { class: "row" }, restart, palette && clear),
        this.verdict,
        done && this.use,
      ),
    );
    if (palette) this.#drawPalette(view.board);
    this.#drawFields();
    this.#changed();
  }

  /** The counters of the position. */
  #drawFields() {
    const sides = choice(
      t("side-to-move"),
      this.game.sideNames.map((name, side) => [name, side]),
      this.toMove,
      (side) => {
        this.toMove = /** @type {Side} */ (side);
        this.#changed();
      },
    );
    put(this.fields, sides, ...this.counts.map((count) => this.#countField(count)));
  }

  /** @param {Count} count */
  #countField({ name, value, lowest, highest }) {
    const field = html("input", { type: "number", min: lowest, max: highest, value });
    field.addEventListener("input", () => {
      this.counts = this.counts.map((count) =>
        count.name === name ? { ...count, value: field.valueAsNumber } : count,
      );
      this.#changed();
    });
    return html("label", { class: "count" }, html("span", {}, valueName(this.game, name)), field);
  }

  /** Drop the piece that is being moved, or else leave the editor. */
  cancel() {
    if (this.lifted) this.#drop();
    else this.leave?.();
  }

  /** @param {BoardShape} board */
  #drawPalette(board) {
    const templates = this.game.palette.map((piece) => {
      const show = picture(
        this.game,
        { board: boardUnder(board, piece), pieces: [piece], to_move: 0, notes: [] },
        { bare: true },
      );
      return this.#tool(
        piece,
        t("piece-on-squares", { piece: pieceInWords(this.game, piece), squares: piece.squares.length }),
        show,
      );
    });
    put(
      this.palette,
      ...templates,
      this.#tool("remove", t("remove-pieces"), html("span", { class: "remove", "aria-hidden": true }, "×")),
      this.#tool(null, t("move-pieces"), html("span", { class: "remove", "aria-hidden": true }, "✥")),
    );
  }

  /** @param {Piece | "remove" | null} hand @param {string} label @param {Node} shown */
  #tool(hand, label, shown) {
    const tool = html(
      "button",
      { type: "button", title: label, "aria-pressed": hand === this.hand },
      shown,
      html("span", { class: "unseen" }, label),
    );
    tool.addEventListener("click", () => {
      this.hand = hand;
      for (const each of this.palette.children) each.setAttribute("aria-pressed", String(each === tool));
      this.#drop();
    });
    return tool;
  }

  /** The pieces on the board. The numbers of those in reserves are edited as counts. @param {Piece[]} pieces */
  #placed(pieces) {
    return pieces.filter(({ squares }) => !this.reserves.includes(squares[0]));
  }

  /** @param {Piece[]} pieces */
  #set(pieces) {
    this.pieces = this.#placed(pieces);
    this.#drop();
    this.#changed();
  }

  /** @param {string} name */
  #at(name) {
    return this.pieces.find(({ squares }) => squares.includes(name));
  }

  /** @param {string} name */
  #choose(name) {
    if (this.reserves.includes(name)) return;
    const here = this.#at(name);
    if (this.hand === "remove") this.#set(this.pieces.filter((piece) => piece !== here));
    else if (this.hand) {
      const put = placed(this.board.view.board, this.hand, name);
      const same = here && put && here.label === put.label && here.squares.join() === put.squares.join();
      if (same) this.#set(this.pieces.filter((piece) => piece !== here));
      else if (put) this.#put(put);
    } else if (this.lifted) this.#moveTo(name);
    else this.#lift(here);
  }

  /** @param {Piece} put */
  #put(put) {
    this.#set([...this.pieces.filter(({ squares }) => !squares.some((square) => put.squares.includes(square))), put]);
  }

  /** @param {Piece | undefined} piece */
  #lift(piece) {
    this.lifted = piece ?? null;
    this.board.mark({ chosen: piece?.squares ?? [] });
  }

  #drop() {
    this.#lift(undefined);
  }

  /** @param {string} name */
  #moveTo(name) {
    const { lifted } = this;
    this.#drop();
    if (!lifted || lifted.squares.includes(name) || this.reserves.includes(name)) return;
    const put = placed(this.board.view.board, lifted, name);
    this.pieces = this.pieces.filter((piece) => piece !== lifted);
    if (put) this.#put(put);
  }

  async #changed() {
    const number = ++this.checks;
    this.board.showPieces(this.pieces);
    this.state = null;
    this.use.disabled = true;
    const bad = this.counts.find(
      ({ value, lowest, highest }) => !(value >= lowest && value <= highest && value % 1 === 0),
    );
    try {
      if (bad) throw new Error(t("number-expected", { ...bad, name: valueName(this.game, bad.name) }));
      const counts = Object.fromEntries(this.counts.map(({ name, value }) => [name, value]));
      const state = await this.check(this.pieces, this.toMove, counts);
      if (number !== this.checks) return;
      this.state = state;
      this.use.disabled = false;
      const inHand = state.view.pieces.filter(({ squares }) => this.reserves.includes(squares[0]));
      if (inHand.length) this.board.showPieces([...this.pieces, ...inHand]);
      this.verdict.className = "verdict right";
      this.verdict.textContent = `${state.position} (${statusInWords(this.game, state)})`;
    } catch (error) {
      if (number !== this.checks) return;
      this.verdict.className = "verdict wrong";
      this.verdict.textContent = errorText(error, this.game);
    }
  }
}

/**
 * Move a piece with its lower left corner to another square, or as near as the board allows.
 * @param {BoardShape} board
 * @param {Piece} piece
 * @param {string} name
 * @returns {Piece | null}
 */
function placed(board, piece, name) {
  const at = new Map(board.squares.map((square) => [square.name, square]));
  const named = new Map(board.squares.map((square) => [`${square.x} ${square.y}`, square.name]));
  const target = at.get(name);
  const shape = piece.squares.flatMap((square) => at.get(square) ?? []);
  if (!target || !shape.length) return null;
  const [left, low] = [Math.min(...shape.map(({ x }) => x)), Math.min(...shape.map(({ y }) => y))];
  const [width, depth] = [Math.max(...shape.map(({ x }) => x)) - left, Math.max(...shape.map(({ y }) => y)) - low];
  const [x, y] = [Math.min(target.x, board.columns - 1 - width), Math.min(target.y, board.rows - 1 - depth)];
  const squares = shape.flatMap((square) => named.get(`${square.x - left + x} ${square.y - low + y}`) ?? []);
  return squares.length === shape.length ? { ...piece, squares } : null;
}

/**
 * The part of a board under a piece.
 * @param {BoardShape} board
 * @param {Piece} piece
 * @returns {BoardShape}
 */
function boardUnder(board, piece) {
  const under = board.squares.filter(({ name }) => piece.squares.includes(name));
  const [left, low] = [Math.min(...under.map(({ x }) => x)), Math.min(...under.map(({ y }) => y))];
  const squares = under.map((square) => ({ ...square, x: square.x - left, y: square.y - low }));
  const size = Math.max(...squares.map(({ x, y }) => Math.max(x, y))) + 1;
  return {
    columns: size,
    rows: size,
    squares,
    column_labels: [],
    row_labels: [],
    exits: [],
    kind: "square",
    lines: [],
  };
}
