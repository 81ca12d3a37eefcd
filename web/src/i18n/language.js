// The language of the interface: the reader's choice, or the first language of the browser that the page has. English is in the script;
// every other language is a file, which is loaded when it is the reader's or is chosen.

import { embedded } from "../work/embedded.js";
import { kept } from "../work/storage.js";
import { ADVICE } from "./advice.js";
import en from "./languages/en.js";

/** @import { TextFile, Texts } from "../model/types.js" */
/** @import { SetDescription } from "../../../npm/index.js" */

/** @type {Record<string, string>} */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ru: "Русский",
  zh: "简体中文",
  "zh-Hant": "繁體中文",
  ja: "日本語",
  ko: "한국어",
};

/** @type {string} */
let current = "en";
/** @type {Texts} */
let texts = en;

/**
 * The text of a key in the language of the page; `{name}` is replaced by a value.
 * @param {string} key
 * @param {Record<string, string | number | undefined>} values
 */
export function t(key, values = {}) {
  // A file of another version may lack a text.
  return /** @type {string} */ (texts[key] ?? en[key]).replace(/\{(\w+)\}/g, (_, name) => /** @type {string} */ (values[name]));
}

/**
 * The message of a finding; in English it is the library's.
 * @param {{ id: string, message: string }} finding
 */
export const ruleText = (finding) => texts.rules[finding.id] ?? finding.message;

/**
 * The description of a set; in English it is the library's, and names of functions are the same in every language.
 * @param {SetDescription} set
 */
export function about(set) {
  const [, text, plus = ""] = /** @type {RegExpExecArray} */ (/^(.*?)(; space is \+)?$/.exec(set.about));
  return (texts.sets[text] ?? text) + (texts.sets[plus] ?? plus);
}

/**
 * A name of a kind of text within a sentence.
 * @param {string} text
 */
export const within = (text) =>
  text.replace(current === "de" ? /^(?:Eine?|Das|Kodierter|Gewöhnlicher) / : /^(?!JavaScript|\p{Lu}{2})./u, (begin) => begin.toLowerCase());

/** @param {number} value */
export const number = (value) => new Intl.NumberFormat(current).format(value);

/** The keys of the texts and of the rules: the file of a language has its texts in this order, without them. */
export const KEYS = Object.keys(en).filter((key) => key !== "rules" && key !== "sets");
export const RULES = Object.keys(ADVICE);
/** What the file of another version does not have. */
export const STAMP = [...[...KEYS, ...RULES].join()].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);

/**
 * The texts in a file. What is missing there is as in English.
 * @param {TextFile} file
 * @returns {Texts}
 */
export function textsOf({ stamp, texts, rules, sets }) {
  if (stamp !== STAMP) throw new Error("another version");
  return {
    ...Object.fromEntries(KEYS.map((key, i) => [key, texts[i] || en[key]])),
    rules: Object.fromEntries(RULES.map((id, i) => [id, rules[i]])),
    sets,
  };
}

/**
 * The texts of a language. The file is data: it cannot run anything.
 * @param {string} code
 * @returns {Promise<Texts>}
 */
async function load(code) {
  const name = code.toLowerCase();
  if (code === "en") return en;
  if (embedded) return textsOf(embedded.languages[name]);
  const response = await fetch(`${name}.json`);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return textsOf(await response.json());
}

/**
 * The language that was asked for last.
 * @type {string}
 */
let wanted;

/**
 * Changes the language; returns whether the language is now this one, or nothing if another one has been asked for since. If the file cannot be
 * loaded, the language stays.
 * @param {string} code
 */
export async function speak(code) {
  wanted = code;
  const found = await load(code).catch(() => undefined);
  if (wanted !== code) return undefined;
  if (found) [current, texts] = [code, found];
  return found !== undefined;
}

export function startingLanguage() {
  const picked = kept("language");
  if (picked in LANGUAGES) return picked;
  for (const wanted of navigator.languages ?? []) {
    const code = /^zh\b.*\b(?:hant|tw|hk|mo)\b/i.test(wanted) && !/hans/i.test(wanted) ? "zh-Hant" : wanted.split("-")[0].toLowerCase();
    if (code in LANGUAGES) return code;
  }
  return "en";
}

export const language = () => current;
