// Learning from mistakes: the user finds better moves than the bad ones of a game, one by one.

import { Analyst } from "./analyst.js";
import * as api from "./api.js";
import { complain, say } from "./announce.js";
import { button, html, renew } from "./dom.js";
import { t } from "./i18n.js";
import { numberAt } from "./review.js";
import { shareOf } from "./scores.js";

/** @import { Evaluation, GameInfo, Review, Side, State } from "./types.js" */
/** @import { GameView } from "./game_view.js" */
/** @import { Listed } from "./moves.js" */

const SECONDS = 0.5; // for the engine to judge a move

/**
 * @typedef {object} PracticePage
 * @property {GameView} view
 * @property {(ply: number) => Promise<void>} go show a position of the game
 * @property {(move: string) => Promise<void>} play play a move on the board
 * @property {() => void} changed called when the user has to find a move, or has found it
 * @property {() => void} leave
 */

/** @typedef {{place: number, text: string, nag: number, better: string[]}} Mistake a bad move: its place among the moves */

export class Practice {
  /**
   * @param {GameInfo} game
   * @param {string} fullName
   * @param {Side} side whose bad moves are looked at
   * @param {{moves: Listed[], review: Review}} reviewed
   * @param {PracticePage} page
   */
  constructor(game, fullName, side, { moves, review }, page) {
    this.game = game;
    this.fullName = fullName;
    this.side = side;
    this.moves = moves;
    this.page = page;
    /** @type {Mistake[]} */
    this.mistakes = review.moves.flatMap(({ nag, better }, place) =>
      nag !== null && better.length && moves[place].side === side
        ? [{ place, text: moves[place].text, nag, better: better.map(({ text }) => text) }]
        : [],
    );
    this.number = 0;
    /** @type {"asking" | "checking" | "found" | "over"} */
    this.status = "asking";
    this.analyst = new Analyst(() => {});
    this.heading = html("h2", {}, t("learn-from-side", { side: game.sideNames[side] }));
    this.progress = html("p", { class: "muted" });
    this.text = html("p", { role: "status" });
    this.buttons = html("div", { class: "row" });
    this.element = html(
      "section",
      { class: "card practice", "aria-label": this.heading.textContent },
      this.heading,
      this.progress,
      this.text,
      this.buttons,
    );
  }

  get #mistake() {
    return this.mistakes[this.number];
  }

  /** Whether a better move is wanted for the position on the board. */
  get isAsking() {
    return this.status === "asking" && this.isAtMistake;
  }

  /** Whether the solution must not be seen. */
  get isHiding() {
    return this.status === "asking" || this.status === "checking";
  }

  /** Whether the position before the bad move is on the board. */
  get isAtMistake() {
    const { view } = this.page;
    const { place } = this.#mistake;
    return view.shown === place && view.moves.slice(0, place).every(({ text }, at) => text === this.moves[at].text);
  }

  /** Ask for a better move than one of the bad ones. @param {number} [number] */
  async open(number = 0) {
    this.number = number;
    this.status = "asking";
    const { place, text, nag } = this.#mistake;
    this.#tell(t("practice-task", { move: `${numberAt(this.moves, place)} ${text}`, glyph: nag }));
    await this.page.go(place);
    this.page.view.sit(this.side);
  }

  /** Judge a move that the user has played. @param {string} text */
  async try(text) {
    const { place, text: played, better } = this.#mistake;
    if (text === better[0]) return this.#found(text, t("practice-best", { move: text }));
    if (text === played) return this.#tell(t("practice-same", { move: text }));
    this.status = "checking";
    this.#tell(t("practice-checking", { move: text }));
    try {
      const loss = await this.#lossOf(text, place);
      if (this.status !== "checking") return;
      if (loss === null) return await this.#found(text, t("practice-good", { move: text, best: better[0] }));
      this.status = "asking";
      this.#tell(t("practice-worse", { move: text, percent: Math.round(100 * loss) }));
    } finally {
      if (this.status === "checking") this.status = "asking";
    }
  }

  /**
   * The win probability that a move costs; null if it is not bad.
   * @param {string} text
   * @param {number} place
   */
  async #lossOf(text, place) {
    const start = this.page.view.start;
    const before = this.moves.slice(0, place).map((each) => each.text);
    const [best, next] = await Promise.all([
      this.#evaluation(start, before, this.page.view.state),
      api.position({ game: this.fullName, position: start, moves: [...before, text] }),
    ]);
    const after = next.outcome ? null : await this.#evaluation(start, [...before, text], next);
    const { position } = this.page.view.state;
    const request = { game: this.fullName, position, moves: [text], evaluations: [best, after] };
    const [{ loss, nag }] = (await api.review(request)).moves;
    return nag === null ? null : loss;
  }

  /** The engine's evaluation of a position. @param {string} position @param {string[]} moves @param {State} state @returns {Promise<Evaluation>} */
  #evaluation(position, moves, { to_move: toMove }) {
    const request = { game: this.fullName, position, moves, lines: 1, seconds: SECONDS };
    /** @type {Evaluation | null} */
    let known = null;
    return new Promise((resolve, reject) =>
      this.analyst.look(
        request,
        ({ variations: [best] }) => (known = { win_probability: shareOf(best, toMove), moves: best.moves.slice(0, 1) }),
        (error) => (known ? resolve(known) : reject(new Error(error || t("engine-found-nothing")))),
      ),
    );
  }

  /** @param {string} text @param {string} message */
  async #found(text, message) {
    this.status = "found";
    this.#tell(message);
    await this.page.play(text);
  }

  #show() {
    const [best] = this.#mistake.better;
    return this.#found(best, t("practice-shown", { move: best }));
  }

  #next() {
    if (this.number + 1 < this.mistakes.length) return void this.open(this.number + 1).catch(complain);
    this.status = "over";
    this.#tell(t("practice-over"));
  }

  /** @param {string} message */
  #tell(message) {
    this.text.textContent = message;
    say(message);
    this.#draw();
    this.page.changed();
  }

  #draw() {
    const [isFound, isOver] = [this.status === "found", this.status === "over"];
    this.progress.textContent = t("practice-number", { number: this.number + 1, all: this.mistakes.length });
    renew(
      this.buttons,
      this.isHiding && button(t("show-solution"), () => void this.#show().catch(complain)),
      this.isHiding && button(t("skip-mistake"), () => this.#next()),
      isFound && button(t("next-mistake"), () => this.#next(), { class: "primary" }),
      isOver && button(t("start-again"), () => void this.open().catch(complain)),
      button(t("end-practice"), () => this.page.leave(), isOver ? { class: "primary" } : {}),
    );
  }

  close() {
    this.status = "over";
    this.analyst.close();
  }
}
