// Animation of moves, stage by stage: pieces slide, roll, are captured, drown, are promoted and leave the board.

import { prefersStillness, svg } from "./dom.js";
import { flatAt } from "./projection.js";

/** @import { Piece, Stage } from "./types.js" */
/** @import { Board } from "./board.js" */
/** @import { Body } from "./projection.js" */

const SLIDE = 170; // milliseconds, and for each square more
const SQUARE = 35;
const ROLL = 420;
const VANISH = 260;
const DROWN = 800;
const PROMOTE = 320;
const ARRIVED = 0.7; // the share of its way after which a taker meets what it takes

/**
 * Animate stages one after the other. Any other update of the board cancels the animation.
 * @param {Board} board
 * @param {Stage[]} stages
 * @param {string} [exit] where a piece that leaves the board goes
 */
export async function play(board, stages, exit = "") {
  const scene = {};
  board.scene = scene;
  let pieces = board.bodies.map(({ piece }) => piece);
  /** @type {Stage[]} */
  let taken = [];
  for (const [place, stage] of stages.entries()) {
    // A captured piece stays until the capturing one arrives.
    if (isTakenBy(stage, stages[place + 1])) {
      taken = [stage];
      continue;
    }
    const acting = isSeen() ? actors(board, stage, exit, taken) : null;
    if (acting) await acting(scene);
    if (board.scene !== scene) return;
    pieces = [...taken, stage].reduce(after, pieces);
    taken = [];
    board.showPieces(pieces);
  }
}

/** Whether the next stage moves a piece onto the captured pieces of this one. @param {Stage} stage @param {Stage} [next] */
function isTakenBy({ kind, before, after: left }, next) {
  if (kind !== "capture" || left.length) return false;
  const reached = next?.after.flatMap(({ squares }) => squares) ?? [];
  return before.some(({ squares }) => squares.some((name) => reached.includes(name)));
}

/** Whether to animate: not in a hidden tab, nor against the user's preference. */
function isSeen() {
  return !document.hidden && !prefersStillness();
}

/**
 * The pieces after a stage.
 * @param {Piece[]} pieces
 * @param {Stage} stage
 */
export function after(pieces, stage) {
  const left = stage.before.map(nameOf);
  return [...pieces.filter((piece) => !left.includes(nameOf(piece))), ...stage.after];
}

/** @param {Piece} piece */
function nameOf({ kind, side, squares, height }) {
  return `${side} ${kind} ${height} ${squares.join(" ")}`;
}

/**
 * The animation of a stage; null if pieces only change.
 * @param {Board} board
 * @param {Stage} stage
 * @param {string} exit
 * @param {Stage[]} taken what is taken when the pieces arrive
 * @returns {((scene: object) => Promise<void>) | null}
 */
function actors(board, stage, exit, taken) {
  const [before] = stage.before;
  if (!before) return appear(board, stage);
  const body = standing(board, before);
  if (!body) return null;
  if (!stage.after.length) {
    if (stage.kind === "drown") return drown(board, stage);
    if (stage.kind === "score") return leave(board, body, exit);
    return vanish(board, stage);
  }
  const fade = fading(board, taken);
  if (stage.kind === "roll" && body.block && stage.after.length === 1) return roll(board, body, stage.after[0], fade);
  const shift = shifted(stage);
  if (shift) return slide(board, stage, shift, fade);
  return change(board, stage);
}

/** @param {Board} board @param {Piece} piece */
function standing(board, piece) {
  const name = nameOf(piece);
  return board.bodies.find((body) => nameOf(body.piece) === name);
}

/**
 * The piece, or the part of a stack, that moves, with its start and its destination.
 * @param {Stage} stage
 * @returns {{from: Piece, to: Piece, moved: Piece} | null}
 */
export function shifted({ before, after }) {
  /** @param {Piece[]} pieces @param {Piece} place */
  const heightAt = (pieces, place) => pieces.find(({ squares }) => squares[0] === place.squares[0])?.height ?? 0;
  const to = after.find((piece) => piece.height > heightAt(before, piece));
  const from = before.find((piece) => piece.height > heightAt(after, piece));
  if (!to || !from) return null;
  const height = to.height - heightAt(before, to);
  return { from, to, moved: before.length === 1 && after.length === 1 ? from : { ...from, height } };
}

/** @typedef {{bodies: Body[], happen: (share: number) => void}} Fade pieces that go while another comes */

/** Fade captured pieces out just before the capturing one arrives. @param {Board} board @param {Stage[]} taken @returns {Fade} */
function fading(board, taken) {
  const bodies = taken.flatMap(({ before }) => before.flatMap((piece) => standing(board, piece) ?? []));
  return {
    bodies,
    happen: (share) => {
      for (const body of bodies) body.opacity = Math.min(1, (1 - share) / (1 - ARRIVED));
    },
  };
}

