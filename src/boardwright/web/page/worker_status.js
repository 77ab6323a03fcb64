// How the worker of a site of static files loads: a bar at the bottom of the page, or what went wrong.

import { button, html, put } from "./dom.js";
import { t } from "./i18n.js";

const REST = 400; // milliseconds: what loads faster needs no bar
const MEGABYTE = 1_000_000;

export class WorkerStatus {
  /** @param {() => void} retry starts the worker again */
  constructor(retry) {
    this.retry = retry;
    this.text = html("span", {});
    this.bar = html("progress", { "aria-label": t("site-loading") });
    this.element = html("div", { class: "worker-status", role: "status" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.delay = undefined;
  }

  begin() {
    this.end();
    this.text.textContent = t("site-loading");
    this.bar.removeAttribute("value");
    this.delay = setTimeout(() => {
      put(this.element, this.text, this.bar);
      document.body.append(this.element);
    }, REST);
  }

  /** @param {number} loaded bytes @param {number} total */
  show(loaded, total) {
    if (loaded >= total) return this.#starting();
    const values = { loaded: (loaded / MEGABYTE).toFixed(1), total: (total / MEGABYTE).toFixed(1) };
    this.text.textContent = t("site-loading-bytes", values);
    this.bar.max = total;
    this.bar.value = loaded;
  }

  /** All is loaded, and Python starts. */
  #starting() {
    this.text.textContent = t("site-starting");
    this.bar.removeAttribute("value");
  }

  end() {
    clearTimeout(this.delay);
    this.element.remove();
  }

  /** @param {string} text @param {unknown} [error] for the console */
  fail(text, error) {
    if (error) console.warn(text, error);
    clearTimeout(this.delay);
    put(this.element, html("span", { role: "alert" }, text), button(t("try-again"), this.retry));
    document.body.append(this.element);
  }
}
