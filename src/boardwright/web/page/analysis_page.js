// The analysis page: play moves for both sides, set up or paste a position, run the engine.

import * as api from "./api.js";
import { askText, copied, copyText, openDialog } from "./dialogs.js";
import { button, html, put, renew } from "./dom.js";
import { Editor } from "./editor.js";
import { icon, tool } from "./icons.js";
import { numbered, sharedMoves } from "./moves.js";
import { askForGame } from "./new_game.js";
import { readGame } from "./records.js";
import { analysedLine, analysisAddress } from "./routes.js";
import { complain, notice } from "./announce.js";
import { GameView } from "./game_view.js";
import { gameLine, titleOf } from "./titles.js";

/** @import { AnalysedLine } from "./routes.js" */
/** @import { GameInfo, State, Variant } from "./types.js" */
/** @import { Listed } from "./moves.js" */

const RESULTS = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1"];

/** @param {Element} root @param {string} name */
export async function openAnalysis(root, name) {
  const game = await api.gameNamed(name);
  const variant = game.variants.find((each) => each.full_name === name) ?? game.variants[0];
  const { position, ...line } = analysedLine();
  const start = await api.position({ game: variant.full_name, position });
  const page = new AnalysisPage(game, variant, start);
  put(root, page.element);
  await page.load(start, line);
  return page;
}

