// What Reload and Back bring back: the state of the page, in the entry of the browser's history that it belongs to. The entry is on this
// machine only, and is gone when its tab is. Clearing the page empties it.

import { LONGEST } from "./link.js";
import { INITIAL } from "./state.js";

/** @import { State } from "./types.js" */

/**
 * What an entry has of a state: what differs from the empty page. Nothing of an empty text, and of one that is too long.
 * @param {State} state
 * @returns {Partial<State> | null}
 */
export function remembered(state) {
  const text = state[state.source];
  if (text === "" || text.length > LONGEST) return null;
  const bare = { ...state, [state.source === "plain" ? "encoded" : "plain"]: "" };
  const keys = /** @type {(keyof State)[]} */ (Object.keys(INITIAL));
  return Object.fromEntries(keys.filter((key) => bare[key] !== INITIAL[key]).map((key) => [key, bare[key]]));
}

/**
 * The state of an entry. Another version of the page may have written it, so what this one does not know is left out.
 * @param {unknown} entry
 * @param {{ sets: readonly string[], charsets: readonly string[] }} known
 * @returns {State | undefined}
 */
export function recalled(entry, { sets, charsets }) {
  if (typeof entry !== "object" || entry === null) return;
  const names = {
    set: sets,
    charset: charsets,
    ownCharset: charsets,
    view: ["explain", "encode", "decode"],
    source: ["encoded", "plain"],
  };
  const state = /** @type {Record<string, unknown>} */ ({ ...INITIAL });
  for (const [key, value] of Object.entries(entry)) {
    if (!(key in INITIAL) || typeof value !== typeof state[key]) continue;
    const list = /** @type {Record<string, readonly unknown[]>} */ (names)[key];
    // The charsets of values, and the way back.
    const parts = typeof value === "object" && Object.values(value ?? {});
    if (parts ? parts.every((one) => (key === "outer" ? typeof one === "string" : charsets.includes(one))) : !list || list.includes(value))
      state[key] = parts && key === "outer" ? parts : value;
  }
  const found = /** @type {State} */ (/** @type {unknown} */ (state));
  return found[found.source] === "" ? undefined : found;
}
