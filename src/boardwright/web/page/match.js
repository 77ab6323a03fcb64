// A match: two seats, the board between them, and what players do besides moving.

import * as api from "./api.js";
import { RunningClocks } from "./clocks.js";
import { confirmed, copied, copyText, openDialog } from "./dialogs.js";
import { button, html, put, renew } from "./dom.js";
import { icon } from "./icons.js";
import { keepMatch, looks, tokensOf } from "./kept.js";
import { clockOf } from "./newmatch.js";
import { paintsOf } from "./paints.js";
import { analysisAddress, fragment, navigate } from "./routes.js";
import { complain, notice, say } from "./spoken.js";
import { Table } from "./table.js";

/** @import { Child } from "./dom.js" */
/** @import { GameInfo, Match, Move, Side } from "./types.js" */

const AGAIN = 700; // milliseconds until a move that did not get through is sent again

/** @param {Element} root @param {string} id */
export async function openMatch(root, id) {
  const match = await api.match(id);
  const game = await api.gameNamed(match.game);
  takeToken(match);
  const page = new MatchPage(game, match);
  put(root, page.element);
  return page;
}

/** A secret in the address is kept and taken out of sight. @param {Match} match */
function takeToken(match) {
  const told = fragment();
  const token = told.get("token");
  if (!token) return;
  keepMatch(match, told.get("side") === "1" ? [null, token] : [token, null]);
  history.replaceState(null, "", location.pathname);
}

class MatchPage {
  /** @param {GameInfo} game @param {Match} match */
  constructor(game, match) {
    this.game = game;
    this.match = match;
    this.tokens = tokensOf(match.id);
    /** @type {HTMLElement | null} */
    this.joining = null;
    this.table = new Table(game, match.game, match.state);
    if (this.#own().length === 1) this.table.sit(this.#own()[0]);
    this.table.follow(match.start, match.moves, match.state);
    this.table.allowed = (state) => this.table.atTip && !this.match.outcome && this.tokens[state.to_move] !== null;
    this.table.onmove = (move) => this.#play(move);
    this.table.ontake = (moves) => this.#analyse({ ply: this.table.shown, side: moves });
    this.table.onshow = () => this.#show();
    this.table.prompt = () => this.#prompt();
    this.table.mayAsk = () => this.#mayAnalyse();
    this.seats = [0, 1].map(() => html("div", { class: "seat" }));
    this.clockTexts = [0, 1].map(() => html("span", { class: "clock", role: "timer" }));
    this.clocks = new RunningClocks((side, text, isLow) => {
      this.clockTexts[side].textContent = text;
      this.clockTexts[side].classList.toggle("low", isLow);
    });
    this.above = html("div");
    this.beneath = html("div");
    this.status = html("h1", { class: "status" });
    this.asking = html("div", { class: "asking" });
    this.tools = html("div", { class: "tools", role: "toolbar", "aria-label": "Actions" });
    this.analysisPlace = html("div");
    this.element = html(
      "div",
      { class: "table" },
      html("section", { class: "play" }, this.above, this.table.element, this.beneath, this.table.under),
      html(
        "aside",
        { class: "side" },
        html("div", { class: "card" }, this.status, this.asking, this.tools),
        this.table.list.element,
        this.analysisPlace,
      ),
    );
    this.line = api.follow(match.id, {
      changed: (changed, moved) => this.#changed(changed, moved),
      lost: () => this.#setLost(true),
      refused: complain,
    });
    this.#show();
  }

  /** The sides that this browser plays. */
  #own() {
    return /** @type {Side[]} */ ([0, 1].filter((side) => this.tokens[side] !== null));
  }

