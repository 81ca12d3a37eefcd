// Undo and Redo: their buttons and their keys.

import { byId } from "./dom.js";

/** @import { Session } from "./types.js" */

const STEPS = /** @type {const} */ (["undo", "redo"]);

/** @param {Session} session */
export function drawUndo({ past }) {
  for (const id of STEPS) byId(id).disabled = !past.has(id === "redo");
}

/** @param {(redo: boolean) => unknown} step */
export function takeUndo(step) {
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    step(key === "y" || event.shiftKey);
  });
  for (const id of STEPS) byId(id).addEventListener("click", () => step(id === "redo"));
}
