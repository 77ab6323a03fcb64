// The page of puzzles: find the only way to win, against the replies of the puzzle.

import * as api from "./api.js";
import { complain, say } from "./announce.js";
import { button, choice, html, put, renew } from "./dom.js";
import { GameView } from "./game_view.js";
import { icon, tool } from "./icons.js";
import { analysisAddress, fragment } from "./routes.js";
import { keepLooks, keepPuzzleScore, looks, puzzleScore } from "./storage.js";
import { capitalised, gameLine, titleOf } from "./titles.js";

/** @import { GameInfo, Move, Puzzle, Puzzles, State } from "./types.js" */
/** @import { Looks } from "./storage.js" */

const DIFFICULTIES = /** @type {const} */ (["easy", "medium", "hard"]);

const REPLY_DELAY = 350; // milliseconds before the other side replies

/** The sentences of the page. */
const TEXTS = {
  task: (/** @type {string} */ side) => `${capitalised(side)} to move: find the only way to win`,
  right: "Right. Go on.",
  wrong: (/** @type {string} */ move) => `${move} is not the solution. Try another move.`,
  solved: "Solved!",
  helped: "Solved, with help",
  shown: "This is the solution",
  hintSquare: (/** @type {string} */ square) => `Look at ${square}.`,
  hintPiece: (/** @type {string} */ kind, /** @type {string} */ square) => `Look at the ${kind} on ${square}.`,
  hintMove: (/** @type {string} */ move) => `Play ${move}.`,
  won: "Every reply loses.",
  score: (/** @type {number} */ streak, /** @type {number} */ best) => `Streak: ${streak} (best: ${best})`,
  solvedCount: (/** @type {number} */ count, /** @type {number} */ total) => `Solved: ${count} of ${total}`,
  number: (/** @type {number} */ number, /** @type {string} */ difficulty) => `Puzzle ${number}, ${difficulty}`,
  levels: (/** @type {number} */ percent) => `The engine's levels solve it in ${percent}% of their attempts.`,
  none: (/** @type {string} */ game) => `There are no puzzles for ${game} yet.`,
  make: "The command “boardwright puzzles” finds some; the manual says where to put them.",
};

/** @param {Element} root @param {string} name */
export async function openPuzzles(root, name) {
  const game = await api.gameNamed(name);
  const variant = game.variants.find((each) => each.full_name === name) ?? game.variants[0];
  document.title = `${titleOf(game, variant.full_name)}: puzzles - Boardwright`;
  const numbers = await api.puzzles(variant.full_name);
  const all = DIFFICULTIES.flatMap((difficulty) => numbers[difficulty]);
  if (!all.length) return put(root, withoutPuzzles(game, variant.full_name));
  const asked = Number(fragment().get("puzzle"));
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
    html("h1", {}, TEXTS.none(titleOf(game, fullName))),
    html("p", {}, TEXTS.make),
    html("p", {}, html("a", { href: "/" }, "All games")),
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
    this.tools = html("div", { class: "tools", role: "toolbar", "aria-label": "Actions" });
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
    view.wayBack = () => this.#isBehind && button("Back to the puzzle", () => view.go(Infinity));
    view.mayAsk = () => false;
    view.sit(start.to_move);
    put(this.play, gameLine(this.game, this.fullName), view.element, view.under);
    put(this.listed, view.list.element);
    history.replaceState(null, "", `${location.pathname}#puzzle=${number}`);
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
    if (outcome) return `${capitalised(outcome.text)}.`;
    return this.message || `${TEXTS.task(this.game.sides[this.start.to_move])}.`;
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
    if (wins || !reply) this.#finish(this.isClean ? "solved" : "helped");
    else this.#tell(TEXTS.right);
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
    this.#tell(TEXTS.wrong(move), true);
  }

  /** End the streak. */
  #lose() {
    if (this.isClean) keepPuzzleScore(this.fullName, { streak: 0 });
    this.isClean = false;
  }

  /** @param {"solved" | "helped" | "shown"} status */
  #finish(status) {
    const { solved, streak, best } = puzzleScore(this.fullName);
    const number = this.puzzle?.number ?? 0;
    this.status = status;
    if (status !== "shown" && !solved.includes(number)) keepPuzzleScore(this.fullName, { solved: [...solved, number] });
    if (status === "solved") keepPuzzleScore(this.fullName, { streak: streak + 1, best: Math.max(best, streak + 1) });
    this.#tell(TEXTS.won);
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
    const look = piece ? TEXTS.hintPiece(piece.kind, square) : TEXTS.hintSquare(square);
    this.#tell(isPiece ? look : TEXTS.hintMove(move.text));
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
    const heads = { solving: TEXTS.task(this.game.sides[start.to_move]), solved: TEXTS.solved, helped: TEXTS.helped };
    this.heading.textContent = this.status === "shown" ? TEXTS.shown : heads[this.status];
    this.heading.classList.toggle("over", !isSolving);
    const about = [`${TEXTS.number(puzzle.number, puzzle.difficulty)}.`];
    if (puzzle.solved !== null) about.push(TEXTS.levels(Math.round(puzzle.solved * 100)));
    this.about.textContent = about.join(" ");
    const { solved, streak, best } = puzzleScore(this.fullName);
    const total = DIFFICULTIES.reduce((sum, difficulty) => sum + this.numbers[difficulty].length, 0);
    put(
      this.score,
      html("b", {}, TEXTS.score(streak, best)),
      html("span", {}, TEXTS.solvedCount(Math.min(solved.length, total), total)),
    );
    renew(
      this.tools,
      isSolving && tool("hint", "Hint", () => this.#hint(), !view.atTip || view.state.to_move !== start.to_move),
      isSolving && tool("next", "Show the solution", () => void this.#showSolution().catch(complain)),
      !isSolving && tool("again", "Try again", () => this.#again()),
      html(
        "button",
        { type: "button", class: isSolving ? "tool" : "tool primary", onclick: () => this.#next() },
        icon("last"),
        "Next puzzle",
      ),
      tool("flip", "Flip", () => view.flip()),
      tool("solid", view.board.look.solid ? "2-D" : "3-D", () => view.changeView()),
      !isSolving && this.#analysisLink(),
      html("a", { class: "button tool", href: `/rules/${encodeURIComponent(this.game.name)}` }, icon("rules"), "Rules"),
    );
  }

  #analysisLink() {
    const href = analysisAddress(this.fullName, this.view?.start ?? "", { moves: this.#played, ply: 0 });
    return html("a", { class: "button tool", href }, icon("analyse"), "Analyse");
  }

  #difficulties() {
    const named = DIFFICULTIES.filter((difficulty) => this.numbers[difficulty].length);
    /** @type {[string, Looks["difficulty"]][]} */
    const options = [
      ["All", "all"],
      ...named.map((each) => /** @type {[string, typeof each]} */ ([capitalised(each), each])),
    ];
    return choice("Difficulty", options, looks().difficulty, (difficulty) => {
      keepLooks({ difficulty });
      if (this.status !== "solving" || !this.#played.length) this.#next();
    });
  }

  /** Links to the puzzles of the other variants. */
  #variants() {
    const others = this.game.variants.filter(({ full_name: name, puzzles }) => puzzles && name !== this.fullName);
    if (!others.length) return null;
    const links = others.map(({ full_name: name, title }) =>
      html("a", { class: "button", href: `/puzzles/${encodeURIComponent(name)}` }, title),
    );
    return html("div", { class: "row other-variants" }, html("span", { class: "muted" }, "Other variants:"), ...links);
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
