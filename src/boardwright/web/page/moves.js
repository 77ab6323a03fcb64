// The move list of a game, turn by turn.

import { button, html, renew } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icons.js";

/** @typedef {{text: string, side: number}} Listed */
/** @typedef {{number: number, sides: [number[], number[]]}} Turn the places of the moves of both sides in one round */

/**
 * The rounds of a game. A side may move several times before the other does.
 * @param {Listed[]} moves
 * @returns {Turn[]}
 */
export function turnsOf(moves) {
  /** @type {Turn[]} */
  const turns = [];
  moves.forEach(({ side }, place) => {
    if (!place || (side === 0 && moves[place - 1].side === 1))
      turns.push({ number: turns.length + 1, sides: [[], []] });
    turns.at(-1)?.sides[side].push(place);
  });
  return turns;
}

/**
 * The length of the common prefix of two lines.
 * @param {Listed[]} one
 * @param {Listed[]} other
 */
export function sharedMoves(one, other) {
  const differs = one.findIndex(({ text }, place) => text !== other[place]?.text);
  return differs < 0 ? one.length : differs;
}

/**
 * @param {Parameters<typeof icon>[0]} drawing
 * @param {string} label
 * @param {string} title the label with the key
 * @param {() => void} action
 */
function step(drawing, label, title, action) {
  return html("button", { type: "button", title, "aria-label": label, onclick: action }, icon(drawing));
}

export class MoveList {
  /**
   * @param {[string, string]} sides
   * @param {{go: (ply: number) => void, walk: (plies: number) => void}} table
   */
  constructor(sides, table) {
    this.go = table.go;
    this.shown = 0;
    this.count = 0;
    this.rows = html("ol", { class: "turns" });
    this.scroller = html(
      "div",
      { class: "scroller", tabindex: 0, role: "region", "aria-label": t("moves") },
      this.rows,
    );
    this.walk = [
      step("first", t("first-position"), t("first-position-key"), () => table.go(0)),
      step("previous", t("move-back"), t("move-back-key"), () => table.walk(-1)),
      step("next", t("move-forward"), t("move-forward-key"), () => table.walk(1)),
      step("last", t("last-position"), t("last-position-key"), () => table.go(this.count)),
    ];
    const heads = html(
      "div",
      { class: "heads", "aria-hidden": true },
      html("span"),
      html("span", {}, sides[0]),
      html("span", {}, sides[1]),
    );
    this.element = html(
      "section",
      { class: "card moves" },
      heads,
      this.scroller,
      html("div", { class: "walk" }, ...this.walk),
    );
  }

  /**
   * @param {Listed[]} moves
   * @param {number} shown how many of them have been played on the board
   */
  show(moves, shown) {
    this.count = moves.length;
    this.shown = shown;
    const [first, back, forward, last] = this.walk;
    first.disabled = back.disabled = shown <= 0;
    forward.disabled = last.disabled = shown >= moves.length;
    this.draw(moves);
  }

  /** @param {Listed[]} moves */
  draw(moves) {
    const cell = (/** @type {number[]} */ places) =>
      html("span", { class: "plies" }, ...places.map((place) => this.#ply(moves[place], place)));
    const rows = turnsOf(moves).map(({ number, sides }) =>
      html("li", { value: number }, html("span", { class: "number" }, `${number}.`), cell(sides[0]), cell(sides[1])),
    );
    renew(this.rows, ...(rows.length ? rows : [html("li", { class: "none" }, t("no-moves"))]));
    this.scroll();
  }

  /** @param {Listed} move @param {number} place */
  #ply({ text }, place) {
    const current = place === this.shown - 1;
    return button(text, () => this.go(place + 1), { class: "ply", "aria-current": current ? "step" : null });
  }

  /** Scroll the list, but not the page, to the shown move. */
  scroll() {
    const current = /** @type {HTMLElement | null} */ (this.rows.querySelector("[aria-current]"));
    if (!current) {
      if (!this.shown) this.scroller.scrollTo(0, 0);
      return;
    }
    const [box, frame] = [current.getBoundingClientRect(), this.scroller.getBoundingClientRect()];
    if (box.top < frame.top) this.scroller.scrollTop -= frame.top - box.top + 8;
    if (box.bottom > frame.bottom) this.scroller.scrollTop += box.bottom - frame.bottom + 8;
    // On phones the list is a strip, with the shown move in its middle.
    this.scroller.scrollLeft += (box.left + box.right - frame.left - frame.right) / 2;
  }
}
