// Arrows and circles that the user draws on a board: with the right mouse button, or with the keys.

import { put, svg } from "./dom.js";
import { t } from "./i18n.js";
import { arrow } from "./marks.js";
import { flatAt } from "./projection.js";

/** @import { Shown } from "./marks.js" */

/** @typedef {"green" | "red" | "blue" | "yellow"} Colour */
/** @typedef {{from: string, to: string, colour: Colour}} Drawn an arrow, or a circle if it ends where it begins */

/**
 * The colour that the modifier keys choose.
 * @param {{shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} keys
 * @returns {Colour}
 */
export function colourOf({ shiftKey, ctrlKey, altKey, metaKey }) {
  const [isRed, isBlue] = [shiftKey || ctrlKey, altKey || metaKey];
  if (isRed) return isBlue ? "yellow" : "red";
  return isBlue ? "blue" : "green";
}

/** A drawing in words. @param {Drawn} drawn */
export function drawingInWords({ from, to, colour }) {
  return t(from === to ? "circle" : "arrow", { colour, from, to });
}

export class Drawings {
  /** @param {Shown} board */
  constructor(board) {
    this.board = board;
    /** @type {Drawn[]} */
    this.all = [];
    this.element = svg("g", { class: "marks drawings", "aria-hidden": true });
  }

  /**
   * Add a drawing. The same one again removes it; one of another colour replaces it.
   * @param {Drawn} drawn
   * @returns {boolean} whether it is there now
   */
  toggle(drawn) {
    const same = this.all.find(({ from, to }) => from === drawn.from && to === drawn.to);
    const isNew = same?.colour !== drawn.colour;
    this.all = [...this.all.filter((each) => each !== same), ...(isNew ? [drawn] : [])];
    this.redraw();
    return isNew;
  }

  clear() {
    if (!this.all.length) return;
    this.all = [];
    this.redraw();
  }

  /** Draw everything, and what is being drawn. @param {Drawn | null} [next] */
  redraw(next = null) {
    put(this.element, ...[...this.all, ...(next ? [next] : [])].flatMap((drawn) => this.#shape(drawn)));
  }

  /** @param {Drawn} drawn */
  #shape({ from, to, colour }) {
    const { projection, places } = this.board;
    if (from !== to) return arrow(this.board, [from, to], colour);
    const place = places.get(from);
    if (!place) return [];
    const transform = flatAt(projection, place.x + place.w / 2, place.y + place.d / 2);
    return [svg("circle", { class: `circle ${colour}`, transform, r: 45 * Math.min(place.w, place.d) })];
  }
}
