// Engine analysis: the evaluation bar beside the board, the best variations, and a graph of the whole game.

import { Analyst } from "./api.js";
import { button, html, put, svg } from "./dom.js";
import { paintsOf } from "./theme.js";
import { say } from "./announce.js";
import { outcomeInWords } from "./game_texts.js";
import { capitalised, t } from "./i18n.js";

/** @import { GameInfo, SearchResult, Side, State, Variation } from "./types.js" */
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
const GRAPH = { width: 300, height: 90 };

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
   * @param {Side} below the side that sits below
   */
  show(share, text, below) {
    this.element.classList.toggle("turned", below === 1);
    this.number.textContent = text;
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
    this.isGraphing = false;
    this.lines = 3;
    /** @type {Side} */
    this.below = 0;
    /** @type {Walk | null} */
    this.walk = null;
    /** @type {Map<string, {share: number, text: string}>} the scores by the moves that lead to a position */
    this.scores = new Map();
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
    this.graphButton = button(t("graph"), () => this.#graphAll());
    this.element = html(
      "section",
      { class: "card analysis", "aria-label": t("engine") },
      html("div", { class: "row" }, this.switch, count, this.graphButton),
      this.status,
      this.list,
      this.graph,
    );
    new ResizeObserver(() => this.#fit()).observe(this.list);
    this.#idle();
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.switch.setAttribute("aria-pressed", String(isOn));
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
    // The server may have one process for all analyses: the graph would wait for a long search.
    if (this.isGraphing) {
      this.status.textContent = t("graph-first");
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
    this.status.textContent = t("search-status", {
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
    this.scores.set(placeOf(walk, ply), {
      share: shareOf(result.variations[0], toMove),
      text: scoreText(result.variations[0], toMove, this.sides),
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
      return this.bar.show(share, outcomeInWords(this.game, outcome), this.below);
    }
    const known = this.scores.get(placeOf(this.walk));
    this.bar.show(known?.share ?? null, known?.text ?? "", this.below);
  }

  #drawGraph() {
    const { walk } = this;
    if (!walk) return;
    const known = this.#sharesOf(walk);
    const isDrawn = known.filter((share) => share !== null).length > 1;
    put(this.graph, isDrawn && graphOf(known, walk.shown, this.game, this.view.go));
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

  /** Analyse every position of the game in turn, including moves played meanwhile; the normal analysis pauses. */
  async #graphAll() {
    const analyst = new Analyst((isAway) => this.#showAway(isAway));
    let error = "";
    this.isGraphing = true;
    this.graphButton.disabled = true;
    this.analyst.stop();
    if (this.isOn) this.#look();
    for (let ply = this.#unknownPly(); ply >= 0 && !error && !this.closed; ply = this.#unknownPly()) {
      const walk = /** @type {Walk} */ (this.walk);
      this.graphButton.textContent = t("graph-progress", { number: ply + 1, all: walk.moves.length + 1 });
      const request = { ...this.#request(walk, ply), lines: 1, seconds: SECONDS.graph };
      error = await new Promise((resolve) =>
        analyst.look(request, (result) => this.#store(walk, ply, result), resolve),
      );
      if (!this.scores.has(placeOf(walk, ply))) error ||= t("engine-found-nothing");
    }
    analyst.close();
    this.isGraphing = false;
    this.graphButton.disabled = false;
    this.graphButton.textContent = t("graph");
    if (this.isOn) this.#look();
    else this.#idle();
    if (error) this.status.textContent = error;
  }

  /** @param {Walk} walk */
  #storeOutcome(walk) {
    const { outcome } = walk.tip;
    const winner = outcome?.winner ?? null;
    this.scores.set(placeOf(walk, walk.moves.length), {
      share: winner === null ? 0.5 : 1 - winner,
      text: outcome ? outcomeInWords(this.game, outcome) : "",
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

/**
 * The graph of the first side's win probability over the game; unknown positions stay empty.
 * @param {(number | null)[]} shares
 * @param {number} shown
 * @param {GameInfo} game
 * @param {(ply: number) => void} go
 */
function graphOf(shares, shown, { sides, sideNames }, go) {
  const { width, height } = GRAPH;
  const step = width / Math.max(1, shares.length - 1);
  const known = shares.filter((share) => share !== null).length;
  const drawn = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("graph-label", { side: sideNames[0], known, all: shares.length }),
    },
    ...runsOf(shares).map((run) => runShape(run, step, sides)),
    svg("path", { class: "middle", d: `M0 ${height / 2}H${width}` }),
    svg("path", { class: "now", d: `M${shown * step} 0V${height}` }),
  );
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (shares.length - 1)));
  });
  return drawn;
}

/**
 * The runs of consecutive positions with a known win probability.
 * @param {(number | null)[]} shares
 */
function runsOf(shares) {
  /** @type {{from: number, shares: number[]}[]} */
  const runs = [];
  shares.forEach((share, ply) => {
    if (share === null) return;
    if (!ply || shares[ply - 1] === null) runs.push({ from: ply, shares: [] });
    runs.at(-1)?.shares.push(share);
  });
  return runs;
}

/**
 * One run of the graph, extended by half a step at both ends, so that a single position is visible.
 * @param {{from: number, shares: number[]}} run
 * @param {number} step
 * @param {[string, string]} sides
 */
function runShape({ from, shares }, step, sides) {
  const { width, height } = GRAPH;
  const [first, second] = paintsOf(sides);
  const left = Math.max(0, (from - 0.5) * step);
  const right = Math.min(width, (from + shares.length - 0.5) * step);
  const heights = shares.map((share) => (height * (1 - share)).toFixed(1));
  const points = heights.map((y, place) => `${((from + place) * step).toFixed(1)} ${y}`).join("L");
  const curve = `${left} ${heights[0]}L${points}L${right} ${heights.at(-1)}`;
  return svg(
    "g",
    { class: "known" },
    svg("rect", { x: left, width: right - left, height, fill: second.face }),
    svg("path", { d: `M${left} ${height}L${curve}L${right} ${height}Z`, fill: first.face }),
    svg("path", { class: "curve", d: `M${curve}` }),
  );
}

/** The win probability of the first side. @param {Variation} variation @param {Side} toMove */
function shareOf({ win_probability }, toMove) {
  return toMove === 0 ? win_probability : 1 - win_probability;
}

/**
 * A score from the first side's point of view, as in the bar and the graph.
 * @param {Variation} variation
 * @param {Side} toMove
 * @param {[string, string]} sides
 */
function scoreText(variation, toMove, sides) {
  const { score } = variation;
  if (!score) return shareText(shareOf(variation, toMove), sides);
  const value = toMove === 0 ? score.value : -score.value;
  const winner = capitalised(sides[value > 0 ? 0 : 1]);
  if (score.distance !== null) return t("wins-in", { winner, distance: score.distance });
  if (score.bitbase) return value ? t("wins", { winner }) : t("draw");
  const rounded = Math.round(100 * value) / 100;
  return `${rounded < 0 ? "-" : "+"}${Math.abs(rounded).toFixed(2)}`;
}

/** @param {number} share @param {[string, string]} sides */
function shareText(share, sides) {
  return t("win-chance", { side: capitalised(sides[0]), percent: Math.round(100 * share) });
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
