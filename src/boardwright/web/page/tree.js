// A tree of variations: the moves of a game with their alternatives, comments and glyphs.

/** @import { GameTree, RecordOutcome, TreeMove } from "./types.js" */
/** @import { Listed } from "./moves.js" */

/**
 * A move of the tree; the root stands for the first position. The first child continues the line, others are variations.
 * @typedef {object} TreeNode
 * @property {TreeNode | null} parent
 * @property {TreeNode[]} children
 * @property {string} text
 * @property {number} side
 * @property {number} number that of its turn
 * @property {number} ply how many moves lead to the position after it
 * @property {string[]} before the comments between its number and the move
 * @property {string[]} comments those after it
 * @property {number[]} nags its glyphs
 */

export class MoveTree {
  /** @param {string} game @param {string} start */
  constructor(game, start) {
    this.game = game;
    this.start = start;
    /** @type {Record<string, string>} */
    this.tags = {};
    /** @type {RecordOutcome | null} */
    this.outcome = null;
    /** @type {TreeNode} */
    this.root = {
      parent: null,
      children: [],
      text: "",
      side: 1,
      number: 0,
      ply: 0,
      before: [],
      comments: [],
      nags: [],
    };
    /** The number of changes. */
    this.version = 0;
  }

  /** @param {GameTree} written */
  static read({ game, start, tags, comments, moves, outcome }) {
    const tree = new MoveTree(game, start ?? "");
    [tree.tags, tree.outcome, tree.root.comments] = [{ ...tags }, outcome, [...comments]];
    /** @type {TreeNode[]} */
    const nodes = [];
    for (const { parent, move, side, before, comments: after, nags } of moves) {
      const node = tree.add(nodes[parent] ?? tree.root, { text: move, side: side ?? 0 });
      Object.assign(node, { before: [...before], comments: [...after], nags: [...nags] });
      nodes.push(node);
    }
    return tree;
  }

  /** @param {string} game @param {string} start @param {Listed[]} moves */
  static ofLine(game, start, moves) {
    const tree = new MoveTree(game, start);
    tree.addLine(moves);
    return tree;
  }

  /** The tree as the server reads it: a line first, then the variations of its moves. @returns {GameTree} */
  write() {
    const { game, start, tags, outcome, root } = this;
    /** @type {TreeMove[]} */
    const moves = [];
    /** @type {Map<TreeNode, number>} */
    const places = new Map([[root, -1]]);
    const lines = [...root.children];
    for (let first = lines.shift(); first; first = lines.shift()) {
      for (const node of lineFrom(first)) {
        places.set(node, moves.length);
        const parent = places.get(/** @type {TreeNode} */ (node.parent)) ?? -1;
        const { text, side, before, comments, nags } = node;
        moves.push({ parent, move: text, side: side === 0 ? 0 : 1, before, comments, nags });
        lines.push(...node.children.slice(1));
      }
    }
    return { game, start, tags, comments: root.comments, moves, outcome };
  }

  /** The moves that were played. */
  get main() {
    return lineFrom(this.root).slice(1);
  }

  /**
   * Add a move after a node; a move that is there already is returned as it is.
   * @param {TreeNode} parent
   * @param {Listed} move
   * @returns {TreeNode}
   */
  add(parent, { text, side }) {
    const known = parent.children.find((child) => child.text === text);
    if (known) return known;
    const begins = !parent.parent || (side === 0 && parent.side === 1);
    const number = parent.number + (begins ? 1 : 0);
    const node = { parent, children: [], text, side, number, ply: parent.ply + 1, before: [], comments: [], nags: [] };
    parent.children.push(node);
    this.version += 1;
    return node;
  }

  /** Add moves from the first position on. @param {Listed[]} moves @returns {TreeNode} the last of them */
  addLine(moves) {
    let node = this.root;
    for (const move of moves) node = this.add(node, move);
    return node;
  }

  /** The node that moves lead to, as far as they are in the tree. @param {string[]} texts */
  find(texts) {
    let node = this.root;
    for (const text of texts) {
      const next = node.children.find((child) => child.text === text);
      if (!next) break;
      node = next;
    }
    return node;
  }

  /** The line through a node: the moves that lead to it, and those that continue it. @param {TreeNode} node */
  lineThrough(node) {
    return [...pathTo(node), ...lineFrom(node).slice(1)];
  }

  /** The last node of the main line on the way to a node. @param {TreeNode} node */
  branchOf(node) {
    return pathTo(node).reduce((main, next) => (next === main.children[0] ? next : main), this.root);
  }

  /** Whether a node belongs to the main line. @param {TreeNode} node */
  isMain(node) {
    return this.branchOf(node) === node;
  }

  /** Move the variation of a node one place up: before the variation or the line above it. @param {TreeNode} node */
  promote(node) {
    const first = firstOfVariation(node);
    if (!first) return;
    this.#change(() => raise(first, siblingsOf(first).indexOf(first) - 1));
  }

  /** Let a node's line be the main line. @param {TreeNode} node */
  makeMain(node) {
    this.#change(() => {
      for (const each of pathTo(node)) raise(each, 0);
    });
  }

  /** Delete a node with all that follows. @param {TreeNode} node @returns {TreeNode} the one before it */
  remove(node) {
    const { parent } = node;
    if (!parent) return node;
    this.#change(() => parent.children.splice(parent.children.indexOf(node), 1));
    return parent;
  }

  /**
   * Set the comments or glyphs of a node.
   * @param {TreeNode} node
   * @param {Partial<Pick<TreeNode, "before" | "comments" | "nags">>} notes
   */
  annotate(node, notes) {
    Object.assign(node, notes);
    this.version += 1;
  }

  /** Change the order of moves; the result of a game does not hold for another one. @param {() => void} change */
  #change(change) {
    const before = this.main;
    change();
    const after = this.main;
    if (before.some((node, place) => node !== after[place])) this.outcome = null;
    this.version += 1;
  }
}

/** The moves that lead to a node, with itself. @param {TreeNode} node */
export function pathTo(node) {
  /** @type {TreeNode[]} */
  const path = [];
  for (let each = node; each.parent; each = each.parent) path.push(each);
  return path.reverse();
}

/** A node and the moves that continue its line. @param {TreeNode} node */
function lineFrom(node) {
  const line = [node];
  for (let next = node.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** The moves that can be played in place of a move, with itself. @param {TreeNode} node */
export function siblingsOf(node) {
  return node.parent?.children ?? [node];
}

/** The first move of the innermost variation that a node belongs to; null on the main line. @param {TreeNode} node */
export function firstOfVariation(node) {
  /** @type {TreeNode | null} */
  let first = node;
  while (first && siblingsOf(first)[0] === first) first = first.parent;
  return first;
}

/** @param {TreeNode} node @param {number} place */
function raise(node, place) {
  const siblings = siblingsOf(node);
  siblings.splice(siblings.indexOf(node), 1);
  siblings.splice(place, 0, node);
}

/** The number of a move, such as "7." or, for the second side, "7…". @param {TreeNode} node */
export function numberOf({ number, side }) {
  return `${number}${side === 0 ? "." : "…"}`;
}
