// A web worker that searches with the core of a game in WebAssembly. A search blocks it until its end: its client
// (local_engine.js) sends one search at a time, and ends the worker to stop one.

import { compiled, CoreEngine } from "./core_engine.js";

/** @import { ClientSearch } from "./types.js" */
/** @import { EngineFiles } from "./local_engine.js" */

/** @type {any} what the types of pages do not have */
const worker = globalThis;

/** The engine of the last search, whose transposition table the next one continues to use. */
const kept = { game: "", engine: /** @type {CoreEngine | null} */ (null) };

/** @param {ClientSearch} search @param {EngineFiles} files */
async function run({ game, path, ...limits }, { code, network }) {
  if (kept.game !== game) {
    kept.engine = null; // its memory is free before that of the next one is needed
    const module = await compiled(code);
    // The next worker begins with compiled code; the page may not compile any itself (its content security policy).
    worker.postMessage({ type: "compiled", module });
    kept.engine = await CoreEngine.load(module, game, network);
    kept.game = game;
  }
  const given = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== null));
  const onreport = (/** @type {any} */ report) => worker.postMessage({ type: "report", report });
  const report = /** @type {CoreEngine} */ (kept.engine).search({ path, ...given }, onreport);
  worker.postMessage({ type: "done", report });
}

worker.onmessage = (/** @type {MessageEvent<{search: ClientSearch, files: EngineFiles}>} */ { data }) =>
  run(data.search, data.files).catch((error) => worker.postMessage({ type: "failed", error: String(error) }));
