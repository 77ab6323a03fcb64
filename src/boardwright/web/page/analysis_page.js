// The analysis page: play moves for both sides, set up or paste a position, run the engine.

import * as api from "./api.js";
import { complain, errorText, notice, say } from "./announce.js";
import { askText, confirmed, copied, copyText, openDialog } from "./dialogs.js";
import { button, html, put, renew } from "./dom.js";
import { Editor } from "./editor.js";
import { exportDialog, exportRow, formatLabel, saveFile } from "./export.js";
import { GameView } from "./game_view.js";
import { capitalised, messageOf, t } from "./i18n.js";
import { icon, tool } from "./icons.js";
import { askForGame } from "./new_game.js";
import { readTree } from "./records.js";
import { graded, GRADES } from "./glyphs.js";
import { analysedLine, analysisAddress, gamePageAddress, sharedAddress } from "./routes.js";
import { newAnalysisId, storeAnalysis, storedAnalysis } from "./storage.js";
import { outcomeInWords, playerTag, statusInWords } from "./game_texts.js";
import { gameLine, titleOf } from "./titles.js";
import { MoveTree, numberOf, pathTo, siblingsOf } from "./tree.js";
import { TreeList } from "./tree_list.js";
import { TreeNotes } from "./tree_notes.js";

/** @import { Listed } from "./moves.js" */
/** @import { Practice } from "./practice.js" */
/** @import { AnalysedLine, PageState } from "./routes.js" */
/** @import { TreeNode } from "./tree.js" */
/** @import { GameInfo, Outcome, RecordOutcome, Review, Side, State, Variant } from "./types.js" */

const REST = 250; // milliseconds without a change after which the address follows

const RESULTS = ["*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1"];

/** @param {Element} root @param {string} name */
export async function openAnalysis(root, name) {
  const game = await api.gameNamed(name);
  const variant = game.variants.find((each) => each.full_name === name) ?? game.variants[0];
  const { position, ...line } = analysedLine();
  const start = await api.position({ game: variant.full_name, position });
  const page = new AnalysisPage(game, variant, start);
  put(root, page.element);
  await page.load(start, line);
  return page;
}

