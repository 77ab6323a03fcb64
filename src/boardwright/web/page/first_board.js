// The board of a new game while the rules are still loading, in a site of static files. The first move can be made
// already; it is played as soon as there is a game.

import { complain } from "./announce.js";
import * as api from "./api.js";
import { html, put } from "./dom.js";
import { GameView } from "./game_view.js";
import { t } from "./i18n.js";
import { gameLine } from "./titles.js";

/** @import { GameInfo, LiveGame } from "./types.js" */
/** @typedef {{match: LiveGame, tokens: [string | null, string | null]}} Made */

const QUICK = 300; // milliseconds: what is made faster needs no board before
const REST = 100; // milliseconds between looks at what is chosen on the board

const after = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time, null));

/**
 * Show the board of a game until it is made, and its first move is played.
 * @param {GameInfo} game
 * @param {string} fullName
 * @param {boolean} isFirst whether the user moves first
 * @param {Promise<Made>} making
 * @returns {Promise<boolean>} whether the user still waits for the game
 */
export async function showFirstBoard(game, fullName, isFirst, making) {
  if (await Promise.race([making, after(QUICK)])) return true;
  const state = await Promise.race([making.then(() => null), api.position({ game: fullName })]);
  const root = document.getElementById("main");
  if (!state || !root) return true;
  const view = new GameView(game, fullName, state);
  /** @type {Promise<unknown>} */
  let playing = Promise.resolve();
  const play = async (/** @type {string} */ move) => {
    const { match, tokens } = await making;
    await api.act(match.id, "moves", tokens[match.state.to_move] ?? "", { move, ply: 0 });
  };
  view.allowed = () => isFirst;
  view.onmove = ({ text }) => (playing = play(text));
  view.prompt = () => t(isFirst && !view.ahead ? "site-first-move" : "site-game-waits");
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const page = html(
    "div",
    { class: "table" },
    html("section", { class: "play" }, gameLine(game, fullName), view.element, view.under),
  );
  put(root, html("div", { class: "page" }, page));
  await view.follow(state.position, [], state);
  await making;
  while (view.choice.chosen.length && !view.ahead && page.isConnected) await after(REST);
  await playing.catch(complain);
  view.close();
  return page.isConnected;
}
