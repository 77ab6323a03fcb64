// The notes on a move: its glyph, its comments, and the place of its variation in the tree.

import { button, html, put } from "./dom.js";
import { GRADES, graded, nameOf, signOf } from "./glyphs.js";
import { tool } from "./icons.js";
import { capitalised, t } from "./i18n.js";
import { firstOfVariation, numberOf } from "./tree.js";

/** @import { MoveTree, TreeNode } from "./tree.js" */

const LONGEST = 20_000; // characters of a comment, by the API

export class TreeNotes {
  /** @param {{changed: () => void, remove: (node: TreeNode) => void}} page */
  constructor(page) {
    this.page = page;
    /** @type {MoveTree | null} */
    this.tree = null;
    /** @type {TreeNode | null} */
    this.node = null;
    this.version = -1;
    this.body = html("div", { class: "notes-on-move" });
    this.element = html("details", { class: "card tree-notes" }, html("summary", {}, t("notes-title")), this.body);
  }

  /** Show the notes on a move of a tree. @param {MoveTree} tree @param {TreeNode} node */
  show(tree, node) {
    if (this.tree === tree && this.node === node && this.version === tree.version) return;
    [this.tree, this.node, this.version] = [tree, node, tree.version];
    const { parent } = node;
    const name = parent ? `${numberOf(node)} ${node.text}` : t("the-first-position");
    const first = firstOfVariation(node);
    put(
      this.body,
      html("p", { class: "muted" }, parent ? t("move-name", { move: name }) : capitalised(name)),
      parent && this.#grades(),
      node.before.length > 0 && this.#comment("before", t("comment-before", { move: name })),
      this.#comment("comments", t("comment-on", { move: name })),
      parent &&
        html(
          "div",
          { class: "tools", role: "toolbar", "aria-label": t("variation") },
          tool("promote", t("variation-up"), () => this.#change(() => tree.promote(node)), !first),
          tool("main", t("make-main"), () => this.#change(() => tree.makeMain(node)), !first),
          tool("delete", t("delete-from-here"), () => this.page.remove(node)),
        ),
    );
  }

  #grades() {
    const { node } = this;
    const buttons = GRADES.map((nag) =>
      button(signOf(nag), () => this.#grade(nag), {
        class: "toggle",
        title: capitalised(nameOf(nag)),
        "aria-label": capitalised(nameOf(nag)),
        "aria-pressed": node?.nags.includes(nag) ?? false,
      }),
    );
    return html("div", { class: "grades", role: "group", "aria-label": t("glyph-label") }, ...buttons);
  }

  /** @param {number} nag */
  #grade(nag) {
    const { tree, node } = this;
    if (!tree || !node) return;
    tree.annotate(node, { nags: graded(node.nags, nag) });
    this.#keep();
    for (const [place, each] of [...this.body.querySelectorAll(".grades button")].entries())
      each.setAttribute("aria-pressed", String(node.nags.includes(GRADES[place])));
  }

  /** @param {"before" | "comments"} field @param {string} label */
  #comment(field, label) {
    const { tree, node } = this;
    const area = html("textarea", {
      rows: 3,
      maxlength: LONGEST,
      "aria-label": label,
      placeholder: label,
      oninput: () => {
        const text = normalised(area.value);
        if (node) tree?.annotate(node, { [field]: text ? [text] : [] });
        this.#keep();
      },
    });
    area.value = node?.[field].join("\n\n") ?? "";
    return area;
  }

  /** @param {() => void} change */
  #change(change) {
    change();
    this.page.changed();
  }

  /** Tell the page of a change that these fields show already. */
  #keep() {
    this.version = this.tree?.version ?? -1;
    this.page.changed();
  }
}

/** A comment as a record keeps it: one space between words, an empty line between paragraphs. @param {string} text */
function normalised(text) {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim().replace(/\s+/g, " "));
  return paragraphs.filter(Boolean).join("\n\n");
}
