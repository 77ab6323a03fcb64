// A board for looking at any position: move for both sides, go back, set up, paste, ask the engine.

import * as api from "./api.js";
import { askText, copied, copyText, openDialog } from "./dialogs.js";
import { html, put, renew } from "./dom.js";
import { Editor } from "./editor.js";
import { icon } from "./icons.js";
import { tool } from "./match.js";
import { askForMatch } from "./newmatch.js";
import { analysisAddress, fragment } from "./routes.js";
import { complain, notice } from "./spoken.js";
import { Table } from "./table.js";

/** @import { GameInfo, Move, State } from "./types.js" */

const RESULTS = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1"];

/** @param {Element} root @param {string} name */
export async function openAnalysis(root, name) {
  const game = await api.gameNamed(name);
  const fullName = game.variants.find((variant) => variant.full_name === name)?.full_name ?? game.variants[0].full_name;
  const asked = fragment();
  const moves = asked.get("moves")?.split(" ").filter(Boolean) ?? [];
  const start = await api.position({ game: fullName, position: asked.get("position") });
  const page = new AnalysisPage(game, fullName, start);
  put(root, page.element);
  if (moves.length) await page.load(start, moves);
  return page;
}

class AnalysisPage {
  /** @param {GameInfo} game @param {string} fullName @param {State} start */
  constructor(game, fullName, start) {
    this.game = game;
    this.fullName = fullName;
    this.table = new Table(game, fullName, start);
    this.table.allowed = () => true;
    this.table.onmove = (move) => this.#play([move.text], move);
    this.table.ontake = (moves) => void this.#play(moves, null).catch(complain);
    this.table.onshow = () => this.#show();
    this.table.prompt = () => (this.table.state.outcome ? "" : "Move for either side.");
    this.status = html("h1", { class: "status" });
    this.position = html("code", { class: "position" });
    this.tools = html("div", { class: "tools", role: "toolbar", "aria-label": "Actions" });
    this.setup = html("div", { class: "card", hidden: true });
    this.play = html("section", { class: "play" }, this.table.element, this.table.under);
    this.element = html(
      "div",
      { class: "table looking" },
      html("div", { class: "desk" }, this.play, this.setup),
      html(
        "aside",
        { class: "side" },
        html("div", { class: "card" }, this.status, this.position, this.tools),
        this.table.list.element,
        this.table.analysis.element,
      ),
    );
    document.title = `${game.title}: analysis - Boardwright`;
    for (const warning of start.warnings) notice(warning);
    this.table.follow(start.position, [], start);
    this.#show();
  }

  /** Begin anew with a line of moves. @param {State} start @param {string[]} moves */
  async load(start, moves) {
    const tip = moves.length ? await api.position({ game: this.fullName, position: start.position, moves }) : start;
    await this.table.follow(start.position, tip.played, tip);
    this.#keepAddress();
  }

  /** Go on from what is on the board; what came after it before is given up. @param {string[]} texts @param {Move | null} move */
  async #play(texts, move) {
    const { table } = this;
    const { state } = table;
    const before = table.moves.slice(0, table.shown).map(({ text }) => text);
    const next = await api.position({ game: this.fullName, position: table.start, moves: [...before, ...texts] });
    if (table.state !== state) return;
    table.cutHere();
    await table.follow(table.start, next.played, next, move);
    this.#keepAddress();
  }

  /** The address always leads here again. */
  #keepAddress() {
    const { start, moves } = this.table;
    history.replaceState(
      null,
      "",
      analysisAddress(
        this.fullName,
        start,
        moves.map(({ text }) => text),
      ),
    );
  }

  #show() {
    const { table } = this;
    this.status.textContent = table.state.outcome?.text ?? table.state.status;
    this.status.classList.toggle("over", table.state.outcome !== null);
    this.position.textContent = table.state.position;
    renew(
      this.tools,
      tool("flip", "Flip", () => table.flip()),
      tool("solid", table.board.look.solid ? "Flat" : "Solid", () => {
        table.changeView();
        this.#show();
      }),
      tool("threats", "Threats", () => table.showThreats().catch(complain)),
      this.game.palette.length > 0 && tool("edit", "Set up", () => this.#edit()),
      tool("copy", "Copy", () => copyText(table.state.position, "Position")),
      tool("read", "Paste", () => this.#paste()),
      tool("share", "Share", () => this.#share()),
      tool("play", "Play on", () => this.#playFromHere(), table.state.outcome !== null),
      html("a", { class: "button tool", href: `/rules/${encodeURIComponent(this.game.name)}` }, icon("rules"), "Rules"),
    );
  }

  #edit() {
    const { view } = this.table.state;
    const editor = new Editor(this.game, view, {
      check: (pieces, toMove) => api.position({ game: this.fullName, pieces, to_move: toMove }),
      done: (state) => {
        this.#closeEditor();
        this.load(state, []).catch(complain);
      },
    });
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
  }

  #closeEditor() {
    this.setup.hidden = true;
    this.play.hidden = false;
    this.element.classList.remove("editing");
    put(this.setup);
  }

  #paste() {
    askText(
      "Paste a position or a record",
      `The text of a position, such as ${this.game.variants[0].start}, a record, or moves alone.`,
      "Look at it",
      (text) => this.#read(text.trim()),
    );
  }

  /** Look at what a text may be. @param {string} text */
  async #read(text) {
    if (await isRecord(text)) return this.#readRecord(text);
    const [asPosition, asRecord, asMoves] = [
      () => this.#readPosition(text),
      () => this.#readRecord(text),
      () => this.#readMoves(text),
    ];
    // What begins with the number 1 is a whole game; other moves go on from what is on the board, if they can.
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
    throw new api.Refused(`this is neither a position (${refused[0]}) nor moves (${refused[1]})`);
  }

  /** @param {string} text */
  async #readPosition(text) {
    const state = await api.position({ game: this.fullName, position: text });
    for (const warning of state.warnings) notice(warning);
    await this.load(state, []);
  }

  /** Go on from what is on the board with the moves of a text. @param {string} text */
  #readMoves(text) {
    const words = text.split(/[\s;]+/).map((word) => word.replace(/^\d+\.+/, ""));
    return this.#play(
      words.filter((word) => word && !RESULTS.includes(word)),
      null,
    );
  }

  /** @param {string} text */
  async #readRecord(text) {
    const { match } = await api.readRecord(text, this.fullName);
    if (match.game !== this.fullName)
      throw new Error(`this is a record of ${match.game}: expected one of ${this.fullName} (All games, Open a record)`);
    const start = await api.position({ game: this.fullName, position: match.start });
    await this.load(
      start,
      match.moves.map(({ text: written }) => written),
    );
  }

  #share() {
    openDialog("Share this analysis", copied("Address", location.href), copied("Position", this.table.state.position));
  }

  #playFromHere() {
    const variant = this.game.variants.find((each) => each.full_name === this.fullName);
    const { position, to_move: begins } = this.table.state;
    askForMatch(this.game, { variant, position, begins });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    return this.setup.hidden && this.table.onKey(event);
  }

  close() {
    this.table.close();
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
