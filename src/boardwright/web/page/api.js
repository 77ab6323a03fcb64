// The client of the API, whichever backend answers.

import * as backend from "./backend.js";
import { localised } from "./game_texts.js";
import { language, listOf, t } from "./i18n.js";
import { Refused, Unreachable } from "./request_errors.js";

/** @import { Coded } from "./game_texts.js" */
/** @import { Attempt, Evaluation, Event, GameFile, GameInfo, GameTree, Lesson, LiveGame, Lobby, Move, Piece, Presence, Puzzle, Puzzles, RecordedGame, Review, SentGame, Side, State } from "./types.js" */

export { Refused, Unreachable };

const AWAY = [502, 503, 504]; // what stands before a server says so while it is started anew

/**
 * @param {string} path
 * @param {{body?: unknown, token?: string | null}} [options]
 * @returns {Promise<Response>}
 */
async function request(path, { body, token = null } = {}) {
  const hasBody = body !== undefined;
  const response = await backend.request(path, {
    method: hasBody ? "POST" : "GET",
    body: hasBody ? JSON.stringify(body) : null,
    token,
  });
  if (response.ok) return response;
  if (AWAY.includes(response.status)) throw new Unreachable(t("server-away"));
  const answer = await response.json().catch(() => null);
  if (typeof answer?.error === "string") throw new Refused(answer.error, response.status, answer);
  throw new Refused(t("server-refused", { status: response.status }), response.status);
}

/**
 * @template Answer
 * @param {string} path
 * @param {{body?: unknown, token?: string | null}} [options]
 * @returns {Promise<Answer>}
 */
async function requestJson(path, options) {
  return (await request(path, options)).json();
}

/**
 * Load a module when it is first needed. If the server has another version of the page now, whose modules may not fit
 * those of this one, the page is loaded again.
 * @template Module
 * @param {Promise<Module>} module
 * @returns {Promise<Module>}
 */
export async function loaded(module) {
  try {
    return await module;
  } catch {
    const response = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
    if (response?.status !== 404) throw new Unreachable(t("server-silent"));
    location.reload();
    return new Promise(() => {});
  }
}

/** @type {Promise<GameInfo[]> | null} */
let games = null;

/** All games: those that came with the page, or requested once. @returns {Promise<GameInfo[]>} */
export function allGames() {
  games ??=
    gamesOfPage() ??
    /** @type {Promise<SentGame[]>} */ (requestJson("/api/games"))
      .then((all) => all.map(localised))
      .catch((error) => {
        games = null;
        throw error;
      });
  return /** @type {Promise<GameInfo[]>} */ (games);
}

/** The games in the HTML of the page, if they are there. @returns {Promise<GameInfo[]> | null} */
function gamesOfPage() {
  const text = document.getElementById("games")?.textContent;
  return text ? Promise.resolve(JSON.parse(text).map(localised)) : null;
}

/**
 * Find a game by its full name.
 * @param {string} fullName
 */
export async function gameNamed(fullName) {
  const all = await allGames();
  const found = all.find(
    (game) => game.name === fullName || game.variants.some((variant) => variant.full_name === fullName),
  );
  if (!found) throw new Refused(t("unknown-game", { name: fullName, games: listOf(all.map(({ name }) => name)) }), 404);
  return found;
}

/**
 * @typedef {object} PositionRequest
 * @property {string} game
 * @property {string | null} [position]
 * @property {string} [setup]
 * @property {Piece[]} [pieces]
 * @property {Side} [to_move]
 * @property {Record<string, number>} [counts]
 * @property {string[]} [moves]
 */

/** @param {PositionRequest} body @returns {Promise<State>} */
export const position = (body) => requestJson("/api/positions", { body });

/** @param {{game: string, position: string, moves?: string[]}} body @returns {Promise<Move[]>} */
export const threats = (body) => requestJson("/api/threats", { body });

/** @param {{game: string, position: string, squares: string[]}} body @returns {Promise<{rule: string | null} & Coded>} */
export const whyNot = (body) => requestJson("/api/why-not", { body });

/** @param {{game: string, position: string, moves: string[], evaluations: (Evaluation | null)[]}} body @returns {Promise<Review>} */
export const review = (body) => requestJson("/api/reviews", { body });

/** @param {string} game @returns {Promise<{html: string}>} */
export const rules = (game) => requestJson(`/api/games/${encodeURIComponent(game)}/rules?language=${language}`);

/** @param {string} game @returns {Promise<Lesson[]>} */
export const lessons = (game) => requestJson(`/api/games/${encodeURIComponent(game)}/lessons?language=${language}`);

/** @param {{game: string, lesson: number, task: number, moves: string[]}} body @returns {Promise<Attempt>} */
export const attempt = (body) => requestJson("/api/attempts", { body });

/** @param {string} game @returns {Promise<Puzzles>} */
export const puzzles = (game) => requestJson(`/api/games/${encodeURIComponent(game)}/puzzles`);

/** @param {string} game @param {number} number @returns {Promise<Puzzle>} */
export const puzzle = (game, number) => requestJson(`/api/games/${encodeURIComponent(game)}/puzzles/${number}`);

