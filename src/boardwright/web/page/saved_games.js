// All games of a browser as one file, in a site of static files: a copy, or the way to another browser.

import { saveFile } from "./export.js";
import * as database from "./game_database.js";
import { t } from "./i18n.js";
import { storeGame, tokensOf } from "./storage.js";

/** @import { DatabaseGame } from "./game_database.js" */

const FORMAT = "boardwright-games";

/** @typedef {DatabaseGame & {tokens: [string | null, string | null]}} SavedGame */

/** Save all games as a file. */
export async function saveGames() {
  const games = (await database.all()).map((game) => ({ ...game, tokens: tokensOf(game.id) }));
  saveFile("boardwright-games.json", JSON.stringify({ format: FORMAT, version: 1, games }));
}

/** The games of such a file; null if a text is something else. @param {string} text @returns {SavedGame[] | null} */
export function savedGames(text) {
  if (!text.includes(`"${FORMAT}"`)) return null;
  try {
    const { format, version, games } = JSON.parse(text);
    return format === FORMAT && version === 1 && games.every(isGame) ? games : null;
  } catch {
    return null;
  }
}

/** @param {any} game */
function isGame(game) {
  const texts = [game.id, game.game, game.json, game.summary];
  return texts.every((text) => typeof text === "string") && Number.isInteger(game.revision);
}

/** Add games to those of this browser; games that it has already stay as they are. @param {SavedGame[]} games @returns {Promise<string>} what was done */
export async function importGames(games) {
  let count = 0;
  for (const { tokens, ...game } of games) {
    if (!(await database.put(game.id, null, game))) continue;
    storeGame({ id: game.id, game: game.game, title: "" }, tokens);
    count += 1;
  }
  return t("games-imported", { count, all: games.length });
}
