// Printing: a text field prints only the part that is scrolled into view, so an element beside it has the whole text then.

import { byId } from "./dom.js";

/**
 * @template {string} Name
 * @param {readonly Name[]} panes
 * @param {(name: Name) => string} textOf
 */
export function printWhole(panes, textOf) {
  addEventListener("beforeprint", () => {
    for (const name of panes) byId(`print-${name}`).textContent = textOf(name);
  });
  addEventListener("afterprint", () => {
    for (const name of panes) byId(`print-${name}`).textContent = "";
  });
}
