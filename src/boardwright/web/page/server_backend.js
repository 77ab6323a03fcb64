// The server as the backend, by HTTP and WebSockets.

import { t } from "./i18n.js";
import { Unreachable } from "./request_errors.js";

/** @import { Listener, Request } from "./backend.js" */

const PATIENCE = 20_000; // milliseconds to wait for an answer
const RETRY = { first: 400, longest: 8_000 };
const BEAT = 25_000; // between signs of life

/** @param {string} path @param {Request} request @returns {Promise<Response>} */
export async function request(path, { method, body, token }) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== null) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  const signal = AbortSignal.timeout(PATIENCE);
  return fetch(path, { method, headers, signal, body }).catch(() => {
    throw new Unreachable(t("server-silent"));
  });
}

/** @param {string} path @param {Listener} listener */
export function connect(path, listener) {
  return new ReconnectingSocket(path, listener);
}

/** A WebSocket that reconnects whenever it is lost. */
class ReconnectingSocket {
  /** @param {string} path @param {Listener} listener */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.delay = RETRY.first;
    this.closed = false;
    this.beat = setInterval(() => this.send({ type: "ping" }), BEAT);
    this.#connect();
  }

  #connect() {
    this.socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${this.path}`);
    this.socket.onopen = () => {
      this.delay = RETRY.first;
      this.listener.open?.();
    };
    this.socket.onmessage = (event) => this.listener.receive(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.closed) return;
      this.listener.lost?.();
      setTimeout(() => this.closed || this.#connect(), this.delay);
      this.delay = Math.min(2 * this.delay, RETRY.longest);
    };
  }

  /** @param {unknown} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearInterval(this.beat);
    this.socket?.close();
  }
}
