// The entry point: routing, the theme, and the global keyboard shortcuts.

import { sound } from "./alerts.js";
import { complain } from "./announce.js";
import { loaded, Refused } from "./api.js";
import { html, put } from "./dom.js";
import { icon } from "./icons.js";
import { applyBoardSize, keepLooks, looks } from "./storage.js";
import { followAddresses, routeOf } from "./routes.js";

/** @import { Route } from "./routes.js" */
/** @import { Looks } from "./storage.js" */
/** @typedef {{onKey?: (event: KeyboardEvent) => boolean, close?: () => void} | void} Opened */

/**
 * How each page is opened. Its modules are loaded when it is first needed.
 * @type {Record<Route["name"], (place: Element, subject: string) => Promise<Opened>>}
 */
const PAGES = {
  lobby: async (place) => (await loaded(import("./lobby.js"))).openLobby(place),
  play: async (place, subject) => (await loaded(import("./game_page.js"))).openGame(place, subject),
  analyse: async (place, subject) => (await loaded(import("./analysis_page.js"))).openAnalysis(place, subject),
  events: async (place, subject) => (await loaded(import("./event_page.js"))).openEvent(place, subject),
  rules: async (place, subject) => (await loaded(import("./rules.js"))).openRules(place, subject),
  learn: async (place, subject) => (await loaded(import("./learn.js"))).openLearn(place, subject),
  puzzles: async (place, subject) => (await loaded(import("./puzzle_page.js"))).openPuzzles(place, subject),
  lost: async (place) => (await loaded(import("./lobby.js"))).openLost(place),
};

const KEYS = [
  ["Tab", "to the board, the lists and the buttons"],
  ["Arrows on the board", "from square to square, once Tab, ↑ or ↓ has brought you there"],
  ["Enter or Space", "choose a square; again on the same square to stop there"],
  ["Escape", "clear the selection and the drawings"],
  ["← → or , .", "a move back or forward, also after a click on the board"],
  ["Home, End", "the first and the last position"],
  ["Shift and ↑ ↓", "in analysis: to the variation before or after this one"],
  ["F", "turn the board"],
  ["T", "show threats"],
  ["V", "look at a 3-D board from above, while you hold the key"],
  ["A on the board", "begin an arrow, and end it on another square; on the same square it is a circle"],
  ["Right mouse button", "draw an arrow, or a circle; with Shift red, with Alt blue, with both yellow"],
  ["E", "switch the engine on or off"],
  ["?", "show this list"],
];

const SIGNS = ["pointermove", "pointerdown", "keydown"]; // that the user is there

const root = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Opened} */
let opened;
let openings = 0;

async function open() {
  const number = ++openings;
  opened?.close?.();
  opened = undefined;
  // Close dialogs of the previous page now, so that they do not take the focus later.
  for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  const { name, subject } = routeOf(location.pathname);
  const place = html("div", { class: "page" });
  put(root, place);
  scrollTo(0, 0);
  if (number > 1) root.focus();
  try {
    const page = await PAGES[name](place, subject);
    if (number === openings) opened = page;
    else page?.close?.();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isMissing = error instanceof Refused && error.status === 404;
    put(
      place,
      html(
        "div",
        { class: "lost" },
        html("h1", {}, isMissing ? "Not found" : "Something went wrong"),
        html("p", { role: "alert" }, message),
        html("p", {}, html("a", { href: "/" }, "All games")),
      ),
    );
  }
}

/** Load the modules of all pages, so that the next page opens at once. */
function loadAhead() {
  for (const event of SIGNS) removeEventListener(event, loadAhead);
  for (const load of [
    () => import("./new_game.js"),
    () => import("./game_page.js"),
    () => import("./analysis_page.js"),
    () => import("./puzzle_page.js"),
  ])
    load().catch(() => {});
}

/** @type {Record<Looks["theme"], {name: string, drawing: Parameters<typeof icon>[0]}>} */
const THEMES = {
  auto: { name: "as the system", drawing: "system" },
  light: { name: "light", drawing: "light" },
  dark: { name: "dark", drawing: "dark" },
};

const themeButton = html("button", { type: "button", class: "quiet", onclick: changeTheme });

function applyTheme() {
  const { theme } = looks();
  const label = `Colours: ${THEMES[theme].name}`;
  document.documentElement.dataset.theme = theme;
  themeButton.setAttribute("aria-label", label);
  themeButton.title = label;
  put(themeButton, icon(THEMES[theme].drawing));
}

/** Cycle the theme: the system's, the opposite one, then the system's current one fixed. */
function changeTheme() {
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  /** @type {Looks["theme"][]} */
  const round = isDark ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  keepLooks({ theme: round[(round.indexOf(looks().theme) + 1) % round.length] });
  applyTheme();
}

const soundButton = html("button", { type: "button", class: "quiet", onclick: changeSound });

function applySound() {
  const label = looks().sound ? "Sounds: on" : "Sounds: off";
  soundButton.setAttribute("aria-label", label);
  soundButton.title = label;
  put(soundButton, icon(looks().sound ? "sound" : "silent"));
}

function changeSound() {
  keepLooks({ sound: !looks().sound });
  applySound();
  sound("move");
}

async function showKeys() {
  const { openDialog } = await loaded(import("./dialogs.js"));
  openDialog(
    "Keyboard shortcuts",
    html(
      "dl",
      { class: "keys" },
      ...KEYS.map(([key, meaning]) => html("div", {}, html("dt", {}, key), html("dd", {}, meaning))),
    ),
  );
}

put(
  /** @type {HTMLElement} */ (document.getElementById("tools")),
  html(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => showKeys().catch(complain),
      "aria-label": "Keyboard shortcuts",
      title: "Keyboard shortcuts",
    },
    icon("keys"),
  ),
  soundButton,
  themeButton,
);
applyTheme();
applyBoardSize();
applySound();
addEventListener("keydown", (event) => {
  if (event.key === "?" && !(event.target instanceof Element && event.target.closest("input, textarea, dialog")))
    showKeys().catch(complain);
  else if (!event.defaultPrevented) opened?.onKey?.(event);
});
followAddresses(open);
open();
// Not before the user does something: what is not needed must not delay what is.
for (const event of SIGNS) addEventListener(event, loadAhead, { passive: true });
