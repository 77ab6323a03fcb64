// The dialog for a new game.

import * as api from "./api.js";
import { complain, errorText } from "./announce.js";
import { clockInWords } from "./clocks.js";
import { choice, html, put } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { hasServer } from "./hosting.js";
import { keepLooks, storeGame, looks } from "./storage.js";
import { navigate, playAddress } from "./routes.js";
import { capitalised, t } from "./i18n.js";

/** @import { Editor } from "./editor.js" */
/** @import { Made } from "./first_board.js" */
/** @import { GameInfo, Piece, Side, Variant } from "./types.js" */

const OPPONENTS = hasServer ? ["engine", "friend", "anyone", "here", "watch"] : ["engine", "here", "watch"];
const CLOCKS = ["none", "180+2", "600+5", "1800+20"];
const CUSTOM = "custom";
const MOST_MINUTES = 180; // on a clock
const MOST_SECONDS = 180; // of an increment

/**
 * @typedef {object} Form the settings of a new game
 * @property {string} opponent
 * @property {number} level one more than there are for full strength
 * @property {string} side
 * @property {string} clock seconds and increment, such as "180+2", or the name of another choice
 * @property {number} minutes of a clock of one's own
 * @property {number} increment
 * @property {string} name
 * @property {Variant} variant
 * @property {string} [position] the first position, if not the start
 * @property {Editor} [setup] the editor of the players' set-ups
 */

/**
 * @param {GameInfo} game
 * @param {{variant?: Variant, position?: string, begins?: Side, level?: number}} [from] the variant, where to begin, and
 *   the level of the engine that is proposed as the opponent; by default what was played last
 */
export function askForGame(game, { variant = game.variants[0], position, begins = 0, level } = {}) {
  const played = looks().opponent;
  const usual = { ...played, opponent: OPPONENTS.includes(played.opponent) ? played.opponent : "engine" };
  const opponent = level === undefined ? usual : { ...usual, opponent: "engine", level };
  /** @type {Form} */
  const form = { ...opponent, name: looks().name, variant, position };
  const [strength, name, side] = [strengthField(game, form), nameField(form), sideField(game, form, begins)];
  const adapt = () => {
    strength.hidden = !["engine", "watch"].includes(form.opponent);
    side.hidden = !["engine", "friend", "anyone"].includes(form.opponent);
    name.hidden = !isForAnother(form);
  };
  const opponents = OPPONENTS.map((each) => /** @type {[string, string]} */ ([t(`opponent-${each}`), each]));
  const against = choice(t("against"), opponents, form.opponent, (value) => {
    form.opponent = value;
    adapt();
  });
  adapt();
  const clock = clockField(form);
  const wrong = html("p", { class: "wrong", role: "alert" });
  const start = html("button", { class: "primary large" }, t("start-game"));
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    start.disabled = true;
    try {
      await begin(game, form);
    } catch (error) {
      put(wrong, errorText(error));
      start.disabled = false;
    }
  };
  const starts = position === undefined ? [variantField(game, form), setupField(game, form)] : [];
  const foot = html("div", { class: "foot" }, wrong, start);
  openDialog(
    t("new-game", { game: game.title }),
    html("form", { onsubmit: submit }, ...starts, against, strength, name, side, clock, foot),
  );
  start.focus();
}

/** @param {GameInfo} game @param {Form} form */
function strengthField(game, form) {
  const most = game.levels + 1;
  const value = Math.min(form.level, most);
  const level = html("input", { type: "range", min: 1, max: most, value, oninput: () => set(Number(level.value)) });
  const output = html("output");
  const set = (/** @type {number} */ chosen) => {
    form.level = chosen;
    output.textContent = chosen === most ? t("full-strength") : t("level-of", { level: chosen, levels: game.levels });
    level.setAttribute("aria-valuetext", output.textContent);
  };
  set(value);
  return html("label", { class: "field level" }, html("span", {}, t("strength")), level, output);
}

/** Whether somebody else is to join the game. @param {Form} form */
function isForAnother({ opponent }) {
  return opponent === "friend" || opponent === "anyone";
}

/** @typedef {{clock: string, minutes: number, increment: number}} ClockForm */

/** The choice of a clock. @param {ClockForm} form */
export function clockField(form) {
  const options = /** @type {[string, string][]} */ ([
    ...CLOCKS.map((each) => [clockInWords(clockOf(form, each) ?? null), each]),
    [t("clock-other"), CUSTOM],
  ]);
  const minutes = html("input", { type: "number", min: 0.25, max: MOST_MINUTES, step: 0.25, value: form.minutes });
  const increment = html("input", { type: "number", min: 0, max: MOST_SECONDS, step: 1, value: form.increment });
  minutes.addEventListener("input", () => (form.minutes = Number(minutes.value)));
  increment.addEventListener("input", () => (form.increment = Number(increment.value)));
  const own = html(
    "div",
    { class: "row own-clock" },
    html("label", { class: "count" }, html("span", {}, t("clock-minutes-each")), minutes),
    html("label", { class: "count" }, html("span", {}, t("clock-increment")), increment),
  );
  const adapt = () => {
    own.hidden = form.clock !== CUSTOM;
    // Fields that cannot be seen must not keep the form from being sent.
    for (const field of [minutes, increment]) field.disabled = own.hidden;
  };
  const field = choice(t("clock"), options, form.clock, (value) => {
    form.clock = value;
    adapt();
    if (!own.hidden) own.scrollIntoView({ block: "center" });
  });
  adapt();
  return html("div", { class: "field" }, field, own);
}

