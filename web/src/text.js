// A text through the library, and what is said about it. Runs in the page, for long texts in the Worker: nothing of a document
// may be needed here.

import { NAMES, readText } from "./charsets.js";
import { Unmappable, encodeLegacy } from "./legacy.js";
import { byteLength, characters } from "./place.js";
import { deceptive } from "./visible.js";

/** Of lines in error, more are not told: each would have to be brought from the Worker. */
const MOST = 1000;

function decoded(engine, state) {
  const { encoded, escape, lines, charset, lossy } = state;
  if (escape) return { text: engine.javascript(5, encoded) };
  if (charset !== "utf-8") {
    // Line by line no decoded line break forges a line.
    const { text, wrong } = readText(engine, encoded, state, charset);
    if (wrong > 0 && !lossy) throw Object.assign(new Error(), { kind: "charset", charset: NAMES[charset], offset: 0 });
    return { text };
  }
  if (!lines) return { text: engine.decode(encoded, state) };
  const { text, errors } = engine.decodeLines(encoded, state);
  return { text, errors: errors.slice(0, MOST) };
}

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

/** What the source becomes by the options of a state, `text`, and what is wrong with it, `errors`. */
export function convertText(engine, state) {
  try {
    // A lone surrogate has no UTF-8: an encoder of the browser would write U+FFFD in its place. `escape` has a form for it.
    const text = state[state.source];
    const lone = state.escape || text.isWellFormed?.() ? -1 : text.search(/\p{Cs}/u);
    if (lone >= 0) throw { kind: "lone-surrogate", offset: lone, length: 1, units: true };
    return { errors: [], ...(state.source === "plain" ? { text: encoded(engine, state) } : decoded(engine, state)) };
  } catch (error) {
    return { text: "", errors: [{ kind: error.kind ?? "", offset: error.offset ?? 0, message: error.message, charset: error.charset, length: error.length, units: error.units ?? state.escape }] };
  }
}

/** How long both texts are, which deceptive characters they have, and how many times the source is encoded. */
export function examine(engine, state, errors) {
  const facts = (text) => ({ bytes: byteLength(text), characters: characters(text), deceptive: deceptive(text) });
  return {
    encoded: facts(state.encoded),
    plain: facts(state.plain),
    layers: state.source === "encoded" && errors.length === 0 && !state.escape && engine.layers(state.encoded),
  };
}
