// What the engine thinks: a bar beside the board, its best lines, and a graph of the whole game.

import { Analyst } from "./api.js";
import { button, html, put, svg } from "./dom.js";
import { paintsOf } from "./paints.js";

/** @import { Found, Line, Side } from "./types.js" */

/** @typedef {{positions: string[], sides: Side[], shown: number}} Walked the positions of a game, "" for one that is not known yet */
/** @typedef {{position: string, to_move: Side, over: boolean, winner: Side | null}} Looked what is needed to ask about a state */

const SECONDS = { line: 30, graph: 0.3 };
const MOST_LINES = 5;
const GRAPH = { width: 300, height: 90 };

/** How the chances stand, as a bar with the colours of the sides. */
export class Bar {
  /** @param {[string, string]} sides */
  constructor(sides) {
    const paints = paintsOf(sides);
    this.sides = sides;
    this.fill = html("div", { class: "share" });
    this.number = html("span", { class: "number" });
    this.element = html("div", { class: "bar-of-chances", role: "meter", "aria-label": `Chances of ${sides[0]}`, "aria-valuemin": 0, "aria-valuemax": 100 }, this.fill, this.number);
    this.element.style.setProperty("--first", paints[0].face);
    this.element.style.setProperty("--second", paints[1].face);
    this.element.hidden = true;
  }

  /**
   * @param {number | null} share of the side that moves first; null where nothing is known
   * @param {string} text
   * @param {boolean} turned
   */
  show(share, text, turned) {
    this.element.classList.toggle("turned", turned);
    this.number.textContent = text;
    const percent = Math.round(100 * (share ?? 0.5));
    this.element.setAttribute("aria-valuenow", String(percent));
    this.element.setAttribute("aria-valuetext", share === null ? "not known" : `${percent} in 100 for ${this.sides[0]}, ${text}`);
    this.element.classList.toggle("unknown", share === null);
    this.element.style.setProperty("--share", `${percent}%`);
  }
}

export class Analysis {
  /**
   * @param {string} game
   * @param {[string, string]} sides
   * @param {{preview: (moves: string[] | null) => void, take: (moves: string[]) => void, go: (ply: number) => void, whole: () => Promise<Walked>}} table
   */
  constructor(game, sides, table) {
    this.game = game;
    this.sides = sides;
    this.table = table;
    this.analyst = new Analyst();
    this.bar = new Bar(sides);
    this.isOn = false;
    this.lines = 3;
    this.turned = false;
    /** @type {Looked | null} */
    this.looked = null;
    /** @type {Map<string, {share: number, text: string}>} what is known, by position */
    this.worth = new Map();
    this.told = html("p", { class: "told" });
    this.list = html("ol", { class: "lines" });
    this.graph = html("div", { class: "graph" });
    this.switch = button("Engine", () => this.turnOn(!this.isOn), { class: "toggle", "aria-pressed": false });
    const count = html("select", { "aria-label": "Number of lines", onchange: () => this.#setLines(Number(count.value)) });
    put(count, ...Array.from({ length: MOST_LINES }, (_, n) => html("option", { value: n + 1, selected: n + 1 === this.lines }, n ? `${n + 1} lines` : "1 line")));
    this.graphButton = button("Graph of the game", () => this.#graphAll());
    this.element = html(
      "section",
      { class: "card analysis", "aria-label": "Analysis" },
      html("div", { class: "row" }, this.switch, count, this.graphButton),
      this.told,
      this.list,
      this.graph,
    );
    /** @type {Walked} */
    this.line = { positions: [], sides: [], shown: 0 };
    this.#idle();
  }

  /** @param {boolean} isOn */
  turnOn(isOn) {
    this.isOn = isOn;
    this.switch.setAttribute("aria-pressed", String(isOn));
    this.bar.element.hidden = !isOn && !this.worth.size;
    if (isOn) this.#look();
    else {
      this.analyst.stop();
      this.#idle();
    }
  }

  /** @param {number} lines */
  #setLines(lines) {
    this.lines = lines;
    if (this.isOn) this.#look();
  }

  #idle() {
    put(this.list);
    this.told.textContent = this.isOn ? "" : "The engine looks at the position on the board when you switch it on.";
  }

  /**
   * Turn to another state.
   * @param {Looked} state
   * @param {boolean} turned whether the board is turned
   */
  look(state, turned) {
    const same = this.looked?.position === state.position && this.looked.over === state.over;
    this.looked = state;
    this.turned = turned;
    this.#showBar();
    if (this.isOn && !same) this.#look();
  }

  #look() {
    const { looked } = this;
    put(this.list);
    if (!looked) return;
    if (looked.over) {
      this.analyst.stop();
      this.told.textContent = "The game is over here.";
      return;
    }
    this.told.textContent = "Thinking …";
    this.analyst.look(
      { game: this.game, position: looked.position, moves: [], lines: this.lines, seconds: SECONDS.line },
      (found) => this.#found(found, looked),
      (error) => {
        if (error) this.told.textContent = error;
        else if (this.told.textContent) this.told.textContent = this.told.textContent.replace(" …", "");
      },
    );
  }

