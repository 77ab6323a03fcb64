// A worker as the backend: the rules in Python, in the browser. What never changes is in files of the site, so that a
// page is there before the worker is.

import { t } from "./i18n.js";
import { Unreachable } from "./request_errors.js";
import { WorkerStatus } from "./worker_status.js";

/** @import { Listener, Request } from "./backend.js" */

/** @typedef {{status: number, headers: Record<string, string>, body: string}} Answer */
/** @typedef {{sent: object, listener: Listener & {failed?: (error: Error) => void}, isOpen: boolean}} Line */

/** The addresses of the answers that are files of the site. @type {Record<string, string>} */
const answers = JSON.parse(document.getElementById("answers")?.textContent ?? "{}");

/** Where Python's files are. @type {import("./python.js").PythonFiles} */
const python = JSON.parse(document.getElementById("python")?.textContent ?? "{}");

const status = new WorkerStatus(() => start());
let number = 0;
/** @type {Map<number, {sent: object, answered: (answer: Answer) => void}>} the requests that wait for an answer */
const waiting = new Map();
/** @type {Map<number, Line>} the open connections */
const lines = new Map();
/** @type {Worker | null} */
let worker = null;

/** Start the worker, or start it again after it has failed; what waits for an answer is sent again. */
function start() {
  worker?.terminate();
  worker = null;
  status.begin();
  if (typeof WebAssembly !== "object") return status.fail(t("site-no-webassembly"));
  try {
    worker = new Worker(new URL("./python_worker.js", import.meta.url), { type: "module" });
  } catch (error) {
    return status.fail(t("site-no-worker"), error);
  }
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = (event) => {
    event.preventDefault();
    status.fail(t("site-download-failed"), event.message);
  };
  const folder = new URL(python.folder, document.baseURI).href;
  worker.postMessage({ type: "start", python: { ...python, folder } });
  for (const { sent } of waiting.values()) worker.postMessage(sent);
  for (const { sent } of lines.values()) worker.postMessage(sent);
}

/** @param {any} message */
function receive(message) {
  const { type, id } = message;
  if (type === "progress") status.show(message.loaded, message.total);
  else if (type === "ready") {
    status.end();
    // Not before: the browser has all files by now, so that none is downloaded twice.
    import("./updates.js").then(({ keepSite }) => keepSite(), console.warn);
  } else if (type === "failed") status.fail(t("site-download-failed"), message.error);
  else if (type === "response") {
    waiting.get(id)?.answered(message);
    waiting.delete(id);
  } else receiveFor(lines.get(id), message);
}

/** @param {Line | undefined} line @param {{type: string, message?: string}} message */
function receiveFor(line, { type, message = "" }) {
  if (!line) return;
  if (type === "open") {
    line.isOpen = true;
    line.listener.open?.();
  } else if (type === "message") line.listener.receive(JSON.parse(message));
}

/** @param {string} path @param {Request} request @returns {Promise<Response>} */
export async function request(path, { method, body, token }) {
  const known = answers[method === "GET" ? path : startOf(path, body)];
  if (known) {
    return fetch(known).catch(() => {
      throw new Unreachable(t("site-silent"));
    });
  }
  const id = ++number;
  const sent = { type: "request", id, method, path, body, token };
  /** @type {Answer} */
  const answer = await new Promise((answered) => {
    waiting.set(id, { sent, answered });
    worker?.postMessage(sent);
  });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

/** The key of the answer to a request for the start of a game; "" for other requests. @param {string} path @param {string | null} body */
function startOf(path, body) {
  if (path !== "/api/positions" || body === null) return "";
  const { game, position = null, moves = [], ...more } = JSON.parse(body);
  const isStart = position === null && !moves.length && !Object.keys(more).length;
  return isStart ? `${path}?game=${encodeURIComponent(game)}` : "";
}

/** @param {string} path @param {Listener} listener */
export function connect(path, listener) {
  const id = ++number;
  const sent = { type: "connect", id, path };
  /** @type {Line} */
  const line = { sent, listener, isOpen: false };
  lines.set(id, line);
  worker?.postMessage(sent);
  return {
    /** @param {unknown} message */
    send: (message) => line.isOpen && worker?.postMessage({ type: "send", id, message: JSON.stringify(message) }),
    close: () => {
      lines.delete(id);
      worker?.postMessage({ type: "close", id });
    },
  };
}

start();
