// Two texts with their differences marked.

import { element, shown } from "../../dom.js";

/** The most comparisons of two parts. Of longer texts, all from the first to the last difference is marked. */
const MOST = 1 << 20;

/**
 * The triplets and characters of a text.
 * @param {string} text
 * @returns {string[]}
 */
const partsOf = (text) => text.match(/%[0-9a-f]{2}|[^]/giu) ?? [];

/**
 * Which parts of two lists are not in the longest list that both have in common.
 * @param {string[]} a
 * @param {string[]} b
 * @returns {[a: boolean[], b: boolean[]]}
 */
function apart(a, b) {
  const [marks, others] = [a, b].map((list) => list.map(() => true));
  if (a.length * b.length > MOST) return [marks, others];
  const width = b.length + 1;
  const longest = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) {
      const at = i * width + j;
      longest[at] = a[i] === b[j] ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
    }
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) marks[i++] = others[j++] = false;
    else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) i++;
    else j++;
  }
  return [marks, others];
}

/**
 * Each text as an element, with what the other does not have in marks.
 * @param {string} a
 * @param {string} b
 */
export function difference(a, b) {
  const [first, second] = [a, b].map(partsOf);
  let [from, tail] = [0, 0];
  const least = Math.min(first.length, second.length);
  while (from < least && first[from] === second[from]) from++;
  while (tail < least - from && first[first.length - 1 - tail] === second[second.length - 1 - tail]) tail++;
  const middles = [first, second].map((list) => list.slice(from, list.length - tail));
  const marks = apart(middles[0], middles[1]);
  return [first, second].map((list, k) => {
    const out = [...shown(list.slice(0, from).join(""))];
    for (let i = 0; i < middles[k].length;) {
      const begin = i;
      while (i < middles[k].length && marks[k][i] === marks[k][begin]) i++;
      const piece = shown(middles[k].slice(begin, i).join(""));
      out.push(...(marks[k][begin] ? [element("mark", {}, ...piece)] : piece));
    }
    return element("output", {}, ...out, ...shown(list.slice(list.length - tail).join("")));
  });
}
