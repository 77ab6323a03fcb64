// The graph of a game: the win probability of the first side at each position, with marks at bad moves.

import { button, html, svg } from "./dom.js";
import { nameOf } from "./glyphs.js";
import { t } from "./i18n.js";
import { paintsOf } from "./theme.js";

/** @import { GameInfo } from "./types.js" */

/** @typedef {{ply: number, nag: number, text: string}} Mark a bad move: the ply after it, and its glyph */

const GRAPH = { width: 300, height: 90 };

/**
 * The graph of the first side's win probability over the game; unknown positions stay empty.
 * @param {(number | null)[]} shares
 * @param {number} shown
 * @param {GameInfo} game
 * @param {(ply: number) => void} go
 * @param {Mark[]} marks
 */
export function graphOf(shares, shown, { sides, sideNames }, go, marks) {
  const { width, height } = GRAPH;
  const step = width / Math.max(1, shares.length - 1);
  const known = shares.filter((share) => share !== null).length;
  const drawn = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": t("graph-label", { side: sideNames[0], known, all: shares.length }),
    },
    ...runsOf(shares).map((run) => runShape(run, step, sides)),
    svg("path", { class: "middle", d: `M0 ${height / 2}H${width}` }),
    svg("path", { class: "now", d: `M${shown * step} 0V${height}` }),
  );
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (shares.length - 1)));
  });
  return html("div", { class: "plot" }, drawn, ...marks.map((mark) => markOf(mark, shares, go)));
}

/** A point of the graph. @param {Mark} mark @param {(number | null)[]} shares @param {(ply: number) => void} go */
function markOf({ ply, nag, text }, shares, go) {
  const label = t("marked-move", { move: text, glyph: nameOf(nag) });
  const mark = button("", () => go(ply), { class: `mark grade-${nag}`, title: label, "aria-label": label });
  mark.style.setProperty("left", `${(100 * ply) / Math.max(1, shares.length - 1)}%`);
  mark.style.setProperty("top", `${100 * (1 - (shares[ply] ?? 0.5))}%`);
  return mark;
}

/**
 * The runs of consecutive positions with a known win probability.
 * @param {(number | null)[]} shares
 */
function runsOf(shares) {
  /** @type {{from: number, shares: number[]}[]} */
  const runs = [];
  shares.forEach((share, ply) => {
    if (share === null) return;
    if (!ply || shares[ply - 1] === null) runs.push({ from: ply, shares: [] });
    runs.at(-1)?.shares.push(share);
  });
  return runs;
}

/**
 * One run of the graph, extended by half a step at both ends, so that a single position is visible.
 * @param {{from: number, shares: number[]}} run
 * @param {number} step
 * @param {[string, string]} sides
 */
function runShape({ from, shares }, step, sides) {
  const { width, height } = GRAPH;
  const [first, second] = paintsOf(sides);
  const left = Math.max(0, (from - 0.5) * step);
  const right = Math.min(width, (from + shares.length - 0.5) * step);
  const heights = shares.map((share) => (height * (1 - share)).toFixed(1));
  const points = heights.map((y, place) => `${((from + place) * step).toFixed(1)} ${y}`).join("L");
  const curve = `${left} ${heights[0]}L${points}L${right} ${heights.at(-1)}`;
  return svg(
    "g",
    { class: "known" },
    svg("rect", { x: left, width: right - left, height, fill: second.face }),
    svg("path", { d: `M${left} ${height}L${curve}L${right} ${height}Z`, fill: first.face }),
    svg("path", { class: "curve", d: `M${curve}` }),
  );
}
