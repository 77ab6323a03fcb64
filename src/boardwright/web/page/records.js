// Import of records. If a text contains several games, the user chooses one of them.

import * as api from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, html, put } from "./dom.js";
import { t } from "./i18n.js";
import { analysisAddress, linkedLine, navigate } from "./routes.js";
import { newAnalysisId, storeAnalysis } from "./storage.js";
import { MoveTree } from "./tree.js";

/** @import { AnalysedLine } from "./routes.js" */
/** @import { GameTree, RecordedGame } from "./types.js" */

const LARGEST_PART = 100_000; // characters that are sent at once
const LARGEST_TEXT = 2_000_000;
const FEW = 10; // games that need no filter
const PAGE = 100; // games that are listed at once

/** The boundaries between games: a tag after an empty line, or a record in JSON on a line of its own. */
const BOUNDARY = /\n\s*\n(?=\[)|\n(?=\{)/g;

/**
 * The game of a record, with its variations.
 * @param {string} text
 * @param {string} [game] the game of a text that names none
 * @returns {Promise<GameTree>}
 */
export async function readTree(text, game) {
  const linked = linkedLine(text.trim());
  if (linked) return linkedTree(linked);
  if (text.length > LARGEST_TEXT) throw new Error(t("record-too-large", { millions: LARGEST_TEXT / 1_000_000 }));
  const parts = partsOf(text);
  /** @type {RecordedGame[]} */
  const listed = [];
  for (const part of parts) {
    const { tree, games = [] } = await api.readRecord(part, game);
    if (tree && parts.length === 1) return tree;
    listed.push(...(tree ? [entryOf(tree, part)] : games));
  }
  return readTree(await chosenOf(listed), game);
}

/** The game of a link, with its variation. @param {AnalysedLine & {game: string, position: string | null}} line @returns {Promise<GameTree>} */
async function linkedTree({ game, position, moves, ply, side = [] }) {
  const start = await api.position({ game, position });
  const tree = new MoveTree(start.game, start.position);
  for (const line of [moves, [...moves.slice(0, ply), ...side]])
    tree.addLine((await api.position({ game, position: start.position, moves: line })).played);
  return tree.write();
}

/**
 * Analyse a game.
 * @param {GameTree} written
 * @param {{ply?: number, side?: string[], toReview?: boolean}} [from] the ply to start at, a variation from there, and
 *   whether to review the game
 */
export function analyseTree(written, { toReview = false, ...from } = {}) {
  const id = newAnalysisId();
  storeAnalysis(id, { tree: written, toReview });
  const moves = MoveTree.read(written).main.map(({ text }) => text);
  navigate(analysisAddress(written.game, written.start ?? "", { moves, ...from }), { analysis: id });
}

/** Split a long text between games, so that each part can be sent. @param {string} text */
function partsOf(text) {
  const parts = [];
  let [from, end] = [0, 0];
  for (const { index } of text.matchAll(BOUNDARY)) {
    if (index - from > LARGEST_PART && end > from) {
      parts.push(text.slice(from, end));
      from = end;
    }
    end = index;
  }
  if (text.length - from > LARGEST_PART && end > from) {
    parts.push(text.slice(from, end));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** The only game of a part, as one of a list. @param {GameTree} tree @param {string} text @returns {RecordedGame} */
function entryOf(tree, text) {
  const { Event: event = "", Date: date = "", ...others } = tree.tags;
  const players = Object.values(others).slice(0, 2);
  return { players, result: "", moves: MoveTree.read(tree).main.length, event, date, text };
}

/** @param {RecordedGame[]} games @returns {Promise<string>} the text of the chosen one */
function chosenOf(games) {
  return new Promise((resolve, reject) => {
    const rows = games.map((listed) => {
      const choose = () => {
        resolve(listed.text);
        dialog.close();
      };
      const row = html("li", {}, button("", choose, { class: "recorded" }));
      put(/** @type {Element} */ (row.firstChild), ...wordsOf(listed));
      return { row, words: (row.textContent ?? "").toLowerCase() };
    });
    const list = html("ol", {
      class: "recorded-games",
      onkeydown: (/** @type {KeyboardEvent} */ event) => walk(list, event),
    });
    const count = html("p", { class: "muted", role: "status" });
    const more = button(t("show-more"), () => show(shown + PAGE));
    const filter = html("input", {
      type: "text",
      "aria-label": t("find-game"),
      placeholder: t("find-game-by"),
      autocomplete: "off",
      oninput: () => show(PAGE),
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "ArrowDown" && walk(list, event),
    });
    let shown = PAGE;
    const show = (/** @type {number} */ most) => {
      shown = most;
      const wanted = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      const found = rows.filter(({ words }) => wanted.every((word) => words.includes(word)));
      put(list, ...found.slice(0, most).map(({ row }) => row));
      more.hidden = found.length <= most;
      count.textContent =
        found.length > most
          ? t("games-listed", { count: found.length, most })
          : t("game-count", { count: found.length });
    };
    show(PAGE);
    const isLong = games.length > FEW;
    const dialog = openDialog(t("choose-game", { count: games.length }), isLong && filter, isLong && count, list, more);
    if (isLong) filter.focus();
    dialog.addEventListener("close", () => reject(new Error(t("no-game-chosen"))));
  });
}

/** Move the focus within a list of games by the arrow keys. @param {Element} list @param {KeyboardEvent} event */
function walk(list, event) {
  const buttons = [...list.querySelectorAll("button")];
  const here = buttons.findIndex((each) => each === document.activeElement);
  /** @type {Record<string, number>} */
  const places = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: buttons.length - 1 };
  const next = buttons[places[event.key] ?? -1];
  if (!next) return;
  next.focus();
  event.preventDefault();
}

/** @param {RecordedGame} game */
function wordsOf({ players, result, moves, event, date }) {
  const names = players.some(Boolean) ? players.map((name) => name || "?").join(" – ") : t("players-not-named");
  const more = [t("move-count", { count: moves }), event, date].filter(Boolean).join(", ");
  return [html("b", {}, names), html("span", {}, result), html("span", { class: "muted" }, more)];
}
