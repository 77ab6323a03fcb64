// The worker that answers the page of a site without a server: the rules in Python, the games in the browser's
// database, and an engine for the moves of games. The first message says where Python's files are.

import * as database from "./game_database.js";
import { LocalEngine } from "./local_engine.js";
import { keepCompiled, loadPython } from "./python.js";
import { PythonEngine } from "./python_engine.js";

/** @import { PythonFiles } from "./python.js" */

const LATER = 3_000; // milliseconds after the start: what the page asks at once must not wait

/** @type {any} what the types of pages do not have */
const worker = globalThis;

/** @type {string[]} the messages before Python is there */
const early = [];
/** @type {{receive: (message: string) => void} | null} */
let backend = null;

worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
  if (data.type === "start")
    start(data.python).catch((error) => worker.postMessage({ type: "failed", error: String(error) }));
  else receive(JSON.stringify(data));
};

/** @param {string} message */
function receive(message) {
  if (backend) backend.receive(message);
  else early.push(message);
}

/** @param {PythonFiles} python */
async function start(python) {
  const pyodide = await loadPython(python, (loaded, total) => worker.postMessage({ type: "progress", loaded, total }));
  const core = new LocalEngine();
  const rules = new PythonEngine(python);
  const page = {
    /** @param {string} message */
    post: (message) => worker.postMessage(JSON.parse(message)),
    /** @param {string} id */
    stored: async (id) => (await database.get(id))?.json,
    /** @param {string} id @param {number | undefined} before @param {string} game */
    store: (id, before, game) => database.put(id, before ?? null, JSON.parse(game)),
    /** @param {string} search */
    async search(search) {
      try {
        const report = await core.search(JSON.parse(search), () => {});
        return report ? JSON.stringify(report) : undefined;
      } catch (error) {
        console.warn("The engine failed.", error);
        throw error;
      }
    },
    stop_search: () => core.stop(),
    /** @param {string} task @param {(result: string) => void} tell */
    think: (task, tell) => rules.think(task, tell),
    stop_thinking: () => rules.stop(),
  };
  pyodide.globals.set("page", page);
  pyodide.globals.set("files", pyodide.toPy(python.games));
  backend = await pyodide.runPythonAsync(`
from boardwright.web.site.backend import Backend
backend = Backend(page, files)
await backend.open()
backend`);
  worker.postMessage({ type: "ready" });
  database.onchange((game) => receive(JSON.stringify({ type: "changed", game })));
  for (const message of early.splice(0)) receive(message);
  setTimeout(() => keepCompiled(pyodide, python.folder).catch(console.warn), LATER);
}
