// A pane shows a text. A browser takes minutes to lay out a text that the library converts in milliseconds, so a pane shows only the head of
// a long text.

import { held } from "../model/edit.js";
import { start } from "../model/place.js";

/** Longer texts are converted by the Worker, and their pane shows only the head and is read-only. The slowest layout is that of one
 * line from right to left: 65,536 letters take a second, 16,384 letters 70 ms. */
export const LONG = 1 << 16;
const HEAD = 1 << 14;

/**
 * Shows a text in a pane. A pane that waits for its text is read-only too.
 * @param {HTMLTextAreaElement} pane
 * @param {string} text
 * @param {boolean} waits
 */
export function show(pane, text, waits) {
  const head = held(text.length > LONG ? start(text, HEAD) : text);
  if (pane.value !== head) pane.value = head;
  pane.readOnly = waits || text.length > LONG;
  if (pane.id === "plain") pane.dir = direction(head);
}

/**
 * The direction of the first letter. For `dir="auto"` a browser would search the whole text at every change.
 * @param {string} text
 */
export function direction(text) {
  const [letter] = /[\p{L}\u200e\u200f]/u.exec(text) ?? [""];
  return /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letter) ? "rtl" : "ltr";
}

/**
 * Selects a place of a text in its pane; says whether the pane has it, because of a long text it has only the head.
 * @param {HTMLTextAreaElement} pane
 * @param {string} text
 * @param {number} unit
 */
export function mark(pane, text, unit, length = 3) {
  const at = held(text.slice(0, unit)).length;
  pane.focus();
  pane.setSelectionRange(at, Math.min(at + length, pane.value.length));
  return at <= pane.value.length;
}
