// The engine in this browser: the core of a game in WebAssembly, in a worker of its own. It needs no server, and no
// memory shared with its worker, so that every host of static files will do.

import { plain } from "./compressed_files.js";
import { hasSimd } from "./core_engine.js";

/** @import { ClientSearch, ReportedLine, SearchReport } from "./types.js" */

const PACE = 200; // milliseconds between reports: each one is work for the backend
const LONGEST_LINE = 16 * 16; // digits of the moves that the backend reads

/** @typedef {{code: ArrayBuffer | WebAssembly.Module, network: Uint8Array | null}} EngineFiles */
/**
 * @typedef {object} Running
 * @property {ClientSearch} search
 * @property {boolean} isSent whether the worker has it, after its files have been loaded
 * @property {(report: SearchReport) => void} onreport
 * @property {(report: SearchReport | null) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** The files that have been loaded, by name: all engines share them. @type {Map<string, Promise<any>>} */
const loaded = new Map();

/** @param {string} name @returns {Promise<ArrayBuffer>} */
async function fetched(name) {
  return (await plain(await fetch(new URL(`./core/${name}`, import.meta.url)))).arrayBuffer();
}

/** @param {string} name @returns {Promise<any>} */
function load(name) {
  const file = loaded.get(name) ?? fetched(name);
  loaded.set(name, file);
  file.catch(() => loaded.delete(name));
  return file;
}

/** @param {ClientSearch} search */
const codeName = ({ module }) => `${module}${hasSimd() ? "" : "-scalar"}.wasm`;

/** @param {ClientSearch} search @returns {Promise<EngineFiles>} */
async function filesFor(search) {
  const [code, network] = await Promise.all([
    load(codeName(search)),
    search.network === null ? null : load(`${search.network}.network`),
  ]);
  return { code, network: network && new Uint8Array(network) };
}

/** @param {ReportedLine} line */
const shortened = (line) => ({ ...line, moves: line.moves.slice(0, LONGEST_LINE) });

export class LocalEngine {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Running | null} */
  #running = null;

  /**
   * Search; a new search stops the one before.
   * @param {ClientSearch} search
   * @param {(report: SearchReport) => void} onreport called for each finished depth
   * @returns {Promise<SearchReport | null>} the last report, with all nodes; null if the search was stopped
   */
  search(search, onreport) {
    this.stop();
    return new Promise((resolve, reject) => {
      const running = { search, isSent: false, onreport, resolve, reject };
      this.#running = running;
      filesFor(search)
        .then((files) => {
          if (this.#running !== running) return;
          this.#worker ??= this.#newWorker();
          this.#worker.postMessage({ search, files });
          running.isSent = true;
        })
        .catch((error) => this.#running === running && this.#fail(error));
    });
  }

  /**
   * Search, and report at a moderate pace what has been found.
   * @param {ClientSearch} search
   * @param {(report: SearchReport, final: boolean) => void} onreport
   */
  async report(search, onreport) {
    /** @type {SearchReport | null} */
    let next = null;
    const send = (/** @type {boolean} */ final) => {
      if (next) onreport({ ...next, lines: next.lines.map(shortened) }, final);
      next = null;
    };
    const timer = setInterval(() => send(false), PACE);
    try {
      next = await this.search(search, (report) => (next = report));
      send(true);
    } finally {
      clearInterval(timer);
    }
  }

  #newWorker() {
    const worker = new Worker(new URL("./engine_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => worker === this.#worker && this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(new Error(event.message || "the engine's worker cannot be loaded"));
    };
    return worker;
  }

  /** @param {{type: string, module: WebAssembly.Module, report: SearchReport, error: string}} message */
  #receive({ type, module, report, error }) {
    const running = this.#running;
    if (!running) return;
    if (type === "compiled") loaded.set(codeName(running.search), Promise.resolve(module));
    else if (type === "report") running.onreport(report);
    else if (type === "failed") this.#fail(new Error(error));
    else {
      running.resolve(report);
      this.#running = null;
    }
  }

  /** @param {Error} error */
  #fail(error) {
    this.#running?.reject(error);
    this.close();
  }

  /** Stop the search, with its worker: nothing else reaches it while it searches. */
  stop() {
    if (this.#running?.isSent) this.close();
    this.#running?.resolve(null);
    this.#running = null;
  }

  close() {
    this.#running?.resolve(null);
    this.#running = null;
    this.#worker?.terminate();
    this.#worker = null;
  }
}
