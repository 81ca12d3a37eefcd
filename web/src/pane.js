// The text of a pane. A text field returns every line break as LF, so an edit is applied to the original text. A browser takes minutes
// to lay out a text that the library converts in milliseconds, so a pane shows only the head of a long text.

import { start } from "./place.js";

/** Longer texts are converted by the Worker, and their pane shows only the head and is read-only. The slowest layout is that of one
 * line from right to left: 65,536 letters take a second, 16,384 letters 70 ms. */
export const LONG = 1 << 16;
const HEAD = 1 << 14;

/** A text with its line breaks as a text field returns them. */
export const held = (text) => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);

/** Shows a text in a pane. A pane that waits for its text is read-only too. */
export function show(pane, text, waits) {
  const head = held(text.length > LONG ? start(text, HEAD) : text);
  if (pane.value !== head) pane.value = head;
  pane.readOnly = waits || text.length > LONG;
  if (pane.id === "plain") pane.dir = direction(head);
}

/** The direction of the first letter. For `dir="auto"` a browser would search the whole text at every change. */
export function direction(text) {
  const [letter] = /[\p{L}\u200e\u200f]/u.exec(text) ?? [""];
  return /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letter) ? "rtl" : "ltr";
}

/** Applies an edit: `value` is the text of the pane after it, in which each line break is LF. Line breaks of `old` outside the edit stay
 * as they are, and new ones become like the first of `old`. */
export function edited(old, value) {
  const before = held(old);
  if (before === old) return value;
  const shorter = Math.min(before.length, value.length);
  let head = 0;
  while (head < shorter && before[head] === value[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === value[value.length - 1 - tail]) tail++;
  const breaks = old.match(/\r\n?|\n/g);
  const count = (text) => text.split("\n").length - 1;
  const [kept, from, moved] = [count(value.slice(0, head)), count(value.slice(0, value.length - tail)), breaks.length - count(value)];
  let [at, text, end] = [0, "", 0];
  for (const { index } of value.matchAll(/\n/g)) {
    text += value.slice(end, index);
    const own = breaks[at < kept ? at : at < from ? 0 : at + moved];
    // A CR and an LF that have become adjacent would be one line break.
    text += own === "\n" && text.endsWith("\r") ? "\r\n" : own;
    end = index + 1;
    at++;
  }
  return text + value.slice(end);
}
