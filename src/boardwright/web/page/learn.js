// Lessons: the list of a game's lessons, and their tasks on the board. The rules on the server judge every move.

import * as api from "./api.js";
import { complain, say } from "./announce.js";
import { button, html, put, renew } from "./dom.js";
import { GameView } from "./game_view.js";
import { t } from "./i18n.js";
import { icon, tool } from "./icons.js";
import { askForGame } from "./new_game.js";
import { puzzlesLink } from "./rules.js";
import { addressOf, gamePageAddress, lessonAddress } from "./routes.js";
import { finishedLessons, noteFinishedLesson } from "./storage.js";

/** @import { Attempt, GameInfo, Lesson, State, Task } from "./types.js" */

/**
 * Open the list of lessons, or one of them.
 * @param {Element} root
 * @param {string} subject the name of a game, and the number of a lesson after a slash
 */
export async function openLearn(root, subject) {
  const [name, number] = subject.split("/");
  const [game, lessons] = await Promise.all([api.gameNamed(name), api.lessons(name)]);
  if (number === undefined) return openList(root, game, lessons);
  const place = Number(number) - 1;
  if (!lessons[place]) {
    throw new api.Refused(t("no-such-lesson", { number, game: game.title, lessons: lessons.length }), 404);
  }
  const page = new LessonPage(game, lessons, place, await firstState(lessons[place], 0));
  put(root, page.element);
  await page.begin(0);
  return page;
}

/** @param {Lesson} lesson @param {number} index @param {string[]} [moves] */
const firstState = (lesson, index, moves = []) =>
  api.position({ game: lesson.game, position: lesson.tasks[index].position, moves });

/** @param {Element} root @param {GameInfo} game @param {Lesson[]} lessons */
function openList(root, game, lessons) {
  document.title = t("title-lessons", { game: game.title });
  const finished = finishedLessons(game.name).filter((number) => number <= lessons.length);
  const next = lessons.findIndex((_, place) => !finished.includes(place + 1)) + 1;
  const begin = next > 0 && {
    href: lessonAddress(game.name, next),
    label: t(finished.length ? "lesson-continue" : "lesson-begin", { number: next }),
  };
  put(
    root,
    html(
      "div",
      { class: "reading" },
      html(
        "header",
        { class: "hero" },
        html("h1", {}, t("learn-game", { game: game.title })),
        html("p", {}, game.about),
        html("p", { class: "muted" }, progressInWords(finished.length, lessons.length)),
      ),
      begin && html("a", { class: "button primary begin", href: begin.href }, icon("play"), begin.label),
      html("ol", { class: "lessons" }, ...lessons.map((lesson, place) => listed(game, lesson, place + 1, finished))),
      afterLessons(game, finished.length === lessons.length),
    ),
  );
}

/** @param {number} finished @param {number} all */
function progressInWords(finished, all) {
  if (!all) return t("lessons-none");
  if (finished === all) return t("lessons-all-finished", { all });
  return t(finished ? "lessons-finished" : "lessons-about", { finished, all });
}

/** @param {GameInfo} game @param {Lesson} lesson @param {number} number @param {number[]} finished */
function listed(game, { title }, number, finished) {
  const isFinished = finished.includes(number);
  return html(
    "li",
    {},
    html(
      "a",
      { class: "card lesson", href: lessonAddress(game.name, number) },
      html(
        "span",
        { class: isFinished ? "tick finished" : "tick", "aria-hidden": true },
        isFinished ? "✓" : `${number}`,
      ),
      html("b", {}, title),
      isFinished && html("span", { class: "muted" }, t("finished")),
    ),
  );
}

/** What to do besides lessons, or after them. @param {GameInfo} game @param {boolean} isPrimary */
function afterLessons(game, isPrimary) {
  return html(
    "div",
    { class: "row" },
    html(
      "button",
      { type: "button", class: isPrimary ? "primary" : "", onclick: () => askForGame(game, { level: 1 }) },
      icon("play"),
      t("play-level-1"),
    ),
    html("a", { class: "button", href: gamePageAddress("rules", game.name) }, icon("rules"), t("read-rules")),
    puzzlesLink(game),
    html("a", { class: "button", href: addressOf("/") }, t("all-games")),
  );
}

