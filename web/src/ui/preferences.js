// The reader's choice of a language and of a theme.

import { LANGUAGES, language, speak, t } from "../i18n/language.js";
import { keep } from "../work/storage.js";
import { byId, element, onChange } from "./dom.js";
import { THEMES, pickTheme, theme } from "./theme.js";

/**
 * @param {string} selector
 * @returns {NodeListOf<HTMLElement>}
 */
const all = (selector) => document.querySelectorAll(selector);

/**
 * Changes the language of the document; returns whether it did. If the language cannot be loaded, the page says so. A language that was asked
 * for before this one and arrives after it changes nothing.
 * @param {string} code
 */
export async function choose(code) {
  const done = await speak(code);
  if (done === undefined) return false;
  const root = document.documentElement;
  root.lang = language() === "zh" ? "zh-Hans" : language();
  root.dataset.language = language();
  for (const node of all("[data-text]")) node.textContent = t(/** @type {string} */ (node.dataset.text));
  for (const node of all("[data-label]")) node.ariaLabel = node.title = t(/** @type {string} */ (node.dataset.label));
  for (const node of all("[data-title]")) node.title = t(/** @type {string} */ (node.dataset.title));
  for (const node of all("[data-hint]")) /** @type {HTMLInputElement} */ (node).placeholder = t(/** @type {string} */ (node.dataset.hint));
  byId("language-note").textContent = done ? "" : t("languageFailed", { name: LANGUAGES[code] });
  byId("language").value = language();
  return done;
}

/**
 * Changes the language, and remembers it; returns whether it did.
 * @param {string} code
 */
async function pick(code) {
  const done = await choose(code);
  if (done) keep("language", code);
  return done;
}

/**
 * Lets the reader choose; `redraw` is called after a change of the language.
 * @param {() => unknown} redraw
 */
export function preferences(redraw) {
  const draw = () =>
    byId("theme").replaceChildren(
      ...THEMES.map((name) =>
        element("option", { value: name, selected: name === theme() }, t(`theme${name[0].toUpperCase()}${name.slice(1)}`)),
      ),
    );
  onChange("theme", ({ value }) => pickTheme(value));
  onChange("language", async ({ value }) => {
    if (!(await pick(value))) return;
    draw();
    redraw();
  });
  draw();
}
