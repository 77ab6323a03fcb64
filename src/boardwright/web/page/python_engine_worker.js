// A worker that searches by the Python rules of games (boardwright.web.engine_worker). A search blocks it until its end.

import { loadPython } from "./python.js";

/** @type {any} what the types of pages do not have */
const worker = globalThis;

/** @type {Promise<(task: string, tell: (result: string) => void) => string>} */
let starting;

/** @param {import("./python.js").PythonFiles} python */
async function start(python) {
  const pyodide = await loadPython(python, () => {});
  return pyodide.runPythonAsync(`
import json
from boardwright.web.engine_worker import EngineWorker
engine_worker = EngineWorker()
lambda task, tell: json.dumps(engine_worker.answer(json.loads(task), lambda result: tell(json.dumps(result))))`);
}

worker.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.type === "start") starting = start(data.python);
  else {
    try {
      const think = await starting;
      const answer = think(data.task, (text) => worker.postMessage({ type: "result", text }));
      worker.postMessage({ type: "done", text: answer });
    } catch (error) {
      worker.postMessage({ type: "failed", text: String(error) });
    }
  }
};
