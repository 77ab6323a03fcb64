// The board with its move list and navigation: the common part of the pages for live games and
// for analysis.

import { EnginePanel } from "./engine_panel.js";
import { play } from "./animate.js";
import * as api from "./api.js";
import { Board, hasBlocks, sideBelow } from "./board.js";
import { canBegin, choiceOf, chosenOn, meant, piecesAfter, squaresOf, stagesSoFar } from "./chooser.js";
import { button, html, put } from "./dom.js";
import { outcomeInWords, pieceArguments, pieceInWords, statusInWords, translated, valueName } from "./game_texts.js";
import { capitalised, t } from "./i18n.js";
import { tool } from "./icons.js";
import { keepLooks, looks } from "./storage.js";
import { MoveList, sharedMoves } from "./moves.js";
import { complain, moveInWords, say, showErrorsOf } from "./announce.js";

/** @import { GameInfo, Move, Side, State } from "./types.js" */
/** @import { Choice } from "./chooser.js" */
/** @import { Child } from "./dom.js" */
/** @import { Marks } from "./marks.js" */
/** @import { Listed } from "./moves.js" */

export class GameView {
  /**
   * @param {GameInfo} game
   * @param {string} fullName
   * @param {State} state the position to begin with
   */
  constructor(game, fullName, state) {
    this.game = game;
    this.fullName = fullName;
    showErrorsOf(game);
    const solid = looks().solid[game.name] ?? hasBlocks(state.view.pieces);
    this.board = new Board(
      game,
      state.view,
      { solid, turned: false, coordinates: looks().coordinates },
      t("board-of", { game: game.title }),
    );
    this.board.onchoose = (name) => this.#choose(name);
    this.board.oncancel = () => this.cancel();
    this.board.canLift = (name) => this.#mayMove() && (this.#stands(name) || canBegin(this.state.moves, name));
    this.board.onlift = (name) => this.#lift(name);
    this.board.ondrop = (name) => this.#drop(name);
    this.why = html("div", { class: "why" });
    this.hint = html("div", { class: "hint" });
    this.notes = html("dl", { class: "notes" });
    this.under = html("div", { class: "under" }, this.why, this.hint, this.notes);
    /** The analysis page puts a tree in its place. */
    this.list = new MoveList(game.sideNames, { go: (ply) => this.go(ply), walk: (plies) => this.walk(plies) });
    this.analysis = new EnginePanel(fullName, game, {
      preview: (moves) => this.#preview(moves),
      take: (moves) => this.ontake(moves),
      go: (ply) => this.go(ply),
    });
    this.holder = html("div", { class: "board-holder" }, this.board.element);
    this.element = html("div", { class: "board-row" }, this.analysis.bar.element, this.holder);

    /** The state on the board. */
    this.state = state;
    /** The state at the end of the line. */
    this.tip = state;
    this.start = state.position;
    /** @type {Listed[]} */
    this.moves = [];
    this.shown = 0;
    this.isOpen = false;
    /** @type {Map<number, Promise<State>>} */
    this.states = new Map();
    /** @type {Choice} */
    this.choice = choiceOf([], []);
    /** @type {Marks["arrows"]} */
    this.arrows = [];
    /** The move that is shown before the server has confirmed it. */
    this.ahead = "";
    /** The queue of animations. */
    this.queue = Promise.resolve();
    /** @type {Listed[]} the moves that will be on the board once all that is known has been shown */
    this.newest = [];
    /** @type {number | null} the ply at which a navigation ends */
    this.heading = null;
    this.previews = 0;
    /** Whether a 3-D board is shown from above. */
    this.isAbove = false;
    this.holding = new AbortController();

    // Hooks for the pages.
    /** @type {(state: State) => boolean} whether the user may move here */
    this.allowed = () => false;
    /** @type {(move: Move) => Promise<void>} play a chosen move */
    this.onmove = async () => {};
    /** @type {(moves: string[]) => void} go into a line that the engine shows */
    this.ontake = () => {};
    /** @type {() => void} called whenever the board shows another state */
    this.onshow = () => {};
    /** @type {() => boolean} whether the engine may be used */
    this.mayAsk = () => true;
    /** @type {() => string} the hint while nothing is chosen */
    this.prompt = () => "";
    /** @type {() => Child} a button beside that, such as one that leads back to the game */
    this.wayBack = () => null;
  }

  /** The side that sits below. @returns {Side} */
  get below() {
    const usual = sideBelow(this.game.variants[0].view);
    return this.board.look.turned === (usual === 0) ? 1 : 0;
  }

