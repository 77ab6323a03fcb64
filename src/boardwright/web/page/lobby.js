// The lobby: all games, the user's own games, and the import of records.

import * as api from "./api.js";
import { complain, errorText } from "./announce.js";
import { button, html, put } from "./dom.js";
import { outcomeInWords, toMoveInWords } from "./game_texts.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { OpenGames } from "./open_games.js";
import { forgetGame, storedGames, looks, noteOver } from "./storage.js";
import { titleOf } from "./titles.js";

/** @import { StoredGame } from "./storage.js" */
/** @import { GameInfo, LiveGame, Side, View } from "./types.js" */

const SHOWN = 6; // games that are shown at once; the others are folded away

/** @param {Element} root */
export async function openLobby(root) {
  document.title = "Boardwright";
  const games = await api.allGames();
  const openGames = new OpenGames(games);
  put(
    root,
    html(
      "div",
      { class: "lobby" },
      html("header", { class: "hero" }, html("h1", {}, t("lobby-title")), html("p", {}, t("lobby-about"))),
      yourGames(games),
      openGames.element,
      html("div", { class: "games" }, ...games.map(gameCard), eventCard(games), recordCard(games)),
    ),
  );
  return { close: () => openGames.close() };
}

/** @param {GameInfo} game */
function gameCard(game) {
  const [variant] = game.variants;
  // The button below does the same from the keyboard.
  const board = html("div", { class: "cover", onclick: () => newGame(game) });
  draw(board, game, variant.view, (isBlocks) => looks().solid[game.name] ?? isBlocks);
  return html(
    "article",
    { class: "card game" },
    board,
    html("div", {}, html("h2", {}, game.title), html("p", { class: "muted" }, game.about)),
    html(
      "div",
      { class: "row" },
      html(
        "button",
        {
          type: "button",
          class: "primary",
          onclick: () => newGame(game),
          "aria-label": t("play-game", { game: game.title }),
        },
        icon("play"),
        t("play"),
      ),
      game.lessons > 0 && link("learn", t("learn"), game, game.name),
      game.variants.some(({ puzzles }) => puzzles > 0) && link("puzzles", t("puzzles"), game, variant.full_name),
      link("analyse", t("analyse"), game, variant.full_name),
      link("rules", t("rules"), game, game.name),
    ),
  );
}

/**
 * Draw a picture once its modules are loaded, each in a task of its own, so that the page can be used meanwhile.
 * @param {Element} place
 * @param {GameInfo} game
 * @param {View} view
 * @param {(isBlocks: boolean) => boolean} [solid] whether it is drawn in 3-D
 */
async function draw(place, game, view, solid = () => false) {
  try {
    const { hasBlocks, picture } = await api.loaded(import("./picture.js"));
    await new Promise((resolve) => setTimeout(resolve));
    put(place, picture(game, view, { solid: solid(hasBlocks(view.pieces)) }));
  } catch {
    // The words beside the picture say what it shows.
  }
}

/** Ask for the settings of a new game. @param {GameInfo} game */
async function newGame(game) {
  try {
    const { askForGame } = await api.loaded(import("./new_game.js"));
    askForGame(game);
  } catch (error) {
    complain(error);
  }
}

/**
 * @param {"learn" | "analyse" | "rules" | "puzzles"} page
 * @param {string} label
 * @param {GameInfo} game
 * @param {string} name
 */
function link(page, label, game, name) {
  const href = `/${page}/${encodeURIComponent(name)}`;
  return html(
    "a",
    { class: "button", href, "aria-label": t("label-of", { label, of: game.title }) },
    icon(page),
    label,
  );
}

/** Ask for the settings of a new event. @param {GameInfo[]} games */
async function newEvent(games) {
  try {
    const { askForEvent } = await api.loaded(import("./new_event.js"));
    askForEvent(games);
  } catch (error) {
    complain(error);
  }
}

/** @param {GameInfo[]} games */
function eventCard(games) {
  return blankCard(
    t("hold-event"),
    t("hold-event-about"),
    button(t("new-event"), () => newEvent(games)),
  );
}

/** @param {GameInfo[]} games */
function recordCard(games) {
  return blankCard(
    t("open-game"),
    t("open-game-about"),
    html("button", { type: "button", onclick: () => openRecord(games).catch(complain) }, icon("read"), t("import")),
  );
}

/** A card without a board. @param {string} title @param {string} about @param {HTMLElement} action */
function blankCard(title, about, action) {
  return html(
    "article",
    { class: "card game blank" },
    html("div", {}, html("h2", {}, title), html("p", { class: "muted" }, about)),
    html("div", { class: "row" }, action),
  );
}

