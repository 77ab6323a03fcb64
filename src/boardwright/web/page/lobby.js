// The lobby: all games, the user's own games, and the import of records.

import * as api from "./api.js";
import { complain, notice } from "./announce.js";
import { button, html, put } from "./dom.js";
import { hasServer } from "./hosting.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";
import { drawPicture } from "./lazy_picture.js";
import { OpenGames } from "./open_games.js";
import { addressOf, gamePageAddress } from "./routes.js";
import { looks } from "./storage.js";
import { YourGames } from "./your_games.js";

/** @import { GameInfo } from "./types.js" */

/** @param {Element} root */
export async function openLobby(root) {
  document.title = "Boardwright";
  const games = await api.allGames();
  const own = new YourGames(games);
  const openGames = hasServer ? new OpenGames(games) : null;
  const about = t(hasServer ? "lobby-about" : "site-about");
  put(
    root,
    html(
      "div",
      { class: "lobby" },
      html("header", { class: "hero" }, html("h1", {}, t("lobby-title")), html("p", {}, about)),
      own.element,
      openGames && openGames.element,
      html("div", { class: "games" }, ...games.map(gameCard), hasServer && eventCard(games), recordCard(games)),
    ),
  );
  return {
    close: () => {
      own.close();
      openGames?.close();
    },
  };
}

/** @param {GameInfo} game */
function gameCard(game) {
  const [variant] = game.variants;
  // The button below does the same from the keyboard.
  const board = html("div", { class: "cover", onclick: () => newGame(game) });
  drawPicture(board, game, variant.view, (isBlocks) => looks().solid[game.name] ?? isBlocks);
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
  const href = gamePageAddress(page, name);
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

/** @param {GameInfo[]} games */
async function openRecord(games) {
  const formats = [...new Set(games.flatMap((game) => game.formats))].join(", ");
  const { askText } = await api.loaded(import("./dialogs.js"));
  askText(t("import-title"), t("import-about", { formats }), t("open"), async (text) => {
    if (!hasServer && (await importSaved(text))) return;
    const { analyseTree, readTree } = await api.loaded(import("./records.js"));
    analyseTree(await readTree(text));
  });
}

/** Import the games of a browser that were saved as one file; false if a text is something else. @param {string} text */
async function importSaved(text) {
  const { importGames, savedGames } = await api.loaded(import("./saved_games.js"));
  const games = savedGames(text);
  if (games) notice(await importGames(games));
  return games !== null;
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
      html("p", {}, html("a", { href: addressOf("/") }, t("all-games"))),
      button(t("go-back"), () => history.back()),
    ),
  );
}
