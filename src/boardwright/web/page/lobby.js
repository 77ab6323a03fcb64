// The first page: all games as boards, the matches of this browser, and records to look through.

import * as api from "./api.js";
import { hasBlocks, picture } from "./board.js";
import { askText } from "./dialogs.js";
import { button, html, put } from "./dom.js";
import { icon } from "./icons.js";
import { forgetMatch, keptMatches, looks } from "./kept.js";
import { askForMatch } from "./newmatch.js";
import { readGame } from "./records.js";
import { analysisAddress, navigate } from "./routes.js";

/** @import { GameInfo, Match } from "./types.js" */

const RECENT = 6;

/** @param {Element} root */
export async function openLobby(root) {
  document.title = "Boardwright";
  const games = await api.allGames();
  const recent = html("section", { class: "recent", "aria-label": "Your matches" });
  put(
    root,
    html(
      "div",
      { class: "lobby" },
      html(
        "header",
        { class: "hero" },
        html("h1", {}, "Choose a board"),
        html("p", {}, "Play the engine or a friend, look at any position, and see what the engine thinks of it."),
      ),
      html("div", { class: "games" }, ...games.map(gameCard), recordCard(games)),
      recent,
    ),
  );
  showRecent(recent, games);
}

/** @param {GameInfo} game */
function gameCard(game) {
  const [variant] = game.variants;
  const solid = looks().solid[game.name] ?? hasBlocks(variant.view.pieces);
  // The button below does the same for those who have no pointer.
  const board = html(
    "div",
    { class: "cover", onclick: () => askForMatch(game) },
    picture(game, variant.view, { solid }),
  );
  return html(
    "article",
    { class: "card game" },
    board,
    html("h2", {}, game.title),
    html(
      "div",
      { class: "row" },
      html("button", { type: "button", class: "primary", onclick: () => askForMatch(game) }, icon("play"), "Play"),
      html(
        "a",
        { class: "button", href: `/analyse/${encodeURIComponent(variant.full_name)}` },
        icon("analyse"),
        "Analyse",
      ),
      html("a", { class: "button", href: `/rules/${encodeURIComponent(game.name)}` }, icon("rules"), "Rules"),
    ),
  );
}

/** @param {GameInfo[]} games */
function recordCard(games) {
  return html(
    "article",
    { class: "card game blank" },
    html(
      "p",
      { class: "muted" },
      "A game that was played before, here or elsewhere, can be looked through move by move.",
    ),
    html("h2", {}, "A record"),
    html(
      "div",
      { class: "row" },
      html("button", { type: "button", onclick: () => openRecord(games) }, icon("read"), "Open a record"),
    ),
  );
}

/** @param {HTMLElement} section @param {GameInfo[]} games */
async function showRecent(section, games) {
  const kept = keptMatches().slice(0, RECENT);
  const found = await Promise.all(
    kept.map(({ id }) =>
      api.match(id).catch((error) => {
        // A match that the server does not know will not come back; a server that is away will.
        if (error instanceof api.Refused) forgetMatch(id);
        return null;
      }),
    ),
  );
  const cards = found.flatMap((match) => {
    const game = match && games.find(({ name }) => name === match.game.split(":")[0]);
    return match && game ? [recentCard(match, game)] : [];
  });
  if (cards.length) put(section, html("h2", {}, "Your matches"), html("div", { class: "matches" }, ...cards));
}

/** @param {Match} match @param {GameInfo} game */
function recentCard(match, game) {
  const told = match.outcome?.text ?? match.state.status;
  const words = html(
    "span",
    {},
    html("b", {}, game.title),
    html("span", { class: "muted" }, `${told}, ${match.moves.length} moves`),
  );
  return html("a", { class: "card match", href: `/play/${match.id}` }, picture(game, match.state.view), words);
}

/** @param {GameInfo[]} games */
function openRecord(games) {
  const formats = [...new Set(games.flatMap((game) => game.formats))].join(", ");
  askText(
    "Open a record",
    `Paste what this page or another program wrote (${formats}), or choose a file.`,
    "Open",
    async (text) => {
      const { game, start, moves } = await readGame(text);
      navigate(analysisAddress(game, start, { moves: moves.map(({ text: written }) => written) }));
    },
  );
}

/** A page that is not there. @param {Element} root */
export function openLost(root) {
  document.title = "Not found - Boardwright";
  put(
    root,
    html(
      "div",
      { class: "lost" },
      html("h1", {}, "There is nothing here"),
      html("p", {}, "The address leads to no page. ", html("a", { href: "/" }, "All games"), "."),
      button("Go back", () => history.back()),
    ),
  );
}
