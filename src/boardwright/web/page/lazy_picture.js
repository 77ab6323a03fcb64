// Pictures of positions whose modules are loaded when they are first drawn.

import { loaded } from "./api.js";
import { put } from "./dom.js";

/** @import { GameInfo, View } from "./types.js" */

/**
 * Draw a picture once its modules are loaded, each in a task of its own, so that the page can be used meanwhile.
 * @param {Element} place
 * @param {GameInfo} game
 * @param {View} view
 * @param {(isBlocks: boolean) => boolean} [solid] whether it is drawn in 3-D
 */
export async function drawPicture(place, game, view, solid = () => false) {
  try {
    const { hasBlocks, picture } = await loaded(import("./picture.js"));
    await new Promise((resolve) => setTimeout(resolve));
    put(place, picture(game, view, { solid: solid(hasBlocks(view.pieces)) }));
  } catch {
    // The words beside the picture say what it shows.
  }
}
