// Searches by the Python rules, for games without a core in WebAssembly, in a worker that is started when it is first
// needed. It has a Python of its own, so that the page is answered while it searches.

import { canSuspend } from "./python.js";

/** @import { PythonFiles } from "./python.js" */

export class PythonEngine {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {(error: Error) => void} */
  #reject = () => {};
  /** The end of the search that runs. @type {Promise<unknown>} */
  #running = Promise.resolve();

  /** @param {PythonFiles} python */
  constructor(python) {
    this.python = python;
  }

  /** @param {string} task @param {(result: string) => void} tell called with results @returns {Promise<string>} the answer */
  async think(task, tell) {
    await this.#running; // one that was stopped ends soon
    const search = this.#search(task, tell);
    this.#running = search.catch(() => {});
    return search;
  }

  /** @param {string} task @param {(result: string) => void} tell @returns {Promise<string>} */
  #search(task, tell) {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      const worker = (this.#worker ??= this.#newWorker());
      worker.onmessage = ({ data: { type, text } }) => {
        if (type === "result") tell(text);
        else if (type === "failed") this.#fail(new Error(text));
        else resolve(text);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        this.#fail(new Error(event.message || "the worker of the engine cannot be loaded"));
      };
      worker.postMessage({ type: "task", task });
    });
  }

  #newWorker() {
    const worker = new Worker(new URL("./python_engine_worker.js", import.meta.url), { type: "module" });
    worker.postMessage({ type: "start", python: this.python });
    return worker;
  }

  /** @param {Error} error */
  #fail(error) {
    this.#reject(error);
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Stop the search; where no message reaches it, with its worker. */
  stop() {
    if (canSuspend) this.#worker?.postMessage({ type: "stop" });
    else this.#fail(new Error("stopped"));
  }
}
