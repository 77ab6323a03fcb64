// Move selection square by square: the candidates are the legal moves whose paths start with the chosen squares.

import { after, shifted } from "./animate.js";

/** @import { Move, Piece, Stage } from "./types.js" */
/** @import { Target } from "./marks.js" */

/** @typedef {{move: Move, path: string[]}} Way one of the ways to click a move */
/**
 * @typedef {object} Choice the choices after some squares
 * @property {string[]} chosen
 * @property {Map<string, Target>} targets the next squares
 * @property {Move[]} complete the moves that end here
 * @property {Way[]} ways the paths that start with them
 */

/**
 * The choices after these squares.
 * @param {Move[]} moves
 * @param {string[]} chosen
 * @returns {Choice}
 */
export function choiceOf(moves, chosen) {
  const ways = moves
    .flatMap((move) => move.paths.map((path) => ({ move, path })))
    .filter(({ path }) => begins(path, chosen));
  /** @type {Map<string, Way[]>} */
  const onward = new Map();
  for (const way of ways) {
    const next = way.path[chosen.length];
    if (next !== undefined) onward.set(next, [...(onward.get(next) ?? []), way]);
  }
  const complete = [...new Set(ways.filter(({ path }) => path.length === chosen.length).map(({ move }) => move))];
  const targets = new Map([...onward].map(([name, led]) => [name, targetOf([...chosen, name], led)]));
  return { chosen, targets, complete, ways };
}

/** Whether some move starts on a square. @param {Move[]} moves @param {string} name */
export function canBegin(moves, name) {
  return moves.some(({ paths }) => paths.some((path) => path[0] === name));
}

/**
 * The choice after a click; null if the square cannot be chosen.
 * A later square of a path can be chosen directly if only one move reaches it.
 * @param {Move[]} moves
 * @param {Choice} choice
 * @param {string} name
 * @returns {Choice | null}
 */
export function chosenOn(moves, choice, name) {
  if (choice.targets.has(name)) return choiceOf(moves, [...choice.chosen, name]);
  if (!choice.chosen.length) return null;
  const ends = choice.ways.filter(({ path }) => path.at(-1) === name);
  const different = new Set(ends.map(({ move }) => move));
  return different.size === 1 ? choiceOf(moves, ends[0].path) : null;
}

/**
 * The selected move, if it is unambiguous: one that ends here while no other continues, or the only
 * candidate left.
 * @param {Choice} choice
 * @returns {Move | null}
 */
export function meant(choice) {
  const left = new Set(choice.ways.map(({ move }) => move));
  if (left.size !== 1) return null;
  const [move] = left;
  return choice.chosen.length > 1 || choice.complete.length ? move : null;
}

/**
 * The stages of a move that the chosen squares have completed.
 * @param {Pick<Choice, "chosen" | "ways">} choice
 * @returns {Stage[]}
 */
export function stagesSoFar({ chosen, ways }) {
  const stages = ways[0]?.move.stages ?? [];
  // A piece that comes from a reserve, or from nowhere, is put on the first square.
  let done = stages[0] && holds(stages[0].after, chosen[0]) && !holds(stages[0].before, chosen[0]) ? 1 : 0;
  for (const name of chosen.slice(1)) {
    const reached = stages.findIndex((stage, place) => place >= done && holds(stage.after, name));
    if (reached < 0) return [];
    done = reached + 1;
  }
  return stages.slice(0, done);
}

/** Whether one of these pieces stands on a square. @param {Piece[]} pieces @param {string | undefined} name */
function holds(pieces, name = "") {
  return pieces.some(({ squares }) => squares.includes(name));
}

/**
 * The pieces after some stages.
 * @param {Piece[]} pieces
 * @param {Stage[]} stages
 */
export function piecesAfter(pieces, stages) {
  return stages.reduce(after, pieces);
}

/** @param {string[]} path @param {string[]} start */
function begins(path, start) {
  return start.length <= path.length && start.every((name, place) => path[place] === name);
}

/**
 * How a target is shown: whether all its moves capture pieces of the other side, or lose own ones, how many stones of a stack would move there,
 * and which squares the piece would cover.
 * @param {string[]} chosen
 * @param {Way[]} ways
 * @returns {Target}
 */
function targetOf(chosen, ways) {
  const takes = ways.every(({ move }) => isCaptured(move, true));
  const loses = !takes && ways.every(({ move }) => isCaptured(move, false));
  const counts = new Set(ways.map(({ move }) => stackMoved(move)));
  const [count] = counts;
  const landed = stagesSoFar({ chosen, ways })
    .at(-1)
    ?.after.find(({ squares }) => squares.includes(chosen.at(-1) ?? ""));
  return { takes, loses, label: counts.size === 1 && count ? String(count) : "", squares: landed?.squares ?? [] };
}

/** Whether a move captures a piece of the other side, or one of the side that moves. @param {Move} move @param {boolean} isOther */
function isCaptured({ stages }, isOther) {
  const mover = stages.find(({ kind }) => kind !== "capture")?.before[0]?.side;
  return stages.some(
    ({ kind, before }) => kind === "capture" && before.some(({ side }) => (side !== mover) === isOther),
  );
}

/**
 * The number of stones of a stack that move; 0 for other pieces.
 * @param {Move} move
 */
function stackMoved({ stages }) {
  const step = stages.find(({ kind }) => kind === "move");
  const shift = step && shifted(step);
  return shift && shift.from.height > 1 ? shift.moved.height : 0;
}

/** The squares that the moves of a turn leave and come to, to be marked. @param {Move[]} moves */
export function squaresOf(moves) {
  return [...new Set(moves.flatMap(squaresOfMove))];
}

/** @param {Move} move */
function squaresOfMove(move) {
  const moving = move.stages.filter(({ kind, before, after }) =>
    after.length ? kind !== "convert" : before.length && kind === "score",
  );
  const [first, final] = [moving[0], moving.at(-1)];
  if (!first || !final) return move.paths[0] ?? [];
  // A piece that is placed comes from a reserve, which is not marked.
  const landed = final.after.filter(({ squares }) => final.kind !== "place" || !holds(final.before, squares[0]));
  const end = final.after.length ? landed.flatMap(({ squares }) => squares) : [move.paths[0]?.at(-1) ?? ""];
  const left = first.kind === "place" ? [] : first.before.slice(0, 1);
  return [...left.flatMap(({ squares }) => squares), ...end];
}
