// Icons: SVG paths in a box of 24 by 24, and buttons that show them.

import { html, svg } from "./dom.js";

const SHAPES = {
  flip: "M7 4v14m0 0-3-3m3 3 3-3M17 20V6m0 0-3 3m3-3 3 3",
  solid: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  above: "M12 3v9m0 0l-3-3m3 3l3-3M12 14l8 4-8 3.5L4 18z",
  settings: "M4 7h9m4 0h3M15 5v4M4 12h3m4 0h9M9 10v4M4 17h9m4 0h3M15 15v4",
  threats: "M12 3v4m0 10v4M3 12h4m10 0h4M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
  back: "M9 7l-5 5 5 5M4 12h10a6 6 0 0 1 6 6",
  abort: "M6 6l12 12M18 6L6 18",
  resign: "M6 21V4m0 0h11l-2 4 2 4H6",
  draw: "M4 9h16M4 15h16",
  share: "M7 12a2.5 2.5 0 1 1-.01 0M17 6a2.5 2.5 0 1 1-.01 0M17 18a2.5 2.5 0 1 1-.01 0M9 13l6-4M9 15l6 4",
  language: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18z",
  rules: "M5 4h9a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM17 20h2V6M8 9h6M8 13h6",
  analyse: "M4 19h16M6 16l4-6 4 3 5-8",
  review: "M4 17l5-6 4 3 3-4M16 10h4v4M10 20h10M4 20h2",
  copy: "M9 8h10v12H9zM5 16V4h10",
  edit: "M5 19l1-4L16 5l3 3L9 18zM14 7l3 3",
  play: "M7 5l11 7-11 7z",
  puzzles: "M5 9h4a2 2 0 1 1 4 0h4v4a2 2 0 1 1 0 4v3H5v-3a2 2 0 1 0 0-4z",
  again: "M19 12a7 7 0 1 1-2-5m2-3v4h-4",
  first: "M18 6l-8 6 8 6zM7 6v12",
  previous: "M16 6l-8 6 8 6z",
  next: "M8 6l8 6-8 6z",
  last: "M6 6l8 6-8 6zM17 6v12",
  light:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2v2m0 16v2M4 12H2m20 0h-2M5 5l1.5 1.5m11 11L19 19M19 5l-1.5 1.5m-11 11L5 19",
  dark: "M19 14.5A8 8 0 0 1 9.5 5 8 8 0 1 0 19 14.5z",
  system: "M4 5h16v11H4zM9 20h6M12 16v4",
  pause: "M9 5v14M15 5v14",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  learn: "M2 9l10-5 10 5-10 5zM6 11v5c3 3 9 3 12 0v-5M22 9v6",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.7.7 1 1.4 1 2.5h6c0-1.1.3-1.8 1-2.5A6 6 0 0 0 12 3z",
  notify: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12",
  silent: "M4 9v6h4l5 4V5L8 9zM16 9l5 6M21 9l-5 6",
  event: "M4 5h16v14H4zM4 10h16M10 10v9",
  promote: "M12 19V6m0 0-5 5m5-5 5 5",
  main: "M12 20V8m0 0-4 4m4-4 4 4M5 4h14",
  delete: "M6 7h12M10 7V4h4v3M8 7l1 13h6l1-13",
  details: "M4 6h16M4 12h16M4 18h10",
  write: "M12 15V4m0 0-4 4m4-4 4 4M5 20h14",
  read: "M12 4v11m0 0-4-4m4 4 4-4M5 20h14",
};

/** @param {keyof typeof SHAPES} name */
export function icon(name) {
  return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": true }, svg("path", { d: SHAPES[name] }));
}

/**
 * A button with an icon.
 * @param {keyof typeof SHAPES} drawing
 * @param {string} label
 * @param {() => void} action
 * @param {boolean} [disabled]
 */
export function tool(drawing, label, action, disabled = false) {
  return html("button", { type: "button", class: "tool", onclick: action, disabled }, icon(drawing), label);
}

/** A button that shows whether it is switched on. @param {HTMLButtonElement} button @param {boolean} isOn */
export function pressed(button, isOn) {
  button.setAttribute("aria-pressed", String(isOn));
  return button;
}
