// The page of puzzles: find the only way to win, against the replies of the puzzle.

import * as api from "./api.js";
import { complain, say } from "./announce.js";
import { button, choice, html, put, renew } from "./dom.js";
import { outcomeInWords, pieceArguments } from "./game_texts.js";
import { GameView } from "./game_view.js";
import { capitalised, t } from "./i18n.js";
import { icon, tool } from "./icons.js";
import { addressOf, analysisAddress, gamePageAddress, parameters, placeOf } from "./routes.js";
import { keepLooks, keepPuzzleScore, looks, puzzleScore } from "./storage.js";
import { gameLine, titleOf } from "./titles.js";

/** @import { GameInfo, Move, Puzzle, Puzzles, State } from "./types.js" */
/** @import { Looks } from "./storage.js" */

const DIFFICULTIES = /** @type {const} */ (["easy", "medium", "hard"]);

const REPLY_DELAY = 350; // milliseconds before the other side replies

/** @param {Element} root @param {string} name */
export async function openPuzzles(root, name) {
  const game = await api.gameNamed(name);
  const variant = game.variants.find((each) => each.full_name === name) ?? game.variants[0];
  document.title = t("title-puzzles", { game: titleOf(game, variant.full_name) });
  const numbers = await api.puzzles(variant.full_name);
  const all = DIFFICULTIES.flatMap((difficulty) => numbers[difficulty]);
  if (!all.length) return put(root, withoutPuzzles(game, variant.full_name));
  const asked = Number(parameters().get("puzzle"));
  const page = new PuzzlePage(game, numbers);
  put(root, page.element);
  await page.open(all.includes(asked) ? asked : page.chooseNumber());
  return page;
}

/** @param {GameInfo} game @param {string} fullName */
function withoutPuzzles(game, fullName) {
  return html(
    "div",
    { class: "lost" },
    html("h1", {}, t("puzzles-none", { game: titleOf(game, fullName) })),
    html("p", {}, t("puzzles-make")),
    html("p", {}, html("a", { href: addressOf("/") }, t("all-games"))),
  );
}

class PuzzlePage {
  /** @param {GameInfo} game @param {Puzzles} numbers */
  constructor(game, numbers) {
    this.game = game;
    this.fullName = numbers.game;
    this.numbers = numbers;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** The start position of the puzzle. @type {State | null} */
    this.start = null;
    /** The turn of the solution that is being played. */
    this.turn = 0;
    /** The moves that have been played in this turn. @type {string[]} */
    this.steps = [];
    /** @type {"solving" | "solved" | "helped" | "shown"} */
    this.status = "solving";
    /** Whether there was no wrong move and no help. */
    this.isClean = true;
    this.hints = 0;
    this.opened = 0;
    this.message = "";
    /** @type {GameView | null} */
    this.view = null;
    this.heading = html("h1", { class: "status" });
    this.about = html("p", { class: "muted" });
    this.tools = html("div", { class: "tools", role: "toolbar", "aria-label": t("actions") });
    this.score = html("p", { class: "score-line" });
    this.play = html("section", { class: "play" });
    this.listed = html("div", {});
    this.element = html(
      "div",
      { class: "table looking" },
      html("div", { class: "desk" }, this.play),
      html(
        "aside",
        { class: "side" },
        html("div", { class: "card" }, this.heading, this.about, this.tools),
        this.listed,
        html("div", { class: "card" }, this.score, this.#difficulties(), this.#variants()),
      ),
    );
  }

  /** The number of another puzzle of the chosen difficulty, one that is not solved if there is any. */
  chooseNumber() {
    const { difficulty } = looks();
    const chosen = difficulty === "all" ? [] : this.numbers[difficulty];
    const all = chosen.length ? chosen : DIFFICULTIES.flatMap((each) => this.numbers[each]);
    const { solved } = puzzleScore(this.fullName);
    const others = all.filter((number) => number !== this.puzzle?.number);
    const fresh = others.filter((number) => !solved.includes(number));
    const from = fresh.length ? fresh : others.length ? others : all;
    return from[Math.floor(Math.random() * from.length)];
  }

  /** @param {number} number */
  async open(number) {
    const opened = ++this.opened;
    const puzzle = await api.puzzle(this.fullName, number);
    const start = await api.position({ game: this.fullName, position: puzzle.position });
    if (opened !== this.opened) return;
    [this.puzzle, this.start, this.turn, this.steps, this.hints] = [puzzle, start, 0, [], 0];
    [this.status, this.isClean, this.message] = ["solving", true, ""];
    this.element.classList.remove("wrong-move");
    this.view?.close();
    const view = new GameView(this.game, this.fullName, start);
    this.view = view;
    view.allowed = (state) => this.status === "solving" && view.atTip && state.to_move === start.to_move;
    view.onmove = (move) => this.#try(move);
    view.onshow = () => this.#draw();
    view.prompt = () => this.#prompt();
    view.wayBack = () => this.#isBehind && button(t("back-to-puzzle"), () => view.go(Infinity));
    view.mayAsk = () => false;
    view.sit(start.to_move);
    put(this.play, gameLine(this.game, this.fullName), view.element, view.under);
    put(this.listed, view.list.element);
    history.replaceState(null, "", addressOf(placeOf().path, new URLSearchParams({ puzzle: String(number) })));
    await view.follow(start.position, [], start);
  }

  /** Whether the board shows an earlier position of a puzzle that is not solved yet. */
  get #isBehind() {
    return this.status === "solving" && this.view?.atTip === false;
  }

