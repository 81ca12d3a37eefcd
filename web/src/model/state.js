// The state of the page: the texts, the options and the views. What follows from them is computed.

/** @import { State } from "./types.js" */
/** @import { SetDescription } from "../../../npm/index.js" */

/**
 * The state of an empty page. `chosen` says that the reader has pressed the view; otherwise it follows from what is pasted. `ownPlus` is the
 * reader's choice for `+`. A set may bring another, and the reader may change that.
 * @type {State}
 */
export const INITIAL = {
  view: "explain",
  chosen: false,
  readAs: "",
  source: "encoded",
  encoded: "",
  plain: "",
  set: "rfc3986:unreserved",
  alsoKeep: "",
  alsoEncode: "",
  charset: "utf-8",
  plus: false,
  ownPlus: false,
  lines: false,
  crlf: false,
  keepTriplets: false,
  escape: false,
  lenient: false,
  lossy: false,
  keepInvalid: false,
  layers: 1,
  other: "",
};

/**
 * The characters of ASCII that a set keeps under the options of a state.
 * @param {SetDescription} set
 * @param {State} state
 */
export function keptBy(set, { alsoKeep, alsoEncode, plus }) {
  // Where a space is written as `+`, a `+` is encoded.
  /** @param {string} character */
  const isKept = (character) => !(character === "+" && plus);
  return [...set.keeps]
    .filter((character) => !alsoEncode.includes(character))
    .concat(...alsoKeep)
    .filter(isKept)
    .join("");
}