/** @param {Board} board @param {Stage} stage @param {{from: Piece, to: Piece, moved: Piece}} shift @param {Fade} fade */
function slide(board, stage, { from, to, moved }, fade) {
  const [start, end] = [board.body(from), board.body(to)];
  const actor = board.body(moved);
  const gone = standing(board, from);
  const rest = stage.after.filter(({ squares }) => squares[0] === from.squares[0]);
  // Draw the moving piece last, above all others.
  board.bodies = [...board.bodies.filter((body) => body !== gone), ...rest.map((piece) => board.body(piece)), actor];
  const far = Math.hypot(end.x - start.x, end.y - start.y);
  return tween(board, [actor, ...fade.bodies], SLIDE + SQUARE * far, (share) => {
    [actor.x, actor.y] = [start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share];
    fade.happen(share);
  });
}

/** @param {Board} board @param {Body} body @param {Piece} landed @param {Fade} fade */
function roll(board, body, landed, fade) {
  const end = board.body(landed);
  const [dx, dy] = [
    Math.sign(end.x + end.w / 2 - body.x - body.w / 2),
    Math.sign(end.y + end.d / 2 - body.y - body.d / 2),
  ];
  return tween(board, [body, ...fade.bodies], ROLL, (share) => {
    body.roll = { dx, dy, share };
    fade.happen(share);
  });
}

/** @param {Board} board @param {Stage} stage */
function vanish(board, stage) {
  const bodies = stage.before.flatMap((piece) => standing(board, piece) ?? []);
  return tween(board, bodies, VANISH, (share) => {
    for (const body of bodies) [body.opacity, body.size] = [1 - share, 1 - 0.4 * share];
  });
}

/** @param {Board} board @param {Stage} stage */
function drown(board, stage) {
  const bodies = stage.before.flatMap((piece) => standing(board, piece) ?? []);
  const ripples = bodies.map((body) => ({
    body,
    element: svg("g", { class: "ripples" }, svg("circle"), svg("circle")),
  }));
  for (const { body, element } of ripples) {
    element.setAttribute("transform", flatAt(board.projection, body.x + body.w / 2, body.y + body.d / 2));
  }
  board.above.append(...ripples.map(({ element }) => element));
  const sink = tween(board, bodies, DROWN, (share) => {
    for (const body of bodies) [body.opacity, body.size] = [1 - share ** 2, 1 - 0.75 * share];
    for (const { element } of ripples) {
      for (const [place, circle] of [...element.children].entries()) {
        const grown = Math.max(0, share * 1.2 - 0.2 * place);
        circle.setAttribute("r", String(20 + 34 * grown));
        circle.setAttribute("opacity", String(Math.max(0, 1 - grown)));
      }
    }
  });
  return async (/** @type {object} */ scene) => {
    await sink(scene);
    for (const { element } of ripples) element.remove();
  };
}

/** @param {Board} board @param {Body} body @param {string} exit */
function leave(board, body, exit) {
  const place = board.places.get(exit);
  const start = { x: body.x, y: body.y };
  const upright = place && place.d > place.w;
  const end = place ? { x: upright ? place.x - 0.25 : body.x, y: upright ? body.y : place.y - 0.25 } : start;
  return tween(board, [body], VANISH + 200, (share) => {
    [body.x, body.y] = [start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share];
    body.opacity = Math.min(1, 2 - 2 * share);
  });
}

/** @param {Board} board @param {Stage} stage */
function appear(board, stage) {
  const bodies = stage.after.map((piece) => board.body(piece));
  board.bodies.push(...bodies);
  return tween(board, bodies, VANISH, (share) => {
    for (const body of bodies) [body.opacity, body.size] = [share, 1.4 - 0.4 * share];
  });
}

/** Cross-fade a piece that changes in place. @param {Board} board @param {Stage} stage */
function change(board, stage) {
  const old = stage.before.flatMap((piece) => standing(board, piece) ?? []);
  const made = stage.after.map((piece) => board.body(piece));
  board.bodies.push(...made);
  return tween(board, [...old, ...made], PROMOTE, (share) => {
    for (const body of old) body.opacity = 1 - share;
    for (const body of made) [body.opacity, body.size] = [share, 1 + 0.25 * Math.sin(Math.PI * share)];
  });
}

/**
 * Run an animation, frame by frame.
 * @param {Board} board
 * @param {Body[]} bodies
 * @param {number} duration
 * @param {(share: number) => void} happen
 */
function tween(board, bodies, duration, happen) {
  return (/** @type {object} */ scene) =>
    /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const start = performance.now();
        const frame = () => {
          const share = Math.min(1, (performance.now() - start) / duration);
          if (board.scene !== scene) return resolve();
          happen(share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) ** 2);
          board.repaint(bodies);
          if (share === 1) resolve();
          else if (document.hidden) setTimeout(frame, duration);
          else requestAnimationFrame(frame);
        };
        frame();
      })
    );
}
