// Client-side routing: from URLs to pages, without reloading.

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

/** Where a game can be learned: by its lessons, or else from its rules. @param {{name: string, lessons: number}} game */
export function learningAddress({ name, lessons }) {
  return `/${lessons ? "learn" : "rules"}/${encodeURIComponent(name)}`;
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
  return `/learn/${encodeURIComponent(game)}${number === undefined ? "" : `/${number}`}`;
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
    if (routeOf(link.pathname).name === "lost" || (link.pathname === location.pathname && link.hash)) return;
    event.preventDefault();
    navigate(link.href);
  });
}

/** @param {string} address @param {PageState | null} [state] */
export function navigate(address, state = null) {
  history.pushState(state, "", address);
  change();
}

/** The parameters in the fragment of the URL. */
export function fragment() {
  return new URLSearchParams(location.hash.slice(1));
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
 * @param {string} position
 * @param {AnalysedLine} [line]
 */
export function analysisAddress(game, position, { moves, ply = moves.length, side = [] } = { moves: [] }) {
  const parameters = new URLSearchParams({ position });
  if (moves.length) parameters.set("moves", moves.join(" "));
  if (ply < moves.length || side.length) parameters.set("ply", String(ply));
  if (side.length) parameters.set("side", side.join(" "));
  return `/analyse/${encodeURIComponent(game)}#${parameters}`;
}

/** Parse the URL of an analysis. @returns {AnalysedLine & {position: string | null}} */
export function analysedLine() {
  const parameters = fragment();
  const texts = (/** @type {string} */ name) => parameters.get(name)?.split(" ").filter(Boolean) ?? [];
  const moves = texts("moves");
  const ply = /^\d+$/.test(parameters.get("ply") ?? "")
    ? Math.min(Number(parameters.get("ply")), moves.length)
    : moves.length;
  return { position: parameters.get("position"), moves, ply, side: texts("side") };
}
