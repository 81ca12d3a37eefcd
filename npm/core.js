// The WebAssembly module as a class: moves arguments into its memory and results out of it, and has the streams of bytes, which are
// all that a Worker needs. `crates/triplet-wasm/src/lib.rs` documents each operation and its arguments.

import { platform } from "./platform.js";

const utf8 = new TextEncoder();
// A byte order mark is text like any other.
const text = new TextDecoder("utf-8", { ignoreBOM: true });

/** What an operation returns; 0 is UTF-8 or bytes. */
const FAILED = 1,
  WIDE = 2,
  ASCII = 3;

/** Options of the operations, as bits. */
const PLUS = 1,
  LOWER = 2,
  KEEP_TRIPLETS = 4,
  CRLF = 8,
  LENIENT = 16,
  LOSSY = 32,
  PERCENT = 256,
  OCTETS = 512,
  KEEP_INVALID = 2048,
  KEEP_BREAKS = 4096;

/** For a longer string, memory of its length is tried before memory of three times its length: few strings need that. */
const LONG = 1 << 20;

/** An error in an input: `offset` counts bytes of its UTF-8; for the functions of ECMA-262, code units. */
export class TripletError extends Error {
  constructor({ kind, offset, message, ...more }) {
    super(message);
    this.name = "TripletError";
    this.kind = kind;
    this.offset = offset;
    Object.assign(this, more);
  }
}

/** A string with a lone surrogate has no UTF-8, and so no triplets. */
export const isText = String.prototype.isWellFormed ? (string) => string.isWellFormed() : (string) => !/\p{Surrogate}/u.test(string);

export const bits = (options, table) => {
  let sum = 0;
  for (const [name, bit] of table) if (options[name]) sum |= bit;
  return sum;
};
const SET_BITS = [
  ["plus", PLUS],
  ["keepTriplets", KEEP_TRIPLETS],
  ["octets", OCTETS],
];
export const ENCODE_BITS = [
  ["lower", LOWER],
  ["crlf", CRLF],
];
export const DECODE_BITS = [
  ["plus", PLUS],
  ["lenient", LENIENT],
  ["lossy", LOSSY],
  ["keepInvalid", KEEP_INVALID],
];

/** The base of `Engine`. */
export class Core {
  /**
   * @param {WebAssembly.Module} module
   * @param {(memory: WebAssembly.Memory, module: WebAssembly.Module) => object} strings The platform's functions for strings;
   *   `browser-strings.js` documents them.
   */
  constructor(module, strings) {
    this.module = module;
    this.stringsOf = strings;
    this.start();
  }

  start() {
    this.wasm = new WebAssembly.Instance(
      this.module,
      platform(() => this.bytes()),
    ).exports;
    this.strings = this.stringsOf(this.wasm.memory, this.module);
    this.memory = new Uint8Array(this.wasm.memory.buffer);
    this.chosen = "";
  }

  /** The memory as bytes. Growing the memory detaches the previous view. */
  bytes() {
    if (this.memory.length === 0) this.memory = new Uint8Array(this.wasm.memory.buffer);
    return this.memory;
  }

  /** Runs an operation. */
  call(operation, ...args) {
    let status;
    try {
      status = this.wasm[operation](...args);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw this.refused(error);
    }
    this.status = status;
    if (status === FAILED) throw new TripletError(JSON.parse(this.text()));
  }

  reserve(length) {
    try {
      return this.wasm.input(length);
    } catch (error) {
      throw this.refused(error);
    }
  }

  /** The module traps only when memory cannot be allocated; then it is instantiated again. */
  refused(error) {
    this.start();
    return new RangeError("this input needs more memory than is available", { cause: error });
  }

  /** Writes texts and bytes in sequence; returns the length of each, and their sum. */
  write(...parts) {
    if (parts.length === 1) return [this.one(parts[0])];
    const all = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
    const lengths = all.map((part) => part.length);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    let at = this.reserve(total);
    const memory = this.bytes();
    for (const part of all) {
      memory.set(part, at);
      at += part.length;
    }
    return [...lengths, total];
  }

  one(part) {
    const length = part.length;
    if (typeof part !== "string") {
      const at = this.reserve(length);
      this.bytes().set(part, at);
      return length;
    }
    if (this.strings.writes(part)) {
      const at = this.reserve(3 * length);
      const written = this.strings.write(this.bytes(), part, at);
      if (written >= 0) return written;
    }
    if (length <= LONG) return this.encoded(part, 0, 3 * length).written;
    const { read, written } = this.encoded(part, 0, length);
    if (read === length) return written;
    const rest = part.slice(read);
    return written + this.encoded(rest, written, 3 * rest.length).written;
  }

  /** Writes a string as UTF-8 from an offset on, at most `most` bytes. A code unit becomes at most three. */
  encoded(string, from, most) {
    const at = this.reserve(from + most) + from;
    return utf8.encodeInto(string, this.bytes().subarray(at, at + most));
  }

  view() {
    const at = this.wasm.output();
    return this.bytes().subarray(at, at + this.wasm.output_length());
  }

  text() {
    const at = this.wasm.output();
    return this.string(at, at + this.wasm.output_length());
  }

  string(at, end) {
    const memory = this.bytes();
    try {
      if (this.status === ASCII) return this.strings.ascii(memory, at, end);
      if (this.status === WIDE) return this.strings.wide(memory, at, end);
      return text.decode(memory.subarray(at, end));
    } catch (error) {
      throw new RangeError("this result is too long for a string", { cause: error });
    }
  }

  json() {
    return JSON.parse(this.text());
  }

  /** `[{name, about, keeps, nonAscii, plus, keepsTriplets}]` */
  sets() {
    this.call("sets");
    return this.json();
  }

  /** Chooses the set for the next `encode` and `encoder`. */
  choose(options) {
    const { set = "rfc3986:unreserved", alsoKeep = "", alsoEncode = "", plus } = options;
    const changes = bits(options, SET_BITS) | (plus === false ? PERCENT : 0);
    const key = `${changes}\n${set}\n${alsoKeep}\n${alsoEncode}`;
    if (key === this.chosen) return;
    this.names ??= this.sets().map(({ name }) => name);
    const index = this.names.indexOf(set);
    if (index < 0) {
      const near = this.names.filter((name) => name.endsWith(`:${set}`));
      const such = (near.length > 0 ? near : ["rfc3986:unreserved", "rfc3986:query-value"]).join(" or ");
      throw new RangeError(`the option set is a name that sets() lists, such as ${such}, not ${JSON.stringify(set)}`);
    }
    const [keepLength, alsoLength] = this.write(alsoKeep, alsoEncode);
    this.call("choose_set", index, keepLength, alsoLength, changes);
    this.chosen = key;
  }

  // ---- streams of bytes

  encoder(options = {}) {
    this.choose(options);
    return this.stream(this.wasm.encoder(bits(options, ENCODE_BITS)));
  }

  decoder(options = {}) {
    return this.stream(this.wasm.decoder(bits(options, DECODE_BITS) | (options.lines ? KEEP_BREAKS : 0)));
  }

  stream(number) {
    const { wasm } = this;
    return {
      /** Pushes bytes; returns bytes. */
      push: (chunk, last = false) => {
        if (wasm !== this.wasm) throw new RangeError("another input needed more memory than is available, and this stream was lost");
        this.call("push", number, this.one(chunk), last ? 1 : 0);
        return this.view().slice();
      },
      release: () => wasm.release(number),
    };
  }
}
