// The notes under the panes: errors with their context and remedies, and invisible characters.

import { number, t } from "../i18n/language.js";
import { MALFORMED, errorText, placeText } from "../i18n/messages.js";
import { unitAt } from "../model/place.js";
import { button, element, shown } from "./dom.js";
import { LONG } from "./pane.js";

const ROUND = 24;
const MOST = 400;
const ERRORS = 20;

/** @import { Problem, State } from "../model/types.js" */
/** @import { Child } from "./dom.js" */
/** What the buttons do. `jump` puts the cursor at an error.
 * @typedef {{ jump: (error: Problem) => unknown, repair: () => unknown, replace: () => unknown, charsets: () => unknown, set: (changes: Partial<State>) => unknown }}
 *   Actions */

/**
 * @param {string} kind
 * @param {...Child} children
 */
const notice = (kind, ...children) => element("div", { class: `notice ${kind}` }, ...children);

/**
 * The offset of an error in code units.
 * @param {string} text
 * @param {Problem} error
 */
export const unitOf = (text, error) => (error.units ? error.offset : unitAt(text, error.offset));

/**
 * An error with the text around it.
 * @param {string} text
 * @param {Problem} error
 */
function context(text, error) {
  const at = unitOf(text, error);
  const end = Math.min(at + (error.length ?? 3), text.length);
  return element(
    "p",
    { class: "context" },
    at > ROUND ? "…" : "",
    ...shown(text.slice(Math.max(0, at - ROUND), at)),
    element("mark", {}, ...shown(text.slice(at, end)), end === at ? "∎" : ""),
    ...shown(text.slice(end, end + ROUND)),
    end + ROUND < text.length ? "…" : "",
  );
}

/**
 * @param {Problem[]} errors
 * @param {number} places
 * @param {string} text
 * @param {Actions} actions
 */
export function errorNotes(errors, places, text, actions) {
  // In a long text, finding a line takes long.
  const all = errors
    .slice(0, text.length > LONG ? 2 : ERRORS)
    .map((error) => {
      // The offset is one of an inner layer, which is not shown.
      if (error.inner) return [element("p", {}, `✗ ${errorText(error)}`)];
      return [element("p", {}, `✗ ${errorText(error)} (${placeText(text, unitOf(text, error))})`), context(text, error)];
    })
    .flat();
  const kinds = new Set(errors.map((error) => error.kind));
  const malformed = MALFORMED.some((kind) => kinds.has(kind));
  const unreadable = kinds.has("invalid-utf-8") || kinds.has("charset");
  const escapes = malformed && /%u[0-9a-f]{4}/i.test(text);
  /** @type {(option: "escape" | "lenient" | "keepInvalid" | "lossy", key?: string) => HTMLElement} */
  const on = (option, key = option) =>
    button(t(key), () => actions.set({ [option]: true, ...(option === "escape" && { ownEscape: true }) }));
  return notice(
    "error",
    ...all,
    places > 1 && element("p", {}, t("errorPlaces", { n: number(places) })),
    element(
      "div",
      {},
      !errors[0].inner && button(t("jump"), () => actions.jump(errors[0])),
      malformed && button(t("repair"), actions.repair),
      escapes && on("escape", "toEscape"),
      malformed && on("lenient"),
      unreadable && button(t("toCharsets"), actions.charsets),
      kinds.has("invalid-utf-8") && on("keepInvalid"),
      unreadable && on("lossy"),
      kinds.has("lone-surrogate") && button(t("lossy"), actions.replace),
    ),
  );
}

/**
 * @param {string} kind
 * @param {string} text
 * @param {string} [label]
 * @param {() => unknown} [action]
 */
export const withButton = (kind, text, label, action) => notice(kind, element("p", {}, text), label && action && button(label, action));

/**
 * A text with its invisible characters made visible.
 * @param {string} text
 * @param {string[]} found
 */
export function invisibleNote(text, found) {
  if (found.length === 0) return null;
  return notice(
    "warn",
    element("p", {}, `⚠ ${t("invisible")} ${found.slice(0, 8).join(", ")}`),
    element("p", { class: "context", dir: "ltr" }, ...shown(text.slice(0, MOST)), text.length > MOST ? "…" : ""),
  );
}
