// Engine analysis: the evaluation bar beside the board, the best variations, and a graph of the whole game.

import { Analyst, chooseEngine, chosenEngine } from "./analyst.js";
import { loaded, review } from "./api.js";
import { button, html, put } from "./dom.js";
import { paintsOf } from "./theme.js";
import { errorText, say } from "./announce.js";
import { outcomeInWords } from "./game_texts.js";
import { graphOf } from "./graph.js";
import { hasServer } from "./hosting.js";
import { t } from "./i18n.js";
import { percentOf, scoreText, shareOf, shareText, shortScore } from "./scores.js";

/** @import { Evaluation, GameInfo, Review, SearchResult, Side, State, Variation } from "./types.js" */
/** @import { Mark } from "./graph.js" */
/** @import { Listed } from "./moves.js" */

/**
 * @typedef {object} Walk a line of moves, and the current place in it
 * @property {string} start
 * @property {Listed[]} moves
 * @property {number} shown
 * @property {State} state the one that is shown
 * @property {State} tip the last one
 */

const SECONDS = { line: 30, graph: 0.3 };
const MAX_LINES = 5;
const BETTER = 8; // moves of a better variation

/**
 * @typedef {object} ReviewPage
 * @property {(moves: Listed[], review: Review) => void} reviewed called when a line has been reviewed
 * @property {(side: Side) => void} practise let the user find better moves than a side's bad ones
 */

/** @typedef {{share: number, text: string, short: string, moves: string[]}} Known the score of a position for the first side, and its best variation */

/**
 * @typedef {object} ReviewedLine a line with the evaluations of its positions and the grades of its moves
 * @property {string} place
 * @property {(Evaluation | null)[]} evaluations null where the game is over
 * @property {Review} review
 */

/** The evaluation bar: the win probability in the colours of the sides. */
export class Bar {
  /** @param {GameInfo} game */
  constructor({ sides, sideNames }) {
    const paints = paintsOf(sides);
    this.sides = sideNames;
    this.fill = html("div", { class: "share" });
    this.number = html("span", { class: "number" });
    this.element = html(
      "div",
      {
        class: "bar-of-chances",
        role: "meter",
        "aria-label": t("chances-of", { side: sideNames[0] }),
        "aria-valuemin": 0,
        "aria-valuemax": 100,
      },
      this.fill,
      this.number,
    );
    this.element.style.setProperty("--first", paints[0].face);
    this.element.style.setProperty("--second", paints[1].face);
    this.element.hidden = true;
  }

  /**
   * @param {number | null} share of the side that moves first; null where nothing is known
   * @param {string} text
   * @param {string} short the text that is shown on the bar
   * @param {Side} below the side that sits below
   */
  show(share, text, short, below) {
    this.element.classList.toggle("turned", below === 1);
    this.number.textContent = short;
    const percent = Math.round(100 * (share ?? 0.5));
    this.element.setAttribute("aria-valuenow", String(percent));
    this.element.setAttribute(
      "aria-valuetext",
      share === null ? t("not-known") : [shareText(share, this.sides), text].filter(Boolean).join(", "),
    );
    this.element.classList.toggle("unknown", share === null);
    this.element.style.setProperty("--share", `${percent}%`);
  }
}