  /** Against whom a single side is played. */
  #other() {
    const own = this.#own();
    return own.length === 1 ? this.match.seats[own[0] === 0 ? 1 : 0] : null;
  }

  /** @param {Match} match @param {Move | null} moved */
  #changed(match, moved) {
    this.#setLost(false);
    if (match.revision < this.match.revision) return;
    if (match.revision === this.match.revision) return this.clocks.set(match.clock);
    const offered =
      match.draw_offer !== this.match.draw_offer && match.draw_offer !== null && this.tokens[match.draw_offer] === null;
    const ended = match.outcome && !this.match.outcome;
    this.match = match;
    this.table.follow(match.start, match.moves, match.state, moved ?? match.state.last).then(() => {
      if (ended) say(match.outcome?.text ?? "");
    });
    if (offered) notice(`${this.game.sides[/** @type {Side} */ (match.draw_offer)]} offers a draw`);
    this.#show();
  }

  /** @param {boolean} isLost */
  #setLost(isLost) {
    if (isLost === this.#isLost) return;
    this.element.classList.toggle("lost-line", isLost);
    this.#show();
    if (isLost) say(this.#prompt());
  }

  get #isLost() {
    return this.element?.classList.contains("lost-line") ?? false;
  }

  /**
   * Play a move. While there is no answer it is asked again; the server plays it once.
   * @param {Move} move
   */
  async #play(move) {
    const { id, state, moves } = this.match;
    const token = this.tokens[state.to_move];
    if (!token) return;
    for (let tries = 0; ; tries += 1) {
      try {
        const match = await api.act(id, "moves", token, { move: move.text, ply: moves.length });
        return this.#changed(match, move);
      } catch (error) {
        if (!(error instanceof api.Unreachable) || this.closed) throw error;
        this.#setLost(true);
        if (!tries) {
          this.#show();
          say(this.#prompt());
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  /** @param {"resign" | "draw" | "takeback"} what @param {unknown} [body] */
  async #act(what, body) {
    const { to_move: toMove } = this.match.state;
    const token = this.tokens[toMove] ?? this.tokens[toMove === 0 ? 1 : 0];
    if (!token) return;
    try {
      this.#changed(await api.act(this.match.id, what, token, body), null);
    } catch (error) {
      complain(error);
    }
  }

  #prompt() {
    const { match, table } = this;
    if (this.#isLost && table.ahead) return "The connection is lost. Your move is sent once it is back.";
    if (this.#isLost) return "The connection is lost. Trying again …";
    if (match.outcome || table.ahead) return "";
    if (!table.atTip) return "An earlier position; the last one goes on.";
    const seat = match.seats[match.state.to_move];
    const side = this.game.sides[match.state.to_move];
    if (!match.seats.every(({ taken }) => taken)) return "Waiting for the other player.";
    if (this.tokens[match.state.to_move] !== null) return `Your move, ${side}.`;
    return seat.kind === "engine" ? "The engine is thinking …" : `${side} is to move.`;
  }

  #show() {
    const { match, table } = this;
    const { below } = table;
    const running = match.outcome ? null : match.state.to_move;
    for (const side of /** @type {Side[]} */ ([0, 1])) put(this.seats[side], ...this.#seat(side, running === side));
    put(this.above, this.seats[1 - below]);
    put(this.beneath, this.seats[below]);
    this.clocks.set(match.clock);
    this.status.textContent = match.outcome?.text ?? (this.#isLost ? "No connection" : match.state.status);
    this.status.classList.toggle("over", match.outcome !== null);
    renew(this.asking, ...this.#questions());
    renew(this.tools, ...this.#buttons());
    const isAsked = this.tokens[match.state.to_move] !== null && !match.outcome;
    document.title = `${isAsked ? "● " : ""}${this.game.title} - Boardwright`;
    put(this.analysisPlace, this.#mayAnalyse() && table.analysis.element);
    if (!this.#mayAnalyse()) table.analysis.turnOn(false);
    if (!table.choice.chosen.length) table.cancel();
  }

  /** Who plays another person thinks for himself until the game is over. */
  #mayAnalyse() {
    const other = this.#other();
    return this.match.outcome !== null || !other || other.kind !== "human";
  }

  /** @param {Side} side @param {boolean} isOnMove */
  #seat(side, isOnMove) {
    const seat = this.match.seats[side];
    const paint = paintsOf(this.game.sides)[side];
    const disc = html("span", { class: "disc" });
    disc.style.setProperty("--face", paint.face);
    disc.style.setProperty("--edge", paint.edge);
    this.seats[side].classList.toggle("on-move", isOnMove);
    const mine = this.tokens[side] !== null && this.#own().length === 1;
    const engine = seat.level === null ? "Engine" : `Engine, level ${seat.level}`;
    const who = seat.kind === "engine" ? engine : seat.name || (mine ? "You" : seat.taken ? "Player" : "Free seat");
    const clock = this.match.clock && this.clockTexts[side];
    return [
      disc,
      html("span", { class: "who" }, who),
      html("span", { class: "muted" }, this.game.sides[side]),
      isOnMove && html("span", { class: "turn" }, this.#isLost && this.table.ahead ? "not sent yet" : "to move"),
      clock,
    ];
  }

  /** What must be answered now: a free seat, an offer. */
  #questions() {
    const { match } = this;
    /** @type {Child[]} */
    const asked = [];
    const free = match.seats.find(({ taken, kind }) => !taken && kind === "human");
    // What is being written there stays.
    if (free && !this.#own().length) asked.push((this.joining ??= this.#joinForm(free.side)));
    if (free && this.#own().length)
      asked.push(html("p", {}, "Send this address to the other player:"), copied("Address", location.href));
    const offer = match.draw_offer;
    if (offer !== null && !match.outcome) {
      const answers = this.tokens[offer] === null && this.#own().length > 0;
      asked.push(
        html("p", {}, answers ? `${this.game.sides[offer]} offers a draw.` : "A draw is offered."),
        answers &&
          html(
            "div",
            { class: "row" },
            button("Accept the draw", () => this.#act("draw", { action: "accept" }), { class: "primary" }),
            button("Decline", () => this.#act("draw", { action: "decline" })),
          ),
      );
    }
    return asked;
  }

  /** @param {Side} side */
  #joinForm(side) {
    const name = html("input", {
      type: "text",
      maxlength: 40,
      value: looks().name,
      placeholder: "Your name",
      "aria-label": "Your name",
    });
    const join = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const joined = await api.join(this.match.id, side, name.value.trim());
        keepMatch(
          { ...joined.match, title: this.game.title },
          joined.side === 0 ? [joined.token, null] : [null, joined.token],
        );
        this.tokens = tokensOf(this.match.id);
        this.table.sit(joined.side);
        this.#changed(joined.match, null);
      } catch (error) {
        complain(error);
      }
    };
    return html(
      "form",
      { class: "join", onsubmit: join },
      html("p", {}, `The seat of ${this.game.sides[side]} is free.`),
      html("div", { class: "row" }, name, html("button", { class: "primary" }, `Play ${this.game.sides[side]}`)),
    );
  }

  #buttons() {
    const { match, table } = this;
    const own = this.#own();
    const isRunning = !match.outcome;
    const isLost = this.#isLost;
    const other = this.#other();
    const canTakeBack = own.length === 2 || (own.length === 1 && other?.kind === "engine");
    return [
      tool("flip", "Flip", () => table.flip()),
      tool("solid", table.board.look.solid ? "Flat" : "Solid", () => {
        table.changeView();
        this.#show();
      }),
      tool("threats", "Threats", () => table.showThreats().catch(complain), isLost),
      canTakeBack && tool("back", "Take back", () => this.#act("takeback"), isLost || !match.moves.length),
      isRunning &&
        own.length === 1 &&
        other?.kind === "human" &&
        tool("draw", "Draw", () => this.#act("draw", { action: "offer" }), isLost || match.draw_offer !== null),
      isRunning && own.length > 0 && tool("resign", "Resign", () => this.#resign(), isLost),
      !isRunning &&
        (own.length === 2 || other?.kind === "engine") &&
        tool("again", "Play again", () => this.#again(), isLost),
      tool("share", "Share", () => this.#share()),
      tool("copy", "Copy", () => this.#copy(), isLost),
      this.#mayAnalyse() && tool("analyse", "Analyse", () => this.#analyse(), isLost),
      html("a", { class: "button tool", href: `/rules/${encodeURIComponent(this.game.name)}` }, icon("rules"), "Rules"),
    ];
  }

  async #resign() {
    if (await confirmed("Resign this game?", "Resign")) await this.#act("resign");
  }

  /** @param {{ply?: number, side?: string[]}} [from] where to begin, and a line to look at from there */
  #analyse(from = {}) {
    const { game, start, moves } = this.match;
    navigate(analysisAddress(game, start, { moves: moves.map(({ text }) => text), ...from }));
  }

  async #again() {
    const seats = /** @type {[string, string]} */ (
      this.match.seats.map(({ kind, level }) =>
        kind === "engine" ? (level === null ? "engine" : `engine:${level}`) : "human",
      )
    );
    const { clock } = this.match;
    try {
      const made = await api.newMatch({
        game: this.match.game,
        seats,
        position: this.match.start,
        ...(clock && { clock: clockOf(looks().opponent.clock) }),
      });
      keepMatch({ ...made.match, title: this.game.title }, made.tokens);
      navigate(`/play/${made.match.id}`);
    } catch (error) {
      complain(error);
    }
  }

  #share() {
    const address = `${location.origin}/play/${this.match.id}`;
    const seats = this.#own().map((side) =>
      copied(
        `Your seat (${this.game.sides[side]})`,
        `${address}#token=${this.tokens[side]}&side=${side}`,
        "Whoever has this address plays for you: keep it to yourself, to go on at another computer.",
      ),
    );
    const free = this.match.seats.some(({ taken }) => !taken);
    openDialog("Share this match", copied(free ? "To play or to watch" : "To watch", address), ...seats);
  }

  #copy() {
    const { state } = this.table;
    const records = this.game.formats.map((format) =>
      html(
        "div",
        { class: "row" },
        html("span", { class: "label" }, labelOf(format)),
        button("Copy", () => api.record(this.match.id, format).then((text) => copyText(text, "Record"), complain)),
        html("a", { class: "button", href: api.recordAddress(this.match.id, format), download: true }, "Save"),
      ),
    );
    openDialog(
      "Copy",
      copied("Position", state.position, "Can be looked at again with Paste, in the analysis of this game."),
      html(
        "div",
        { class: "copied" },
        html("span", { class: "label" }, "The whole game"),
        ...records,
        html(
          "p",
          { class: "muted" },
          "Each of these can be opened again: with Open a record on the first page, or with Paste.",
        ),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    return this.table.onKey(event);
  }

  close() {
    this.closed = true;
    this.line.close();
    this.clocks.close();
    this.table.close();
  }
}

/** What a format of records is called. @param {string} format */
function labelOf(format) {
  /** @type {Record<string, string>} */
  const labels = { json: "For programs (JSON)", moves: "Position and moves", text: "Text with tags" };
  return labels[format] ?? format.toUpperCase();
}

/**
 * A button with a drawing.
 * @param {Parameters<typeof icon>[0]} drawing
 * @param {string} label
 * @param {() => void} action
 * @param {boolean} [disabled]
 */
export function tool(drawing, label, action, disabled = false) {
  return html("button", { type: "button", class: "tool", onclick: action, disabled }, icon(drawing), label);
}
