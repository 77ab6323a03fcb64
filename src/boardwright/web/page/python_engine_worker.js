// A worker that searches by the Python rules of games (boardwright.web.site.thinking). Where the browser can suspend
// WebAssembly, messages are read during a search, so that it can be stopped; elsewhere its client ends the worker.

import { canSuspend, loadPython } from "./python.js";

/** @import { PythonFiles } from "./python.js" */

/** @type {any} what the types of pages do not have */
const worker = globalThis;

/** @type {Promise<any>} the module boardwright.web.site.thinking */
let starting;

/** @param {PythonFiles} python */
async function start(python) {
  const pyodide = await loadPython(python, () => {});
  return pyodide.pyimport("boardwright.web.site.thinking");
}

/** @param {string} task */
async function think(task) {
  const thinking = await starting;
  const tell = (/** @type {string} */ text) => worker.postMessage({ type: "result", text });
  return canSuspend ? thinking.think.callPromising(task, tell) : thinking.think(task, tell);
}

worker.onmessage = async (/** @type {MessageEvent} */ { data }) => {
  if (data.type === "start") starting = start(data.python);
  else if (data.type === "stop") (await starting).stop();
  else {
    try {
      worker.postMessage({ type: "done", text: await think(data.task) });
    } catch (error) {
      worker.postMessage({ type: "failed", text: String(error) });
    }
  }
};
