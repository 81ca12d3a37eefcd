// The language of the interface: the reader's choice, or the first language of the browser that the page has.

import en from "./languages/en.js";
import ja from "./languages/ja.js";
import ko from "./languages/ko.js";
import zh from "./languages/zh.js";
import hant from "./languages/zh-hant.js";
import { kept, keep } from "./storage.js";

export const LANGUAGES = { en: ["English", en], zh: ["简体中文", zh], "zh-Hant": ["繁體中文", hant], ja: ["日本語", ja], ko: ["한국어", ko] };

let current = "en";

/** The text of a key in the language of the page; `{name}` is replaced by a value. */
export function t(key, values = {}) {
  return LANGUAGES[current][1][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The message of a finding; in English it is the library's. */
export const ruleText = (finding) => LANGUAGES[current][1].rules[finding.id] ?? finding.message;

/** The description of a set by its place; in English it is the library's, and names of functions are the same in every language. */
export const about = (set, place) => LANGUAGES[current][1].sets[place] || set.about;

export const number = (value) => new Intl.NumberFormat(current).format(value);

export function choose(code) {
  current = code;
  document.documentElement.lang = code === "zh" ? "zh-Hans" : code;
  for (const node of document.querySelectorAll("[data-text]")) node.textContent = t(node.dataset.text);
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

export function pick(code) {
  keep("language", code);
  choose(code);
}

export const language = () => current;