export class EnginePanel {
  /**
   * @param {string} fullName
   * @param {GameInfo} game
   * @param {{preview: (moves: string[] | null) => void, take: (moves: string[]) => void, go: (ply: number) => void}} view
   */
  constructor(fullName, game, view) {
    this.fullName = fullName;
    this.game = game;
    this.sides = game.sideNames;
    this.view = view;
    this.analyst = new Analyst((isAway) => this.#showAway(isAway));
    this.bar = new Bar(game);
    this.isOn = false;
    this.isEvaluating = false;
    this.lines = 3;
    /** @type {Side} */
    this.below = 0;
    /** @type {Walk | null} */
    this.walk = null;
    /** @type {Map<string, Known>} the scores by the moves that lead to a position */
    this.scores = new Map();
    /** @type {ReviewedLine | null} */
    this.reviewed = null;
    /** What a page does with a review; without it, there is only a graph. @type {ReviewPage | null} */
    this.page = null;
    this.status = html("p", { class: "search-status" });
    this.list = html("ol", { class: "lines" });
    this.graph = html("div", { class: "graph" });
    this.switch = button(t("engine"), () => this.turnOn(!this.isOn), { class: "toggle", "aria-pressed": false });
    const count = html("select", {
      "aria-label": t("number-of-lines"),
      onchange: () => {
        this.lines = Number(count.value);
        if (this.isOn) this.#look();
      },
    });
    put(
      count,
      ...Array.from({ length: MAX_LINES }, (_, n) =>
        html("option", { value: n + 1, selected: n + 1 === this.lines }, t("line-count", { count: n + 1 })),
      ),
    );
    this.engines = this.#engines();
    this.graphButton = button(t("graph"), () => void this.evaluate());
    this.report = html("div", { class: "review" });
    this.element = html(
      "section",
      { class: "card analysis", "aria-label": t("engine") },
      html("div", { class: "row" }, this.switch, count, this.graphButton, this.engines),
      this.status,
      this.list,
      this.graph,
      this.report,
    );
    new ResizeObserver(() => this.#fit()).observe(this.list);
    this.#idle();
  }

  /** The choice between the engine of this browser and that of the server, while it runs and where there are both. */
  #engines() {
    const engines = html("select", {
      "aria-label": t("engine-place"),
      hidden: true,
      onchange: () => {
        chooseEngine(/** @type {"client" | "server"} */ (engines.value));
        if (this.isOn) this.#look();
      },
    });
    put(
      engines,
      html("option", { value: "client" }, t("engine-here")),
      html("option", { value: "server" }, t("engine-there")),
    );
    engines.value = chosenEngine();
    return engines;
  }

  /** Review games, in place of a graph alone. @param {ReviewPage} page */
  offerReviews(page) {
    this.page = page;
    this.graphButton.textContent = t("review");
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.switch.setAttribute("aria-pressed", String(isOn));
    this.engines.hidden = !isOn || !hasServer || !this.game.client_engine;
    this.bar.element.hidden = !isOn && !this.scores.size;
    if (isOn) this.#look();
    else {
      this.analyst.stop();
      this.#idle();
    }
  }

  #idle() {
    put(this.list);
    this.status.textContent = this.isOn ? "" : t("engine-off");
  }

  /**
   * Analyse another position.
   * @param {Walk} walk
   * @param {Side} below the side that sits below
   */
  look(walk, below) {
    const isSame =
      this.walk !== null && placeOf(this.walk) === placeOf(walk) && this.walk.state.outcome === walk.state.outcome;
    this.walk = walk;
    this.below = below;
    this.#showBar();
    this.#drawGraph();
    this.#drawReport();
    if (this.isOn && !isSame) this.#look();
  }

  #look() {
    const { walk } = this;
    put(this.list);
    if (!walk) return;
    if (walk.state.outcome) {
      this.analyst.stop();
      this.status.textContent = t("over-here");
      return;
    }
    // The server may have one process for all analyses: the other positions would wait for a long search.
    if (this.isEvaluating) {
      this.status.textContent = t("evaluation-first");
      return;
    }
    this.status.textContent = t("thinking");
    this.analyst.look(
      { ...this.#request(walk, walk.shown), lines: this.lines, seconds: SECONDS.line },
      (result) => this.#show(result, walk),
      (error) => (this.status.textContent = error || (this.status.textContent ?? "").replace(" …", "")),
    );
  }

