// A text in its pane. A browser takes minutes to lay out what the library converts in milliseconds, and gives every line break
// back as LF: a pane shows the head of a long text, and what is typed is laid over the text that it was.

import { start } from "./place.js";

/** Longer texts are converted by the Worker, and only their head is in the pane, which is then read-only. The worst to lay out
 * is one line from right to left: 65,536 letters of it take a second where 16,384 take 70 ms. */
export const LONG = 1 << 16;
const HEAD = 1 << 14;

/** A text as a pane has it. */
export const held = (text) => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);

/** Shows a text in a pane; a pane that waits for its text is read-only, too. */
export function show(pane, text, waits) {
  const head = held(text.length > LONG ? start(text, HEAD) : text);
  if (pane.value !== head) pane.value = head;
  pane.readOnly = waits || text.length > LONG;
  if (pane.id === "plain") pane.dir = direction(head);
}

/** The direction of the first letter. Of itself a browser would look for it in the whole text at every change. */
export function direction(text) {
  const [letter] = /[\p{L}\u200e\u200f]/u.exec(text) ?? [""];
  return /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u.test(letter) ? "rtl" : "ltr";
}

/** The text `old` as it was changed in a pane to `value`, in which each line break is LF: those that were not touched stay as they
 * were, and new ones become like the first. */
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
    // CR and LF that have met would be one line break.
    text += own === "\n" && text.endsWith("\r") ? "\r\n" : own;
    end = index + 1;
    at++;
  }
  return text + value.slice(end);
}