/** @param {Form} form */
function nameField(form) {
  const name = html("input", { type: "text", maxlength: 40, value: form.name, autocomplete: "nickname" });
  name.addEventListener("input", () => (form.name = name.value.trim()));
  return html("label", { class: "field" }, html("span", {}, t("your-name")), name);
}

/** @param {GameInfo} game @param {Form} form @param {Side} begins */
function sideField(game, form, begins) {
  const [first, second] = game.sideNames.map((name, side) =>
    side === begins ? t("side-first", { side: capitalised(name) }) : capitalised(name),
  );
  /** @type {[string, string][]} */
  const options = [
    [first, "first"],
    [second, "second"],
    [t("random"), "lot"],
  ];
  return choice(t("your-side"), options, form.side, (value) => (form.side = value));
}

/** @param {GameInfo} game @param {Form} form */
function variantField(game, form) {
  if (game.variants.length < 2) return null;
  /** @type {[string, Variant, string][]} */
  const options = game.variants.map((variant) => [variant.title, variant, variant.note]);
  return choice(t("variant"), options, form.variant, (value) => (form.variant = value));
}

/** @param {GameInfo} game @param {Form} form */
async function begin(game, form) {
  const { opponent, level, side, clock, minutes, increment, name, variant, position, setup } = form;
  if (setup && !setup.state) throw new Error(t("setup-invalid"));
  keepLooks({ opponent: { opponent, level, side, clock, minutes, increment }, name });
  const engine = level <= game.levels ? `engine:${level}` : "engine";
  const own = side === "lot" ? Math.round(Math.random()) : side === "second" ? 1 : 0;
  const other = { engine, friend: "open", anyone: "open", here: "human" }[opponent];
  /** @type {[string, string]} */
  const seats = other === undefined ? [engine, engine] : own === 0 ? ["human", other] : [other, "human"];
  const names = /** @type {[string, string]} */ (own === 0 ? [name, ""] : ["", name]);
  const making = api.newGame({
    game: variant.full_name,
    seats,
    ...(isForAnother(form) && name && { names }),
    ...(opponent === "anyone" && { public: true }),
    ...(position !== undefined && { position }),
    ...(setup && { setup: setupOf(setup.pieces) }),
    ...(clockOf(form) && { clock: clockOf(form) }),
  });
  const isFirst = other === "human" || (other !== undefined && own === 0);
  const isWaited = hasServer || position !== undefined || setup || (await waited(game, variant, isFirst, making));
  const made = await making;
  storeGame({ ...made.match, title: game.title }, made.tokens);
  if (!isWaited) return;
  navigate(playAddress(made.match.id));
}

/**
 * Show the board while a game is made; false if the user has left it meanwhile.
 * @param {GameInfo} game
 * @param {Variant} variant
 * @param {boolean} isFirst
 * @param {Promise<Made>} making
 */
async function waited(game, variant, isFirst, making) {
  const { showFirstBoard } = await api.loaded(import("./first_board.js"));
  return showFirstBoard(game, variant.full_name, isFirst, making);
}

/**
 * The time control of a choice such as "180+2", seconds and increment; undefined without a clock.
 * @param {ClockForm} form
 * @param {string} [text]
 */
export function clockOf(form, text = form.clock) {
  if (text === CUSTOM) return { seconds: 60 * form.minutes, increment: form.increment };
  const [seconds, increment] = text.split("+").map(Number);
  return seconds ? { seconds, increment } : undefined;
}

/**
 * The editor for the players' set-ups.
 * @param {GameInfo} game
 * @param {Form} form
 */
function setupField(game, form) {
  if (!game.setup) return null;
  const place = html("div");
  let isCustom = false;
  const { view, full_name: fullName } = form.variant;
  /** @param {boolean} isChosen */
  const choose = async (isChosen) => {
    isCustom = isChosen;
    form.setup = undefined;
    put(place);
    if (!isChosen) return;
    const { Editor } = await api.loaded(import("./editor.js"));
    if (!isCustom) return;
    const check = (/** @type {Piece[]} */ pieces) => api.position({ game: fullName, setup: setupOf(pieces) });
    form.setup = new Editor(game, view, { palette: false, check });
    put(place, html("p", { class: "muted" }, t("setup-about")), form.setup.element);
  };
  const options = /** @type {[string, boolean][]} */ ([
    [t("setup-standard"), false],
    [t("setup-custom"), true],
  ]);
  return html(
    "div",
    { class: "field" },
    choice(t("start-position"), options, false, (isChosen) => void choose(isChosen).catch(complain)),
    place,
  );
}

/**
 * The text of a set-up: the squares of both sides.
 * @param {Piece[]} pieces
 */
function setupOf(pieces) {
  const squares = (/** @type {number} */ side) =>
    pieces.filter((piece) => piece.side === side).flatMap((piece) => piece.squares);
  return `${squares(0).join(",")} ${squares(1).join(",")}`;
}
