// The part of the lobby that changes by itself: games that anybody can join, and games to watch.

import * as api from "./api.js";
import { clockInWords } from "./clocks.js";
import { html, put } from "./dom.js";
import { t } from "./i18n.js";
import { playAddress } from "./routes.js";
import { tokensOf } from "./storage.js";
import { spectatorsInWords, titleOf } from "./titles.js";

/** @import { Child } from "./dom.js" */
/** @import { GameInfo, OpenGame, RunningGame } from "./types.js" */

const EVERY = 5_000; // milliseconds between requests while the page can be seen

export class OpenGames {
  /** @param {GameInfo[]} games */
  constructor(games) {
    this.games = games;
    this.element = html("div", { class: "public-games" });
    this.shown = "";
    this.timer = setInterval(() => document.hidden || this.update(), EVERY);
    this.update();
  }

  /** Ask the server, and show what has changed. */
  async update() {
    const lobby = await api.lobby().catch(() => null);
    // While the server does not answer, the lists stay as they are.
    if (!lobby || JSON.stringify(lobby) === this.shown) return;
    this.shown = JSON.stringify(lobby);
    const open = lobby.open.filter((game) => this.#gameOf(game) && !isOwn(game));
    const running = lobby.running.filter((game) => this.#gameOf(game) && !isOwn(game));
    const held = document.activeElement instanceof HTMLAnchorElement ? document.activeElement.pathname : "";
    put(
      this.element,
      listOf(
        t("open-games"),
        open.map((game) => this.#openRow(game)),
      ),
      listOf(
        t("games-to-watch"),
        running.map((game) => this.#runningRow(game)),
      ),
    );
    // The lists are new elements: keep the keys where they were.
    const again = [...this.element.querySelectorAll("a")].find(({ pathname }) => pathname === held);
    again?.focus();
  }

  /** @param {{game: string}} listed */
  #gameOf({ game }) {
    return this.games.find(({ name }) => name === game.split(":")[0]);
  }

  /** @param {OpenGame} listed */
  #openRow(listed) {
    const game = /** @type {GameInfo} */ (this.#gameOf(listed));
    const name = listed.name || t("anonymous");
    const title = titleOf(game, listed.game);
    return row(
      title,
      [name, clockInWords(listed.clock), t("you-play", { side: game.sideNames[listed.side] })],
      html(
        "a",
        { class: "button", href: playAddress(listed.id), "aria-label": t("join-what", { name, title }) },
        t("join"),
      ),
    );
  }

  /** @param {RunningGame} listed */
  #runningRow(listed) {
    const game = /** @type {GameInfo} */ (this.#gameOf(listed));
    const names = listed.names.map((name) => name || t("anonymous"));
    const title = titleOf(game, listed.game);
    const moves = t("move-count", { count: listed.moves });
    return row(
      title,
      [names.join(" – "), clockInWords(listed.clock), moves, spectatorsInWords(listed.spectators)],
      html(
        "a",
        {
          class: "button",
          href: playAddress(listed.id),
          "aria-label": t("watch-what", { names: names.join(" – "), title }),
        },
        t("watch"),
      ),
    );
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Whether this browser holds a seat of a game. @param {{id: string}} game */
function isOwn({ id }) {
  return tokensOf(id).some((token) => token !== null);
}

/** @param {string} title @param {HTMLElement[]} rows */
function listOf(title, rows) {
  return (
    rows.length > 0 &&
    html("section", { "aria-label": title }, html("h2", {}, title), html("ul", { class: "listed-games" }, ...rows))
  );
}

/** @param {string} title @param {string[]} facts @param {Child} action */
function row(title, facts, action) {
  return html(
    "li",
    { class: "card listed-game" },
    html(
      "div",
      { class: "facts" },
      html("b", {}, title),
      ...facts.map((fact) => fact && html("span", { class: "muted" }, fact)),
    ),
    action,
  );
}