class AnalysisPage {
  /** @param {GameInfo} game @param {Variant} variant @param {State} start */
  constructor(game, variant, start) {
    this.game = game;
    this.variant = variant;
    this.fullName = variant.full_name;
    this.view = new GameView(game, this.fullName, start);
    this.tree = new MoveTree(this.fullName, start.position);
    this.id = newAnalysisId();
    /** How the line on the board ended that was the last to reach an end. @type {Outcome | null} */
    this.ended = null;
    /** The move whose position is on the board. */
    this.node = this.tree.root;
    /** @type {TreeNode[]} the line on the board, beyond that position too */
    this.line = [];
    this.turns = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.keeping = undefined;
    /** @type {Editor | null} */
    this.editor = null;
    this.list = new TreeList(
      game.sideNames,
      {
        go: (ply) => this.view.go(ply),
        walk: (plies) => this.view.walk(plies),
        choose: (node) => void this.#go(node).catch(complain),
      },
      this.tree,
    );
    this.view.list = this.list;
    this.notes = new TreeNotes({
      changed: () => this.#changed(),
      remove: (node) => void this.#remove(node).catch(complain),
    });
    /** @type {Practice | null} */
    this.practice = null;
    this.view.allowed = () => !this.practice?.isHiding || this.practice.isAsking;
    this.view.mayAsk = () => !this.practice?.isHiding;
    this.view.onmove = (move) => (this.practice?.isAsking ? this.practice.try(move.text) : this.#play([move.text]));
    this.view.ontake = (moves) => void this.#play(moves).catch(complain);
    this.view.onshow = () => this.#show();
    this.view.prompt = () => this.#prompt();
    this.view.wayBack = () =>
      this.practice?.isHiding &&
      !this.practice.isAtMistake &&
      button(t("back-to-mistake"), () => void this.practice?.open(this.practice.number).catch(complain));
    this.view.analysis.offerReviews({
      reviewed: (moves, review) => this.#reviewed(moves, review),
      practise: (side) => void this.#practise(side).catch(complain),
    });
    this.status = html("h1", { class: "status" });
    this.details = html("p", { class: "details muted" });
    this.position = html("code", { class: "position" });
    this.tools = html("div", { class: "tools", role: "toolbar", "aria-label": t("actions") });
    this.setup = html("div", { class: "card", hidden: true });
    this.setupButton = tool("edit", t("set-up"), () => this.#edit());
    this.branch = html("span", { role: "status" });
    this.variation = html(
      "div",
      { class: "in-variation", hidden: true },
      this.branch,
      button(t("back-to-game"), () => void this.#backToGame().catch(complain), { class: "primary" }),
    );
    this.view.under.append(this.variation);
    this.practicePlace = html("div", { class: "practice-place" });
    this.play = html("section", { class: "play" }, gameLine(game, this.fullName), this.view.element, this.view.under);
    this.element = html(
      "div",
      { class: "table looking" },
      html("div", { class: "desk" }, this.play, this.setup),
      html(
        "aside",
        { class: "side" },
        this.practicePlace,
        html("div", { class: "card" }, this.status, this.details, this.position, this.tools),
        this.list.element,
        this.notes.element,
        this.view.analysis.element,
      ),
    );
    this.leave = new AbortController();
    addEventListener("pagehide", () => this.#keep(), { signal: this.leave.signal });
    document.title = t("title-analysis", { game: titleOf(game, this.fullName) });
    for (const warning of start.warnings) notice(warning);
  }

  /**
   * Analyse what the address says, with the stored tree that belongs to it.
   * @param {State} start
   * @param {AnalysedLine} line
   */
  async load(start, { moves, ply = moves.length, side = [] }) {
    const id = /** @type {PageState | null} */ (history.state)?.analysis;
    const stored = id === undefined ? null : storedAnalysis(id);
    const isOwn = stored?.tree.game === this.fullName && stored.tree.start === start.position;
    const tree = isOwn ? MoveTree.read(stored.tree) : await this.#treeOf(start, moves);
    if (isOwn && id !== undefined) this.id = id;
    const path = [...moves.slice(0, ply), ...side];
    await this.#open(tree, start, await this.#grown(tree, path));
    if (isOwn && stored.reviewed) this.view.analysis.restore(stored.reviewed);
    if (isOwn && stored.toReview) void this.#review();
  }

  /** Review the game that was just played, with the progress and the report in sight. */
  async #review() {
    const { analysis } = this.view;
    analysis.element.scrollIntoView({ block: "nearest" });
    await analysis.evaluate();
    analysis.element.scrollIntoView({ block: "nearest" });
  }

  /** The hint while nothing is chosen. */
  #prompt() {
    const { practice, view } = this;
    if (practice?.isHiding) return practice.isAtMistake ? t("practice-hint") : "";
    return view.state.outcome ? "" : t("move-for-either");
  }

  /** Note the bad moves of a reviewed line in the tree, and what was better. @param {Listed[]} moves @param {Review} review */
  #reviewed(moves, review) {
    const { tree } = this;
    const nodes = pathTo(tree.find(moves.map(({ text }) => text)));
    for (const [place, { nag, better }] of review.moves.entries()) {
      const node = nodes[place];
      if (nag === null || !node?.parent) continue;
      if (!node.nags.some((each) => GRADES.includes(each))) tree.annotate(node, { nags: graded(node.nags, nag) });
      let last = node.parent;
      for (const move of better) last = tree.add(last, move);
    }
    this.#show();
  }

  /** Let the user find better moves than a side's bad ones. @param {Side} side */
  async #practise(side) {
    const { view, line } = this;
    const { review } = view.analysis.reviewed ?? {};
    if (!review) return;
    const { Practice } = await api.loaded(import("./practice.js"));
    this.#endPractice();
    view.analysis.turnOn(false);
    const moves = line.map(listed);
    const played = [...line];
    this.practice = new Practice(
      this.game,
      this.fullName,
      side,
      { moves, review },
      {
        view,
        go: (ply) => this.#switch(played, played[ply - 1] ?? this.tree.root),
        play: (move) => this.#play([move]),
        changed: () => this.#showPractice(),
        leave: () => {
          this.#endPractice();
          void this.#switch(played, this.node).catch(complain);
        },
      },
    );
    put(this.practicePlace, this.practice.element);
    await this.practice.open();
    this.play.scrollIntoView({ block: "nearest" });
  }

