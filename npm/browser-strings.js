// Makes strings from the memory of the module, and writes strings to it, in a browser: by the string builtins of WebAssembly, or, where
// they are missing, by decoders. `buffer-strings.js` does the same for Node. The constants are the lengths at which one way becomes
// faster than the other.

const units = new TextDecoder("utf-16le", { ignoreBOM: true });
// The label means windows-1252, whose decoder is faster on ASCII than that of UTF-8.
const ascii = new TextDecoder("latin1");

/** Longer strings are not copied through an array of code units: it would be too large. */
const WIDEST = 1 << 23;

/** Short strings are written unit by unit: calling an encoder costs more. */
export const isShort = (string) => string.length <= 48;

/** Writes a string of ASCII; returns the number of bytes, or -1 if it is not ASCII. */
export function writeUnits(bytes, string, at) {
  for (let i = 0; i < string.length; i++) {
    const unit = string.charCodeAt(i);
    if (unit > 0x7f) return -1;
    bytes[at + i] = unit;
  }
  return string.length;
}

/** Whether the code unit at a fraction of a string becomes three bytes. */
const isLong = (string, part) => string.charCodeAt(string.length * part) > 0x7ff;

/**
 * @param {WebAssembly.Memory} memory
 * @param {WebAssembly.Module} module Its section `strings` is the module with the builtins.
 */
export function browserStrings(memory, module) {
  const decoders = {
    ascii: (bytes, at, end) => ascii.decode(bytes.subarray(at, end)),
    wide: (bytes, at, end) => units.decode(bytes.subarray(at, end)),
    // Whether to call `write`, which may need three bytes for each code unit.
    writes: isShort,
    write: writeUnits,
  };
  try {
    const [own] = WebAssembly.Module.customSections(module, "strings");
    const { narrow, wide, take } = new WebAssembly.Instance(new WebAssembly.Module(own, { builtins: ["js-string"] }), {
      module: { memory },
    }).exports;
    return {
      ...decoders,
      ascii: (bytes, at, end) => (end - at <= 256 ? narrow(at, end - at) : decoders.ascii(bytes, at, end)),
      wide: (bytes, at, end) => (end - at <= 2 * WIDEST ? wide(at, (end - at) / 2) : decoders.wide(bytes, at, end)),
      writes: (string) => string.length <= 256 || (isLong(string, 0.3) && isLong(string, 0.7)),
      write: (bytes, string, at) => take(string, string.length, at),
    };
  } catch {
    return decoders;
  }
}
