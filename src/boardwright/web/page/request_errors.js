// The errors of requests.

/** @import { Coded } from "./game_texts.js" */

/** An error response of the backend. */
export class Refused extends Error {
  /**
   * @param {string} message
   * @param {number} [status] that of the HTTP answer
   * @param {Coded} [coded] by which the message is translated
   */
  constructor(message, status = 0, { code, arguments: values } = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.arguments = values;
  }
}

/** The backend cannot be reached, or is not available. */
export class Unreachable extends Error {}
