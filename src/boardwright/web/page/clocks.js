// Clocks, which run locally between messages of the server.

import { t } from "./i18n.js";

/** @import { Clock, Side } from "./types.js" */

/**
 * Format a time.
 * @param {number} seconds
 */
export function timeText(seconds) {
  const left = Math.max(0, seconds);
  if (left < 10) return left.toFixed(1);
  const [minutes, rest] = [Math.floor(left / 60), Math.floor(left % 60)];
  if (minutes < 60) return `${minutes}:${String(rest).padStart(2, "0")}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${String(rest).padStart(2, "0")}`;
}

/**
 * A time control in words: "3 minutes + 2 s".
 * @param {{seconds: number, increment: number} | null} clock
 */
export function clockInWords(clock) {
  if (!clock) return t("clock-none");
  const { seconds, increment } = clock;
  return seconds % 60
    ? t("clock-seconds", { seconds, increment })
    : t("clock-minutes", { minutes: seconds / 60, increment });
}

export class RunningClocks {
  /** @param {(side: Side, text: string, isLow: boolean) => void} show */
  constructor(show) {
    this.show = show;
    /** @type {Clock | null} */
    this.clock = null;
    this.received = 0;
    this.timer = setInterval(() => this.#tick(), 100);
  }

  /** @param {Clock | null} clock as the server sent it */
  set(clock) {
    this.clock = clock;
    this.received = performance.now();
    this.#tick();
  }

  #tick() {
    const { clock } = this;
    if (!clock) return;
    for (const side of /** @type {Side[]} */ ([0, 1])) {
      const gone = clock.running === side ? (performance.now() - this.received) / 1000 : 0;
      const left = clock.left[side] - gone;
      this.show(side, timeText(left), left < 20);
    }
  }

  close() {
    clearInterval(this.timer);
  }
}
