// How strings come out of the memory of the module and into it in a browser: by the string builtins of WebAssembly, and where
// there are none by decoders. For Node, `node.js` has another way. The lengths are where one way becomes faster than the other.

const units = new TextDecoder("utf-16le", { ignoreBOM: true });
// That is windows-1252, which decodes ASCII faster than UTF-8 does.
const ascii = new TextDecoder("latin1");

/** Beyond this, the array of units through which a string goes would be too large. */
const WIDEST = 1 << 23;

/** What is short enough to be written unit by unit: for these a call of an encoder costs more. */
export const isShort = (string) => string.length <= 48;

/** Writes a string, if it is ASCII, and says how many bytes: -1 if it was not. */
export function writeUnits(bytes, string, at) {
  for (let i = 0; i < string.length; i++) {
    const unit = string.charCodeAt(i);
    if (unit > 0x7f) return -1;
    bytes[at + i] = unit;
  }
  return string.length;
}

/** Whether a character of a string, so far into it, becomes three bytes. */
const isLong = (string, part) => string.charCodeAt(string.length * part) > 0x7ff;

/**
 * @param {WebAssembly.Memory} memory
 * @param {WebAssembly.Module} module Another one stands in it.
 */
export function browserStrings(memory, module) {
  const decoders = {
    ascii: (bytes, at, end) => ascii.decode(bytes.subarray(at, end)),
    wide: (bytes, at, end) => units.decode(bytes.subarray(at, end)),
    // Whether `write` is to be called. It may need three bytes for each code unit.
    writes: isShort,
    write: writeUnits,
  };
  try {
    const [own] = WebAssembly.Module.customSections(module, "strings");
    const { narrow, wide, take } = new WebAssembly.Instance(new WebAssembly.Module(own, { builtins: ["js-string"] }), { module: { memory } }).exports;
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
