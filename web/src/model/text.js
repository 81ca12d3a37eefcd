// Converts and describes a text. Runs in the page, and for long texts in the Worker, where there is no document.

import { readText } from "../../../npm/readings.js";
import { NAMES } from "./charsets.js";
import { Unmappable, encodeLegacy } from "./legacy.js";
import { charsetDecoder, encodedOffset } from "./malformed.js";
import { byteLength, characters } from "./place.js";
import { deceptive } from "./visible.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Facts, Problem, State } from "./types.js" */

/** The maximum number of errors: each is copied from the Worker. */
const MOST = 1000;

/**
 * The encoded text without the layers around the one that is decoded last. A text with fewer layers stays as it is.
 * @param {Engine} engine
 * @param {State} state
 */
export function unwrapped(engine, state) {
  let text = state.encoded;
  for (let layer = 1; layer < state.layers; layer++) {
    const next = state.lines ? engine.decodeLines(text, state).text : engine.decode(text, state);
    if (!/%[0-9a-f]{2}/i.test(next)) break;
    text = next;
  }
  return text;
}

/** The octets that are decoded at once. In the block that fails they are decoded one by one. */
const BLOCK = 4096;

/**
 * The offset of the first octets that are not of a charset, in a text of ASCII.
 * @param {Engine} engine
 * @param {string} text
 * @param {State} state
 * @param {string} charset
 */
function malformedAt(engine, text, state, charset) {
  const octets = engine.decodeBytes(text, { ...state, lenient: true });
  const decoder = charsetDecoder(charset);
  let block = 0;
  try {
    for (; block < octets.length; block += BLOCK) decoder.decode(octets.subarray(block, block + BLOCK), block + BLOCK >= octets.length);
  } catch ({ index }) {
    return encodedOffset(text, block + index);
  }
  return 0;
}

/**
 * Decodes the layers, the innermost one in the charset. An error is `inner` if its offset is not one of the text that is shown.
 * @param {Engine} engine
 * @param {State} state
 * @returns {{ text: string, errors?: Problem[] }}
 */
function decoded(engine, state) {
  if (state.escape) return { text: engine.javascript(5, state.encoded) };
  let inner = state.layers > 1;
  try {
    const encoded = unwrapped(engine, state);
    inner = encoded !== state.encoded;
    const { text, errors } = lastLayer(engine, encoded, state);
    return { text, errors: errors?.slice(0, MOST).map((error) => ({ ...error, inner })) };
  } catch (error) {
    throw Object.assign(error, { inner });
  }
}

/**
 * @param {Engine} engine
 * @param {string} encoded
 * @param {State} state
 * @returns {{ text: string, errors?: Problem[] }}
 */
function lastLayer(engine, encoded, state) {
  const { lines, charset, lossy } = state;
  if (charset !== "utf-8") {
    // With `lines`, triplets of line breaks are kept: decoded, they would add a line.
    const { text, wrong, part } = readText(engine, encoded, state, charset);
    if (part && !lossy) {
      throw Object.assign(new Error(), {
        kind: "charset",
        charset: NAMES[charset],
        offset: part.start + malformedAt(engine, part.text, state, charset),
        units: true,
      });
    }
    return { text };
  }
  return lines ? engine.decodeLines(encoded, state) : { text: engine.decode(encoded, state) };
}

/**
 * @param {Engine} engine
 * @param {State} state
 */
function encoded(engine, state) {
  const { plain, escape, charset } = state;
  if (escape) return engine.javascript(4, plain);
  if (charset === "utf-8") return engine.encode(plain, state);
  try {
    return engine.encode(encodeLegacy(plain, charset, state), { ...state, octets: true });
  } catch (error) {
    if (!(error instanceof Unmappable)) throw error;
    throw Object.assign(error, { kind: "unmappable", charset: NAMES[charset], length: error.codePoint > 0xffff ? 2 : 1, units: true });
  }
}

/**
 * What can be read of an encoded text with errors: octets that are not UTF-8 stay encoded, and the errors are said beside it. Nothing if nothing
 * can be read.
 * @param {Engine} engine
 * @param {State} state
 */
function readOn(engine, state) {
  if (state.source === "plain" || state.escape) return "";
  try {
    const keepInvalid = state.charset === "utf-8";
    const { text } = decoded(engine, { ...state, lenient: true, lossy: !keepInvalid, keepInvalid });
    return text === state.encoded ? "" : text;
  } catch {
    return "";
  }
}

/**
 * Converts the source of a state: `{text, errors}`.
 * @param {Engine} engine
 * @param {State} state
 * @returns {{ text: string, errors: Problem[] }}
 */
export function convertText(engine, state) {
  try {
    // A lone surrogate has no UTF-8, and the browser's encoder would replace it by U+FFFD. `escape` encodes it.
    const text = state[state.source];
    const lone = state.escape || text.isWellFormed?.() ? -1 : text.search(/\p{Cs}/u);
    if (lone >= 0) throw { kind: "lone-surrogate", offset: lone, length: 1, units: true };
    const { text: result, errors = [] } = state.source === "plain" ? { text: encoded(engine, state) } : decoded(engine, state);
    return { text: result, errors };
  } catch (error) {
    const { kind = "", offset = 0, message, charset, length, units = state.escape, inner } = error;
    const problem = { kind, offset, message, charset, length, units, inner };
    return { text: kind === "lone-surrogate" ? "" : readOn(engine, state), errors: [problem] };
  }
}

/**
 * The lengths of both texts, their deceptive characters, and the number of layers of the source.
 * @param {Engine} engine
 * @param {State} state
 * @param {Problem[]} errors
 * @returns {Facts}
 */
export function examine(engine, state, errors) {
  /** @param {string} text */
  const facts = (text) => ({ bytes: byteLength(text), characters: characters(text), deceptive: deceptive(text) });
  return {
    encoded: facts(state.encoded),
    plain: facts(state.plain),
    layers: state.source === "encoded" && errors.length === 0 && !state.escape && engine.layers(state.encoded),
  };
}

/**
 * The number of places of an encoded text where a triplet is malformed or, in UTF-8, octets are not text; octets side by side are one.
 * @param {Engine} engine
 * @param {Pick<State, "encoded" | "lenient" | "charset">} state
 */
export function wrongPlaces(engine, { encoded, lenient, charset }) {
  let [count, end] = [0, -1];
  for (const token of engine.tokens(encoded)) {
    const isWrong =
      (charset === "utf-8" && token.kind === "octet") || (!lenient && (token.kind === "malformed" || token.value === "percent"));
    if (isWrong && token.start !== end) count++;
    if (isWrong) end = token.end;
  }
  return count;
}
