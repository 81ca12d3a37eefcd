// The language of the interface: the reader's choice, or the first language of the browser that the page has. English is in the script;
// every other language is a file, which is loaded when it is the reader's or is chosen.

import { byId } from "./dom.js";
import { embedded } from "./embedded.js";
import en from "./languages/en.js";
import { kept, keep } from "./storage.js";

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", ru: "Русский", zh: "简体中文", "zh-Hant": "繁體中文", ja: "日本語", ko: "한국어" };

let current = "en";
let texts = en;

/** The text of a key in the language of the page; `{name}` is replaced by a value. */
export function t(key, values = {}) {
  // A file of another version may lack a text.
  return (texts[key] ?? en[key]).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The message of a finding; in English it is the library's. */
export const ruleText = (finding) => texts.rules[finding.id] ?? finding.message;

/** The description of a set; in English it is the library's, and names of functions are the same in every language. */
export function about(set) {
  const [, text, plus = ""] = /^(.*?)(; space is \+)?$/.exec(set.about);
  return (texts.sets[text] ?? text) + (texts.sets[plus] ?? plus);
}

export const number = (value) => new Intl.NumberFormat(current).format(value);

/** The texts of a language. The file is data: it cannot run anything. */
async function load(code) {
  const name = code.toLowerCase();
  if (code === "en" || embedded) return embedded?.languages[name] ?? en;
  const response = await fetch(`${name}.json`);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.json();
}

/** The language that was asked for last. */
let wanted;

/** Changes the language; returns whether it did. If the file cannot be loaded, the language stays, and the page says so. A language that
 * was asked for before this one and arrives after it changes nothing. */
export async function choose(code) {
  wanted = code;
  const found = await load(code).catch(() => undefined);
  if (wanted !== code) return false;
  if (found) [current, texts] = [code, found];
  const root = document.documentElement;
  root.lang = current === "zh" ? "zh-Hans" : current;
  root.dataset.language = current;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
  for (const node of document.querySelectorAll("[data-hint]")) node.placeholder = t(node.dataset.hint);
  byId("language-note").textContent = found ? "" : t("languageFailed", { name: LANGUAGES[code] });
  byId("language").value = current;
  return found !== undefined;
}

export function startingLanguage() {
  const picked = kept("language");
  if (picked in LANGUAGES) return picked;
  for (const wanted of navigator.languages ?? []) {
    const code = /^zh\b.*\b(?:hant|tw|hk|mo)\b/i.test(wanted) && !/hans/i.test(wanted) ? "zh-Hant" : wanted.slice(0, 2).toLowerCase();
    if (code in LANGUAGES) return code;
  }
  return "en";
}

/** Changes the language, and remembers it; returns whether it did. */
export async function pick(code) {
  const done = await choose(code);
  if (done) keep("language", code);
  return done;
}

export const language = () => current;
