// The dialog for how boards look on this device.

import { openDialog } from "./dialogs.js";
import { choice, html } from "./dom.js";
import { applyBoardSize, keepLooks, looks, SMALLEST } from "./storage.js";

/** @import { GameView } from "./game_view.js" */

/** Open the settings of the board. @param {GameView} view */
export function openBoardSettings(view) {
  openDialog(
    "Board settings",
    html("form", {}, ...[viewField, coordinatesField, sizeField].map((field) => field(view))),
  );
}

/** @param {GameView} view */
function viewField(view) {
  /** @type {[string, boolean][]} */
  const options = [
    ["2-D", false],
    ["3-D", true],
  ];
  return choice("View", options, view.board.look.solid, () => view.changeView());
}

/** @param {GameView} view */
function coordinatesField(view) {
  /** @type {[string, boolean][]} */
  const options = [
    ["Shown", true],
    ["Hidden", false],
  ];
  return choice("Coordinates", options, looks().coordinates, (coordinates) => {
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
    output.textContent = `${looks().boardSize}% of the space`;
    size.setAttribute("aria-valuetext", output.textContent);
  };
  show();
  return html("label", { class: "field level" }, html("span", {}, "Board size"), size, output);
}
