// The page of an event, in which everyone plays everyone: joining it, the own games, the table and all pairings.

import { complain, notice, say } from "./announce.js";
import * as api from "./api.js";
import { clockInWords } from "./clocks.js";
import { confirmed, copied, openDialog } from "./dialogs.js";
import { button, html, NOT_BLANK, put } from "./dom.js";
import { listOf, t } from "./i18n.js";
import { learningAddress, playAddress } from "./routes.js";
import { keepLooks, looks, storeEvent, storedEvent, storeGame } from "./storage.js";
import { titleOf } from "./titles.js";

/** @import { Child } from "./dom.js" */
/** @import { Event as EventState, EventGame, GameInfo, Side } from "./types.js" */

const EVERY = 3_000; // milliseconds between requests while the page can be seen

/** @param {Element} root @param {string} id */
export async function openEvent(root, id) {
  const event = await api.event(id);
  const game = await api.gameNamed(event.game);
  document.title = t("title", { page: event.title });
  const page = new EventPage(game, event);
  put(root, page.element);
  return page;
}

class EventPage {
  /** @param {GameInfo} game @param {EventState} event */
  constructor(game, event) {
    this.game = game;
    this.event = event;
    this.held = storedEvent(event.id);
    this.shown = "";
    /** @type {HTMLElement | null} */
    this.joining = null;
    this.top = html("section", { class: "card event-top", "aria-label": t("event-part") });
    this.table = html("section", { class: "card", "aria-label": t("event-table") });
    this.games = html("section", { class: "card event-rounds", "aria-label": t("games") });
    const facts = [
      titleOf(game, event.game),
      clockInWords(event.clock),
      t(event.double ? "event-twice" : "event-once"),
      t(event.by_round ? "round-by-round" : "all-at-once"),
    ];
    this.element = html(
      "div",
      { class: "event" },
      html("header", {}, html("h1", {}, event.title), html("p", { class: "muted" }, facts.join(" · "))),
      this.top,
      this.table,
      this.games,
    );
    this.timer = setInterval(() => document.hidden || this.#update(), EVERY);
    this.#show(event);
  }

  async #update() {
    // While the server does not answer, the page stays as it is.
    await api.event(this.event.id).then(
      (event) => this.#show(event),
      () => {},
    );
  }