/** The games of this browser, those in progress first. @param {GameInfo[]} games */
function yourGames(games) {
  const all = storedGames().flatMap((stored, place) => {
    const game = games.find(({ name }) => name === stored.game.split(":")[0]);
    return game ? [{ stored, game, number: place + 1 }] : [];
  });
  if (!all.length) return null;
  const cards = (/** @type {typeof all} */ some) =>
    some.map(({ stored, game, number }) => storedGameCard(stored, game, number));
  const rest = all.slice(SHOWN);
  const others = html("div", { class: "stored-games" });
  const more = html("details", {}, html("summary", {}, t("show-all-games", { count: all.length })), others);
  more.addEventListener("toggle", () => put(others, ...cards(rest)), { once: true });
  return html(
    "section",
    { class: "recent", "aria-label": t("your-games") },
    html("h2", { tabindex: -1 }, t("your-games")),
    html("div", { class: "stored-games" }, ...cards(all.slice(0, SHOWN))),
    rest.length > 0 && more,
  );
}

/**
 * A game, updated once the server has sent its state.
 * @param {StoredGame} stored
 * @param {GameInfo} game
 * @param {number} number its place in the list, for names that differ
 */
function storedGameCard(stored, game, number) {
  const title = titleOf(game, stored.game);
  const [board, state] = [html("span", { class: "thumb" }), html("span", { class: "muted" }, "…")];
  const card = html(
    "div",
    { class: "card stored-game" },
    html("a", { href: `/play/${stored.id}` }, board, html("span", { class: "words" }, html("b", {}, title), state)),
    button("×", () => remove().catch(complain), {
      class: "close",
      "aria-label": t("remove-game", { number, title }),
      title: t("remove"),
    }),
  );
  let isOver = stored.over ?? false;

  async function remove() {
    const { confirmed } = await api.loaded(import("./dialogs.js"));
    if (!isOver && !(await confirmed(t("remove-game-question"), t("remove")))) return;
    const heading = card.closest("section")?.querySelector("h2");
    forgetGame(stored.id);
    card.remove();
    heading?.focus();
  }

  api.liveGame(stored.id).then(
    (live) => {
      isOver = live.outcome !== null;
      noteOver(stored.id, isOver);
      draw(board, game, live.state.view);
      put(state, standing(live, stored, game));
    },
    (error) => {
      const isGone = error instanceof api.Refused && error.status === 404;
      isOver ||= isGone;
      const isUnreadable = error instanceof api.Refused && error.status === 409;
      put(state, isUnreadable ? errorText(error) : t(isGone ? "game-gone" : "no-answer"));
    },
  );
  return card;
}

/** The state of a game in words, for the holder of some of its seats. @param {LiveGame} live @param {StoredGame} stored @param {GameInfo} game */
function standing({ outcome, seats, state, moves }, { tokens }, game) {
  const others = seats.filter(({ side }) => tokens[side] === null);
  const opponent = others.length === 1 ? others[0] : null;
  const isAsked = !outcome && tokens[state.to_move] !== null && opponent;
  const held = tokens.flatMap((token, side) => (token === null ? [] : [/** @type {Side} */ (side)]));
  const ended = outcome && outcomeInWords(game, outcome, held.length === 1 ? held[0] : null);
  const now = ended ?? (isAsked ? t("standing-own-move") : toMoveInWords(game, state.to_move));
  const values = { state: now, moves: t("move-count", { count: moves.length }) };
  if (opponent?.kind === "engine") return t("standing-engine", values);
  return opponent?.name ? t("standing-name", { ...values, name: opponent.name }) : t("standing", values);
}

/** @param {GameInfo[]} games */
async function openRecord(games) {
  const formats = [...new Set(games.flatMap((game) => game.formats))].join(", ");
  const { askText } = await api.loaded(import("./dialogs.js"));
  askText(t("import-title"), t("import-about", { formats }), t("open"), async (text) => {
    const { analyseTree, readTree } = await api.loaded(import("./records.js"));
    analyseTree(await readTree(text));
  });
}

/** A page that is not there. @param {Element} root */
export function openLost(root) {
  document.title = t("title", { page: t("not-found") });
  put(
    root,
    html(
      "div",
      { class: "lost" },
      html("h1", {}, t("lost-title")),
      html("p", {}, t("lost-about")),
      html("p", {}, html("a", { href: "/" }, t("all-games"))),
      button(t("go-back"), () => history.back()),
    ),
  );
}
