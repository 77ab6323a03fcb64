// Names and texts of games in the language of the user: those of the server, unless the game has messages for them.

import { capitalised, listOf, messageOf, t } from "./i18n.js";

/** @import { Arguments } from "./i18n.js" */
/** @import { GameInfo, Outcome, Piece, SentGame, Side } from "./types.js" */

/** @typedef {{name: string, sides: [string, string], kinds: string[]}} Named what names the texts of a game */
/** @typedef {{code?: string | null, arguments?: Record<string, any>}} Coded the code and the arguments of a text of the server */

/** Translate the names and descriptions of a game as the server sent it. @param {SentGame} game @returns {GameInfo} */
export function localised(game) {
  const { name, sides, variants } = game;
  const about = messageOf(`${idOf(name, "title")}.about`) ?? game.about;
  return {
    ...game,
    title: messageOf(idOf(name, "title")) ?? game.title,
    about,
    sideNames: [sideName(game, sides[0]), sideName(game, sides[1])],
    variants: variants.map((variant) => {
      const id = idOf(name, "variant", variant.name);
      return {
        ...variant,
        title: messageOf(id) ?? variant.title,
        note: messageOf(`${id}.note`) ?? (variant.note === game.about ? about : variant.note),
      };
    }),
  };
}

/** The id of a message of a game. @param {...string} parts */
function idOf(...parts) {
  return parts.map((part) => part.toLowerCase().replace(/[^a-z0-9_]+/g, "-")).join("-");
}

/** @param {Named} game @param {string} side */
function sideName({ name }, side) {
  return messageOf(idOf(name, "side", side)) ?? side;
}

/** The name of a kind of piece, and its grammatical gender, which messages with articles need. @param {Named} game @param {string} kind */
export function pieceArguments({ name }, kind) {
  const id = idOf(name, "piece", kind);
  return { piece: messageOf(id) ?? kind, "piece-gender": messageOf(`${id}.gender`) ?? "" };
}

/** A piece in words. @param {Named} game @param {Piece} piece */
export function pieceInWords(game, { side, kind, height }) {
  const values = { ...pieceArguments(game, kind), side: sideName(game, game.sides[side]), height };
  return t(height > 1 ? "piece-and-height" : "piece", values);
}

/** The name of a number or text that a position has besides its pieces. @param {Named} game @param {string} name */
export function valueName(game, name) {
  return messageOf(idOf(game.name, "value", name)) ?? name;
}

/**
 * A text of the server, translated by its code if there is a message for it.
 * @param {string} text
 * @param {Coded} coded
 * @param {Named} [game]
 * @returns {string}
 */
export function translated(text, { code, arguments: values = {} }, game) {
  if (!code) return text;
  const own = game && messageOf(idOf(game.name, "text", code), argumentsOf(values, game));
  return own ?? messageOf(idOf("text", code), argumentsOf(values, game)) ?? text;
}

/** The arguments of a message: names of sides and pieces, and texts with a code, are translated. @param {Record<string, any>} values @param {Named} [game] */
function argumentsOf(values, game) {
  /** @type {Arguments} */
  const found = {};
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value))
      found[name] = listOf(value.map((each) => (each.code ? translated(each.text, each, game) : `${each}`)));
    else if (value && typeof value === "object") found[name] = translated(value.text, value, game);
    else if (game?.sides.includes(value)) found[name] = sideName(game, value);
    else if (game?.kinds.includes(String(value).toLowerCase())) {
      const { piece, "piece-gender": gender } = pieceArguments(game, value);
      [found[name], found[`${name}-gender`]] = [piece, gender];
    } else found[name] = value;
  }
  return found;
}

/**
 * How a game ended, in a sentence; addressed to the player of a side, if any.
 * @param {GameInfo} game
 * @param {Outcome} outcome
 * @param {Side | null} [you]
 */
export function outcomeInWords(game, outcome, you = null) {
  const { winner, reason, termination } = outcome;
  const names = game.sideNames;
  const why = translated(reason, outcome, game);
  if (termination === "aborted") return t("outcome-none", { reason: why });
  if (winner === null) return t("outcome-draw", { reason: why });
  const loser = winner === 0 ? 1 : 0;
  const values = { winner: names[winner], loser: names[loser], reason: why };
  if (termination === "resignation") {
    if (you === null) return t("outcome-resigned", values);
    return you === loser ? t("you-resigned") : t("other-resigned", values);
  }
  return messageOf(`outcome-${termination}`, values) ?? t("outcome-win", values);
}

/** The side to move, in a sentence. @param {GameInfo} game @param {Side} side */
export function toMoveInWords(game, side) {
  return t("to-move", { side: game.sideNames[side] });
}

/** The state of a position in a sentence: how the game ended, or whose move it is. @param {GameInfo} game @param {{outcome: Outcome | null, to_move: Side}} state */
export function statusInWords(game, { outcome, to_move: side }) {
  return outcome ? outcomeInWords(game, outcome) : toMoveInWords(game, side);
}

/** The tag of a side's player in records: the name of the side. @param {string} side */
export function playerTag(side) {
  return side.replace(/[a-z]+/gi, (word) => capitalised(word.toLowerCase()));
}
