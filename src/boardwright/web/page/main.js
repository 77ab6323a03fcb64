// The entry point: routing, the theme, and the global keyboard shortcuts.

import { sound } from "./alerts.js";
import { complain, errorText } from "./announce.js";
import { loaded, Refused } from "./api.js";
import { button, html, put } from "./dom.js";
import { chooseLanguage, language, languageNames, t } from "./i18n.js";
import { icon } from "./icons.js";
import { applyBoardSize, keepLooks, looks } from "./storage.js";
import { addressOf, followAddresses, placeOf, routeOf } from "./routes.js";

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

/** The keyboard shortcuts, by the ids of their messages. */
const KEYS = [
  "tab",
  "arrows",
  "enter",
  "escape",
  "walk",
  "ends",
  "aside",
  "flip",
  "threats",
  "above",
  "draw",
  "mouse",
  "engine",
  "help",
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
  const { name, subject } = routeOf(placeOf().path);
  const place = html("div", { class: "page" });
  put(root, place);
  scrollTo(0, 0);
  if (number > 1) root.focus();
  try {
    const page = await PAGES[name](place, subject);
    if (number === openings) opened = page;
    else page?.close?.();
  } catch (error) {
    const isMissing = error instanceof Refused && error.status === 404;
    put(
      place,
      html(
        "div",
        { class: "lost" },
        html("h1", {}, t(isMissing ? "not-found" : "went-wrong")),
        html("p", { role: "alert" }, errorText(error)),
        html("p", {}, html("a", { href: addressOf("/") }, t("all-games"))),
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

/** The icons of the themes. @type {Record<Looks["theme"], Parameters<typeof icon>[0]>} */
const THEMES = { auto: "system", light: "light", dark: "dark" };

const themeButton = html("button", { type: "button", class: "quiet", onclick: changeTheme });

function applyTheme() {
  const { theme } = looks();
  const label = t(`theme-${theme}`);
  document.documentElement.dataset.theme = theme;
  themeButton.setAttribute("aria-label", label);
  themeButton.title = label;
  put(themeButton, icon(THEMES[theme]));
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
  const label = t(looks().sound ? "sounds-on" : "sounds-off");
  soundButton.setAttribute("aria-label", label);
  soundButton.title = label;
  put(soundButton, icon(looks().sound ? "sound" : "silent"));
}

function changeSound() {
  keepLooks({ sound: !looks().sound });
  applySound();
  sound("move");
}

/** Choose the language; the page is loaded again in another one. */
async function askLanguage() {
  const { openDialog } = await loaded(import("./dialogs.js"));
  const names = Object.entries(languageNames).map(([code, name]) =>
    button(name, () => chooseLanguage(code), { lang: code, "aria-pressed": code === language }),
  );
  openDialog(t("language"), html("div", { class: "row" }, ...names));
}

async function showKeys() {
  const { openDialog } = await loaded(import("./dialogs.js"));
  openDialog(
    t("keyboard-shortcuts"),
    html(
      "dl",
      { class: "keys" },
      ...KEYS.map((key) => html("div", {}, html("dt", {}, t(`key-${key}`)), html("dd", {}, t(`key-${key}-does`)))),
    ),
  );
}

/** A button of the frame. @param {Parameters<typeof icon>[0]} drawing @param {string} label @param {() => Promise<void>} action */
function quietButton(drawing, label, action) {
  const attributes = { class: "quiet", "aria-label": label, title: label };
  const made = button("", () => action().catch(complain), attributes);
  put(made, icon(drawing));
  return made;
}

put(
  /** @type {HTMLElement} */ (document.getElementById("tools")),
  quietButton("keys", t("keyboard-shortcuts"), showKeys),
  soundButton,
  themeButton,
  quietButton("language", t("language"), askLanguage),
);
put(/** @type {Element} */ (document.querySelector(".skip")), t("skip"));
document.querySelector(".brand")?.setAttribute("href", addressOf("/"));
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
if (document.getElementById("files")) loaded(import("./game_files.js")).then(({ openFiles }) => openFiles(), complain);
// Not before the user does something: what is not needed must not delay what is.
for (const event of SIGNS) addEventListener(event, loadAhead, { passive: true });