  /** @param {boolean} isAway */
  #showAway(isAway) {
    this.status.textContent = t(isAway ? "engine-away" : "thinking");
    if (isAway) say(t("engine-away"));
  }

  /** @param {Walk} walk @param {number} ply */
  #request({ start, moves }, ply) {
    return { game: this.fullName, position: start, moves: moves.slice(0, ply).map(({ text }) => text) };
  }

  /** @param {SearchResult} result @param {Walk} walk */
  #show(result, walk) {
    this.#store(walk, walk.shown, result);
    this.engines.value = chosenEngine();
    this.status.textContent = t("search-status", {
      engine: this.analyst.isLocal || !hasServer ? "client" : "server",
      depth: result.depth,
      nodes: amount(result.nodes),
      seconds: result.seconds.toFixed(1),
    });
    // Keep a variation in place while the pointer is on it.
    const isHeld = this.list.children.length > 0 && this.list.matches(":hover, :focus-within");
    if (!isHeld) put(this.list, ...result.variations.map((variation) => this.#line(variation, walk.state.to_move)));
    this.#fit();
  }

  /** Hide the moves that do not fit into their line, so that invisible ones do not get the focus. */
  #fit() {
    const plies = [...this.list.querySelectorAll(".ply")].map((ply) => /** @type {HTMLElement} */ (ply));
    for (const ply of plies) ply.hidden = false;
    const cut = plies.filter((ply) => below(ply) > below(/** @type {Element} */ (ply.closest("li"))) + 1);
    for (const ply of cut) ply.hidden = true;
  }

  /** @param {Walk} walk @param {number} ply @param {SearchResult} result */
  #store(walk, ply, result) {
    const toMove = /** @type {Side} */ (walk.moves[ply]?.side ?? walk.tip.to_move);
    const [best] = result.variations;
    this.scores.set(placeOf(walk, ply), {
      share: shareOf(best, toMove),
      text: scoreText(best, toMove, this.sides),
      short: shortScore(best, toMove),
      moves: best.moves,
    });
    this.bar.element.hidden = false;
    this.#showBar();
    this.#drawGraph();
  }

  /** @param {Variation} variation @param {Side} toMove */
  #line(variation, toMove) {
    const { moves } = variation;
    const steps = moves.map((move, place) => {
      const sofar = moves.slice(0, place + 1);
      const preview = () => this.view.preview(sofar);
      return button(move, () => this.view.take(sofar), {
        class: "ply",
        onmouseenter: preview,
        onfocus: preview,
        onblur: () => this.view.preview(null),
      });
    });
    const title = shareText(shareOf(variation, toMove), this.sides);
    const score = html("span", { class: "score", title }, scoreText(variation, toMove, this.sides));
    return html(
      "li",
      { onmouseleave: () => this.view.preview(null) },
      score,
      html("span", { class: "plies" }, ...steps),
    );
  }

  #showBar() {
    if (!this.walk) return;
    const { outcome } = this.walk.state;
    if (outcome) {
      const share = outcome.winner === null ? 0.5 : 1 - outcome.winner;
      return this.bar.show(share, outcomeInWords(this.game, outcome), "", this.below);
    }
    const known = this.scores.get(placeOf(this.walk));
    this.bar.show(known?.share ?? null, known?.text ?? "", known?.short ?? "", this.below);
  }

  #drawGraph() {
    const { walk } = this;
    if (!walk) return;
    const known = this.#sharesOf(walk);
    const isDrawn = known.filter((share) => share !== null).length > 1;
    put(this.graph, isDrawn && graphOf(known, walk.shown, this.game, this.view.go, this.#marks(walk)));
  }

  /** The review of a line, if it has been reviewed. @param {Walk | null} walk */
  #reviewOf(walk) {
    return walk && this.reviewed?.place === placeOf(walk, walk.moves.length) ? this.reviewed : null;
  }

  /** @param {Walk} walk @returns {Mark[]} */
  #marks(walk) {
    const { moves = [] } = this.#reviewOf(walk)?.review ?? {};
    return moves.flatMap(({ nag }, place) =>
      nag === null ? [] : [{ ply: place + 1, nag, text: walk.moves[place].text }],
    );
  }

  /** Show the review of the line on the board, if there is one. */
  async #drawReport() {
    const { walk, page } = this;
    const found = this.#reviewOf(walk);
    if (!walk || !page || !found) return put(this.report);
    if (this.report.dataset.place === found.place && this.report.childElementCount) return;
    const { reportOf } = await loaded(import("./review.js"));
    if (this.#reviewOf(this.walk) !== found) return;
    this.report.dataset.place = found.place;
    const take = async (/** @type {number} */ ply, /** @type {string[]} */ moves) => {
      await this.view.go(ply);
      this.view.take(moves);
    };
    put(this.report, ...reportOf(this.game, walk.moves, found.review, { ...this.view, take, practise: page.practise }));
  }

  /** The win probability of the first side at each ply; null if unknown. @param {Walk} walk */
  #sharesOf(walk) {
    return Array.from(
      { length: walk.moves.length + 1 },
      (_, ply) => this.scores.get(placeOf(walk, ply))?.share ?? null,
    );
  }

  /** The first position of the game without a score; -1 if there is none. */
  #unknownPly() {
    const { walk } = this;
    if (!walk) return -1;
    // The final position of a finished game has the value of its result.
    if (walk.tip.outcome) this.#storeOutcome(walk);
    return this.#sharesOf(walk).indexOf(null);
  }

  /** Show a review that was made before, as if it had been made now. @param {ReviewedLine} reviewed */
  restore(reviewed) {
    const { walk } = this;
    if (!walk || placeOf(walk, walk.moves.length) !== reviewed.place) return;
    this.reviewed = reviewed;
    for (const [ply, known] of reviewed.evaluations.entries()) {
      if (!known) continue;
      const { win_probability: share, moves } = known;
      this.scores.set(placeOf(walk, ply), {
        share,
        text: shareText(share, this.sides),
        short: percentOf(share),
        moves,
      });
    }
    if (walk.tip.outcome) this.#storeOutcome(walk);
    this.page?.reviewed(walk.moves, reviewed.review);
    this.#drawGraph();
    void this.#drawReport();
  }

  /** Evaluate every position of the game in turn, including moves played meanwhile, and review it; the normal analysis pauses. */
  async evaluate() {
    if (this.isEvaluating) return;
    const analyst = new Analyst((isAway) => this.#showAway(isAway));
    const label = this.graphButton.textContent;
    let error = "";
    this.isEvaluating = true;
    this.graphButton.disabled = true;
    this.analyst.stop();
    if (this.isOn) this.#look();
    for (let ply = this.#unknownPly(); ply >= 0 && !error && !this.closed; ply = this.#unknownPly()) {
      const walk = /** @type {Walk} */ (this.walk);
      this.graphButton.textContent = t("evaluation-progress", { number: ply + 1, all: walk.moves.length + 1 });
      const request = { ...this.#request(walk, ply), lines: 1, seconds: SECONDS.graph };
      error = await new Promise((resolve) =>
        analyst.look(request, (result) => this.#store(walk, ply, result), resolve),
      );
      if (!this.scores.has(placeOf(walk, ply))) error ||= t("engine-found-nothing");
    }
    analyst.close();
    if (!error && !this.closed) error = await this.#review().catch(errorText);
    this.isEvaluating = false;
    this.graphButton.disabled = false;
    this.graphButton.textContent = label;
    if (this.isOn) this.#look();
    else this.#idle();
    if (error) this.status.textContent = error;
  }

  /** Grade the moves of the line on the board, all of whose positions are evaluated. @returns {Promise<string>} an error, or "" */
  async #review() {
    const { walk, page } = this;
    if (!walk || !page || !walk.moves.length) return "";
    const evaluations = Array.from({ length: walk.moves.length + 1 }, (_, ply) => this.#evaluation(walk, ply));
    const reviewed = await review({ ...this.#request(walk, walk.moves.length), evaluations });
    this.reviewed = { place: placeOf(walk, walk.moves.length), evaluations, review: reviewed };
    page.reviewed(walk.moves, reviewed);
    this.#drawGraph();
    await this.#drawReport();
    say(t("review-finished", { count: this.#marks(walk).length }));
    return "";
  }

  /** @param {Walk} walk @param {number} ply @returns {Evaluation | null} null where the game is over */
  #evaluation(walk, ply) {
    const known = this.scores.get(placeOf(walk, ply));
    const isOver = ply === walk.moves.length && walk.tip.outcome !== null;
    return known && !isOver ? { win_probability: known.share, moves: known.moves.slice(0, BETTER) } : null;
  }

  /** @param {Walk} walk */
  #storeOutcome(walk) {
    const { outcome } = walk.tip;
    const winner = outcome?.winner ?? null;
    this.scores.set(placeOf(walk, walk.moves.length), {
      share: winner === null ? 0.5 : 1 - winner,
      text: outcome ? outcomeInWords(this.game, outcome) : "",
      short: "",
      moves: [],
    });
    this.#drawGraph();
  }

  close() {
    this.closed = true;
    this.analyst.close();
  }
}

/**
 * The key of a position: the moves that lead to it.
 * @param {Walk} walk
 * @param {number} [ply]
 */
function placeOf({ start, moves, shown }, ply = shown) {
  return [start, ...moves.slice(0, ply).map(({ text }) => text)].join(" ");
}

/** @param {Element} element */
function below(element) {
  return element.getBoundingClientRect().bottom;
}

/** @param {number} nodes */
function amount(nodes) {
  if (nodes < 10_000) return String(nodes);
  return nodes < 1_000_000 ? `${Math.round(nodes / 1000)} k` : `${(nodes / 1_000_000).toFixed(1)} M`;
}
