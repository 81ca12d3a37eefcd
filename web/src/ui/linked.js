// The same characters in both panes and among the bytes: what is selected or pointed at in one lights up in the others.

import { pieces, through } from "../model/pieces.js";
import { byteLength, unitAt } from "../model/place.js";
import { byId, element } from "./dom.js";
import { LONG } from "./pane.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Piece, Range, State } from "../model/types.js" */
/** @typedef {Record<number, Range>} Found The ranges in both panes, by their sides. */

/**
 * Links the panes. `light` is called with the range of bytes to light up, or with nothing. Returns the functions that a view calls when a byte is pointed
 * at.
 * @param {{ engine: Engine, state: State, light: (from?: number, to?: number) => unknown }} page
 */
export function linked({ engine, state, light }) {
  const panes = [byId("encoded"), byId("plain")];
  const backs = panes.map((pane) => byId(`back-${pane.id}`));
  /** The pieces of the texts as they are, made once for each pair. */
  /** @type {{ key?: string, lists?: Piece[][] }} */
  let made = {};

  function clear() {
    for (const back of backs) back.replaceChildren();
  }
  function lists() {
    const shown = { encoded: panes[0].value, plain: panes[1].value };
    const { encoded, plain, plus, charset, escape, layers } = state;
    // A pane shows other line breaks, or only the head.
    if (encoded === "" || !encoded.startsWith(shown.encoded) || !plain.startsWith(shown.plain)) return undefined;
    const key = JSON.stringify([encoded.length, plain.length, shown, plus, charset, escape, layers]);
    if (made.key !== key) made = { key, lists: pieces(engine, { ...state, ...shown }, Math.max(encoded.length, plain.length) > LONG) };
    return made.lists;
  }
  /** @type {(side: number, from: number, to: number) => Found | undefined} */
  const find = (side, from, to) => {
    const all = lists();
    return all && through(all, side, from, to);
  };
  /**
   * @param {Found | undefined} found
   * @param {{ byBytes?: boolean }} how
   */
  function show(found, { byBytes = false } = {}) {
    clear();
    if (!found) return byBytes || light();
    panes.forEach((pane, i) => {
      const [from, to] = found[2 * i];
      backs[i].dir = pane.dir;
      backs[i].replaceChildren(pane.value.slice(0, from), element("mark", {}, pane.value.slice(from, to)), `${pane.value.slice(to)}\n`);
      backs[i].scrollTop = pane.scrollTop;
    });
    if (!byBytes) light(.../** @type {Range} */ (found[0].map((unit) => byteLength(state.encoded.slice(0, unit)))));
  }
  document.addEventListener("selectionchange", () => {
    const side = panes.findIndex((pane) => pane === document.activeElement);
    if (side >= 0) show(find(2 * side, panes[side].selectionStart, panes[side].selectionEnd));
  });
  panes.forEach((pane, i) => {
    pane.addEventListener("scroll", () => {
      backs[i].scrollTop = pane.scrollTop;
    });
    pane.addEventListener("input", clear);
  });
  return {
    /** The bytes of a part of the encoded text. */
    point: (/** @type {number} */ start, /** @type {number} */ end) =>
      show(find(0, unitAt(state.encoded, start), unitAt(state.encoded, end)), { byBytes: true }),
    clear,
  };
}
