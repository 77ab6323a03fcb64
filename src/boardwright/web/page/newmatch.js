// Asking how a match should be played, and beginning it.

import * as api from "./api.js";
import { choice, html, put } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { Editor } from "./editor.js";
import { keepLooks, keepMatch, looks } from "./kept.js";
import { navigate } from "./routes.js";

/** @import { GameInfo, Side, Variant } from "./types.js" */

/** @type {[string, string][]} */
const OPPONENTS = [
  ["The engine", "engine"],
  ["A friend, by a link", "friend"],
  ["Both sides here", "here"],
  ["Engine against engine", "watch"],
];
/** @type {[string, string][]} */
const CLOCKS = [
  ["No clock", "none"],
  ["3 minutes + 2 s", "180+2"],
  ["10 minutes + 5 s", "600+5"],
  ["30 minutes + 20 s", "1800+20"],
];

/**
 * @param {GameInfo} game
 * @param {{variant?: Variant, position?: string}} [from] the variant, and where to begin
 */
export function askForMatch(game, from = {}) {
  const usual = looks().opponent;
  const asked = { ...usual, variant: from.variant ?? game.variants[0], name: looks().name };
  /** @type {string | null} */
  let setup = null;
  const level = html("input", {
    type: "range",
    min: 1,
    max: game.levels + 1,
    value: Math.min(asked.level, game.levels + 1),
    id: "level",
    oninput: () => setLevel(),
  });
  const levelName = html("output", { for: "level" });
  const setLevel = () => {
    asked.level = Number(level.value);
    levelName.textContent = asked.level > game.levels ? "full strength" : `level ${asked.level} of ${game.levels}`;
    level.setAttribute("aria-valuetext", levelName.textContent);
  };
  setLevel();
  const levels = html("label", { class: "field level" }, html("span", {}, "Strength"), level, levelName);
  const name = html("input", {
    type: "text",
    maxlength: 40,
    value: asked.name,
    autocomplete: "nickname",
    oninput: () => (asked.name = name.value.trim()),
  });
  const names = html("label", { class: "field" }, html("span", {}, "Your name"), name);
  const sides = choice(
    "Your side",
    [
      [`${game.sides[0]} (begins)`, "first"],
      [game.sides[1], "second"],
      ["by lot", "lot"],
    ],
    asked.side,
    (value) => (asked.side = value),
  );
  const adapt = () => {
    levels.hidden = !game.levels || !["engine", "watch"].includes(asked.opponent);
    sides.hidden = !["engine", "friend"].includes(asked.opponent);
    names.hidden = asked.opponent !== "friend";
  };
  const opponents = choice("Against", OPPONENTS, asked.opponent, (value) => {
    asked.opponent = value;
    adapt();
  });
  const variants =
    !from.position &&
    game.variants.length > 1 &&
    choice(
      "Variant",
      game.variants.map((variant) => [variant.name, variant]),
      asked.variant,
      (value) => (asked.variant = value),
    );
  const clocks = choice("Clock", CLOCKS, asked.clock, (value) => (asked.clock = value));
  const wrong = html("p", { class: "wrong", role: "alert" });
  const start = html("button", { class: "primary large" }, "Begin");
  const setups = !from.position && game.setup && setupChoice(game, (text) => (setup = text));
  adapt();
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    start.disabled = true;
    try {
      const { opponent, level: strength, side, clock } = asked;
      keepLooks({ opponent: { opponent, level: strength, side, clock }, name: asked.name });
      await begin(game, asked, from.position, setup);
      dialog.close();
    } catch (error) {
      put(wrong, error instanceof Error ? error.message : String(error));
      start.disabled = false;
    }
  };
  const form = html(
    "form",
    { class: "new-match", onsubmit: submit },
    opponents,
    levels,
    names,
    variants,
    sides,
    clocks,
    setups,
    wrong,
    start,
  );
  const dialog = openDialog(`${game.title}: new match`, form);
}

/**
 * @param {GameInfo} game
 * @param {{opponent: string, level: number, side: string, clock: string, variant: Variant, name: string}} asked
 * @param {string | undefined} position
 * @param {string | null} setup
 */
async function begin(game, asked, position, setup) {
  const engine = game.levels && asked.level <= game.levels ? `engine:${asked.level}` : "engine";
  const own = /** @type {Side} */ (asked.side === "lot" ? Math.round(Math.random()) : asked.side === "second" ? 1 : 0);
  const other = { engine, friend: "open", here: "human", watch: engine }[asked.opponent] ?? engine;
  /** @type {[string, string]} */
  const seats = asked.opponent === "watch" ? [engine, engine] : own === 0 ? ["human", other] : [other, "human"];
  const names = /** @type {[string, string]} */ (
    seats.map((_, side) => (asked.opponent === "friend" && side === own ? asked.name : ""))
  );
  const clock = clockOf(asked.clock);
  const made = await api.newMatch({
    game: asked.variant.full_name,
    seats,
    ...(names.some(Boolean) && { names }),
    ...(position && { position }),
    ...(setup && { setup }),
    ...(clock && { clock }),
  });
  keepMatch({ ...made.match, title: game.title }, made.tokens);
  navigate(`/play/${made.match.id}`);
}

/**
 * The clock of a choice such as "180+2", seconds and increment; none for any other.
 * @param {string} text
 */
export function clockOf(text) {
  const [seconds, increment] = text.split("+").map(Number);
  return seconds ? { seconds, increment } : undefined;
}

/**
 * Where the players choose how their pieces stand at first.
 * @param {GameInfo} game
 * @param {(setup: string | null) => void} chosen
 */
function setupChoice(game, chosen) {
  const place = html("div");
  /** @param {boolean} own */
  const choose = (own) => {
    chosen(null);
    if (!own) return put(place);
    const [variant] = game.variants;
    const editor = new Editor(game, variant.view, {
      palette: false,
      check: async (pieces) => {
        chosen(null);
        const [first, second] = [0, 1].map((side) =>
          pieces
            .filter((piece) => piece.side === side)
            .flatMap(({ squares }) => squares)
            .join(","),
        );
        const setup = `${first} ${second}`;
        const state = await api.position({ game: variant.full_name, setup });
        chosen(setup);
        return state;
      },
    });
    put(place, html("p", { class: "muted" }, "Move the pieces to where they should stand at first."), editor.element);
  };
  return html(
    "div",
    {},
    choice(
      "Start",
      [
        ["Usual", false],
        ["Choose the set-up", true],
      ],
      false,
      choose,
    ),
    place,
  );
}
