// The user's own games in the lobby, those in progress first. With a server, it has the games, and this browser has the
// tokens of their seats; without one, the games are in this browser too.

import * as api from "./api.js";
import { complain, errorText } from "./announce.js";
import { button, html, put } from "./dom.js";
import { outcomeInWords, toMoveInWords } from "./game_texts.js";
import { hasServer } from "./hosting.js";
import { t } from "./i18n.js";
import { drawPicture } from "./lazy_picture.js";
import { playAddress } from "./routes.js";
import { forgetGame, noteOver, storedGames, tokensOf } from "./storage.js";
import { titleOf } from "./titles.js";

/** @import { GameInfo, GameSummary, LiveGame, Side } from "./types.js" */

/**
 * @typedef {object} Listed a game in the list
 * @property {string} id
 * @property {GameInfo} game
 * @property {string} title
 * @property {number} number its place in the list, for names that differ
 * @property {boolean} isOver as far as it is known
 * @property {() => Promise<GameSummary>} summary
 * @property {() => Promise<void>} remove
 */

const SHOWN = 6; // games that are shown at once; the others are folded away

export class YourGames {
  /** @param {GameInfo[]} games */
  constructor(games) {
    this.games = games;
    this.isOpen = false;
    this.closed = false;
    this.unfollow = () => {};
    this.element = html("div", { class: "your-games" });
    if (hasServer) this.#show(this.#ofServer());
    else void this.#follow().catch(complain);
  }

  /** Show the games of this browser's database, now and after every change. */
  async #follow() {
    const database = await api.loaded(import("./game_database.js"));
    const update = async () => {
      const listed = await this.#ofBrowser(database);
      if (!this.closed) this.#show(listed, await this.#saving());
    };
    if (this.closed) return;
    this.unfollow = database.onchange(() => void update().catch(complain));
    await update();
  }

  /** @param {string} fullName */
  #gameOf(fullName) {
    return this.games.find(({ name }) => name === fullName.split(":")[0]);
  }

  /** @returns {Listed[]} */
  #ofServer() {
    return storedGames().flatMap((stored, place) => {
      const game = this.#gameOf(stored.game);
      const summary = async () => summaryOf(await api.liveGame(stored.id));
      const remove = async () => forgetGame(stored.id);
      return game ? [this.#listed(stored, game, place, stored.over ?? false, summary, remove)] : [];
    });
  }

  /** @param {typeof import("./game_database.js")} database @returns {Promise<Listed[]>} */
  async #ofBrowser(database) {
    const summaries = (await database.all()).map(({ summary }) => /** @type {GameSummary} */ (JSON.parse(summary)));
    const ordered = [...summaries.filter(({ outcome }) => !outcome), ...summaries.filter(({ outcome }) => outcome)];
    return ordered.flatMap((summary, place) => {
      const game = this.#gameOf(summary.game);
      const remove = async () => {
        await database.remove(summary.id);
        forgetGame(summary.id);
      };
      return game ? [this.#listed(summary, game, place, summary.outcome !== null, async () => summary, remove)] : [];
    });
  }

  /**
   * @param {{id: string, game: string}} named
   * @param {GameInfo} game
   * @param {number} place
   * @param {boolean} isOver
   * @param {Listed["summary"]} summary
   * @param {Listed["remove"]} remove
   * @returns {Listed}
   */
  #listed({ id, game: fullName }, game, place, isOver, summary, remove) {
    return { id, game, title: titleOf(game, fullName), number: place + 1, isOver, summary, remove };
  }

  /** The button that saves all games of this browser as a file. */
  async #saving() {
    const { saveGames } = await api.loaded(import("./saved_games.js"));
    return button(t("save-all-games"), () => void saveGames().catch(complain));
  }

  /** @param {Listed[]} all @param {HTMLElement} [saving] */
  #show(all, saving) {
    if (!all.length) return put(this.element);
    const rest = all.slice(SHOWN);
    const others = html("div", { class: "stored-games" });
    const more = html("details", {}, html("summary", {}, t("show-all-games", { count: all.length })), others);
    more.addEventListener("toggle", () => {
      this.isOpen = more.open;
      if (more.open && !others.childElementCount) put(others, ...rest.map(card));
    });
    more.open = this.isOpen;
    put(
      this.element,
      html(
        "section",
        { class: "recent", "aria-label": t("your-games") },
        html("h2", { tabindex: -1 }, t("your-games")),
        html("div", { class: "stored-games" }, ...all.slice(0, SHOWN).map(card)),
        rest.length > 0 && more,
        saving && html("div", { class: "row saving" }, saving),
      ),
    );
  }

  close() {
    this.closed = true;
    this.unfollow();
  }
}

/** A game, updated once its state is known. @param {Listed} listed */
function card(listed) {
  const { id, game, title, number } = listed;
  const [board, state] = [html("span", { class: "thumb" }), html("span", { class: "muted" }, "…")];
  let { isOver } = listed;

  async function remove() {
    const { confirmed } = await api.loaded(import("./dialogs.js"));
    const question = t(hasServer ? "remove-game-question" : "delete-game-question");
    if (!(isOver && hasServer) && !(await confirmed(question, t("remove")))) return;
    const heading = element.closest("section")?.querySelector("h2");
    await listed.remove();
    element.remove();
    heading?.focus();
  }

  const element = html(
    "div",
    { class: "card stored-game" },
    html("a", { href: playAddress(id) }, board, html("span", { class: "words" }, html("b", {}, title), state)),
    button("×", () => remove().catch(complain), {
      class: "close",
      "aria-label": t("remove-game", { number, title }),
      title: t("remove"),
    }),
  );
  listed.summary().then(
    (summary) => {
      isOver = summary.outcome !== null;
      noteOver(id, isOver);
      drawPicture(board, game, summary.view);
      put(state, standing(summary, game));
    },
    (error) => {
      const isGone = error instanceof api.Refused && error.status === 404;
      isOver ||= isGone;
      const isUnreadable = error instanceof api.Refused && error.status === 409;
      put(state, isUnreadable ? errorText(error) : t(isGone ? "game-gone" : "no-answer"));
    },
  );
  return element;
}

/** What a card shows of a game. @param {LiveGame} live @returns {GameSummary} */
function summaryOf({ id, game, seats, moves, state, outcome }) {
  return { id, game, seats, moves: moves.length, to_move: state.to_move, view: state.view, outcome };
}

/** The state of a game in words, for the holder of some of its seats. @param {GameSummary} summary @param {GameInfo} game */
function standing({ id, outcome, seats, to_move: toMove, moves }, game) {
  const tokens = tokensOf(id);
  const others = seats.filter(({ side }) => tokens[side] === null);
  const opponent = others.length === 1 ? others[0] : null;
  const isAsked = !outcome && tokens[toMove] !== null && opponent;
  const held = tokens.flatMap((token, side) => (token === null ? [] : [/** @type {Side} */ (side)]));
  const ended = outcome && outcomeInWords(game, outcome, held.length === 1 ? held[0] : null);
  const now = ended ?? (isAsked ? t("standing-own-move") : toMoveInWords(game, toMove));
  const values = { state: now, moves: t("move-count", { count: moves }) };
  if (opponent?.kind === "engine") return t("standing-engine", values);
  return opponent?.name ? t("standing-name", { ...values, name: opponent.name }) : t("standing", values);
}