  /** Hide what would give a solution away, as long as it is to be found. */
  #showPractice() {
    this.element.classList.toggle("practising", this.practice?.isHiding ?? false);
    if (!this.view.choice.chosen.length) this.view.cancel();
  }

  #endPractice() {
    this.practice?.close();
    this.practice = null;
    put(this.practicePlace);
    this.#showPractice();
  }

  /** @param {State} start @param {string[]} moves */
  async #treeOf(start, moves) {
    const tree = new MoveTree(this.fullName, start.position);
    await this.#grown(tree, moves);
    return tree;
  }

  /** Add moves to a tree where they are not in it yet. @param {MoveTree} tree @param {string[]} moves @returns {Promise<TreeNode>} the last one */
  async #grown(tree, moves) {
    const known = tree.find(moves);
    if (known.ply === moves.length) return known;
    const { played } = await api.position({ game: this.fullName, position: tree.start, moves });
    return tree.addLine(played);
  }

  /** @param {MoveTree} tree @param {State} start @param {TreeNode} node */
  async #open(tree, start, node) {
    this.#endPractice();
    this.tree = tree;
    this.list.open(tree);
    await this.#switch(tree.lineThrough(node), node, tree.main.length ? undefined : start);
  }

  /** Analyse another tree; the browser's Back leads to the one before. @param {MoveTree} tree @param {State} start */
  async #openNew(tree, start) {
    this.#keep();
    this.id = newAnalysisId();
    await this.#open(tree, start, tree.main.at(-1) ?? tree.root);
    this.#push();
  }

  /** The state after a move. @param {TreeNode} node @returns {Promise<State>} */
  #state(node) {
    const moves = pathTo(node).map(({ text }) => text);
    return api.position({ game: this.fullName, position: this.tree.start, moves });
  }

  /**
   * Show a line, at one of its moves.
   * @param {TreeNode[]} line
   * @param {TreeNode} node
   * @param {State} [known] the state after that move
   */
  async #switch(line, node, known) {
    const turn = ++this.turns;
    const { tree } = this;
    const end = line.at(-1) ?? tree.root;
    const state = known ?? this.#state(node);
    const tipState = end === node ? state : line === this.line ? this.view.tip : this.#state(end);
    const [tip, shown] = await Promise.all([tipState, state]);
    // Another line has been chosen meanwhile.
    if (turn !== this.turns) return;
    this.line = line;
    await this.view.switchTo(tree.start, line.map(listed), tip, node.ply, shown);
  }

  /** Show the position after a move. @param {TreeNode} node */
  async #go(node) {
    if (node === this.tree.root || this.line.includes(node)) return this.view.go(node.ply);
    await this.#switch(this.tree.lineThrough(node), node);
  }

  /** Go to the move before or after this one among those that can be played in its place. @param {1 | -1} step */
  async #goAside(step) {
    const siblings = siblingsOf(this.node);
    const next = siblings[siblings.indexOf(this.node) + step];
    if (next) await this.#go(next);
    else say(t(siblings.length > 1 ? "no-more-variations" : "no-variations"));
  }

  /** Play moves from the position on the board; moves that are not in the tree are added to it. @param {string[]} texts */
  async #play(texts) {
    const { tree, node, view } = this;
    const { state } = view;
    const moves = [...pathTo(node).map(({ text }) => text), ...texts];
    const next = await api.position({ game: this.fullName, position: tree.start, moves });
    if (view.state !== state) return;
    const known = tree.version;
    const isBranch = tree.find(next.played.map(({ text }) => text)).children.length > 0;
    const end = tree.addLine(next.played);
    const isNew = tree.version !== known;
    // A result that was agreed on does not hold where the moves go on to the end.
    if (isNew && next.outcome && tree.isMain(end)) tree.outcome = null;
    // The board shows the move already: no need to act it out.
    const line = this.line.includes(end) ? this.line : tree.lineThrough(end);
    const begins = isNew && isBranch;
    if (begins) this.#keep();
    await this.#switch(line, end, next);
    if (begins) this.#push();
  }

  /** Leave a variation for the move of the main line at which it began. */
  async #backToGame() {
    await this.#go(this.tree.branchOf(this.node));
    this.#push();
  }

  /** Delete a move with all that follows. @param {TreeNode} node */
  async #remove(node) {
    const count = sizeOf(node);
    if (count > 1 && !(await confirmed(t("delete-question", { count }), t("delete")))) return;
    const parent = this.tree.remove(node);
    await this.#switch(this.tree.lineThrough(parent), parent);
  }

  /** The URL of the position on the board: the main line, and the variation that leads there. */
  #address(start = /** @type {string | null} */ (this.tree.start)) {
    const { tree, node } = this;
    const branch = tree.branchOf(node);
    const side = pathTo(node).slice(branch.ply);
    const moves = tree.main.map(({ text }) => text);
    return analysisAddress(this.fullName, start, { moves, ply: branch.ply, side: side.map(({ text }) => text) });
  }

  /** Keep the analysis under the current entry of the history. */
  #keep() {
    clearTimeout(this.keeping);
    if (this.leave.signal.aborted) return;
    this.#store();
    history.replaceState({ analysis: this.id }, "", this.#address());
  }

  /** Make a new entry of the history. */
  #push() {
    clearTimeout(this.keeping);
    this.#store();
    history.pushState({ analysis: this.id }, "", this.#address());
  }

  #store() {
    storeAnalysis(this.id, { tree: this.tree.write(), reviewed: this.view.analysis.reviewed });
  }

  #changed() {
    this.#show();
  }

  #showVariation() {
    const { tree, node } = this;
    const branch = tree.branchOf(node);
    this.variation.hidden = branch === node;
    this.branch.textContent = branch.ply
      ? t("variation-after", { move: `${numberOf(branch)} ${branch.text}` })
      : t("variation");
  }

  /** Who played, where, and how it ended. */
  #showDetails() {
    const { outcome } = this.tree;
    const names = this.#players().map((tag) => this.tree.tags[tag] ?? "");
    const { Event: event, Date: date } = this.tree.tags;
    const players = names.some(Boolean) && names.map((name) => name || "?").join(" – ");
    this.details.textContent = [players, event, date, outcome && this.#result(outcome)].filter(Boolean).join(" · ");
  }

  /** How the game ended; in the words of the position, where the game ended on the board. @param {RecordOutcome} outcome */
  #result({ winner, reason }) {
    this.ended = this.view.tip.outcome ?? this.ended;
    if (this.ended?.winner === winner && this.ended.reason === reason) return outcomeInWords(this.game, this.ended);
    const name = winner === null ? "" : this.game.sideNames[winner];
    return t(name ? "outcome-win" : "outcome-draw", { winner: name, reason });
  }

  /** The label of a tag in the language of the user; other tags have their names. @param {string} name */
  #tagLabel(name) {
    const side = this.#players().indexOf(name);
    return side < 0 ? (messageOf(`tag-${name.toLowerCase()}`) ?? name) : capitalised(this.game.sideNames[side]);
  }

  /** The tags of the players. */
  #players() {
    return this.game.sides.map(playerTag);
  }

  #show() {
    const { view } = this;
    this.node = this.tree.find(view.moves.slice(0, view.shown).map(({ text }) => text));
    this.list.mark(this.node);
    this.notes.show(this.tree, this.node);
    this.#showVariation();
    this.#showDetails();
    clearTimeout(this.keeping);
    this.keeping = setTimeout(() => this.#keep(), REST);
    this.status.textContent = statusInWords(this.game, view.state);
    this.status.classList.toggle("over", view.state.outcome !== null);
    this.position.textContent = view.state.position;
    renew(
      this.tools,
      ...view.lookTools(),
      tool("threats", t("threats"), () => view.showThreats().catch(complain)),
      this.game.palette.length > 0 && this.setupButton,
      tool("copy", t("copy"), () => copyText(view.state.position, t("position"))),
      tool("read", t("paste"), () => this.#paste()),
      tool("write", t("export"), () => this.#export()),
      tool("details", t("details"), () => this.#editDetails()),
      tool("share", t("share"), () => this.#share()),
      tool("play", t("play-from-here"), () => this.#playFromHere(), view.state.outcome !== null),
      html("a", { class: "button tool", href: gamePageAddress("rules", this.game.name) }, icon("rules"), t("rules")),
    );
  }

  #edit() {
    const { view, counts, position } = this.view.state;
    const editor = new Editor(this.game, view, {
      counts,
      start: this.variant,
      check: (pieces, toMove, changed) =>
        api.position({ game: this.fullName, position, pieces, to_move: toMove, counts: changed }),
      done: (state) => {
        this.#closeEditor();
        this.#openNew(new MoveTree(this.fullName, state.position), state).catch(complain);
      },
      cancel: () => this.#closeEditor(),
    });
    this.editor = editor;
    const head = html(
      "div",
      { class: "dialog-head" },
      html("h2", {}, t("set-up-title")),
      tool("back", t("cancel"), () => this.#closeEditor()),
    );
    put(this.setup, head, editor.element);
    this.setup.hidden = false;
    this.play.hidden = true;
    this.element.classList.add("editing");
    editor.board.input?.focus();
  }

  #closeEditor() {
    this.setup.hidden = true;
    this.play.hidden = false;
    this.element.classList.remove("editing");
    put(this.setup);
    this.editor = null;
    this.setupButton.focus();
  }

  #paste() {
    askText(t("paste-title"), t("paste-about", { position: this.game.variants[0].start }), t("open"), (text) =>
      this.#read(text.trim()),
    );
  }

  /** Open a text as a position, a record or moves. @param {string} text */
  async #read(text) {
    if (await isRecord(text)) return this.#readRecord(text);
    const [asPosition, asRecord, asMoves] = [
      () => this.#readPosition(text),
      () => this.#readRecord(text),
      () => this.#readMoves(text),
    ];
    // Move number 1 starts a whole game; other moves continue from the board, if they are legal there.
    const ways = [asPosition, ...(/^1\./.test(text) ? [asRecord, asMoves] : [asMoves, asRecord])];
    const refused = [];
    for (const read of ways) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof api.Refused)) throw error;
        refused.push(errorText(error, this.game));
      }
    }
    throw new api.Refused(t("not-understood", { position: refused[0], moves: refused[1] }));
  }

  /** @param {string} text */
  async #readPosition(text) {
    const state = await api.position({ game: this.fullName, position: text });
    for (const warning of state.warnings) notice(warning);
    await this.#openNew(new MoveTree(this.fullName, state.position), state);
  }

  /** Play the moves of a text from the position on the board. @param {string} text */
  #readMoves(text) {
    const words = text.split(/[\s;]+/).map((word) => word.replace(/^\d+\.+/, ""));
    return this.#play(words.filter((word) => word && !RESULTS.includes(word)));
  }

  /** @param {string} text */
  async #readRecord(text) {
    const written = await readTree(text, this.fullName);
    if (written.game !== this.fullName)
      throw new Error(t("other-game", { found: written.game, expected: this.fullName }));
    const start = await api.position({ game: this.fullName, position: written.start });
    await this.#openNew(MoveTree.read(written), start);
  }

  #export() {
    const tree = this.tree.write();
    const save = async (/** @type {string} */ format) => {
      const { name, text } = await api.treeRecord(tree, format);
      saveFile(name, text);
    };
    const copyRecord = async (/** @type {string} */ format) =>
      copyText((await api.treeRecord(tree, format)).text, t("record"));
    const rows = this.game.formats.map((format) =>
      exportRow(
        format,
        () => copyRecord(format).catch(complain),
        button(t("save"), () => void save(format).catch(complain), {
          "aria-label": t("label-of", { label: t("save"), of: formatLabel(format) }),
        }),
      ),
    );
    exportDialog(this.view.state.position, t("game-with-variations"), rows);
  }

  /** Edit the tags: players, event, and whatever else a record has. */
  #editDetails() {
    const { tree } = this;
    const usual = [...this.#players(), "Event", "Date"].filter((name) => /^\w+$/.test(name));
    const names = [...new Set([...usual, ...Object.keys(tree.tags)])];
    const fields = names.map((name) =>
      html("input", { type: "text", name, maxlength: 1000, value: tree.tags[name] ?? "", autocomplete: "off" }),
    );
    const save = (/** @type {Event} */ event) => {
      event.preventDefault();
      const written = fields.map(({ name, value }) => [name, value.trim()]);
      tree.tags = Object.fromEntries(written.filter(([, value]) => value));
      dialog.close();
      this.#changed();
    };
    const labelled = fields.map((field) =>
      html("label", { class: "field" }, html("span", {}, this.#tagLabel(field.name)), field),
    );
    const form = html("form", { onsubmit: save }, ...labelled, html("button", { class: "primary" }, t("save")));
    const dialog = openDialog(t("details-title"), form);
  }

  #share() {
    const { start } = this.tree;
    openDialog(
      t("share-analysis"),
      copied(t("address"), sharedAddress(this.#address(start === this.variant.start ? null : start))),
      copied(t("position"), this.view.state.position),
    );
  }

  #playFromHere() {
    const { position, to_move: begins } = this.view.state;
    askForGame(this.game, { variant: this.variant, position, begins });
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (!this.editor && isAside(event)) {
      this.#goAside(event.key === "ArrowUp" ? -1 : 1).catch(complain);
      event.preventDefault();
      return true;
    }
    if (!this.editor) return this.view.onKey(event);
    if (event.key !== "Escape") return false;
    this.editor.cancel();
    return true;
  }

  close() {
    clearTimeout(this.keeping);
    // The history shows another entry by now, so that the address stays as it is.
    this.#store();
    this.leave.abort();
    this.practice?.close();
    this.view.close();
  }
}

/** @param {TreeNode} node */
function listed({ text, side }) {
  return { text, side };
}

/** The number of moves from a node on, with all variations. @param {TreeNode} node */
function sizeOf(node) {
  let size = 0;
  for (const open = [node]; open.length; size += 1) open.push(.../** @type {TreeNode} */ (open.pop()).children);
  return size;
}

/** Whether a key leads to another variation. @param {KeyboardEvent} event */
function isAside(event) {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog");
  return event.shiftKey && (event.key === "ArrowUp" || event.key === "ArrowDown") && !isTyping;
}

/**
 * Whether a text can only be a record: JSON, tags, a link, or the name of a game on a line of its own.
 * @param {string} text
 */
async function isRecord(text) {
  const names = (await api.allGames()).flatMap(({ name, variants }) => [
    name,
    ...variants.map((each) => each.full_name),
  ]);
  return /^([{[]|https?:)/.test(text) || names.includes(text.split("\n")[0].trim());
}
