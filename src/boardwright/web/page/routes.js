// Client-side routing: from URLs to pages, without reloading.
//
// With the server, a page has a path of its own, with parameters after "#": /analyse/GAME#position=...
// In a site of static files, which may be in any folder, the path is after "#" too: #/analyse/GAME?position=...

import { hasServer } from "./hosting.js";

/** @typedef {{name: "lobby" | "play" | "analyse" | "rules" | "learn" | "puzzles" | "events" | "lost", subject: string}} Route */

/** @typedef {{analysis: string}} PageState what the history keeps beside an address: the id of the stored analysis */

/** @param {string} path @returns {Route} */
export function routeOf(path) {
  const [, name = "", subject = "", more, ...others] = path.split("/").map(decoded);
  if (!name) return { name: "lobby", subject: "" };
  // A lesson has a number: /learn/GAME/2.
  if (name === "learn" && subject && !others.length) return { name, subject: more ? `${subject}/${more}` : subject };
  if (more === undefined && subject && isSubjectPage(name)) return { name, subject };
  return { name: "lost", subject: "" };
}

/** @param {string} name @returns {name is "play" | "analyse" | "rules" | "puzzles" | "events"} */
function isSubjectPage(name) {
  return ["play", "analyse", "rules", "puzzles", "events"].includes(name);
}

/**
 * The URL of a page.
 * @param {string} path
 * @param {URLSearchParams} [parameters]
 */
export function addressOf(path, parameters) {
  const more = parameters?.toString();
  if (hasServer) return more ? `${path}#${more}` : path;
  return more ? `#${path}?${more}` : `#${path}`;
}

/**
 * The path and the parameters of a URL of a page. Links of sites of static files are understood with a server too.
 * @param {{pathname: string, hash: string}} [url]
 * @param {boolean} [isServed] whether it is that of a server
 */
export function placeOf({ pathname, hash } = location, isServed = hasServer) {
  const fragment = hash.slice(1);
  if (!fragment.startsWith("/"))
    return { path: isServed ? pathname : "/", parameters: new URLSearchParams(isServed ? fragment : "") };
  const [path, ...more] = fragment.split("?");
  return { path, parameters: new URLSearchParams(more.join("?")) };
}

/** The whole URL of a page, to be shared: without escapes that it does not need. @param {string} address */
export function sharedAddress(address) {
  return new URL(address, location.href).href.replace(/%(?:2F|3A|2C)/g, decodeURIComponent);
}

/** The URL of a page about a game. @param {"learn" | "analyse" | "rules" | "puzzles"} page @param {string} game */
export function gamePageAddress(page, game) {
  return addressOf(`/${page}/${encodeURIComponent(game)}`);
}

/** The URL of a live game. @param {string} id @param {URLSearchParams} [parameters] */
export function playAddress(id, parameters) {
  return addressOf(`/play/${id}`, parameters);
}

/** Where a game can be learned: by its lessons, or else from its rules. @param {{name: string, lessons: number}} game */
export function learningAddress({ name, lessons }) {
  return gamePageAddress(lessons ? "learn" : "rules", name);
}

/** Decode a part of a URL; a malformed one is returned as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The URL of a game's lessons, or of one of them. @param {string} game @param {number} [number] */
export function lessonAddress(game, number) {
  return addressOf(`/learn/${encodeURIComponent(game)}${number === undefined ? "" : `/${number}`}`);
}

/** @type {() => void} */
let change = () => {};

/**
 * Follow links within the page.
 * @param {() => void} onchange
 */
export function followAddresses(onchange) {
  change = onchange;
  addEventListener("popstate", onchange);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (isWithin(link)) {
      // In a site of static files, the fragment says which page is shown.
      if (!hasServer) event.preventDefault();
      if (!hasServer) goTo(link.hash.slice(1));
    } else if (isPage(link)) {
      event.preventDefault();
      navigate(link.href);
    }
  });
}

/** Whether a link leads to a place within the page that is shown. @param {HTMLAnchorElement} link */
function isWithin({ pathname, hash }) {
  return pathname === location.pathname && hash !== "" && !hash.startsWith("#/");
}

/** Whether a link leads to a page of this application. @param {HTMLAnchorElement} link */
function isPage(link) {
  if (!hasServer && link.pathname !== location.pathname) return false;
  return routeOf(placeOf(link).path).name !== "lost";
}

/** Scroll to an element and focus it. @param {string} id */
function goTo(id) {
  const element = document.getElementById(id);
  element?.scrollIntoView();
  element?.focus();
}

/** @param {string} address @param {PageState | null} [state] */
export function navigate(address, state = null) {
  history.pushState(state, "", address);
  change();
}

/** The parameters of the URL. */
export function parameters() {
  return placeOf().parameters;
}

/**
 * @typedef {object} AnalysedLine a game to analyse
 * @property {string[]} moves
 * @property {number} [ply] how many of the moves are on the board; by default all
 * @property {string[]} [side] the moves of a variation, which leaves the game at this ply
 */

/**
 * The URL of a position, or of a line of moves from one.
 * @param {string} game
 * @param {string | null} position null for the start of the game
 * @param {AnalysedLine} [line]
 */
export function analysisAddress(game, position, { moves, ply = moves.length, side = [] } = { moves: [] }) {
  const parameters = new URLSearchParams(position === null ? {} : { position });
  if (moves.length) parameters.set("moves", moves.join(" "));
  if (ply < moves.length || side.length) parameters.set("ply", String(ply));
  if (side.length) parameters.set("side", side.join(" "));
  return addressOf(`/analyse/${encodeURIComponent(game)}`, parameters);
}

/** Parse the URL of an analysis. @param {URLSearchParams} [given] its parameters @returns {AnalysedLine & {position: string | null}} */
export function analysedLine(given = parameters()) {
  const texts = (/** @type {string} */ name) => given.get(name)?.split(" ").filter(Boolean) ?? [];
  const moves = texts("moves");
  const ply = /^\d+$/.test(given.get("ply") ?? "") ? Math.min(Number(given.get("ply")), moves.length) : moves.length;
  return { position: given.get("position"), moves, ply, side: texts("side") };
}

/** The game that a link to an analysis holds, of whichever server or site; null if a text is something else. @param {string} text */
export function linkedLine(text) {
  if (!/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) return null;
  const { path, parameters: given } = placeOf(new URL(text), true);
  const { name, subject } = routeOf(path);
  return name === "analyse" ? { game: subject, ...analysedLine(given) } : null;
}
