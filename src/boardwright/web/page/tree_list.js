// The move list of the analysis page: the main line turn by turn, with comments and variations below their moves.

import { button, html } from "./dom.js";
import { nameOf, signOf } from "./glyphs.js";
import { t } from "./i18n.js";
import { MoveList } from "./moves.js";
import { numberOf, siblingsOf } from "./tree.js";

/** @import { Child } from "./dom.js" */
/** @import { MoveTree, TreeNode } from "./tree.js" */

export class TreeList extends MoveList {
  /**
   * @param {[string, string]} sides
   * @param {{go: (ply: number) => void, walk: (plies: number) => void, choose: (node: TreeNode) => void}} view
   * @param {MoveTree} tree
   */
  constructor(sides, view, tree) {
    super(sides, view);
    this.choose = view.choose;
    this.tree = tree;
    this.drawn = -1;
    /** @type {Map<TreeNode, HTMLElement>} */
    this.buttons = new Map();
    /** @type {TreeNode | null} */
    this.current = null;
    this.element.classList.add("tree-moves");
  }

  /** Show another tree. @param {MoveTree} tree */
  open(tree) {
    [this.tree, this.drawn] = [tree, -1];
  }

  /** Mark the current move; the list is drawn again only if the tree has changed. @param {TreeNode} node */
  mark(node) {
    if (this.drawn !== this.tree.version) this.#draw();
    if (this.current) this.buttons.get(this.current)?.removeAttribute("aria-current");
    this.current = node;
    this.buttons.get(node)?.setAttribute("aria-current", "step");
    this.scroll();
  }

  /** The tree is drawn by `mark`, not from the current line. */
  draw() {}

  #draw() {
    this.drawn = this.tree.version;
    const held = this.rows.contains(document.activeElement)
      ? [...this.buttons].find(([, each]) => each === document.activeElement)?.[0]
      : null;
    this.buttons.clear();
    const { root } = this.tree;
    /** @type {Child[]} */
    const rows = [...comments(root.comments)].map((comment) => html("li", { class: "between" }, comment));
    for (let node = root.children[0]; node;) {
      const [row, last] = this.#turn(node);
      rows.push(row);
      const more = this.#after(last);
      if (more.length) rows.push(html("li", { class: "between" }, ...more));
      node = last.children[0];
    }
    this.rows.replaceChildren(...rows.flatMap((row) => (row instanceof Node ? [row] : [])));
    this.element.classList.toggle("branched", this.rows.querySelector(".between") !== null);
    if (!root.children.length) this.rows.append(html("li", { class: "none" }, t("no-moves")));
    if (held) this.buttons.get(held)?.focus();
  }

  /**
   * A row of the main line: the moves of a turn, up to one that is followed by comments or variations.
   * @param {TreeNode} first
   * @returns {[HTMLElement, TreeNode]} with the last move
   */
  #turn(first) {
    /** @type {[Child[], Child[]]} */
    const cells = [[], []];
    if (first.side === 1) cells[0].push("…");
    let last = first;
    for (let node = first; node && node.number === first.number; node = node.children[0]) {
      cells[node.side].push(...comments(node.before), this.#ply(node));
      last = node;
      if (node.comments.length || hasVariations(node)) break;
    }
    const row = html(
      "li",
      { value: first.number },
      html("span", { class: "number" }, `${first.number}.`),
      ...cells.map((cell) => html("span", { class: "plies" }, ...cell)),
    );
    return [row, last];
  }

  /** What follows a move of a line: its comments, and the variations that replace it. @param {TreeNode} node */
  #after(node) {
    const others = hasVariations(node) ? siblingsOf(node).slice(1) : [];
    const label = t("instead-of", { move: `${numberOf(node)} ${node.text}` });
    return [
      ...comments(node.comments),
      others.length > 0 &&
        html(
          "ul",
          { class: "variations", "aria-label": label },
          ...others.map((other) => html("li", { class: "variation" }, ...this.#variation(other))),
        ),
    ].filter(Boolean);
  }

  /** The moves of a variation in one paragraph, with its own variations. @param {TreeNode} first */
  #variation(first) {
    /** @type {Child[]} */
    const parts = [];
    let isNumbered = false;
    for (let node = first; node; node = node.children[0]) {
      if (!isNumbered || (node.side === 0 && node.parent?.side === 1))
        parts.push(html("span", { class: "number" }, numberOf(node)));
      parts.push(...comments(node.before), this.#ply(node));
      const after = this.#after(node);
      parts.push(...after);
      isNumbered = !after.length;
    }
    return parts;
  }

  /** @param {TreeNode} node */
  #ply(node) {
    const signs = node.nags.map((nag) =>
      html("span", { class: `glyph grade-${nag}`, "aria-hidden": true }, signOf(nag)),
    );
    const label = [node.text, ...node.nags.map(nameOf)].join(", ");
    const ply = button(node.text, () => this.choose(node), { class: "ply", "aria-label": signs.length ? label : null });
    ply.append(...signs);
    this.buttons.set(node, ply);
    return ply;
  }
}

/** Whether a move is the first of several. @param {TreeNode} node */
function hasVariations(node) {
  const siblings = siblingsOf(node);
  return siblings.length > 1 && siblings[0] === node;
}

/** @param {string[]} texts */
function comments(texts) {
  return texts.map((text) => html("span", { class: "comment" }, text));
}
