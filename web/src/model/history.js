// One history of the page: every change of text or options, typed or pressed, can be undone and redone.

/** @import { State } from "./types.js" */

/** The number of states that are kept, and the number of code units in their texts. */
const [MOST, UNITS] = [1000, 1 << 26];
/** Letters typed without a longer pause are undone together. */
const PAUSE = 1000;

/** @param {State} state */
const text = (state) => state[state.source];
/**
 * A state without the text that follows from the other one.
 * @param {State} state
 * @returns {State}
 */
const bare = (state) => ({ ...state, [state.source === "plain" ? "encoded" : "plain"]: "" });

export function past() {
  /** @type {[State[], State[]]} */
  let [before, after] = [[], []];
  /** What was typed in last, and when. */
  let [typing, at] = ["", 0];
  return {
    /**
     * Remembers the state before a change. `typed` names the field that a letter is typed in.
     * @param {State} state
     */
    keep(state, typed = "") {
      const now = performance.now();
      const goesOn = typed !== "" && typed === typing && now - at < PAUSE && before.length > 0;
      [typing, at, after] = [typed, now, []];
      if (goesOn) return;
      before.push(bare(state));
      let units = before.reduce((sum, state) => sum + text(state).length, 0);
      while (before.length > MOST || (units > UNITS && before.length > 1)) units -= text(/** @type {State} */ (before.shift())).length;
    },
    /**
     * The state before the last change, or after the last one that was undone; nothing if there is none.
     * @param {State} state
     * @param {boolean} redo
     */
    step(state, redo) {
      const [from, to] = redo ? [after, before] : [before, after];
      typing = "";
      if (from.length > 0) to.push(bare(state));
      return from.pop();
    },
    /** @param {boolean} redo */
    has: (redo) => (redo ? after : before).length > 0,
  };
}
