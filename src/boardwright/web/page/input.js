// Input on a board: clicks and drags of the pointer, and the keyboard focus, which moves from square to square.

import { say } from "./announce.js";
import { put } from "./dom.js";
import { colourOf } from "./drawings.js";
import { t } from "./i18n.js";
import { outline } from "./projection.js";
import { toward } from "./walking.js";

/** @import { Board } from "./board.js" */

const RIGHT = 2; // the mouse button that draws
const TREMBLE = 6; // pixels that a finger may move without dragging

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class BoardInput {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The square with the keyboard focus. */
    this.cursor = "";
    /** Whether arrows move the focus: once Tab, or an arrow up or down, has brought it to the board. */
    this.isWalking = false;
    this.isBringing = false;
    this.isDragging = false;
    /** Where the way up or down has come to, and the column in which it began. */
    this.way = { at: "", column: 0 };
    /** The square on which the keys have begun an arrow. */
    this.drawnFrom = "";
    const { element } = board;
    element.addEventListener("keydown", (event) => this.#onKey(event));
    element.addEventListener("pointerdown", (event) => this.#onPress(event));
    element.addEventListener("click", (event) => this.#onClick(event));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("focusin", (event) => this.#onFocus(event));
    element.addEventListener("focusout", () => this.#moveRing(false));
  }

  /** Whether the board has the focus. */
  get isHolding() {
    return this.board.places.get(this.cursor)?.element === document.activeElement;
  }

  /** Restore the focus after the squares are redrawn. @param {boolean} isHolding whether the board had it */
  redraw(isHolding) {
    const { places } = this.board;
    if (!places.has(this.cursor)) this.cursor = places.keys().next().value ?? "";
    places.get(this.cursor)?.element.setAttribute("tabindex", "0");
    this.#moveRing(false);
    if (isHolding) this.#bring(this.cursor);
  }

  /** Focus the board; arrows move the focus if the keyboard was used to get here. */
  focus() {
    this.isWalking = document.activeElement?.matches(":focus-visible") ?? false;
    this.#bring(this.cursor);
  }

  /** @param {string} name */
  #bring(name) {
    this.isBringing = true;
    this.board.places.get(name)?.element.focus();
    this.isBringing = false;
  }

  /** @param {FocusEvent} event */
  #onFocus(event) {
    const name = nameOf(event.target);
    if (!name) return;
    this.#moveTo(name);
    if (!this.isBringing) this.isWalking = event.target instanceof Element && event.target.matches(":focus-visible");
    this.#moveRing(this.isWalking);
  }

  /** @param {MouseEvent} event */
  #onClick(event) {
    const name = nameOf(event.target);
    // Ignore the click event that follows a drag.
    if (!name || this.isDragging) return;
    this.#moveTo(name);
    this.board.onchoose(name);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    // With Alt, the key may write another letter.
    const isDrawing = event.code === "KeyA" && !event.ctrlKey && !event.metaKey;
    if ((event.ctrlKey || event.altKey || event.metaKey) && !isDrawing) return;
    if (isDrawing) this.#drawByKey(event);
    // With Shift, the arrows lead to other variations.
    else if (event.key in STEPS && !event.shiftKey) {
      const [dx, dy] = STEPS[event.key];
      // After a click, the left and right arrows step through the moves, as everywhere on the page.
      if (dx && !this.isWalking) return;
      this.isWalking = true;
      const turn = this.board.look.turned ? -1 : 1;
      this.#walk(turn * dx, turn * dy);
    } else if (event.key === "Enter" || event.key === " ") this.board.onchoose(this.cursor);
    else if (event.key === "Escape") {
      this.drawnFrom = "";
      this.board.erase();
      this.board.oncancel();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Move the focus. Ways up and down keep to the column in which they began. @param {number} dx @param {number} dy */
  #walk(dx, dy) {
    const { view, places } = this.board;
    const here = places.get(this.cursor);
    if (!here) return;
    const column = this.way.at === this.cursor ? this.way.column : here.x + here.w / 2;
    const next = toward(view.board, places, this.cursor, [dx, dy], dy ? column : undefined);
    if (!next) return;
    this.way = dy ? { at: next, column } : { at: "", column: 0 };
    this.#bring(next);
  }

  /** @param {string} name */
  #moveTo(name) {
    const { places } = this.board;
    places.get(this.cursor)?.element.setAttribute("tabindex", "-1");
    places.get(name)?.element.setAttribute("tabindex", "0");
    this.cursor = name;
  }

  /** @param {boolean} isShown */
  #moveRing(isShown) {
    const place = this.board.places.get(this.cursor);
    this.board.ring.setAttribute("d", isShown && place ? outline(this.board.projection, place, 0.03) : "");
  }

  /** Draw an arrow or a circle while the right button is held. @param {string} from @param {PointerEvent} event */
  #drawFrom(from, event) {
    const { board } = this;
    const colour = colourOf(event);
    const stop = new AbortController();
    const { signal } = stop;
    let to = from;
    const show = () => board.drawings.redraw(to ? { from, to, colour } : null);
    show();
    /** @param {PointerEvent} moved */
    const follow = (moved) => {
      to = squareAt(board, moved);
      show();
    };
    const end = () => {
      stop.abort();
      if (to) board.addDrawing({ from, to, colour });
      else board.drawings.redraw();
    };
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
  }

  /** Begin an arrow on the square with the focus, or end it there. @param {KeyboardEvent} event */
  #drawByKey(event) {
    const { board, cursor } = this;
    if (!this.drawnFrom) {
      this.drawnFrom = cursor;
      board.drawings.redraw({ from: cursor, to: cursor, colour: colourOf(event) });
      return say(t("drawing-begins", { square: cursor }), "drawing");
    }
    board.addDrawing({ from: this.drawnFrom, to: cursor, colour: colourOf(event) });
    this.drawnFrom = "";
  }

  /** @param {PointerEvent} event */
  #onPress(event) {
    const { board } = this;
    const name = nameOf(event.target);
    this.isDragging = false;
    this.isWalking = false;
    this.#moveRing(false);
    if (event.button === RIGHT) return name ? this.#drawFrom(name, event) : undefined;
    if (event.button === 0) board.erase();
    if (!board.bodyOn(name) || event.button !== 0 || !board.canLift(name)) return;
    const scale = board.element.getScreenCTM()?.a || 1;
    const stop = new AbortController();
    /** @param {PointerEvent} moved */
    const follow = (moved) => {
      const [dx, dy] = [moved.clientX - event.clientX, moved.clientY - event.clientY];
      if (!this.isDragging && Math.hypot(dx, dy) < TREMBLE) return;
      if (!this.isDragging) {
        this.isDragging = true;
        board.onlift(name);
        const body = board.bodyOn(name);
        put(board.ghost, body ? board.paint(body) : null);
        board.lift(name);
      }
      board.ghost.setAttribute("transform", `translate(${dx / scale} ${dy / scale})`);
    };
    /** @param {PointerEvent | null} dropped */
    const end = (dropped) => {
      stop.abort();
      put(board.ghost);
      board.lift("");
      const under = dropped ? squareAt(board, dropped) : "";
      // Dropping a piece on its own square cancels the drag.
      if (!this.isDragging || under === name || board.bodyOn(name)?.piece.squares.includes(under)) return;
      if (under) board.ondrop(under);
      else board.oncancel();
    };
    const { signal } = stop;
    addEventListener("pointermove", follow, { signal });
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", () => end(null), { signal });
  }
}

/**
 * The name of the square or exit that an element belongs to.
 * @param {EventTarget | null} element
 */
function nameOf(element) {
  return element instanceof Element ? (element.closest("[data-name]")?.getAttribute("data-name") ?? "") : "";
}

/** The name of the square or exit of a board at the pointer. @param {Board} board @param {PointerEvent} event */
function squareAt({ element }, { clientX, clientY }) {
  const found = document.elementFromPoint(clientX, clientY);
  return element.contains(found) ? nameOf(found) : "";
}
