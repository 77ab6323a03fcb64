// The dialog for a new event.

import * as api from "./api.js";
import { errorText } from "./announce.js";
import { openDialog } from "./dialogs.js";
import { choice, html, NOT_BLANK, put } from "./dom.js";
import { t } from "./i18n.js";
import { clockField, clockOf } from "./new_game.js";
import { navigate } from "./routes.js";
import { looks, storeEvent } from "./storage.js";
import { titleOf } from "./titles.js";

/** @import { GameInfo } from "./types.js" */

/** @param {GameInfo[]} games */
export function askForEvent(games) {
  const form = { ...looks().opponent, double: false, byRound: true };
  const title = html("input", { type: "text", maxlength: 40, required: true, pattern: NOT_BLANK });
  const variants = games.flatMap((game) => game.variants.map(({ full_name: name }) => ({ game, name })));
  const which = html(
    "select",
    {},
    ...variants.map(({ game, name }) => html("option", { value: name }, titleOf(game, name))),
  );
  const wrong = html("p", { class: "wrong", role: "alert" });
  const submit = async (/** @type {Event} */ sent) => {
    sent.preventDefault();
    try {
      const { event, token } = await api.newEvent({
        title: title.value.trim(),
        game: which.value,
        double: form.double,
        by_round: form.byRound,
        ...(clockOf(form) && { clock: clockOf(form) }),
      });
      storeEvent(event.id, { organiser: token });
      navigate(`/events/${event.id}`);
    } catch (error) {
      put(wrong, errorText(error));
    }
  };
  openDialog(
    t("new-event"),
    html(
      "form",
      { onsubmit: submit },
      html("p", { class: "muted" }, t("event-about")),
      html("label", { class: "field" }, html("span", {}, t("event-name")), title),
      html("label", { class: "field" }, html("span", {}, t("game")), which),
      choice(
        t("games"),
        [
          [t("once"), false],
          [t("twice"), true],
        ],
        form.double,
        (value) => (form.double = value),
      ),
      choice(
        t("order"),
        [
          [t("round-by-round"), true],
          [t("all-at-once"), false],
        ],
        form.byRound,
        (value) => (form.byRound = value),
      ),
      clockField(form),
      html("div", { class: "foot" }, wrong, html("button", { class: "primary large" }, t("create-event"))),
    ),
  );
  title.focus();
}