class LessonPage {
  /** @param {GameInfo} game @param {Lesson[]} lessons @param {number} place @param {State} start */
  constructor(game, lessons, place, start) {
    this.game = game;
    this.lessons = lessons;
    this.number = place + 1;
    this.lesson = lessons[place];
    this.index = 0;
    /** @type {string[]} the moves of both sides in this task */
    this.moves = [];
    /** @type {Attempt | null} the judgement of these moves */
    this.judged = null;
    this.view = new GameView(game, this.lesson.game, start);
    this.view.allowed = () => this.judged?.verdict === "open";
    this.view.mayAsk = () => false;
    this.view.onmove = ({ text }) => this.#judge(text);
    this.explanation = html("p", { class: "explanation" }, this.lesson.text);
    this.counter = html("span");
    this.instruction = html("p", { class: "instruction" });
    this.feedback = html("p", { class: "feedback", role: "status" });
    this.actions = html("div", { class: "row" });
    this.head = html(
      "div",
      { class: "card lesson-head" },
      html(
        "p",
        { class: "muted" },
        html("a", { href: lessonAddress(game.name) }, t("learn-game", { game: game.title })),
        html("span", {}, t("lesson-number", { number: this.number, all: lessons.length })),
        this.counter,
      ),
      html("h1", {}, this.lesson.title),
      this.explanation,
      this.instruction,
    );
    this.foot = html("div", { class: "card lesson-foot" }, this.feedback, this.actions);
    const play = html("section", { class: "play" }, this.view.element, this.view.under);
    this.element = html("div", { class: "table looking learning" }, this.head, play, this.foot);
    document.title = t("title-lesson", { game: game.title, number: this.number, lesson: this.lesson.title });
  }

  /** @returns {Task} */
  get task() {
    return this.lesson.tasks[this.index];
  }

  /** Begin a task. @param {number} index */
  async begin(index) {
    const [state, judged] = await Promise.all([firstState(this.lesson, index), this.#attempt(index, [])]);
    [this.index, this.moves, this.judged] = [index, [], judged];
    const { tasks } = this.lesson;
    this.counter.textContent = tasks.length > 1 ? t("task-number", { number: index + 1, all: tasks.length }) : "";
    this.instruction.textContent = this.task.instruction;
    this.element.classList.toggle("later", index > 0);
    this.head.scrollIntoView({ block: "nearest" });
    await this.view.switchTo(state.position, [], state);
    this.#tell("");
  }

  /** @param {number} index @param {string[]} moves */
  #attempt(index, moves) {
    return api.attempt({ game: this.lesson.game, lesson: this.number, task: index + 1, moves });
  }

  /** Let the server judge a move; one that misses the goal is taken back. @param {string} text */
  async #judge(text) {
    const moves = [...this.moves, text];
    const judged = await this.#attempt(this.index, moves);
    if (judged.verdict === "failed") return this.#tell(this.task.wrong, "wrong");
    if (judged.reply) moves.push(judged.reply);
    const state = await firstState(this.lesson, this.index, moves);
    [this.moves, this.judged] = [moves, judged];
    await this.view.follow(this.view.start, state.played, state, state.last);
    if (judged.verdict === "done") this.#finish();
    else this.#tell(t("lesson-go-on"), "right");
  }

  #finish() {
    const isLast = this.index === this.lesson.tasks.length - 1;
    if (isLast) noteFinishedLesson(this.game.name, this.number);
    const hadFocus = this.view.element.contains(document.activeElement);
    this.#tell(this.task.success, "right");
    const next = this.actions.querySelector(".primary");
    if (hadFocus && next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /**
   * Show what came of the last move, and what can be done now.
   * @param {string} text
   * @param {"right" | "wrong" | "hint" | ""} [kind]
   */
  #tell(text, kind = "") {
    this.feedback.textContent = text;
    this.feedback.className = `feedback ${kind}`;
    if (text) setTimeout(() => this.foot.scrollIntoView({ block: "nearest" }));
    const again = tool("again", t("start-again"), () => void this.begin(this.index).catch(complain));
    if (this.judged?.verdict !== "done") {
      return renew(
        this.actions,
        tool("hint", t("hint"), () => this.#hint()),
        this.moves.length > 0 && again,
      );
    }
    renew(this.actions, ...this.#onward(), again);
  }

  /** Where to go after a finished task. */
  #onward() {
    const { game, index, lesson, lessons, number } = this;
    if (index + 1 < lesson.tasks.length) {
      return [button(t("next-task"), () => this.#goOn(), { class: "primary" })];
    }
    if (number < lessons.length) {
      return [html("a", { class: "button primary", href: lessonAddress(game.name, number + 1) }, t("next-lesson"))];
    }
    const last = html("p", {}, t("lessons-over"));
    return [last, afterLessons(game, true)];
  }

  /** Begin the next task, with the keys on the board, and announce its instruction. */
  #goOn() {
    this.view.board.input?.focus();
    this.begin(this.index + 1).then(() => say(this.task.instruction), complain);
  }

  #hint() {
    this.#tell(this.task.hint, "hint");
    if (this.judged?.solution) this.view.point(this.judged.solution.paths[0]);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    return ["f", "Escape"].includes(event.key) && this.view.onKey(event);
  }

  close() {
    this.view.close();
  }
}
