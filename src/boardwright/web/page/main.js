// The entry point: routing, the theme, and the global keyboard shortcuts.

import { openAnalysis } from "./analysis_page.js";
import { Refused } from "./api.js";
import { openDialog } from "./dialogs.js";
import { html, put } from "./dom.js";
import { icon } from "./icons.js";
import { keepLooks, looks } from "./storage.js";
import { openLobby, openLost } from "./lobby.js";
import { openGame } from "./game_page.js";
import { followAddresses, routeOf } from "./routes.js";
import { openRules } from "./rules.js";

/** @import { Looks } from "./storage.js" */
/** @typedef {{onKey?: (event: KeyboardEvent) => boolean, close?: () => void} | void} Opened */

const KEYS = [
  ["Tab", "to the board, the lists and the buttons"],
  ["Arrows on the board", "from square to square, once Tab, ↑ or ↓ has brought you there"],
  ["Enter or Space", "choose a square; again on the same square to stop there"],
  ["Escape", "clear the selection"],
  ["← → or , .", "a move back or forward, also after a click on the board"],
  ["Home, End", "the first and the last position"],
  ["F", "turn the board"],
  ["T", "show threats"],
  ["E", "switch the engine on or off"],
  ["?", "show this list"],
];

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
    const page = await {
      lobby: () => openLobby(place),
      play: () => openGame(place, subject),
      analyse: () => openAnalysis(place, subject),
      rules: () => openRules(place, subject),
      lost: () => openLost(place),
    }[name]();
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

function showKeys() {
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
      onclick: showKeys,
      "aria-label": "Keyboard shortcuts",
      title: "Keyboard shortcuts",
    },
    icon("keys"),
  ),
  themeButton,
);
applyTheme();
addEventListener("keydown", (event) => {
  if (event.key === "?" && !(event.target instanceof Element && event.target.closest("input, textarea, dialog")))
    showKeys();
  else if (!event.defaultPrevented) opened?.onKey?.(event);
});
followAddresses(open);
open();
