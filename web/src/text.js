// Converts and describes a text. Runs in the page, and for long texts in the Worker, where there is no document.

import { readText } from "../../npm/readings.js";
import { NAMES } from "./charsets.js";
import { Unmappable, encodeLegacy } from "./legacy.js";
import { byteLength, characters } from "./place.js";
import { deceptive } from "./visible.js";

/** The maximum number of errors: each is copied from the Worker. */
const MOST = 1000;

/** The encoded text without the layers around the one that is decoded last. It does not change if it has fewer. */
export function unwrapped(engine, state) {
  let text = state.encoded;
  for (let layer = 1; layer < state.layers; layer++) {
    const next = state.lines ? engine.decodeLines(text, state).text : engine.decode(text, state);
    if (!/%[0-9a-f]{2}/i.test(next)) break;
    text = next;
  }
  return text;
}

function decoded(engine, state) {
  const { escape, lines, charset, lossy } = state;
  let encoded;
  try {
    encoded = escape ? state.encoded : unwrapped(engine, state);
  } catch (error) {
    // In an inner layer, an offset is not one of the text that is shown.
    throw Object.assign(error, { offset: 0 });
  }
  if (escape) return { text: engine.javascript(5, encoded) };
  if (charset !== "utf-8") {
    // With `lines`, triplets of line breaks are kept: decoded, they would add a line.
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

/** Converts the source of a state: `{text, errors}`. */
export function convertText(engine, state) {
  try {
    // A lone surrogate has no UTF-8, and the browser's encoder would replace it by U+FFFD. `escape` encodes it.
    const text = state[state.source];
    const lone = state.escape || text.isWellFormed?.() ? -1 : text.search(/\p{Cs}/u);
    if (lone >= 0) throw { kind: "lone-surrogate", offset: lone, length: 1, units: true };
    return { errors: [], ...(state.source === "plain" ? { text: encoded(engine, state) } : decoded(engine, state)) };
  } catch (error) {
    return { text: "", errors: [{ kind: error.kind ?? "", offset: error.offset ?? 0, message: error.message, charset: error.charset, length: error.length, units: error.units ?? state.escape }] };
  }
}

/** The lengths of both texts, their deceptive characters, and the number of layers of the source. */
export function examine(engine, state, errors) {
  const facts = (text) => ({ bytes: byteLength(text), characters: characters(text), deceptive: deceptive(text) });
  return {
    encoded: facts(state.encoded),
    plain: facts(state.plain),
    layers: state.source === "encoded" && errors.length === 0 && !state.escape && engine.layers(state.encoded),
  };
}
