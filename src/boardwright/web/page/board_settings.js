// The dialog for how boards look on this device.

import { openDialog } from "./dialogs.js";
import { choice, html } from "./dom.js";
import { t } from "./i18n.js";
import { applyBoardSize, keepLooks, looks, SMALLEST } from "./storage.js";

/** @import { GameView } from "./game_view.js" */

/** Open the settings of the board. @param {GameView} view */
export function openBoardSettings(view) {
  openDialog(
    t("board-settings"),
    html("form", {}, ...[viewField, coordinatesField, sizeField].map((field) => field(view))),
  );
}

/** @param {GameView} view */
function viewField(view) {
  /** @type {[string, boolean][]} */
  const options = [
    [t("flat"), false],
    [t("solid"), true],
  ];
  return choice(t("view"), options, view.board.look.solid, () => view.changeView());
}

/** @param {GameView} view */
function coordinatesField(view) {
  /** @type {[string, boolean][]} */
  const options = [
    [t("shown"), true],
    [t("hidden"), false],
  ];
  return choice(t("coordinates"), options, looks().coordinates, (coordinates) => {
    keepLooks({ coordinates });
    view.board.see({ coordinates });
  });
}

function sizeField() {
  const output = html("output");
  const size = html("input", {
    type: "range",
    min: SMALLEST,
    max: 100,
    step: 5,
    value: looks().boardSize,
    oninput: () => {
      keepLooks({ boardSize: Number(size.value) });
      show();
    },
  });
  const show = () => {
    applyBoardSize();
    output.textContent = t("board-size-percent", { percent: looks().boardSize });
    size.setAttribute("aria-valuetext", output.textContent);
  };
  show();
  return html("label", { class: "field level" }, html("span", {}, t("board-size")), size, output);
}
