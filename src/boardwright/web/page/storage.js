// Storage of the browser: the tokens of seats, finished lessons, solved puzzles, display preferences, and the trees that
// are analysed in this tab.

import { hasServer } from "./hosting.js";

/** @import { ReviewedLine } from "./engine_panel.js" */
/** @import { GameTree } from "./types.js" */

/**
 * @typedef {object} StoredGame
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {[string | null, string | null]} tokens
 * @property {number} at
 * @property {boolean} [over] whether the user has seen its end
 */

const MATCHES = "boardwright.matches";
const LESSONS = "boardwright.lessons";
const EVENTS = "boardwright.events";
const LOOKS = "boardwright.looks";
const PUZZLES = "boardwright.puzzles";
const MOST = hasServer ? 200 : Infinity; // without a server, the games are in this browser: none is forgotten

/** @template Value @param {string} key @param {Value} otherwise @returns {Value} */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, the page works until its tab is closed.
  }
}

/** The games of this browser, those that go on first, then the latest first. @returns {StoredGame[]} */
export function storedGames() {
  const all = /** @type {StoredGame[]} */ (read(MATCHES, []));
  return [...all.filter(({ over }) => !over), ...all.filter(({ over }) => over)];
}

/**
 * Store the tokens of a game, in addition to those already known.
 * @param {{id: string, game: string, title: string}} stored
 * @param {[string | null, string | null]} tokens
 */
export function storeGame({ id, game, title }, tokens) {
  const known = tokensOf(id);
  const both = /** @type {[string | null, string | null]} */ ([tokens[0] ?? known[0], tokens[1] ?? known[1]]);
  const others = storedGames().filter((stored) => stored.id !== id);
  write(MATCHES, [{ id, game, title, tokens: both, at: Date.now() }, ...others].slice(0, MOST));
}

/** Note whether a game is over. @param {string} id @param {boolean} over */
export function noteOver(id, over) {
  const all = storedGames();
  if (all.some((stored) => stored.id === id && Boolean(stored.over) !== over))
    write(
      MATCHES,
      all.map((stored) => (stored.id === id ? { ...stored, over } : stored)),
    );
}

/** @param {string} id */
export function forgetGame(id) {
  write(
    MATCHES,
    storedGames().filter((stored) => stored.id !== id),
  );
}

/**
 * @typedef {object} StoredEvent what this browser is in an event
 * @property {string} [organiser] the organiser's token
 * @property {{number: number, token: string}} [player]
 */

/** @param {string} id @returns {StoredEvent} */
export function storedEvent(id) {
  const all = /** @type {Record<string, StoredEvent>} */ (read(EVENTS, {}));
  return all[id] ?? {};
}

/** Store a part in an event, in addition to what is known. @param {string} id @param {StoredEvent} part */
export function storeEvent(id, part) {
  const all = /** @type {Record<string, StoredEvent>} */ (read(EVENTS, {}));
  const { [id]: known, ...others } = all;
  // The latest are at the end.
  write(EVENTS, Object.fromEntries([...Object.entries(others).slice(1 - MOST), [id, { ...known, ...part }]]));
}

/** The tokens of the seats that this browser holds, by side. @param {string} id @returns {[string | null, string | null]} */
export function tokensOf(id) {
  return storedGames().find((stored) => stored.id === id)?.tokens ?? [null, null];
}

/** The numbers of the finished lessons of a game. @param {string} game @returns {number[]} */
export function finishedLessons(game) {
  return /** @type {Record<string, number[]>} */ (read(LESSONS, {}))[game] ?? [];
}

/** @param {string} game @param {number} number */
export function noteFinishedLesson(game, number) {
  const finished = finishedLessons(game);
  if (!finished.includes(number)) write(LESSONS, { ...read(LESSONS, {}), [game]: [...finished, number] });
}

