// How strings come out of the memory of the module and into it in Node: a buffer makes them by copying, where a decoder looks at
// each unit.

import { browserStrings, isShort, writeUnits } from "./browser-strings.js";

// It counts in the order of the machine, and so it is used where that is the module's.
const isLittle = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

// By way of `globalThis`, for which no bundler puts a substitute in. What stands in for it in a browser has no such method.
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
