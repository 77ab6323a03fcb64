// The page with the rules of a game.

import * as api from "./api.js";
import { html, put } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./i18n.js";
import { addressOf, gamePageAddress, lessonAddress } from "./routes.js";
import { askForGame } from "./new_game.js";

/** @import { GameInfo } from "./types.js" */

/** @param {Element} root @param {string} name */
export async function openRules(root, name) {
  const [game, { html: written }] = await Promise.all([api.gameNamed(name), api.rules(name)]);
  document.title = t("title-rules", { game: game.title });
  const article = html("article", { class: "card rules" });
  // Safe: the server renders its own files, never text of users.
  article.innerHTML = written;
  // Make wide content scrollable from the keyboard.
  for (const wide of article.querySelectorAll("pre, table")) wide.setAttribute("tabindex", "0");
  const play = html(
    "button",
    { type: "button", class: "primary", onclick: () => askForGame(game) },
    icon("play"),
    t("play-game", { game: game.title }),
  );
  const learn =
    game.lessons > 0 &&
    html("a", { class: "button", href: lessonAddress(game.name) }, icon("learn"), t("learn-by-playing"));
  put(
    root,
    html(
      "div",
      { class: "reading" },
      article,
      html(
        "div",
        { class: "row" },
        play,
        learn,
        puzzlesLink(game),
        html("a", { class: "button", href: addressOf("/") }, t("all-games")),
      ),
    ),
  );
}

/** A link to the puzzles of a game, if it has any. @param {GameInfo} game */
export function puzzlesLink(game) {
  const variant = game.variants.find(({ puzzles }) => puzzles > 0);
  if (!variant) return null;
  return html(
    "a",
    { class: "button", href: gamePageAddress("puzzles", variant.full_name) },
    icon("puzzles"),
    t("puzzles"),
  );
}
