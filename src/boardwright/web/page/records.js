// Import of records. If a text contains several games, the user chooses one of them.

import * as api from "./api.js";
import { openDialog } from "./dialogs.js";
import { html } from "./dom.js";

/** @import { LiveGame, RecordedGame } from "./types.js" */

/**
 * The game of a record.
 * @param {string} text
 * @param {string} [game] the game of a text that names none
 * @returns {Promise<LiveGame>}
 */
export async function readGame(text, game) {
  const { match, games } = await api.readRecord(text, game);
  return match ?? readGame(await chosenOf(games), game);
}

/** @param {RecordedGame[]} games @returns {Promise<string>} the text of the chosen one */
function chosenOf(games) {
  return new Promise((resolve, reject) => {
    const rows = games.map((listed) => {
      const choose = () => {
        resolve(listed.text);
        dialog.close();
      };
      return html("li", {}, html("button", { type: "button", class: "recorded", onclick: choose }, ...wordsOf(listed)));
    });
    const dialog = openDialog(`Choose one of ${games.length} games`, html("ol", { class: "recorded-games" }, ...rows));
    dialog.addEventListener("close", () => reject(new Error("No game was chosen.")));
  });
}

/** @param {RecordedGame} game */
function wordsOf({ players, result, moves, event, date }) {
  const names = players.some(Boolean) ? players.map((name) => name || "?").join(" – ") : "Players not named";
  const more = [`${moves} ${moves === 1 ? "move" : "moves"}`, event, date].filter(Boolean).join(", ");
  return [html("b", {}, names), html("span", {}, result), html("span", { class: "muted" }, more)];
}
