// The files of games that the server's operator names: the page is loaded again when one is saved, and shows what is
// wrong with it until it is mended.

import { followFiles } from "./api.js";
import { html, put } from "./dom.js";
import { t } from "./i18n.js";

/** @import { GameFile } from "./types.js" */

const place = html("div", { class: "problems", role: "alert" });

/** Show how the files stand, now and after every change. */
export function openFiles() {
  /** @type {{files: GameFile[]}} */
  const { files } = JSON.parse(document.getElementById("files")?.textContent ?? "");
  const versions = versionsOf(files);
  document.getElementById("main")?.before(place);
  show(files);
  followFiles((now) => {
    // Everything of a game may be another now: its board, its pieces, its texts.
    if (versionsOf(now) !== versions) location.reload();
    else show(now);
  });
}

/** @param {GameFile[]} files */
const versionsOf = (files) => files.map(({ version }) => version).join();

/** @param {GameFile[]} files */
function show(files) {
  put(place, ...files.filter(({ problem }) => problem).map(problemOf));
}

/** What is wrong with a file, and what that means for its games. @param {GameFile} file */
function problemOf({ problem, version, current }) {
  if (!problem) return null;
  const { file, line, message } = problem;
  return html(
    "div",
    { class: "problem" },
    html("b", {}, line === null ? file : t("file-line", { file, line })),
    html("code", { lang: "en" }, message),
    html("span", {}, t(current ? "file-current" : version ? "file-earlier" : "file-not-loaded")),
  );
}
