// Messages in the language of the user, by Fluent (https://projectfluent.org).

import { hasServer } from "./hosting.js";
import { FluentBundle, FluentResource } from "./vendor/fluent-bundle.js";

/** @import { FluentArgument } from "./vendor/fluent-bundle.js" */
/** @typedef {Record<string, FluentArgument>} Arguments */

const YEAR = 365 * 24 * 60 * 60; // seconds

/** @type {{chosen: string, names: Record<string, string>, messages: string | Record<string, string>}} */
const languages = JSON.parse(document.getElementById("languages")?.textContent ?? "");

export const language = hasServer ? languages.chosen : preferred();
/** The languages of the page: their names by their codes. */
export const languageNames = languages.names;

/** Without a server: the language that the user has chosen, or else the first of the browser's that there is. */
function preferred() {
  const [, stored] = /(?:^|; )language=([^;]*)/.exec(document.cookie) ?? [];
  const codes = [stored, ...navigator.languages.map((each) => each.split("-")[0]), languages.chosen];
  const found = codes.find((code) => code && code in languages.names) ?? "en";
  document.documentElement.lang = found;
  return found;
}

const bundle = new FluentBundle(language, { useIsolating: false });
const { messages } = languages;
const response = await fetch(typeof messages === "string" ? messages : messages[language]);
// There are other messages since this page was loaded.
if (!response.ok) location.reload();
// Where a translation is incomplete, it follows the messages that it overrides.
bundle.addResource(new FluentResource(await response.text()), { allowOverrides: true });

/** Use another language from now on. @param {string} code */
export function chooseLanguage(code) {
  document.cookie = `language=${code}; path=/; max-age=${YEAR}; samesite=lax`;
  location.reload();
}

/**
 * A message in the language of the user.
 * @param {string} id
 * @param {Arguments} [values]
 */
export function t(id, values) {
  const found = messageOf(id, values);
  if (found === null) console.error(`There is no message ${id}.`);
  return found ?? id;
}

/**
 * A message, or one of its attributes ("ID.ATTRIBUTE"); null if there is none.
 * @param {string} id
 * @param {Arguments} [values]
 */
export function messageOf(id, values) {
  const [name, attribute] = id.split(".");
  const message = bundle.getMessage(name);
  const pattern = attribute ? message?.attributes[attribute] : message?.value;
  if (!pattern) return null;
  /** @type {Error[]} */
  const errors = [];
  const text = bundle.formatPattern(pattern, values, errors);
  for (const error of errors) console.error(`Message ${id}: ${error.message}`);
  return text;
}

const lists = new Intl.ListFormat(language);

/** Texts as a list: "a, b, and c". @param {string[]} texts */
export function listOf(texts) {
  return lists.format(texts);
}

/** A text with a capital first letter. @param {string} text */
export function capitalised(text) {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}
