// The invitation to a game: what is played, by whom and with which clock, and the answer to it.

import { complain } from "./announce.js";
import { clockInWords } from "./clocks.js";
import { confirmed } from "./dialogs.js";
import { button, html } from "./dom.js";
import { capitalised, t } from "./i18n.js";
import { learningAddress } from "./routes.js";
import { looks } from "./storage.js";
import { titleOf, variantOf } from "./titles.js";

/** @import { GameInfo, LiveGame, Side } from "./types.js" */

/**
 * @param {GameInfo} game
 * @param {LiveGame} live
 * @param {Side} side the open seat
 * @param {{accept: (name: string) => Promise<void>, decline: () => Promise<void>}} answer
 */
export function invitation(game, live, side, answer) {
  const name = html("input", {
    type: "text",
    maxlength: 40,
    value: looks().name,
    placeholder: t("your-name"),
    "aria-label": t("your-name"),
  });
  const accept = (/** @type {Event} */ event) => {
    event.preventDefault();
    answer.accept(name.value.trim()).catch(complain);
  };
  const decline = async () => {
    if (await confirmed(t("decline-question"), t("decline"))) answer.decline().catch(complain);
  };
  const colour = game.sideNames[side];
  const { note } = variantOf(game, live.game);
  const { name: inviter } = live.seats[side === 0 ? 1 : 0];
  const facts = {
    game: titleOf(game, live.game),
    clock: clockInWords(live.clock),
    side: capitalised(game.sideNames[live.state.to_move]),
  };
  return html(
    "form",
    { class: "join", onsubmit: accept },
    html("h2", {}, inviter ? t("invited-by", { inviter, side: colour }) : t("invited", { side: colour })),
    html("p", { class: "muted" }, t("invitation-facts", facts)),
    note && html("p", { class: "muted note" }, note),
    html("div", { class: "row" }, name, html("button", { class: "primary" }, t("play-side", { side: colour }))),
    html(
      "div",
      { class: "row" },
      html("a", { class: "button", href: learningAddress(game) }, t("learn-the-game")),
      !live.public && button(t("decline"), decline),
    ),
  );
}
