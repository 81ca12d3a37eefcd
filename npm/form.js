// Serializes pairs as a form. Short forms are serialized in JavaScript, because a call of the module would cost more; others by the
// module, in one call.

import { running } from "./running.js";

/** The string of a value. An object without a `toString` of its own is an error: nobody means `[object Object]`. */
function textOf(value, count) {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null && value.toString === Object.prototype.toString) {
    throw new TypeError(`serializeForm: pair ${count} contains an object without a text`);
  }
  // For a symbol this throws.
  return `${value}`;
}

function wrongPair(count) {
  return new TypeError(`serializeForm: pair ${count} is not [name, value]`);
}

/** Names and values in turn. */
export function partsOf(pairs) {
  const parts = [];
  if (typeof pairs !== "object" || pairs === null)
    throw new TypeError(`serializeForm takes pairs [name, value], or an object, not ${pairs === null ? "null" : `a ${typeof pairs}`}`);
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
  const kind = Object.getPrototypeOf(pairs);
  // A promise, a buffer or a date has no names: a mistake of the caller, not a form without pairs.
  if (names.length === 0 && kind !== null && Object.getPrototypeOf(kind) !== null) {
    throw new TypeError("serializeForm takes pairs [name, value], or an object that has names and values");
  }
  for (const name of names) parts.push(name, textOf(pairs[name], `named ${JSON.stringify(name)}`));
  return parts;
}

/** The characters that the form set encodes. */
const ENCODED = /[^\w.*-]/;

const triplet = (octet) => `%${octet < 16 ? "0" : ""}${octet.toString(16).toUpperCase()}`;

/** The triplet of each ASCII character, `+` for a space, and the empty string for a kept character. */
const ASCII = Array.from({ length: 128 }, (_, unit) => (unit === 32 ? "+" : ENCODED.test(String.fromCharCode(unit)) ? triplet(unit) : ""));
/** The triplets of the octets from 0x80 on which all but the first of a character are, and of the characters, or their beginnings,
 * that were met. */
const LATER = Array.from({ length: 64 }, (_, low) => triplet(0x80 | low));
const TWO = new Array(0x800),
  BEGINNINGS = new Array(0x400);

/** From this length on, a search for what is to be encoded costs less than a loop. */
const WORTH_A_SEARCH = 20;

/** One name or value, with a space as `+`. */
function written(part) {
  const { length } = part;
  if (length > WORTH_A_SEARCH && part.search(ENCODED) < 0) return part;
  let form = "";
  let done = 0;
  for (let i = 0; i < length; i++) {
    let unit = part.charCodeAt(i);
    if (unit < 0x80 && ASCII[unit] === "") continue;
    if (done < i) form += part.slice(done, i);
    if (unit < 0x80) form += ASCII[unit];
    else if (unit < 0x800) form += TWO[unit] ??= triplet(0xc0 | (unit >> 6)) + LATER[unit & 63];
    else {
      if (unit >= 0xd800 && unit < 0xe000) {
        const low = unit < 0xdc00 && i + 1 < length ? part.charCodeAt(i + 1) : 0;
        if (low >= 0xdc00 && low < 0xe000) {
          const point = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
          form += triplet(0xf0 | (point >> 18)) + LATER[(point >> 12) & 63] + LATER[(point >> 6) & 63] + LATER[point & 63];
          done = ++i + 1;
          continue;
        }
        // The URL standard converts to scalar values: a lone surrogate becomes U+FFFD.
        unit = 0xfffd;
      }
      form += (BEGINNINGS[unit >> 6] ??= triplet(0xe0 | (unit >> 12)) + LATER[(unit >> 6) & 63]) + LATER[unit & 63];
    }
    done = i + 1;
  }
  return done === 0 ? part : done < length ? form + part.slice(done) : form;
}

function byJavascript(parts, plus, crlf) {
  let form = "";
  for (let i = 0; i < parts.length; i++) {
    const part = crlf ? parts[i].replace(/\r\n?|\n/g, "\r\n") : parts[i];
    form += `${i === 0 ? "" : i % 2 ? "=" : "&"}${written(part)}`;
  }
  // A `+` of a name or a value is a triplet here, so each `+` was a space.
  return plus ? form : form.replaceAll("+", "%20");
}

/** Forms up to this length, in code units of the names and values less two for each of them, are serialized in JavaScript. */
const SHORT = 128;
/** One or two pairs up to this length are scanned: often there is nothing to encode. */
const SEARCHED = 2048;

const isKept = (part) => part.search(ENCODED) < 0;

export function serialize(parts, { plus = true, crlf = false }) {
  let length = -2 * parts.length;
  for (let i = 0; i < parts.length && length <= SEARCHED; i++) length += parts[i].length;
  const isShort = length <= SHORT || (length <= SEARCHED && parts.length <= 4 && parts.every(isKept));
  return (isShort ? undefined : running().formJoined(parts, { plus, crlf })) ?? byJavascript(parts, plus, crlf);
}
