// Makes strings from the memory of the module, and writes strings to it, in Node: a `Buffer` makes a string by copying, where a decoder
// would check each unit.

import { browserStrings, isShort, writeUnits } from "./browser-strings.js";

// `ucs2Slice` reads units in the byte order of the machine; the module writes them in little-endian order.
const isLittle = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

// Read from `globalThis`, so that no bundler adds a substitute. The substitutes for browsers lack these methods.
const { Buffer } = globalThis;
const isNative = typeof Buffer?.prototype.latin1Slice === "function" && typeof Buffer.prototype.ucs2Slice === "function";

export function bufferStrings(memory, module) {
  if (!isLittle || !isNative) return browserStrings(memory, module);
  let kept = Buffer.alloc(0);
  const buffer = (bytes) => (kept.buffer === bytes.buffer ? kept : (kept = Buffer.from(bytes.buffer)));
  return {
    ascii: (bytes, at, end) => buffer(bytes).latin1Slice(at, end),
    wide: (bytes, at, end) => buffer(bytes).ucs2Slice(at, end),
    writes: isShort,
    write: writeUnits,
  };
}
