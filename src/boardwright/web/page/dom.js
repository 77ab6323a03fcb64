// Creation of DOM elements. Text is always set as text, never as markup.

/** @typedef {Node | string | null | false | undefined} Child */
/** @typedef {Record<string, unknown>} Attributes */

export const NOT_BLANK = ".*\\S.*"; // the pattern of a field in which spaces alone are not enough

/**
 * Make an HTML element. An attribute that is a function is a listener ("onclick"), true is an
 * attribute without a value, and false or null is none; those of ARIA say true and false in words.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function html(tag, attributes = {}, ...children) {
  return dressed(document.createElement(tag), attributes, children);
}

/**
 * Make an SVG element.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, attributes = {}, ...children) {
  return dressed(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function dressed(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (name.startsWith("aria-") && value != null) element.setAttribute(name, String(value));
    else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, ...children);
  return element;
}

/**
 * Replace the children of an element. Those that stay are not taken out, so that a click on them is not lost.
 * @param {Element} element
 * @param {...Child} children
 */
export function put(element, ...children) {
  const wanted = children.flatMap((child) => (child || child === "" ? [child] : []));
  for (const child of [...element.childNodes]) if (!wanted.includes(child)) child.remove();
  let place = element.firstChild;
  for (const child of wanted) {
    if (child === place) place = place.nextSibling;
    else element.insertBefore(child instanceof Node ? child : document.createTextNode(child), place);
  }
}

/**
 * Replace the children of an element, and keep the focus on the one with the same label.
 * @param {Element} element
 * @param {...Child} children
 */
export function renew(element, ...children) {
  const held = element.contains(document.activeElement) ? document.activeElement : null;
  put(element, ...children);
  if (!held) return;
  const words = [...element.querySelectorAll("button, a, input")];
  const again = words.find((each) => each.textContent === held.textContent && each.tagName === held.tagName);
  if (again instanceof HTMLElement) again.focus();
}

/**
 * A button with a text.
 * @param {string} label
 * @param {() => void} action
 * @param {Attributes} [attributes]
 */
export function button(label, action, attributes = {}) {
  return html("button", { type: "button", onclick: action, ...attributes }, label);
}

/**
 * A choice among named values, drawn as a row of buttons, or as a list where they have descriptions.
 * @template Value
 * @param {string} legend what is chosen, for those who hear the page
 * @param {[string, Value, string?][]} options
 * @param {Value} chosen
 * @param {(value: Value) => void} choose
 */
export function choice(legend, options, chosen, choose) {
  const name = `choice-${choices++}`;
  const radios = options.map(([label, value, about]) =>
    html(
      "label",
      {},
      html("input", { type: "radio", name, checked: value === chosen, onchange: () => choose(value) }),
      html("span", {}, label, about && html("small", {}, about)),
    ),
  );
  const isDescribed = options.some(([, , about]) => about);
  return html(
    "fieldset",
    { class: isDescribed ? "choice described" : "choice" },
    html("legend", {}, legend),
    ...radios,
  );
}
let choices = 0;

/** Whether the user prefers reduced motion. */
export function prefersStillness() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Copy a text to the clipboard.
 * @param {string} text
 */
export async function copy(text) {
  // Insecure origins, such as another computer in a local network, have no clipboard API.
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = html("textarea", { class: "unseen", readonly: true });
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