/**
 * @typedef {object} Looks
 * @property {"light" | "dark" | "auto"} theme
 * @property {Record<string, boolean>} solid by game, whether it is seen from in front
 * @property {{opponent: string, level: number, side: string, clock: string, minutes: number, increment: number}} opponent what was played last
 * @property {string} name
 * @property {boolean} coordinates whether boards show the names of squares
 * @property {number} boardSize the width of the board, in percent of the space for it
 * @property {boolean} sound whether the page makes sounds
 * @property {boolean} notify whether the user wants notifications
 * @property {"all" | "easy" | "medium" | "hard"} difficulty of the puzzles
 * @property {"client" | "server"} engine which analyses: that of this browser, or the server's
 */

/** @type {Looks} */
const USUAL = {
  theme: "auto",
  solid: {},
  opponent: { opponent: "engine", level: 3, side: "first", clock: "none", minutes: 5, increment: 3 },
  name: "",
  coordinates: true,
  boardSize: 100,
  sound: true,
  notify: false,
  difficulty: "all",
  engine: "client",
};
export const SMALLEST = 50; // the least size of a board

/** @returns {Looks} */
export function looks() {
  const found = /** @type {Partial<Looks>} */ (read(LOOKS, {}));
  return { ...USUAL, ...found, opponent: { ...USUAL.opponent, ...found.opponent } };
}

/** @param {Partial<Looks>} changed */
export function keepLooks(changed) {
  write(LOOKS, { ...looks(), ...changed });
}

/** Let boards have the chosen size. */
export function applyBoardSize() {
  const size = Math.max(SMALLEST, Math.min(100, Number(looks().boardSize) || 100));
  document.documentElement.style.setProperty("--board-size", String(size / 100));
}

/**
 * @typedef {object} PuzzleScore the user's puzzles of one game
 * @property {number[]} solved the numbers of those solved
 * @property {number} streak how many in a row without a wrong move or help
 * @property {number} best the longest streak
 */

/** @param {string} game @returns {PuzzleScore} */
export function puzzleScore(game) {
  const scores = /** @type {Record<string, PuzzleScore>} */ (read(PUZZLES, {}));
  return scores[game] ?? { solved: [], streak: 0, best: 0 };
}

/** @param {string} game @param {Partial<PuzzleScore>} changed */
export function keepPuzzleScore(game, changed) {
  write(PUZZLES, { ...read(PUZZLES, {}), [game]: { ...puzzleScore(game), ...changed } });
}

const TREES = "boardwright.trees";
const MOST_TREES = 20;

/**
 * What is kept of an analysis until the tab is closed.
 * @typedef {object} StoredAnalysis
 * @property {GameTree} tree
 * @property {ReviewedLine | null} [reviewed]
 * @property {boolean} [toReview] whether to review the game once it is shown
 */

/** @param {string} id @returns {StoredAnalysis | null} */
export function storedAnalysis(id) {
  try {
    return JSON.parse(sessionStorage.getItem(`${TREES}.${id}`) ?? "null");
  } catch {
    return null;
  }
}

/** Keep an analysis; of too many, or of too large ones, the oldest are dropped. @param {string} id @param {StoredAnalysis} analysis */
export function storeAnalysis(id, analysis) {
  try {
    /** @type {string[]} */
    const known = JSON.parse(sessionStorage.getItem(TREES) ?? "[]");
    const kept = [id, ...known.filter((other) => other !== id)];
    const text = JSON.stringify(analysis);
    for (let isStored = false; !isStored && kept.length;) {
      for (const old of kept.splice(MOST_TREES)) sessionStorage.removeItem(`${TREES}.${old}`);
      try {
        sessionStorage.setItem(`${TREES}.${id}`, text);
        isStored = true;
      } catch {
        sessionStorage.removeItem(`${TREES}.${kept.pop()}`);
      }
    }
    sessionStorage.setItem(TREES, JSON.stringify(kept));
  } catch {
    // Without storage, the analysis lasts until the page is left.
  }
}

/** A name for an analysis that is kept. */
export function newAnalysisId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(36)).join("");
}
