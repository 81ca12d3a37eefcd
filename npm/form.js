// Pairs to a form: what they may be, and how they are written. A few short ones by what JavaScript has itself, because a call of
// the module has its price; more of them all at once.

import { running } from "./running.js";

/** Options of the operation, as bits: see `crates/triplet-wasm/src/codec.rs`. */
const CRLF = 8, PERCENT = 256;

/** What `String` makes of an object that has no text of its own, such as `[object Object]`, is no value of a form. */
function textOf(value, count) {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && value.toString === Object.prototype.toString) {
    throw new TypeError(`serializeForm: pair ${count} has an object in it, which is no text`);
  }
  return String(value);
}

function wrongPair(count) {
  return new TypeError(`serializeForm: pair ${count} is not [name, value]`);
}

/** Names and values in turn. */
export function partsOf(pairs) {
  const parts = [];
  if (typeof pairs !== "object" || pairs === null) throw new TypeError(`serializeForm takes pairs [name, value], or an object, not ${pairs === null ? "null" : `a ${typeof pairs}`}`);
  if (Array.isArray(pairs) || pairs[Symbol.iterator] != null) {
    let count = 0;
    for (const pair of pairs) {
      if (typeof pair !== "object" || pair === null) throw wrongPair(count);
      const two = Array.isArray(pair) ? pair : pair[Symbol.iterator] != null ? [...pair] : [];
      if (two.length !== 2) throw wrongPair(count);
      parts.push(textOf(two[0], count), textOf(two[1], count));
      count++;
    }
    return parts;
  }
  const names = Object.keys(pairs);
  // A promise, a buffer or a date has no names: that is a mistake, and not a form without pairs.
  if (names.length === 0 && Object.getPrototypeOf(Object.getPrototypeOf(pairs) ?? {}) !== null && Object.getPrototypeOf(pairs) !== null) {
    throw new TypeError("serializeForm takes pairs [name, value], or an object that has names and values");
  }
  for (const name of names) parts.push(name, textOf(pairs[name], `named ${JSON.stringify(name)}`));
  return parts;
}

/** What the form set keeps, and what `encodeURIComponent` keeps beside that. */
const KEPT = /^[\w.*-]*$/;
const MORE = /[!'()~]/g;
const MORE_OR_SPACE = /[!'()~]|%20/g;
const triplets = { "!": "%21", "'": "%27", "(": "%28", ")": "%29", "~": "%7E", "%20": "+" };
const triplet = (found) => triplets[found];

/** One name or value, by what JavaScript has. */
function written(part, plus, crlf) {
  if (KEPT.test(part)) return part;
  const text = crlf ? part.replace(/\r\n?|\n/g, "\r\n") : part;
  let encoded;
  try {
    encoded = encodeURIComponent(text);
  } catch {
    encoded = encodeURIComponent(text.toWellFormed?.() ?? text.replace(/\p{Surrogate}/gu, "\uFFFD"));
  }
  return encoded.replace(plus ? MORE_OR_SPACE : MORE, triplet);
}

function byJavascript(parts, plus, crlf) {
  let form = "";
  for (let i = 0; i < parts.length; i += 2) form += `${i === 0 ? "" : "&"}${written(parts[i], plus, crlf)}=${written(parts[i + 1], plus, crlf)}`;
  return form;
}

/** Names and values of together as many code units as this are not worth a call of the module. */
const SHORT = 128;

export function serialize(parts, { plus = true, crlf = false }) {
  let length = 0;
  for (let i = 0; i < parts.length && length <= SHORT; i++) length += parts[i].length;
  if (length > SHORT) {
    const engine = running();
    try {
      engine.call("form_serialize_joined", engine.one(parts.join("\0")), parts.length - 1, (plus ? 0 : PERCENT) | (crlf ? CRLF : 0));
      return engine.text();
    } catch (error) {
      // A name or a value has the character that separates them here.
      if (error.kind !== "separator") throw error;
    }
  }
  return byJavascript(parts, plus, crlf);
}