  /** @param {EventState} event */
  #show(event) {
    if (JSON.stringify(event) === this.shown) return;
    if (event.started && !this.event.started) say(t("event-has-started"));
    if (event.finished && !this.event.finished) say(t("event-is-over"));
    this.shown = JSON.stringify(event);
    this.event = event;
    const held = document.activeElement;
    put(this.top, ...this.#own());
    // The form stays the same, with the name that is being typed.
    if (held instanceof HTMLElement && this.joining?.contains(held)) held.focus();
    put(this.table, ...this.#standings());
    this.games.hidden = !event.started;
    put(this.games, html("h2", {}, t("games")), ...event.rounds.map((games, round) => this.#round(games, round)));
  }

  /** The number of the player of this browser; undefined if there is none in the event. */
  #number() {
    const { player } = this.held;
    return this.event.players.some(({ number }) => number === player?.number) ? player : undefined;
  }

  /** @param {number} number */
  #nameOf(number) {
    return this.event.players.find((player) => player.number === number)?.name ?? "";
  }

  /** What the visitor can do: join, wait, play, or start the event. @returns {Child[]} */
  #own() {
    const { event, held } = this;
    /** @type {Child[]} */
    const parts = [];
    const player = this.#number();
    if (held.organiser && !event.started) {
      const start = button(t("start-event"), () => this.#start(), {
        class: "primary",
        disabled: event.players.length < 2,
      });
      parts.push(
        html("p", {}, t("event-send-link")),
        copied(t("link"), location.href),
        html("p", { class: "muted" }, t(event.players.length < 2 ? "event-needs-two" : "event-start-about")),
        html("div", { class: "row" }, start),
      );
    }
    if (!event.started && !player) parts.push((this.joining ??= this.#joinForm()));
    if (!event.started && player && !held.organiser) parts.push(html("p", {}, t("event-joined")));
    if (event.finished) parts.push(html("p", { class: "event-over" }, this.#winners()));
    else if (event.started && player) parts.push(...this.#ownGames(player.number));
    else if (event.started) parts.push(html("p", {}, t("event-running")));
    return parts;
  }

  #winners() {
    const { players } = this.event;
    const [best] = players;
    const names = players.filter((each) => each.points === best.points && each.tie_break === best.tie_break);
    return t("event-winners", {
      count: names.length,
      names: listOf(names.map(({ name }) => name)),
      points: pointsText(best.points),
    });
  }

  /** The games that the player of this browser has not finished. @param {number} number @returns {Child[]} */
  #ownGames(number) {
    const mine = this.event.rounds.flat().filter(({ players, result }) => players.includes(number) && result === null);
    const ready = mine.filter(({ id }) => id !== null);
    if (!mine.length) return [html("p", {}, t("event-all-played"))];
    if (!ready.length) return [html("p", {}, t("event-wait"))];
    return [
      html("h2", {}, t("event-own-games", { count: ready.length })),
      html(
        "div",
        { class: "row" },
        ...ready.map((game) => {
          const side = game.players[0] === number ? 0 : 1;
          const opponent = this.#nameOf(game.players[side === 0 ? 1 : 0]);
          const label = t("event-play", { opponent, side: this.game.sideNames[side] });
          return html(
            "a",
            { class: "button primary", href: playAddress(game.id ?? ""), onclick: () => this.#takeSeat(game, side) },
            label,
          );
        }),
      ),
    ];
  }

  /** Store the seat of a game, whose token is that of the player. @param {EventGame} game @param {Side} side */
  #takeSeat(game, side) {
    const token = this.held.player?.token ?? null;
    if (!game.id) return;
    const stored = { id: game.id, game: this.event.game, title: this.game.title };
    storeGame(stored, side === 0 ? [token, null] : [null, token]);
  }

  #joinForm() {
    const name = html("input", {
      type: "text",
      maxlength: 40,
      required: true,
      pattern: NOT_BLANK,
      value: looks().name,
      placeholder: t("your-name"),
      "aria-label": t("your-name"),
    });
    const join = async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        const joined = await api.joinEvent(this.event.id, name.value.trim());
        keepLooks({ name: name.value.trim() });
        storeEvent(this.event.id, { player: { number: joined.number, token: joined.token } });
        this.held = storedEvent(this.event.id);
        this.#show(joined.event);
      } catch (error) {
        complain(error);
      }
    };
    return html(
      "form",
      { class: "join", onsubmit: join },
      html("h2", {}, t(this.held.organiser ? "event-play-yourself" : "event-invited")),
      html("div", { class: "row" }, name, html("button", { class: "primary" }, t("join"))),
      html("a", { class: "button", href: learningAddress(this.game) }, t("learn-first", { game: this.game.title })),
    );
  }

  async #start() {
    if (!(await confirmed(t("start-event-question"), t("start")))) return;
    this.#act(() => api.startEvent(this.event.id, this.held.organiser ?? ""));
  }

  /** @param {() => Promise<EventState>} request */
  async #act(request) {
    try {
      this.#show(await request());
    } catch (error) {
      complain(error);
    }
  }

  /** @returns {Child[]} */
  #standings() {
    const { event, held } = this;
    const heading = html("h2", {}, t(event.started ? "event-table" : "event-players"));
    if (!event.players.length) return [heading, html("p", { class: "muted" }, t("event-empty"))];
    const number = this.#number()?.number;
    if (!event.started)
      return [
        heading,
        html(
          "ul",
          { class: "event-players" },
          ...event.players.map((player) =>
            html(
              "li",
              {},
              player.number === number ? html("b", {}, player.name) : player.name,
              held.organiser &&
                button("×", () => this.#act(() => api.removePlayer(event.id, held.organiser ?? "", player.number)), {
                  class: "close",
                  "aria-label": t("remove-what", { what: player.name }),
                  title: t("remove"),
                }),
            ),
          ),
        ),
      ];
    const columns = ["place", "player", "points", "won", "drawn", "lost"].map((column) => t(`column-${column}`));
    return [
      heading,
      html(
        "div",
        { class: "wide", tabindex: 0, role: "region", "aria-label": t("column-points") },
        html(
          "table",
          { class: "standings" },
          html("thead", {}, html("tr", {}, ...columns.map((column) => html("th", { scope: "col" }, column)))),
          html(
            "tbody",
            {},
            ...event.players.map((player, place) =>
              html(
                "tr",
                { class: player.number === number ? "own" : "" },
                html("td", {}, String(place + 1)),
                html("th", { scope: "row" }, player.name),
                html("td", {}, pointsText(player.points)),
                ...[player.won, player.drawn, player.lost].map((count) => html("td", {}, String(count))),
              ),
            ),
          ),
        ),
      ),
      html("p", { class: "muted" }, t("event-points-about")),
    ];
  }

  /** @param {EventGame[]} games @param {number} round */
  #round(games, round) {
    return html(
      "div",
      {},
      this.event.rounds.length > 1 && html("h3", {}, t("round", { number: round + 1 })),
      html("ul", { class: "event-games" }, ...games.map((game) => this.#pairing(game))),
    );
  }

  /** @param {EventGame} game */
  #pairing(game) {
    const names = game.players.map((number) => this.#nameOf(number)).join(" – ");
    const result = game.result === null ? t(game.id ? "in-progress" : "later") : resultText(game.result);
    const decide = this.held.organiser && game.id && game.result === null;
    return html(
      "li",
      {},
      game.id ? html("a", { href: playAddress(game.id) }, names) : names,
      html("span", { class: "muted" }, result),
      decide &&
        button(t("decide"), () => this.#decide(game), { "aria-label": t("decide-what", { names }), class: "small" }),
    );
  }

  /** Let the organiser end a game that its players do not. @param {EventGame} game */
  #decide(game) {
    const choose = (/** @type {Side | null} */ winner) => {
      dialog.close();
      this.#act(async () => {
        const event = await api.decideGame(this.event.id, this.held.organiser ?? "", game.id ?? "", winner);
        notice(t("decided"));
        return event;
      });
    };
    const options = /** @type {Side[]} */ ([0, 1]).map((side) =>
      button(t("player-wins", { name: this.#nameOf(game.players[side]), side: this.game.sideNames[side] }), () =>
        choose(side),
      ),
    );
    const dialog = openDialog(
      t("decide-title"),
      html("p", {}, t("decide-about")),
      html(
        "div",
        { class: "row" },
        ...options,
        button(t("draw"), () => choose(null)),
      ),
    );
  }

  close() {
    clearInterval(this.timer);
  }
}

/** Points as they are written in a table: 1½. @param {number} points */
function pointsText(points) {
  const whole = Math.floor(points);
  if (points === whole) return String(whole);
  return `${whole || ""}½`;
}

/** The result of a game by the points of the player who moved first. @param {number} points */
function resultText(points) {
  return `${pointsText(points)} : ${pointsText(1 - points)}`;
}