  /** Let a side sit below. @param {Side} side */
  sit(side) {
    if (this.below === side) return;
    this.board.see({ turned: !this.board.look.turned });
    if (this.isOpen) this.#list();
  }

  get atTip() {
    return this.shown === this.moves.length;
  }

  #mayMove() {
    return !this.ahead && !this.state.outcome && this.allowed(this.state);
  }

  /**
   * Replace or extend the line. If the board showed its end, it moves on to the new end.
   * @param {string} start
   * @param {Listed[]} moves
   * @param {State} tip
   * @param {Move | null} [moved] the move that led there, where what is new shall be acted out
   */
  follow(start, moves, tip, moved = null) {
    this.newest = moves;
    this.queue = this.queue.then(() => this.#follow(start, moves, tip, moved)).catch(complain);
    return this.queue;
  }

  /** @param {string} start @param {Listed[]} moves @param {State} tip @param {Move | null} moved */
  async #follow(start, moves, tip, moved) {
    const wasAtTip = this.atTip;
    const { length } = this.moves;
    const isSameStart = start === this.start;
    const same = this.#setLine(start, moves, tip);
    const grown = same === length && isSameStart ? moves.length - same : -1;
    const follows = wasAtTip || this.shown > moves.length;
    if (!follows) return this.#list();
    // An update that does not change the board keeps the current selection.
    const isStill = this.isOpen && grown === 0 && this.shown === moves.length && this.state.position === tip.position;
    if (isStill && !this.state.outcome === !tip.outcome) {
      this.state = tip;
      return;
    }
    const isOnBoard = this.ahead !== "" && this.ahead === `${same + 1} ${moves[same]?.text}`;
    const unseen = Math.max(0, isOnBoard ? grown - 1 : grown);
    this.ahead = "";
    if (moved && unseen <= tip.last_turn.length && this.#turnsAfter(moves) < 2) {
      for (const move of tip.last_turn.slice(tip.last_turn.length - unseen)) await this.#act(move);
    }
    this.#show(tip, moves.length);
  }

  /**
   * Replace the line, and keep the states of the positions that both lines share.
   * @param {string} start
   * @param {Listed[]} moves
   * @param {State} tip
   * @returns {number} how many moves the two lines share
   */
  #setLine(start, moves, tip) {
    const isSameStart = start === this.start;
    const same = isSameStart ? sharedMoves(this.moves, moves) : 0;
    for (const ply of this.states.keys()) if (ply > same || !isSameStart) this.states.delete(ply);
    [this.start, this.moves, this.tip] = [start, moves, tip];
    this.states.set(moves.length, Promise.resolve(tip));
    return same;
  }

  /**
   * Show a position of a line, by default its last.
   * @param {string} start
   * @param {Listed[]} moves
   * @param {State} tip
   * @param {number} [ply]
   * @param {State} [known] the state at this ply
   */
  switchTo(start, moves, tip, ply = moves.length, known) {
    this.queue = this.queue
      .then(async () => {
        this.#setLine(start, moves, tip);
        if (known) this.states.set(ply, Promise.resolve(known));
        this.ahead = "";
        const state = await this.#stateAt(ply).catch((error) => {
          this.#show(tip, moves.length);
          throw error;
        });
        this.#show(state, ply);
      })
      .catch(complain);
    return this.queue;
  }

  /**
   * The number of turns after these moves that wait to be shown. One is the reply to the move on the board; more mean
   * that moves arrive faster than they can be animated.
   * @param {Listed[]} moves
   */
  #turnsAfter(moves) {
    const sides = this.newest.slice(Math.max(0, moves.length - 1)).map(({ side }) => side);
    return sides.filter((side, place) => place > 0 && side !== sides[place - 1]).length;
  }

  /** Animate a move on the board, after the chosen steps. @param {Move} move @param {number} [done] */
  async #act(move, done = 0) {
    this.board.mark({});
    await play(this.board, move.stages.slice(done), move.paths[0]?.at(-1));
  }

  /** Go to a position of the line. @param {number} ply */
  go(ply) {
    const wanted = Math.max(0, Math.min(ply, this.moves.length));
    this.heading = wanted;
    this.queue = this.queue
      .then(async () => {
        // Quick navigation skips to its end.
        if (this.heading !== wanted) return;
        const state = await this.#stateAt(wanted);
        if (wanted === this.shown + 1 && state.last) await this.#act(state.last);
        this.#show(state, wanted);
      })
      .catch(complain)
      .then(() => {
        if (this.heading === wanted) this.heading = null;
      });
    return this.queue;
  }

  /** Go some moves forward, or back. @param {number} plies */
  walk(plies) {
    return this.go((this.heading ?? this.shown) + plies);
  }

  /** @param {number} ply @returns {Promise<State>} */
  #stateAt(ply) {
    let state = this.states.get(ply);
    if (!state) {
      state = api.position({
        game: this.fullName,
        position: this.start,
        moves: this.moves.slice(0, ply).map(({ text }) => text),
      });
      this.states.set(ply, state);
      state.catch(() => this.states.delete(ply));
    }
    return state;
  }

  /** @param {State} state @param {number} ply */
  #show(state, ply) {
    const spoken = this.shown !== ply || this.state.position !== state.position;
    if (spoken) this.board.erase();
    [this.state, this.shown, this.isOpen] = [state, ply, true];
    this.arrows = [];
    this.previews += 1;
    this.holder.classList.remove("previewing");
    this.board.show(state.view);
    this.cancel();
    this.#list();
    const last = this.moves[ply - 1];
    const side = last && this.game.sideNames[/** @type {Side} */ (last.side)];
    const move = last && side ? moveInWords(side, last.text, state.last) : t("start-of-game");
    if (spoken) say(t("move-and-status", { move, status: statusInWords(this.game, state) }));
    put(
      this.notes,
      ...state.view.notes.map(([name, value]) =>
        html("div", {}, html("dt", {}, valueName(this.game, name)), html("dd", {}, value)),
      ),
    );
    this.onshow();
  }

  #list() {
    const { start, moves, shown, state, tip } = this;
    this.list.show(moves, shown);
    this.analysis.look({ start, moves, shown, state, tip }, this.below);
  }

  // Selection of a move.

  /** @param {string} name */
  #choose(name) {
    if (!this.#mayMove())
      return say(this.state.outcome ? outcomeInWords(this.game, this.state.outcome) : this.prompt());
    const { moves } = this.state;
    if (this.#stands(name) && this.choice.complete.length === 1) return this.#commit(this.choice.complete[0]);
    const isSame = this.choice.chosen.length === 1 && this.choice.chosen[0] === name;
    const fresh = choiceOf(moves, []);
    const next = chosenOn(moves, this.choice, name) ?? (isSame ? null : chosenOn(moves, fresh, name));
    if (!next) return isSame ? this.cancel() : this.#refuse(name);
    const move = meant(next);
    if (move) return this.#commit(move);
    this.#offer(next);
  }

  /** Clear the selection, and explain why a square cannot be chosen, by the rule if known. @param {string} name */
  async #refuse(name) {
    const { view, position, moves, to_move: toMove } = this.state;
    const pieceOn = (/** @type {string} */ square) => view.pieces.find(({ squares }) => squares.includes(square));
    const squares = [...this.choice.chosen, name];
    const [chosen, here] = [pieceOn(this.choice.chosen[0]), pieceOn(name)];
    const isPut = moves.some(({ paths }) => paths.some(({ length }) => length === 1));
    this.cancel();
    if (!chosen && !here && !isPut) return;
    const sentence = (/** @type {string} */ rule) => {
      const { piece, ...gender } = pieceArguments(this.game, (chosen ?? here)?.kind ?? "");
      const values = { ...gender, piece: spelledIn(rule, piece), square: name, rule, known: rule ? "yes" : "no" };
      return t(chosen ? "cannot-go" : here ? "cannot-move" : "cannot-be-chosen", values);
    };
    put(this.why, sentence(""));
    const refused = this.choice;
    const { rule, ...coded } = await api
      .whyNot({ game: this.fullName, position, squares })
      .catch(() => ({ rule: null }));
    // The selection has changed meanwhile.
    if (this.choice !== refused) return;
    const why = rule ? translated(rule, coded, this.game) : "";
    // For a piece of the other side, the rule is enough.
    const isOthers = why && !chosen && here && here.side !== toMove;
    const reason = isOthers ? t("sentence", { text: capitalised(why) }) : sentence(why);
    put(this.why, reason);
    say(reason, "choice");
  }

  /** Go with the dragged piece to a square, as a click on it would. @param {string} name */
  #drop(name) {
    if (chosenOn(this.state.moves, this.choice, name)) this.#choose(name);
    else this.#refuse(name);
  }

  /** @param {string} name */
  #lift(name) {
    if (this.#stands(name)) return;
    const next = chosenOn(this.state.moves, choiceOf(this.state.moves, []), name);
    if (next) this.#offer(next);
  }

  /** Whether the piece that is on its way stands on this square now. @param {string} name */
  #stands(name) {
    const last = this.choice.chosen.at(-1);
    if (!last || this.choice.chosen.length < 2) return false;
    return (
      name === last ||
      this.board.bodies.some(({ piece }) => piece.squares.includes(name) && piece.squares.includes(last))
    );
  }

  /** @param {Choice} next */
  async #offer(next) {
    const [done, stages] = [stagesSoFar(this.choice).length, stagesSoFar(next)];
    this.choice = next;
    this.board.mark({});
    this.board.showPieces(piecesAfter(this.state.view.pieces, stages.slice(0, done)));
    await play(this.board, stages.slice(done));
    if (this.choice === next) this.#markChoice();
  }

  #markChoice() {
    const { chosen, targets, complete } = this.choice;
    const sources = chosen.length || !this.#mayMove() ? [] : [...targets.keys()];
    const last = chosen.length ? [] : squaresOf(this.state.last_turn);
    this.board.mark({
      last,
      sources,
      chosen: this.#covered(),
      targets: chosen.length ? targets : new Map(),
      arrows: this.arrows,
    });
    const plays = complete.map((move) =>
      button(t("play-move", { move: move.text }), () => this.#commit(move), { class: "primary" }),
    );
    const stop = chosen.length ? [button(t("cancel"), () => this.cancel())] : [];
    const { kind } = this.board.view.board;
    const onward = complete.length ? t("continue-or-play") : t("choose-square", { kind });
    const text = chosen.length ? onward : this.prompt();
    put(this.why);
    put(this.hint, html("span", {}, text), ...plays, ...stop, !chosen.length && this.wayBack());
    // The buttons that play what is chosen must be in sight.
    if (chosen.length && plays.length) this.hint.scrollIntoView({ block: "nearest" });
    if (chosen.length) say(this.#choiceInWords(), "choice");
  }

  /** The selection in words: the chosen squares, the targets, and the moves that are complete. */
  #choiceInWords() {
    const { chosen, targets, complete } = this.choice;
    const name = chosen.at(-1) ?? "";
    const body = this.board.bodyOn(name);
    // Name a piece on several squares only once.
    const onward = [...targets].filter(([to, { squares }]) => squares.length < 2 || squares[0] === to);
    const square = t("square-chosen", { square: name });
    const words = [
      body ? t("piece-chosen", { piece: pieceInWords(this.game, body.piece), square: name }) : square,
      onward.length && t("can-go-to", { squares: onward.map(([to]) => to).join(", ") }),
      complete.length && t("enter-plays", { moves: complete.map(({ text }) => text).join(", ") }),
    ];
    return words.filter(Boolean).join("; ");
  }

  /** The squares under the chosen piece, before and after the chosen steps. */
  #covered() {
    const { chosen } = this.choice;
    const standing = [...this.state.view.pieces, ...this.board.bodies.map(({ piece }) => piece)];
    return [
      ...new Set(chosen.flatMap((name) => standing.find(({ squares }) => squares.includes(name))?.squares ?? [name])),
    ];
  }

  /** Clear the selection. */
  cancel() {
    if (this.hint.contains(document.activeElement)) this.board.input?.focus();
    const isMoved = stagesSoFar(this.choice).length > 0;
    this.choice = this.#mayMove() ? choiceOf(this.state.moves, []) : choiceOf([], []);
    if (isMoved) this.board.show(this.state.view);
    this.#markChoice();
  }

  /** @param {Move} move */
  #commit(move) {
    const done = stagesSoFar(this.choice).length;
    const { state } = this;
    this.choice = choiceOf([], []);
    const ahead = `${this.shown + 1} ${move.text}`;
    this.ahead = ahead;
    if (this.hint.contains(document.activeElement)) this.board.input?.focus();
    put(this.why);
    put(this.hint, html("span", {}, this.prompt()));
    this.board.showPieces(piecesAfter(state.view.pieces, move.stages.slice(0, done)));
    const acted = this.#act(move, done);
    this.queue = this.queue.then(() => acted);
    const played = this.onmove(move).catch(complain);
    // Undo a move on the board that was not accepted.
    played
      .then(() => this.queue)
      .then(() => {
        if (this.ahead !== ahead) return;
        this.ahead = "";
        if (this.state === state) this.#show(state, this.shown);
      });
  }

  // Display.

  /** Show what the other side threatens. */
  async showThreats() {
    const { state } = this;
    if (this.arrows?.length) this.arrows = [];
    else {
      const found = await api.threats({ game: this.fullName, position: state.position });
      if (this.state !== state) return;
      this.arrows = found.map(({ paths }) => ({ path: paths[0], kind: "threat" }));
      say(t("threats-listed", { count: found.length, moves: found.map(({ text }) => text).join(", ") }));
      if (!found.length) put(this.hint, html("span", {}, t("threats-none")));
    }
    this.board.mark({ ...this.board.marks, arrows: this.arrows });
  }

  /** Point at a path by an arrow, until the selection or the position changes. @param {string[]} path */
  point(path) {
    this.arrows = [{ path, kind: "line" }];
    this.cancel();
    this.arrows = [];
  }

  /** Preview moves from here; null ends the preview. @param {string[] | null} moves */
  async #preview(moves) {
    const number = ++this.previews;
    const { state } = this;
    this.holder.classList.toggle("previewing", moves !== null);
    if (!moves) {
      this.board.show(state.view);
      return this.#markChoice();
    }
    const shown = await api.position({ game: this.fullName, position: state.position, moves }).catch(() => null);
    if (!shown || number !== this.previews || this.state !== state) return;
    this.board.show(shown.view);
    this.board.mark({
      last: squaresOf(shown.last_turn),
      arrows: shown.last ? [{ path: shown.last.paths[0], kind: "line" }] : [],
    });
  }

  flip() {
    this.board.see({ turned: !this.board.look.turned });
    this.#list();
    this.onshow();
  }

  /** Switch between the 2-D and the 3-D view. */
  changeView() {
    const solid = !this.board.look.solid;
    keepLooks({ solid: { ...looks().solid, [this.game.name]: solid } });
    this.board.see({ solid });
    this.onshow();
  }

  /** Show a 3-D board from above for as long as a key or a button is held. @param {boolean} isHeld */
  lookFromAbove(isHeld) {
    if (isHeld === this.isAbove || (isHeld && !this.board.look.solid)) return;
    this.isAbove = isHeld;
    this.board.see({ solid: !isHeld });
    this.holding.abort();
    if (!isHeld) return;
    this.holding = new AbortController();
    const { signal } = this.holding;
    for (const event of ["keyup", "pointerup", "pointercancel", "blur"])
      addEventListener(event, () => this.lookFromAbove(false), { signal });
  }

  /** The buttons for how the board looks. */
  lookTools() {
    const { solid } = this.board.look;
    const above = tool("above", t("from-above"), () => {});
    above.classList.add("held");
    above.title = t("from-above-about");
    above.addEventListener("pointerdown", () => this.lookFromAbove(true));
    above.addEventListener("contextmenu", (event) => event.preventDefault());
    above.addEventListener("keydown", ({ key }) => (key === " " || key === "Enter") && this.lookFromAbove(true));
    return [
      tool("flip", t("flip"), () => this.flip()),
      tool("solid", t(solid ? "flat" : "solid"), () => this.changeView()),
      solid && above,
      tool("settings", t("board"), () => void this.#openSettings().catch(complain)),
    ];
  }

  async #openSettings() {
    const { openBoardSettings } = await api.loaded(import("./board_settings.js"));
    openBoardSettings(this);
  }

  /** Handle a keyboard shortcut. @param {KeyboardEvent} event @returns {boolean} whether it was one */
  onKey(event) {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
    if (typing || event.ctrlKey || event.altKey || event.metaKey) return false;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.walk(-1),
      ArrowRight: () => this.walk(1),
      ",": () => this.walk(-1),
      ".": () => this.walk(1),
      Home: () => this.go(0),
      End: () => this.go(this.moves.length),
      f: () => this.flip(),
      t: () => void this.showThreats().catch(complain),
      e: () => this.analysis.turnOn(this.mayAsk() && !this.analysis.isOn),
      v: () => this.lookFromAbove(true),
      Escape: () => {
        this.board.erase();
        this.cancel();
      },
    };
    if (!(event.key in keys)) return false;
    keys[event.key]();
    event.preventDefault();
    return true;
  }

  close() {
    this.holding.abort();
    this.board.scene = null;
    this.analysis.close();
  }
}

/** A name of a piece with the capitals that a text gives it. @param {string} text @param {string} name */
function spelledIn(text, name) {
  const place = text.toLowerCase().indexOf(name.toLowerCase());
  return place < 0 ? name : text.slice(place, place + name.length);
}