  /** The line below the board. */
  #prompt() {
    if (this.#isBehind || !this.start) return "";
    const outcome = this.view?.state.outcome;
    if (outcome) return t("sentence", { text: capitalised(outcomeInWords(this.game, outcome)) });
    // In the middle of a turn of the solution, there is no reply yet.
    if (this.status !== "solving") return this.view?.state.to_move === this.start.to_move ? "" : this.message;
    return this.message || t("sentence", { text: this.#task(this.start) });
  }

  /** What is to be done. @param {State} start */
  #task(start) {
    return t("puzzle-task", { side: capitalised(this.game.sideNames[start.to_move]) });
  }

  /** The moves that have been played. */
  get #played() {
    return this.view?.moves.map(({ text }) => text) ?? [];
  }

  /** The orders of this turn that begin with some moves. @param {string[]} steps */
  #orders(steps) {
    const orders = this.puzzle?.turns[this.turn]?.orders ?? [];
    return orders.filter((order) => steps.every((text, place) => order[place] === text));
  }

  /** @param {string[]} moves */
  #positionAfter(moves) {
    return api.position({ game: this.fullName, position: this.puzzle?.position, moves });
  }

  /** Play a move of the user: one of the solution, or one that wins at once. @param {Move} move */
  async #try(move) {
    const { view, start, opened } = this;
    if (!view || !start) return;
    const next = await this.#positionAfter([...this.#played, move.text]);
    if (opened !== this.opened) return;
    const steps = [...this.steps, move.text];
    const wins = next.outcome?.winner === start.to_move;
    if (!wins && !this.#orders(steps).length) return this.#refuse(move.text);
    [this.steps, this.hints] = [steps, 0];
    const isTurnOver = wins || this.#orders(steps).some(({ length }) => length === steps.length);
    if (isTurnOver) [this.turn, this.steps] = [this.turn + 1, []];
    const reply = this.puzzle?.turns[this.turn];
    if (wins || !reply) this.#finish(this.isClean ? "solved" : "helped", wins);
    else this.#tell(t("puzzle-right"));
    await view.follow(start.position, next.played, next, next.last);
    if (!wins && isTurnOver && reply) await this.#reply(reply.orders[0]);
  }

  /** Play the reply of the other side. @param {string[]} moves */
  async #reply(moves) {
    const { view, start, opened } = this;
    await new Promise((resolve) => setTimeout(resolve, REPLY_DELAY));
    for (const text of moves) {
      if (!view || !start || opened !== this.opened) return;
      const next = await this.#positionAfter([...this.#played, text]);
      if (opened !== this.opened) return;
      await view.follow(start.position, next.played, next, next.last);
    }
    this.turn += 1;
    this.#draw();
  }

  /** @param {string} move */
  #refuse(move) {
    this.#lose();
    this.#tell(t("puzzle-wrong", { move }), true);
  }

  /** End the streak. */
  #lose() {
    if (this.isClean) keepPuzzleScore(this.fullName, { streak: 0 });
    this.isClean = false;
  }

  /** @param {"solved" | "helped" | "shown"} status @param {boolean} [isOver] whether the game is won already */
  #finish(status, isOver = false) {
    const { solved, streak, best } = puzzleScore(this.fullName);
    const number = this.puzzle?.number ?? 0;
    this.status = status;
    if (status !== "shown" && !solved.includes(number)) keepPuzzleScore(this.fullName, { solved: [...solved, number] });
    if (status === "solved") keepPuzzleScore(this.fullName, { streak: streak + 1, best: Math.max(best, streak + 1) });
    this.#tell(t(isOver ? `puzzle-${status}` : "puzzle-won"));
  }

  /** @param {string} message @param {boolean} [isWrong] */
  #tell(message, isWrong = false) {
    this.message = message;
    this.element.classList.toggle("wrong-move", isWrong);
    say(message);
    if (this.status === "solving") this.view?.cancel();
    this.#draw();
  }

  /** Show the piece of the next move, then the move. */
  #hint() {
    const { view } = this;
    const text = this.#orders(this.steps)[0]?.[this.steps.length];
    const move = view?.state.moves.find((each) => each.text === text);
    if (!view || !move) return;
    this.#lose();
    this.hints += 1;
    const [path] = move.paths;
    const [square] = path;
    const piece = view.state.view.pieces.find(({ squares }) => squares.includes(square));
    const isPiece = this.hints === 1 && path.length > 1;
    const look = piece
      ? t("puzzle-hint-piece", { ...pieceArguments(this.game, piece.kind), square })
      : t("puzzle-hint-square", { square });
    this.#tell(isPiece ? look : t("puzzle-hint-move", { move: move.text }));
    view.board.mark({ chosen: piece?.squares ?? [square], arrows: isPiece ? [] : [{ path, kind: "line" }] });
  }

  /** Show the solution from its first position. */
  async #showSolution() {
    const { view, puzzle, start } = this;
    if (!view || !puzzle || !start) return;
    this.#lose();
    this.#finish("shown");
    const end = await this.#positionAfter(puzzle.turns.flatMap(({ orders }) => orders[0]));
    await view.switchTo(start.position, end.played, end, 0);
    await view.go(1);
  }

  /** Solve the same puzzle again. */
  #again() {
    if (this.puzzle) this.open(this.puzzle.number).catch(complain);
  }

  #next() {
    this.open(this.chooseNumber()).catch(complain);
  }

  #draw() {
    const { view, puzzle, start } = this;
    if (!view || !puzzle || !start) return;
    const isSolving = this.status === "solving";
    this.heading.textContent = isSolving ? this.#task(start) : t(`puzzle-${this.status}`);
    this.heading.classList.toggle("over", !isSolving);
    const about = [t("puzzle-number", { number: puzzle.number, difficulty: puzzle.difficulty })];
    if (puzzle.solved !== null) about.push(t("puzzle-levels", { percent: Math.round(puzzle.solved * 100) }));
    this.about.textContent = about.join(" ");
    const { solved, streak, best } = puzzleScore(this.fullName);
    const total = DIFFICULTIES.reduce((sum, difficulty) => sum + this.numbers[difficulty].length, 0);
    put(
      this.score,
      html("b", {}, t("puzzle-score", { streak, best })),
      html("span", {}, t("puzzle-count", { solved: Math.min(solved.length, total), total })),
    );
    renew(
      this.tools,
      isSolving && tool("hint", t("hint"), () => this.#hint(), !view.atTip || view.state.to_move !== start.to_move),
      isSolving && tool("next", t("show-solution"), () => void this.#showSolution().catch(complain)),
      !isSolving && tool("again", t("try-again"), () => this.#again()),
      html(
        "button",
        { type: "button", class: isSolving ? "tool" : "tool primary", onclick: () => this.#next() },
        icon("last"),
        t("next-puzzle"),
      ),
      tool("flip", t("flip"), () => view.flip()),
      tool("solid", t(view.board.look.solid ? "flat" : "solid"), () => view.changeView()),
      !isSolving && this.#analysisLink(),
      html("a", { class: "button tool", href: gamePageAddress("rules", this.game.name) }, icon("rules"), t("rules")),
    );
  }

  #analysisLink() {
    const href = analysisAddress(this.fullName, this.view?.start ?? "", { moves: this.#played, ply: 0 });
    return html("a", { class: "button tool", href }, icon("analyse"), t("analyse"));
  }

  #difficulties() {
    const named = DIFFICULTIES.filter((difficulty) => this.numbers[difficulty].length);
    /** @type {[string, Looks["difficulty"]][]} */
    const options = [
      [t("difficulty-all"), "all"],
      ...named.map((each) => /** @type {[string, typeof each]} */ ([t(`difficulty-${each}`), each])),
    ];
    return choice(t("difficulty"), options, looks().difficulty, (difficulty) => {
      keepLooks({ difficulty });
      if (this.status !== "solving" || !this.#played.length) this.#next();
    });
  }

  /** Links to the puzzles of the other variants. */
  #variants() {
    const others = this.game.variants.filter(({ full_name: name, puzzles }) => puzzles && name !== this.fullName);
    if (!others.length) return null;
    const links = others.map(({ full_name: name, title }) =>
      html("a", { class: "button", href: gamePageAddress("puzzles", name) }, title),
    );
    return html(
      "div",
      { class: "row other-variants" },
      html("span", { class: "muted" }, t("other-variants")),
      ...links,
    );
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    return this.view?.onKey(event) ?? false;
  }

  close() {
    this.opened += 1;
    this.view?.close();
  }
}