/**
 * @typedef {object} NewGame
 * @property {string} game
 * @property {string} [position]
 * @property {string} [setup]
 * @property {[string, string]} seats
 * @property {[string, string]} [names]
 * @property {{seconds: number, increment: number}} [clock]
 * @property {boolean} [public] whether anybody can join and watch the game
 */

/** @param {NewGame} body @returns {Promise<{match: LiveGame, tokens: [string | null, string | null]}>} */
export const newGame = (body) => requestJson("/api/matches", { body });

/** The games that anybody can join or watch. @returns {Promise<Lobby>} */
export const lobby = () => requestJson("/api/lobby");

/** @param {string} id @returns {Promise<LiveGame>} */
export const liveGame = (id) => requestJson(`/api/matches/${encodeURIComponent(id)}`);

/** @param {string} id @param {Side} side @param {string} name @returns {Promise<{match: LiveGame, side: Side, token: string}>} */
export const join = (id, side, name) =>
  requestJson(`/api/matches/${encodeURIComponent(id)}/join`, { body: { side, name } });

/**
 * Move, resign, and so on, with the token of a seat.
 * @param {string} id
 * @param {"moves" | "resign" | "draw" | "takeback" | "rematch" | "abort" | "claim"} what
 * @param {string} token
 * @param {unknown} [body]
 * @returns {Promise<LiveGame>}
 */
export const act = (id, what, token, body = {}) =>
  requestJson(`/api/matches/${encodeURIComponent(id)}/${what}`, { body, token });

/** Decline the invitation to a game. @param {string} id @returns {Promise<LiveGame>} */
export const decline = (id) => requestJson(`/api/matches/${encodeURIComponent(id)}/decline`, { body: {} });

/**
 * @typedef {object} NewEvent
 * @property {string} title
 * @property {string} game
 * @property {boolean} double
 * @property {boolean} by_round
 * @property {{seconds: number, increment: number}} [clock]
 */

/** @param {NewEvent} body @returns {Promise<{event: Event, token: string}>} */
export const newEvent = (body) => requestJson("/api/events", { body });

/** @param {string} id */
const eventPath = (id) => `/api/events/${encodeURIComponent(id)}`;

/** @param {string} id @returns {Promise<Event>} */
export const event = (id) => requestJson(eventPath(id));

/** @param {string} id @param {string} name @returns {Promise<{event: Event, number: number, token: string}>} */
export const joinEvent = (id, name) => requestJson(`${eventPath(id)}/join`, { body: { name } });

/** @param {string} id @param {string} token that of the organiser @returns {Promise<Event>} */
export const startEvent = (id, token) => requestJson(`${eventPath(id)}/start`, { body: {}, token });

/** @param {string} id @param {string} token @param {number} number @returns {Promise<Event>} */
export const removePlayer = (id, token, number) => requestJson(`${eventPath(id)}/remove`, { body: { number }, token });

/** @param {string} id @param {string} token @param {string} game @param {Side | null} winner @returns {Promise<Event>} */
export const decideGame = (id, token, game, winner) =>
  requestJson(`${eventPath(id)}/decide`, { body: { game, winner }, token });

/** @param {string} id @param {string} format */
export const recordAddress = (id, format) =>
  `/api/matches/${encodeURIComponent(id)}/record?format=${encodeURIComponent(format)}`;

/** @param {string} id @param {string} format */
export const record = async (id, format) => (await request(recordAddress(id, format))).text();

/**
 * @param {string} text
 * @param {string} [game] the game of a text that names none
 * @returns {Promise<{tree?: GameTree, games?: RecordedGame[]}>} the game, or the games to choose from
 */
export const readRecord = (text, game) =>
  requestJson("/api/records", { body: { text, format: "auto", game, create_match: false } });

/** A record as a file. @param {GameTree} tree @param {string} format @returns {Promise<{name: string, text: string}>} */
export async function treeRecord(tree, format) {
  const answer = await request("/api/records/export", { body: { tree, format } });
  const [, name = "record"] = /filename="(.*)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
  return { name, text: await answer.text() };
}

/**
 * Subscribe to a live game.
 * @param {string} id
 * @param {object} listener
 * @param {() => void} listener.open called when the connection is there, also after it was lost
 * @param {(live: LiveGame, moved: Move | null) => void} listener.changed
 * @param {(presence: Presence) => void} listener.present called when somebody has come or left
 * @param {() => void} listener.lost
 * @param {(error: Refused) => void} listener.refused
 */
export function follow(id, listener) {
  return backend.connect(`/api/matches/${encodeURIComponent(id)}/live`, {
    open: listener.open,
    receive: (message) => {
      if (message.type === "match") listener.changed(message.match, message.moved ?? null);
      else if (message.type === "presence") listener.present(message.presence);
      else if (message.type === "error") listener.refused(new Refused(message.error, 0, message));
    },
    lost: listener.lost,
  });
}

/**
 * Follow the files of the operator's games.
 * @param {(files: GameFile[]) => void} changed called now and after every change
 */
export function followFiles(changed) {
  return backend.connect("/api/files", {
    receive: (message) => {
      if (message.type === "files") changed(message.files);
    },
  });
}
