// The invitation to a game: what is played, by whom and with which clock, and the answer to it.

import { complain } from "./announce.js";
import { clockInWords } from "./clocks.js";
import { confirmed } from "./dialogs.js";
import { button, html } from "./dom.js";
import { learningAddress } from "./routes.js";
import { looks } from "./storage.js";
import { capitalised, titleOf, variantOf } from "./titles.js";

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
    placeholder: "Your name",
    "aria-label": "Your name",
  });
  const accept = (/** @type {Event} */ event) => {
    event.preventDefault();
    answer.accept(name.value.trim()).catch(complain);
  };
  const decline = async () => {
    if (await confirmed("Decline this invitation? The game will be closed.", "Decline"))
      answer.decline().catch(complain);
  };
  const colour = game.sides[side];
  const { note } = variantOf(game, live.game);
  const { name: inviter } = live.seats[side === 0 ? 1 : 0];
  const first = capitalised(game.sides[live.state.to_move]);
  return html(
    "form",
    { class: "join", onsubmit: accept },
    html("h2", {}, inviter ? `${inviter} invites you to play ${colour}` : `You are invited to play ${colour}`),
    html("p", { class: "muted" }, `${titleOf(game, live.game)}. ${clockInWords(live.clock)}. ${first} moves first.`),
    note && html("p", { class: "muted note" }, note),
    html("div", { class: "row" }, name, html("button", { class: "primary" }, `Play ${colour}`)),
    html(
      "div",
      { class: "row" },
      html("a", { class: "button", href: learningAddress(game) }, "Learn the game"),
      !live.public && button("Decline", decline),
    ),
  );
}
