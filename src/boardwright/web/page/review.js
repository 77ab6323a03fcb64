// The report of a review: the accuracy of both sides, and their bad moves with what was better.

import { button, html } from "./dom.js";
import { nameOf, signOf } from "./glyphs.js";
import { capitalised, t } from "./i18n.js";
import { turnsOf } from "./moves.js";

/** @import { Child } from "./dom.js" */
/** @import { GameInfo, Review, ReviewedSide, Side } from "./types.js" */
/** @import { Listed } from "./moves.js" */

/**
 * @typedef {object} ReviewActions
 * @property {(ply: number) => void} go
 * @property {(ply: number, moves: string[]) => void} take go into a line from a position
 * @property {(side: Side) => void} practise
 */

/** The glyphs of bad moves, with the field that counts them. @type {[number, Exclude<keyof ReviewedSide, "accuracy">][]} */
const COUNTS = [
  [6, "inaccuracies"],
  [2, "mistakes"],
  [4, "blunders"],
];

/**
 * @param {GameInfo} game
 * @param {Listed[]} moves
 * @param {Review} review
 * @param {ReviewActions} actions
 * @returns {Child[]}
 */
export function reportOf(game, moves, review, actions) {
  const bad = review.moves.flatMap((reviewed, place) => (reviewed.nag === null ? [] : [{ ...reviewed, place }]));
  const sides = /** @type {Side[]} */ ([0, 1]);
  const toPractise = sides.filter((side) =>
    bad.some(({ place, better }) => moves[place].side === side && better.length),
  );
  return [
    accuracyTable(game, review),
    bad.length === 0 && html("p", {}, t("review-none")),
    bad.length > 0 &&
      html(
        "ol",
        { class: "bad-moves", "aria-label": t("bad-moves") },
        ...bad.map((each) => badMove(moves, each.place, each, actions)),
      ),
    toPractise.length > 0 &&
      html(
        "div",
        { class: "row" },
        ...toPractise.map((side) =>
          button(t("learn-from-side", { side: game.sideNames[side] }), () => actions.practise(side), {
            class: "primary",
          }),
        ),
      ),
  ];
}

/** @param {GameInfo} game @param {Review} review */
function accuracyTable({ sideNames }, { sides }) {
  const heads = COUNTS.map(([nag]) => {
    const name = capitalised(nameOf(nag));
    return html("th", { scope: "col", title: name, "aria-label": name }, signOf(nag));
  });
  const rows = sides.map((reviewed, side) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, capitalised(sideNames[side])),
      html("td", {}, reviewed.accuracy === null ? "–" : t("percent", { number: Math.round(100 * reviewed.accuracy) })),
      ...COUNTS.map(([, field]) => html("td", {}, String(reviewed[field]))),
    ),
  );
  return html(
    "table",
    { class: "accuracy" },
    html(
      "thead",
      {},
      html("tr", {}, html("th", { scope: "col" }, t("side")), html("th", { scope: "col" }, t("accuracy")), ...heads),
    ),
    html("tbody", {}, ...rows),
  );
}

/**
 * A bad move with its cost, and the better variation.
 * @param {Listed[]} moves
 * @param {number} place
 * @param {Review["moves"][number]} reviewed
 * @param {ReviewActions} actions
 */
function badMove(moves, place, { loss, nag, better }, { go, take }) {
  const { text } = moves[place];
  const glyph = nag ?? 0;
  const texts = better.map((each) => each.text);
  const percent = Math.round(100 * loss);
  return html(
    "li",
    {},
    html("span", { class: "number" }, numberAt(moves, place)),
    button(`${text}${signOf(glyph)}`, () => go(place + 1), {
      class: `ply grade-${glyph}`,
      "aria-label": t("marked-move", { move: text, glyph: nameOf(glyph) }),
    }),
    html("span", { class: "muted", title: t("loss-about", { percent }) }, t("loss", { percent })),
    texts.length > 0 &&
      button(t("better", { move: texts[0] }), () => take(place, texts), {
        class: "ply better",
        title: texts.join(" "),
      }),
  );
}

/** The number of a move as in the list: "7." or "7…". @param {Listed[]} moves @param {number} place */
export function numberAt(moves, place) {
  const turn = turnsOf(moves.slice(0, place + 1)).at(-1);
  return `${turn?.number}${moves[place].side === 0 ? "." : "…"}`;
}
