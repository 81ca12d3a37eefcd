// What the functions of the package check of their arguments, and what they add to errors.

import { bytesOf } from "./bytes.js";
import { TripletError } from "./core.js";

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

const KINDS = { string: "a string", boolean: "true or false", number: "a whole number, at least 0" };

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
    if (typeof value !== kind || (kind === "number" && !(Number.isInteger(value) && value >= 0)))
      throw new TypeError(`${name}: the option ${key} is ${KINDS[kind]}, not ${typeof value === "number" ? value : described(value)}`);
    // The module counts in 32 bits.
    read[key] = kind === "number" ? Math.min(value, 0xffffffff) : value;
  }
  return read;
}

/** A string with a lone surrogate has no UTF-8, and so no triplets. */
export const isText = String.prototype.isWellFormed ? (string) => string.isWellFormed() : (string) => !/\p{Surrogate}/u.test(string);

export function refuseLone(string, before = 0) {
  if (isText(string)) return;
  const offset = before + string.search(/\p{Surrogate}/u);
  throw new TripletError({ kind: "lone-surrogate", offset, index: offset, message: `lone surrogate at code unit ${offset}` });
}

/** A string, which may have lone surrogates, or bytes. */
export function stringOrBytes(input, name) {
  if (typeof input === "string") return input;
  const bytes = bytesOf(input);
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

/** Runs an operation on an input. An error in a string gets its `index`: the offset in code units. */
export function onInput(input, operation) {
  try {
    return operation(input);
  } catch (error) {
    if (error instanceof TripletError && typeof input === "string") {
      error.index = unitAt(input, error.offset);
    }
    throw error;
  }
}
