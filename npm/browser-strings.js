// How strings come out of the memory of the module and into it in a browser: by the string builtins of WebAssembly, and where
// there are none by decoders. For Node, `node.js` has another way. The lengths are where one way becomes faster than the other.

import { STRINGS } from "./strings.js";

const units = new TextDecoder("utf-16le", { ignoreBOM: true });
// That is windows-1252, which decodes ASCII faster than UTF-8 does.
const ascii = new TextDecoder("latin1");

/** Beyond this, the array of units through which a string goes would be too large. */
const WIDEST = 1 << 23;

/** Writes a string unit by unit, if it is ASCII, and says whether it was. */
export function writeUnits(bytes, string, at) {
  for (let i = 0; i < string.length; i++) {
    const unit = string.charCodeAt(i);
    if (unit > 0x7f) return false;
    bytes[at + i] = unit;
  }
  return true;
}

/** @param {WebAssembly.Memory} memory */
export function browserStrings(memory) {
  const decoders = {
    ascii: (bytes, at, end) => ascii.decode(bytes.subarray(at, end)),
    wide: (bytes, at, end) => units.decode(bytes.subarray(at, end)),
    short: 48,
    write: writeUnits,
  };
  try {
    const own = Uint8Array.from(atob(STRINGS), (character) => character.charCodeAt(0));
    const { narrow, wide, take } = new WebAssembly.Instance(new WebAssembly.Module(own, { builtins: ["js-string"] }), { module: { memory } }).exports;
    return {
      ...decoders,
      ascii: (bytes, at, end) => (end - at <= 256 ? narrow(at, end - at) : decoders.ascii(bytes, at, end)),
      wide: (bytes, at, end) => (end - at <= 2 * WIDEST ? wide(at, (end - at) / 2) : decoders.wide(bytes, at, end)),
      short: 384,
      write: (bytes, string, at) => take(string, string.length, at) < 0x80,
    };
  } catch {
    return decoders;
  }
}
