// What the functions of the package check of their arguments, and what they add to errors.

import { bytesOf } from "./bytes.js";
import { isText, TripletError } from "./core.js";

const NONE = Object.freeze({});

const described = (value) =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "an array"
      : typeof value === "object"
        ? "an object"
        : typeof value === "function"
          ? "a function"
          : value === undefined
            ? "undefined"
            : `a ${typeof value}`;

/** The kinds of options in words. */
const KINDS = {
  string: "a string",
  boolean: "true or false",
  number: "a whole number, at least 0",
  ascii: "a string of ASCII characters",
  tags: "a string or an array of strings",
};

const isString = (value) => typeof value === "string";
/** Whether a value is of a kind that is more than a type. */
const CHECKS = {
  number: (value) => Number.isInteger(value) && value >= 0,
  ascii: (value) => isString(value) && /^[\0-\x7f]*$/.test(value),
  tags: (value) => isString(value) || (Array.isArray(value) && value.every(isString)),
};

const shown = (value) => (typeof value === "number" ? value : isString(value) ? JSON.stringify(value) : described(value));

/** The options, each read once. An unknown name is an error: a misspelled option would be ignored silently. */
export function optionsOf(options, known, name) {
  if (options === undefined) return NONE;
  if (typeof options !== "object" || options === null) throw new TypeError(`${name}: the options are an object, not ${described(options)}`);
  const read = {};
  for (const key in options) {
    if (!Object.hasOwn(known, key))
      throw new TypeError(`${name} has no option ${JSON.stringify(key)}; it has ${Object.keys(known).join(", ")}`);
    const value = options[key];
    if (value === undefined) continue;
    const kind = known[key];
    const fits = CHECKS[kind] ?? ((value) => typeof value === kind);
    if (!fits(value))
      throw new TypeError(
        `${name}: the option ${key} is ${KINDS[kind]}, not ${kind === "ascii" ? shown(value) : typeof value === "number" ? value : described(value)}`,
      );
    // The module counts in 32 bits.
    read[key] = kind === "number" ? Math.min(value, 0xffffffff) : value;
  }
  return read;
}

export function refuseLone(string, before = 0) {
  if (isText(string)) return;
  const offset = before + string.search(/\p{Surrogate}/u);
  const message = `the text at offset ${offset}: half of a surrogate pair, which is not a character`;
  throw new TripletError({ kind: "lone-surrogate", offset, index: offset, message });
}

/** A string, which may have lone surrogates, or bytes. */
export function stringOrBytes(input, name) {
  if (typeof input === "string") return input;
  let bytes;
  try {
    bytes = bytesOf(input);
  } catch (error) {
    throw new TypeError(`${name}: the buffer is detached`, { cause: error });
  }
  if (!bytes)
    throw new TypeError(`${name} takes a string or bytes (an ArrayBuffer, a SharedArrayBuffer or a view of one), not ${described(input)}`);
  return bytes;
}

/** A string without lone surrogates, or bytes. */
export function textOrBytes(input, name) {
  if (typeof input !== "string") return stringOrBytes(input, name);
  refuseLone(input);
  return input;
}

export function text(input, name) {
  if (typeof input !== "string") throw new TypeError(`${name} takes a string, not ${described(input)}`);
  refuseLone(input);
  return input;
}

const utf8 = new TextEncoder();

/** The offset in code units of an offset in bytes. */
export const unitAt = (string, byte) => utf8.encodeInto(string, new Uint8Array(byte)).read;

/** What the functions of this package do with octets that are not UTF-8. */
const REMEDY = "; use decodeToBytes, or the option lossy or keepInvalid";

/** Runs an operation on an input. An error in a string gets its `index`, the offset in code units, and says it. */
export function onInput(input, operation) {
  try {
    return operation(input);
  } catch (error) {
    if (error instanceof TripletError && typeof input === "string") {
      error.index = unitAt(input, error.offset);
      error.message = error.message.replace(` at offset ${error.offset}`, ` at index ${error.index}`);
    }
    if (error instanceof TripletError) {
      error.message = error.message.replace(/; decode to bytes.*/, REMEDY).replace(/`max_./, (name) => "`max" + name.at(-1).toUpperCase());
    }
    throw error;
  }
}
