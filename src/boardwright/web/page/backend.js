// What answers the page's requests: the server, or a worker of the browser in a site of static files. Both have the
// same paths and the same messages.

import { hasServer } from "./hosting.js";
import * as server from "./server_backend.js";

/**
 * @typedef {object} Request
 * @property {"GET" | "POST"} method
 * @property {string | null} body JSON
 * @property {string | null} token of a seat, or of an event's organiser
 */

/**
 * @typedef {object} Listener of a connection
 * @property {() => void} [open] called when the connection is there, also after it was lost
 * @property {(message: any) => void} receive
 * @property {() => void} [lost]
 */

/** @typedef {{send: (message: unknown) => void, close: () => void}} Connection where messages are lost while it is */

/**
 * @typedef {object} Backend
 * @property {(path: string, request: Request) => Promise<Response>} request throws Unreachable if there is no answer
 * @property {(path: string, listener: Listener) => Connection} connect
 */

/** @type {Backend} */
const backend = hasServer ? server : await import("./worker_backend.js");

export const { request, connect } = backend;
