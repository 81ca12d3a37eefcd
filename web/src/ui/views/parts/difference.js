// Two texts with their difference marked.

import { element, shown } from "../../dom.js";

/**
 * Each text as an element, with what the other does not have in a mark.
 * @param {string} a
 * @param {string} b
 */
export function difference(a, b) {
  let from = 0;
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - from && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [a, b].map((text) =>
    element(
      "output",
      {},
      ...shown(text.slice(0, from)),
      element("mark", {}, ...shown(text.slice(from, text.length - tail))),
      ...shown(text.slice(text.length - tail)),
    ),
  );
}
