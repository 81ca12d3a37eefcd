// Files that are dropped on the page.

import { LONG } from "./pane.js";

/** @param {DragEvent} event */
export const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");

/**
 * The text of a file that fits into the box: octets that are not UTF-8 as triplets, so that their charset is found there. Nothing if it is not
 * text.
 * @param {File} file
 */
async function textOf(file) {
  if (file.size > LONG) return;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      // No text has these controls.
      if (bytes.some((byte) => byte < 9)) return;
      const text = Array.from(bytes, (byte) =>
        byte > 0x7e || byte === 0x25 ? `%${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte),
      ).join("");
      return text.length > LONG ? undefined : text;
    }
  } catch {
    // It cannot be read.
  }
}

/**
 * Where the text is explained, one small file of text goes into the box, and every other one to the view of files.
 * @param {{
 *   state: () => import("../model/types.js").State,
 *   text: (text: string) => void,
 *   files: (files: File[], operation?: string) => void,
 * }} take
 */
export function takeDrops({ state, text, files }) {
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  addEventListener("drop", async (event) => {
    document.body.classList.remove("dropping");
    if (!hasFiles(event)) return;
    // The browser would open the file instead of the page.
    event.preventDefault();
    const list = [...(event.dataTransfer?.files ?? [])];
    const target = /** @type {Element} */ (event.target);
    const isSmall = state().view === "explain" && list.length === 1 && !target.closest("#panel-files");
    const found = isSmall && (await textOf(list[0]));
    if (found) return text(found);
    // The one box of Explain is not of encoded text: there the name says what is done.
    const pane = state().view !== "explain" && target.closest(".pane")?.id;
    files(list, pane ? { "pane-encoded": "decode", "pane-plain": "encode" }[pane] : undefined);
  });
}