  /** @param {Found} found @param {Looked} looked */
  #found(found, looked) {
    this.#keep(looked, found);
    this.told.textContent = `depth ${found.depth} · ${amount(found.nodes)} positions · ${found.seconds.toFixed(1)} s …`;
    // A line that is being looked at is not taken from under the pointer.
    if (!this.list.matches(":hover, :focus-within") || !this.list.children.length) put(this.list, ...found.lines.map((line) => this.#line(line, looked)));
    this.#showBar();
    this.drawGraph(this.line);
  }

  /** @param {Looked} looked @param {Found} found */
  #keep(looked, found) {
    const share = looked.to_move === 0 ? found.win : 1 - found.win;
    this.worth.set(looked.position, { share, text: found.lines[0]?.text ?? "" });
    this.bar.element.hidden = false;
  }

  /** @param {Line} line @param {Looked} looked */
  #line({ text, win, moves }, looked) {
    const steps = moves.map((move, place) => {
      const sofar = moves.slice(0, place + 1);
      const preview = () => this.table.preview(sofar);
      return button(move, () => this.table.take(sofar), { class: "ply", onmouseenter: preview, onfocus: preview, onblur: () => this.table.preview(null) });
    });
    const good = looked.to_move === 0 ? win : 1 - win;
    const score = html("span", { class: "score", title: `${Math.round(100 * good)} in 100 for ${this.sides[0]}` }, text);
    return html("li", { onmouseleave: () => this.table.preview(null) }, score, html("span", { class: "plies" }, ...steps));
  }

  #showBar() {
    const { looked } = this;
    if (!looked) return;
    const known = this.worth.get(looked.position);
    if (looked.over) this.bar.show(looked.winner === null ? 0.5 : 1 - looked.winner, looked.winner === null ? "½" : looked.winner ? "0" : "1", this.turned);
    else this.bar.show(known?.share ?? null, known?.text ?? "", this.turned);
  }

  /**
   * Draw what is known of a line of positions.
   * @param {Walked} line
   */
  drawGraph(line) {
    this.line = line;
    const known = line.positions.map((position) => this.worth.get(position)?.share ?? null);
    if (known.filter((share) => share !== null).length < 2) return put(this.graph);
    put(this.graph, graphOf(known, line.shown, this.sides, this.table.go));
  }

  /** Ask about every position of the game in turn. */
  async #graphAll() {
    this.graphButton.disabled = true;
    const { positions, sides } = await this.table.whole();
    const analyst = new Analyst();
    for (const [ply, position] of positions.entries()) {
      if (this.worth.has(position) || this.closed) continue;
      this.graphButton.textContent = `${ply} of ${positions.length - 1} …`;
      const looked = { position, to_move: sides[ply], over: false, winner: null };
      await new Promise((resolve) => {
        const asked = { game: this.game, position, moves: [], lines: 1, seconds: SECONDS.graph };
        analyst.look(asked, (found) => this.#keep(looked, found), resolve);
      });
      this.drawGraph({ positions, sides, shown: this.line.shown });
      this.#showBar();
    }
    analyst.close();
    this.graphButton.disabled = false;
    this.graphButton.textContent = "Graph of the game";
  }

  close() {
    this.closed = true;
    this.analyst.close();
  }
}

/**
 * The chances of the first side over the game, above those of the other.
 * @param {(number | null)[]} shares
 * @param {number} shown
 * @param {[string, string]} sides
 * @param {(ply: number) => void} go
 */
function graphOf(shares, shown, sides, go) {
  const { width, height } = GRAPH;
  const [first, second] = paintsOf(sides);
  const step = width / Math.max(1, shares.length - 1);
  const points = shares.flatMap((share, ply) => (share === null ? [] : [[ply * step, height * (1 - share)]]));
  const curve = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
  const [left, right] = [points[0][0], points[points.length - 1][0]];
  const drawn = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": `Chances of ${sides[0]} over the game` },
    svg("rect", { width, height, fill: second.face }),
    svg("path", { d: `M${left} ${height}L${curve}L${right} ${height}Z`, fill: first.face }),
    svg("path", { class: "middle", d: `M0 ${height / 2}H${width}` }),
    svg("path", { class: "curve", d: `M${curve}` }),
    svg("path", { class: "now", d: `M${shown * step} 0V${height}` }),
  );
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (shares.length - 1)));
  });
  return drawn;
}

/** @param {number} nodes */
function amount(nodes) {
  if (nodes < 10_000) return String(nodes);
  return nodes < 10_000_000 ? `${Math.round(nodes / 1000)} thousand` : `${Math.round(nodes / 1_000_000)} million`;
}