class AnalysisPage {
  /** @param {GameInfo} game @param {Variant} variant @param {State} start */
  constructor(game, variant, start) {
    this.game = game;
    this.variant = variant;
    this.fullName = variant.full_name;
    this.view = new GameView(game, this.fullName, start);
    /** @type {{moves: Listed[], tip: State} | null} the game, while a side line of it is on the board */
    this.left = null;
    /** @type {Editor | null} */
    this.editor = null;
    this.view.allowed = () => true;
    this.view.onmove = (move) => this.#play([move.text]);
    this.view.ontake = (moves) => void this.#play(moves).catch(complain);
    this.view.onshow = () => this.#show();
    this.view.branch = () => (this.left ? this.#branch : Infinity);
    this.view.prompt = () => (this.view.state.outcome ? "" : "Move for either side.");
    this.status = html("h1", { class: "status" });
    this.position = html("code", { class: "position" });
    this.tools = html("div", { class: "tools", role: "toolbar", "aria-label": "Actions" });
    this.setup = html("div", { class: "card", hidden: true });
    this.setupButton = tool("edit", "Set up", () => this.#edit());
    this.branch = html("span", { role: "status" });
    this.sideLine = html(
      "div",
      { class: "side-line", hidden: true },
      this.branch,
      button("Back to the game", () => this.#backToGame(), { class: "primary" }),
    );
    this.view.under.append(this.sideLine);
    this.play = html("section", { class: "play" }, gameLine(game, this.fullName), this.view.element, this.view.under);
    this.element = html(
      "div",
      { class: "table looking" },
      html("div", { class: "desk" }, this.play, this.setup),
      html(
        "aside",
        { class: "side" },
        html("div", { class: "card" }, this.status, this.position, this.tools),
        this.view.list.element,
        this.view.analysis.element,
      ),
    );
    document.title = `${titleOf(game, this.fullName)}: analysis - Boardwright`;
    for (const warning of start.warnings) notice(warning);
  }

  /**
   * Analyse a game or a variation of one.
   * @param {State} start
   * @param {AnalysedLine} [line]
   */
  async load(start, { moves, ply, side = [] } = { moves: [] }) {
    const { position } = start;
    const read = (/** @type {string[]} */ texts) =>
      texts.length ? api.position({ game: this.fullName, position, moves: texts }) : start;
    const [tip, end] = await Promise.all([read(moves), side.length ? read([...moves.slice(0, ply), ...side]) : null]);
    this.left = end && { moves: tip.played, tip };
    await this.view.switchTo(position, (end ?? tip).played, end ?? tip, end ? undefined : ply);
  }

  /** Analyse another game; the browser's Back leads to the one before. @param {State} start @param {string[]} [moves] */
  async #open(start, moves = []) {
    await this.load(start, { moves });
    history.pushState(null, "", this.#address());
  }

  /**
   * Play moves from the position on the board. Moves of the current line step along it; others start a variation, or
   * replace the rest of one.
   * @param {string[]} texts
   */
  async #play(texts) {
    const { view } = this;
    const { state, start } = view;
    const before = view.moves.slice(0, view.shown).map(({ text }) => text);
    const next = await api.position({ game: this.fullName, position: start, moves: [...before, ...texts] });
    if (view.state !== state) return;
    const { played } = next;
    const follows = (/** @type {Listed[]} */ line) => sharedMoves(played, line) === played.length;
    if (follows(view.moves)) return view.switchTo(start, view.moves, view.tip, played.length);
    if (this.left && follows(this.left.moves)) return this.#backToGame(played.length);
    const leaves = !this.left && !view.atTip;
    if (leaves) {
      history.replaceState(null, "", this.#address());
      this.left = { moves: view.moves, tip: view.tip };
    }
    await view.switchTo(start, played, next);
    history[leaves ? "pushState" : "replaceState"](null, "", this.#address());
  }

  /** The ply at which the variation leaves the game. */
  get #branch() {
    return this.left ? sharedMoves(this.left.moves, this.view.moves) : this.view.shown;
  }

  /** Leave the side line. @param {number} ply the position of the game to show */
  async #backToGame(ply = this.#branch) {
    if (!this.left) return;
    const { moves, tip } = this.left;
    this.left = null;
    await this.view.switchTo(this.view.start, moves, tip, ply);
    history.pushState(null, "", this.#address());
  }

  /** The URL of this line. */
  #address() {
    const { start, moves } = this.view;
    const ply = this.#branch;
    const texts = (this.left?.moves ?? moves).map(({ text }) => text);
    const side = this.left ? moves.slice(ply).map(({ text }) => text) : [];
    return analysisAddress(this.fullName, start, { moves: texts, ply, side });
  }

  #showSideLine() {
    const { left } = this;
    const branch = this.#branch;
    this.sideLine.hidden = !left;
    if (left) this.branch.textContent = branch ? `Side line after ${numbered(left.moves, branch - 1)}` : "Side line";
  }

  #show() {
    const { view } = this;
    this.#showSideLine();
    this.status.textContent = view.state.outcome?.text ?? view.state.status;
    this.status.classList.toggle("over", view.state.outcome !== null);
    this.position.textContent = view.state.position;
    renew(
      this.tools,
      ...view.lookTools(),
      tool("threats", "Threats", () => view.showThreats().catch(complain)),
      this.game.palette.length > 0 && this.setupButton,
      tool("copy", "Copy", () => copyText(view.state.position, "Position")),
      tool("read", "Paste", () => this.#paste()),
      tool("share", "Share", () => this.#share()),
      tool("play", "Play from here", () => this.#playFromHere(), view.state.outcome !== null),
      html("a", { class: "button tool", href: `/rules/${encodeURIComponent(this.game.name)}` }, icon("rules"), "Rules"),
    );
  }

  #edit() {
    const { view, counts, position } = this.view.state;
    const editor = new Editor(this.game, view, {
      counts,
      start: this.variant,
      check: (pieces, toMove, changed) =>
        api.position({ game: this.fullName, position, pieces, to_move: toMove, counts: changed }),
      done: (state) => {
        this.#closeEditor();
        this.#open(state).catch(complain);
      },
      cancel: () => this.#closeEditor(),
    });
    this.editor = editor;
    const head = html(
      "div",
      { class: "dialog-head" },
      html("h2", {}, "Set up a position"),
      tool("back", "Cancel", () => this.#closeEditor()),
    );
    put(this.setup, head, editor.element);
    this.setup.hidden = false;
    this.play.hidden = true;
    this.element.classList.add("editing");
    editor.board.input?.focus();
  }

  #closeEditor() {
    this.setup.hidden = true;
    this.play.hidden = false;
    this.element.classList.remove("editing");
    put(this.setup);
    this.editor = null;
    this.setupButton.focus();
  }

  #paste() {
    askText(
      "Paste a position or a record",
      `The text of a position, such as ${this.game.variants[0].start}, a record, or moves alone.`,
      "Open",
      (text) => this.#read(text.trim()),
    );
  }

  /** Open a text as a position, a record or moves. @param {string} text */
  async #read(text) {
    if (await isRecord(text)) return this.#readRecord(text);
    const [asPosition, asRecord, asMoves] = [
      () => this.#readPosition(text),
      () => this.#readRecord(text),
      () => this.#readMoves(text),
    ];
    // Move number 1 starts a whole game; other moves continue from the board, if they are legal there.
    const ways = [asPosition, ...(/^1\./.test(text) ? [asRecord, asMoves] : [asMoves, asRecord])];
    const refused = [];
    for (const read of ways) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof api.Refused)) throw error;
        refused.push(error.message);
      }
    }
    throw new api.Refused(`Not understood. As a position: ${refused[0]}. As moves: ${refused[1]}.`);
  }

  /** @param {string} text */
  async #readPosition(text) {
    const state = await api.position({ game: this.fullName, position: text });
    for (const warning of state.warnings) notice(warning);
    await this.#open(state);
  }

  /** Play the moves of a text from the position on the board. @param {string} text */
  #readMoves(text) {
    const words = text.split(/[\s;]+/).map((word) => word.replace(/^\d+\.+/, ""));
    return this.#play(words.filter((word) => word && !RESULTS.includes(word)));
  }

  /** @param {string} text */
  async #readRecord(text) {
    const imported = await readGame(text, this.fullName);
    if (imported.game !== this.fullName)
      throw new Error(
        `this is a record of ${imported.game}: expected one of ${this.fullName} (import it on the first page)`,
      );
    const start = await api.position({ game: this.fullName, position: imported.start });
    await this.#open(
      start,
      imported.moves.map(({ text: written }) => written),
    );
  }

  #share() {
    openDialog("Share this analysis", copied("Address", location.href), copied("Position", this.view.state.position));
  }

  #playFromHere() {
    const { position, to_move: begins } = this.view.state;
    askForGame(this.game, { variant: this.variant, position, begins });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!this.editor) return this.view.onKey(event);
    if (event.key !== "Escape") return false;
    this.editor.cancel();
    return true;
  }

  close() {
    this.view.close();
  }
}

/**
 * Whether a text can only be a record: JSON, tags, or the name of a game on a line of its own.
 * @param {string} text
 */
async function isRecord(text) {
  const names = (await api.allGames()).flatMap(({ name, variants }) => [
    name,
    ...variants.map((each) => each.full_name),
  ]);
  return /^[{[]/.test(text) || names.includes(text.split("\n")[0].trim());
}
