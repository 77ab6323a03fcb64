// Engine analysis: the engine of this browser searches, or that of the server, as the user wants.

import { notice } from "./announce.js";
import { loaded } from "./api.js";
import * as backend from "./backend.js";
import { translated } from "./game_texts.js";
import { hasServer } from "./hosting.js";
import { t } from "./i18n.js";
import { keepLooks, looks } from "./storage.js";

/** @import { Connection } from "./backend.js" */
/** @import { Coded } from "./game_texts.js" */
/** @import { LocalEngine } from "./local_engine.js" */
/** @import { ClientSearch, SearchResult } from "./types.js" */

/** Whether the engine of this browser has failed: it is not tried again until the page is loaded again. */
let hasFailed = false;

/** Which engine analyses games that both can search. @returns {"client" | "server"} */
export const chosenEngine = () => (!hasServer || (looks().engine === "client" && !hasFailed) ? "client" : "server");

/** Choose the engine, and let that of this browser try again. @param {"client" | "server"} engine */
export function chooseEngine(engine) {
  keepLooks({ engine });
  hasFailed = false;
}

/** Analysis of one position at a time. After a reconnect, the current request is sent again. */
export class Analyst {
  /** @param {(isAway: boolean) => void} onaway called when a request waits for the connection, and when it is back */
  constructor(onaway) {
    this.onaway = onaway;
    this.isAway = false;
    this.requestId = 0;
    /** Whether the engine of this browser searches. */
    this.isLocal = false;
    /** @type {LocalEngine | null} */
    this.engine = null;
    /** @type {Connection | null} */
    this.socket = null;
    /** @type {object | null} */
    this.request = null;
    /** @type {(result: SearchResult) => void} */
    this.onresult = () => {};
    /** @type {(error: string) => void} */
    this.ondone = () => {};
  }

  /**
   * @param {{game: string, position: string, moves: string[], lines: number, seconds: number}} request
   * @param {(result: SearchResult) => void} onresult
   * @param {(error: string) => void} ondone called at the end, with an error message or ""
   */
  look(request, onresult, ondone) {
    this.stop();
    this.onresult = onresult;
    this.ondone = ondone;
    this.#begin(request);
    if (this.isAway) this.onaway(true);
  }

  /** @param {object} request */
  #begin(request) {
    this.requestId += 1;
    this.isLocal = false;
    this.request = { ...request, type: "analyse", id: this.requestId, engine: chosenEngine() };
    this.socket ??= backend.connect("/api/analysis", {
      open: () => {
        if (this.request) this.socket?.send(this.request);
        this.#setAway(false);
      },
      receive: (message) => this.#receive(message),
      lost: () => this.#setAway(true),
    });
    this.socket.send(this.request);
  }

  /** @param {boolean} isAway */
  #setAway(isAway) {
    const isOther = isAway !== this.isAway;
    this.isAway = isAway;
    if (isOther && this.request) this.onaway(isAway);
  }

  /** @param {{type: string, id?: number, search?: ClientSearch, result?: SearchResult, error?: string} & Coded} message */
  #receive(message) {
    // Ignore results of earlier requests.
    if (!this.request || (message.id !== undefined && message.id !== this.requestId)) return;
    if (message.type === "search" && message.search) void this.#search(message.search, this.requestId);
    else if (message.type === "result" && message.result) this.onresult(message.result);
    else if (message.type === "done" || message.type === "error") this.#end(translated(message.error ?? "", message));
  }

  /** Search here, and report what is found to the backend, which reads it. @param {ClientSearch} search @param {number} id */
  async #search(search, id) {
    this.isLocal = true;
    const isCurrent = () => this.request !== null && id === this.requestId;
    try {
      const { LocalEngine } = await loaded(import("./local_engine.js"));
      if (!isCurrent()) return;
      this.engine ??= new LocalEngine();
      await this.engine.report(search, (report, final) => this.socket?.send({ type: "report", id, report, final }));
    } catch (error) {
      console.warn(error);
      hasFailed = true;
      if (!isCurrent()) return;
      if (!hasServer) return this.#end(t("engine-failed-here"));
      notice(t("engine-fell-back"));
      this.#begin(/** @type {object} */ (this.request));
    }
  }

  /** @param {string} error */
  #end(error) {
    this.engine?.stop();
    this.request = null;
    this.ondone(error);
  }

  stop() {
    if (this.request) this.socket?.send({ type: "stop", id: this.requestId });
    this.engine?.stop();
    this.request = null;
  }

  close() {
    this.stop();
    this.engine?.close();
    this.socket?.close();
    this.socket = null;
  }
}
