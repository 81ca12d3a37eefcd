// Edits of a text. A text field returns every line break as LF, so an edit is applied to the original text.

/**
 * A text with its line breaks as a text field returns them.
 * @param {string} text
 */
export const held = (text) => (text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text);

/**
 * Applies an edit: `value` is the text of the pane after it, in which each line break is LF. Line breaks of `old` outside the edit stay
 * as they are, and new ones become like the first of `old`.
 * @param {string} old
 * @param {string} value
 */
export function edited(old, value) {
  const before = held(old);
  if (before === old) return value;
  const shorter = Math.min(before.length, value.length);
  let head = 0;
  while (head < shorter && before[head] === value[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === value[value.length - 1 - tail]) tail++;
  const breaks = /** @type {string[]} */ (old.match(/\r\n?|\n/g));
  /** @param {string} text */
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
