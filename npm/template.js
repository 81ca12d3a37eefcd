// The variables of a URI template, as bytes that the module reads.

import { joined } from "./bytes.js";

const utf8 = new TextEncoder();

const TEXT = 0,
  LIST = 1,
  MAP = 2;

const named = (name) => `expand: the variable ${JSON.stringify(name)}`;

function textOf(value, name) {
  if (["string", "number", "boolean", "bigint"].includes(typeof value)) return `${value}`;
  throw new TypeError(`${named(name)} has a part that is not a string, number or boolean`);
}

const isDefined = (value) => value !== undefined && value !== null;

/** Names and values of an object or a `Map`; null, if it is neither. */
function entriesOf(object) {
  if (object instanceof Map) return [...object];
  const kind = Object.getPrototypeOf(object);
  // An object of any other class, such as a `Date`, is not a map.
  return kind === null || Object.getPrototypeOf(kind) === null ? Object.entries(object) : null;
}

/** The kind of a value, and its texts. Undefined members are left out (RFC 6570 section 2.3). */
function partsOf(value, name) {
  if (typeof value !== "object") return [TEXT, [textOf(value, name)]];
  if (Array.isArray(value) || value instanceof Set) return [LIST, [...value].filter(isDefined).map((member) => textOf(member, name))];
  const entries = entriesOf(value);
  if (!entries) throw new TypeError(`${named(name)} is not a string, number, boolean, array, Set, Map or plain object`);
  return [MAP, entries.filter(([, member]) => isDefined(member)).flatMap(([key, member]) => [textOf(key, name), textOf(member, name)])];
}

/** Of each variable: what it is, the count of its texts, and each text after its length. */
export function packedVariables(variables, isText) {
  const entries = typeof variables === "object" && variables !== null && !Array.isArray(variables) ? entriesOf(variables) : null;
  if (!entries) throw new TypeError("expand takes the variables as an object or a Map of names and values");
  const parts = [];
  const number = (value) => {
    const view = new DataView(new ArrayBuffer(4));
    view.setUint32(0, value, true);
    return new Uint8Array(view.buffer);
  };
  for (const [key, value] of entries) {
    if (!isDefined(value)) continue;
    const name = textOf(key, key);
    const [kind, texts] = partsOf(value, name);
    parts.push(Uint8Array.of(kind), number(texts.length + 1));
    for (const text of [name, ...texts]) {
      if (!isText(text)) throw new TypeError(`${named(name)} has a lone surrogate, which has no UTF-8`);
      const bytes = utf8.encode(text);
      parts.push(number(bytes.length), bytes);
    }
  }
  return joined(parts);
}
