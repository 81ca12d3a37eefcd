// What the views ask of the page, and what they make it do.

import { remembered } from "../model/remembered.js";
import { ownOptions } from "../model/state.js";
import { unwrapped } from "../model/text.js";
import { explained, isReference, standOf } from "../model/tree.js";
import { putSoon } from "../work/entry.js";
import { chosenSet, keptNow } from "./session.js";
import { drawUndo } from "./undo.js";

/** @import { Changes } from "./changes.js" */
/** @import { Page, Session } from "./types.js" */

/**
 * @param {Session} session
 * @param {Changes} changes
 * @param {Page["showByte"]} showByte
 * @returns {Page}
 */
export function asked(session, { set, setEncoded, open }, showByte) {
  const { engine, background, past, state } = session;
  const inner = () => {
    try {
      return state.source === "encoded" && !state.escape ? unwrapped(engine, state) : state.encoded;
    } catch {
      return state.encoded;
    }
  };
  const options = () => {
    const { set, alsoKeep, alsoEncode, plus, keepTriplets, crlf, lines, charset, escape, lenient, lossy } = state;
    return { set, alsoKeep, alsoEncode, plus, keepTriplets, crlf, lines, charset, escape, lenient, lossy };
  };
  return {
    engine,
    background,
    setEncoded,
    inner,
    setOptions: set,
    other: () => state.other,
    setOther: (other) => {
      past.keep(state, "other");
      state.other = other;
      drawUndo(session);
      putSoon(() => remembered(state));
    },
    state: () => state,
    open,
    options,
    // While a text is explained, no option is shown, and what was guessed from that text does not count for files.
    fileOptions: () => ({ ...options(), ...(state.view === "explain" && ownOptions(state, chosenSet(session))) }),
    setCharset: (charset, node) =>
      set({
        charset,
        ownCharset: charset,
        readAs: node ? { ...state.readAs, [standOf(node)]: charset } : { "": charset },
        escape: false,
        ownEscape: false,
        source: "encoded",
      }),
    showByte,
    conversion: () => ({
      ...state,
      encoding: state.source === "plain",
      isLink: state.view === "explain" && isReference(explained(engine, state.encoded)),
      encoded: inner(),
      keeps: keptNow(session),
      setPlus: chosenSet(session).plus,
    }),
  };
}
