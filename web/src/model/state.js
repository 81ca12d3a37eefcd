// The state of the page: the texts, the options and the views. What follows from them is computed.

/** @import { State } from "./types.js" */
/** @import { SetDescription } from "../../../npm/index.js" */

/**
 * The state of an empty page. `chosen` says that the reader has pressed the view; otherwise it follows from what is pasted. `ownPlus`,
 * `ownCharset` and `ownEscape` are what the reader has chosen. A set may bring another `+`, and a text its own charset, `+` and `%uXXXX`: what is
 * guessed from a text goes with that text.
 * @type {State}
 */
export const INITIAL = {
  view: "explain",
  chosen: false,
  readAs: {},
  outer: [],
  source: "encoded",
  encoded: "",
  plain: "",
  set: "rfc3986:unreserved",
  alsoKeep: "",
  alsoEncode: "",
  charset: "utf-8",
  plus: false,
  ownPlus: false,
  ownCharset: "utf-8",
  ownEscape: false,
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
 * The options without what was guessed from a text.
 * @param {Pick<State, "ownPlus" | "ownCharset" | "ownEscape">} state
 * @param {{ plus: boolean }} set the set that is chosen
 */
export const ownOptions = ({ ownPlus, ownCharset, ownEscape }, { plus }) => ({
  charset: ownCharset,
  plus: plus || ownPlus,
  escape: ownEscape,
});

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
