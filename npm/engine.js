// The WebAssembly module as a class: strings and bytes in, strings, bytes and objects out. No rule of percent-encoding is
// here; `crates/triplet-wasm/src/lib.rs` says what each operation does, and how its arguments stand in memory.

const utf8 = new TextEncoder();
// A byte order mark is text like any other.
const text = new TextDecoder("utf-8", { ignoreBOM: true });
const units = new TextDecoder("utf-16le", { ignoreBOM: true });

/** What an operation gives, beside 0. */
const FAILED = 1, WIDE = 2, ASCII = 3;

/** Options of the operations, as bits. */
const PLUS = 1, LOWER = 2, ONCE = 4, CRLF = 8, LENIENT = 16, LOSSY = 32, BYTES = 64, STRICT = 128, PERCENT = 256, OCTETS = 512;

const CONTEXTS = ["url", "path", "segment", "query", "form", "host", "userinfo", "fragment", "any"];
const LEVELS = ["percent", "path", "scheme"];
const COMPONENTS = ["scheme", "userinfo", "host", "port", "path", "query", "fragment", "delimiter"];
const CLASSES = ["unreserved", "gen-delim", "sub-delim", "percent", "control", "other", "non-ascii"];

/** A longer string may need three times its room, and mostly does not. */
const LONG = 1 << 20;

/** What is wrong with an input, and where: `offset` counts bytes of its UTF-8, for `escape` and its kin code units. */
export class TripletError extends Error {
  constructor({ kind, offset, message, ...more }) {
    super(message);
    this.name = "TripletError";
    this.kind = kind;
    this.offset = offset;
    Object.assign(this, more);
  }
}

/** The place of a word in a list of those that are possible. */
function place(list, word, what) {
  const index = list.indexOf(word);
  if (index < 0) throw new RangeError(`${what} is one of ${list.join(", ")}`);
  return index;
}

const bits = (options, table) => {
  let sum = 0;
  for (const [name, bit] of table) if (options[name]) sum |= bit;
  return sum;
};
const ENCODE_BITS = [["plus", PLUS], ["lower", LOWER], ["once", ONCE], ["crlf", CRLF], ["octets", OCTETS]];
const DECODE_BITS = [["plus", PLUS], ["lenient", LENIENT], ["lossy", LOSSY]];

const isWellFormed = String.prototype.isWellFormed
  ? (string) => string.isWellFormed()
  : (string) => !/\p{Surrogate}/u.test(string);

export class Engine {
  #module;
  #wasm;
  #memory;
  #names;
  #chosen;
  #status;
  #stringsOf;
  #strings;

  /**
   * @param {WebAssembly.Module} module
   * @param {(memory: WebAssembly.Memory) => object} strings What the platform has for strings; `browser-strings.js` says what
   *   belongs to it.
   */
  constructor(module, strings) {
    this.#module = module;
    this.#stringsOf = strings;
    this.#start();
  }

  #start() {
    this.#wasm = new WebAssembly.Instance(this.#module, {}).exports;
    this.#strings = this.#stringsOf(this.#wasm.memory);
    this.#memory = new Uint8Array(this.#wasm.memory.buffer);
    this.#chosen = "";
  }

  /** The memory as bytes: growing it detaches the view of before. */
  #bytes() {
    if (this.#memory.length === 0) this.#memory = new Uint8Array(this.#wasm.memory.buffer);
    return this.#memory;
  }

  /** Runs an operation; a trap, which is memory that could not be had, leaves nothing behind. */
  #call(operation, ...args) {
    let status;
    try {
      status = this.#wasm[operation](...args);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#start();
      throw new RangeError("this input needs more memory than there is", { cause: error });
    }
    this.#status = status;
    if (status === FAILED) throw new TripletError(JSON.parse(this.#text()));
  }

  #room(length) {
    try {
      return this.#wasm.input(length);
    } catch (error) {
      this.#start();
      throw new RangeError("this input needs more memory than there is", { cause: error });
    }
  }

  /** Writes texts and bytes one behind the other; gives the length of each, and of all. */
  #write(...parts) {
    if (parts.length === 1) return [this.#one(parts[0])];
    const all = parts.map((part) => (typeof part === "string" ? utf8.encode(part) : part));
    const lengths = all.map((part) => part.length);
    const total = lengths.reduce((sum, length) => sum + length, 0);
    let at = this.#room(total);
    const memory = this.#bytes();
    for (const part of all) {
      memory.set(part, at);
      at += part.length;
    }
    return [...lengths, total];
  }

  #one(part) {
    const length = part.length;
    if (typeof part !== "string") {
      const at = this.#room(length);
      this.#bytes().set(part, at);
      return length;
    }
    // For these a call of an encoder costs more.
    if (length <= this.#strings.short) {
      const at = this.#room(this.#strings.short);
      if (this.#strings.write(this.#bytes(), part, at)) return length;
    }
    if (length <= LONG) return this.#encoded(part, 0, 3 * length).written;
    const { read, written } = this.#encoded(part, 0, length);
    if (read === length) return written;
    const rest = part.slice(read);
    return written + this.#encoded(rest, written, 3 * rest.length).written;
  }

  /** Writes UTF-8 behind what is written, as much as there is room for: three bytes are the most that a code unit becomes. */
  #encoded(string, from, room) {
    const at = this.#room(from + room) + from;
    return utf8.encodeInto(string, this.#bytes().subarray(at, at + room));
  }

  #view() {
    const at = this.#wasm.output();
    return this.#bytes().subarray(at, at + this.#wasm.output_length());
  }

  #text() {
    const at = this.#wasm.output();
    return this.#string(at, at + this.#wasm.output_length());
  }

  #string(at, end) {
    const memory = this.#bytes();
    try {
      if (this.#status === ASCII) return this.#strings.ascii(memory, at, end);
      if (this.#status === WIDE) return this.#strings.wide(memory, at, end);
      return text.decode(memory.subarray(at, end));
    } catch (error) {
      throw new RangeError("this result is longer than a string can be", { cause: error });
    }
  }

  #json() {
    return JSON.parse(this.#text());
  }

  // ---- whole texts

  /** `[{name, about, keeps, nonAscii, plus, triplets}]` */
  sets() {
    this.#call("sets");
    return this.#json();
  }

  #choose({ set = "rfc3986:unreserved", keep = "", also = "" }) {
    const key = `${set}\n${keep}\n${also}`;
    if (key === this.#chosen) return;
    this.#names ??= this.sets().map(({ name }) => name);
    const index = this.#names.indexOf(set);
    if (index < 0) throw new RangeError(`no set is named ${set}`);
    const [keepLength, alsoLength] = this.#write(keep, also);
    this.#call("choose_set", index, keepLength, alsoLength);
    this.#chosen = key;
  }

  encode(input, options = {}) {
    this.#choose(options);
    const length = this.#one(input);
    this.#call(options.lines ? "encode_lines" : "encode", length, bits(options, ENCODE_BITS));
    return this.#text();
  }

  decode(input, options = {}) {
    const { leave = "" } = options;
    if (leave === "") this.#call("decode", this.#one(input), 0, bits(options, DECODE_BITS));
    else {
      const [leaveLength, , total] = this.#write(leave, input);
      this.#call("decode", total, leaveLength, bits(options, DECODE_BITS));
    }
    return this.#text();
  }

  decodeBytes(input, options = {}) {
    const [leaveLength, , total] = this.#write(options.leave ?? "", input);
    this.#call("decode", total, leaveLength, bits(options, DECODE_BITS) | BYTES);
    return this.#view().slice();
  }

  /** `{text, errors: [{line, kind, offset, message}]}` */
  decodeLines(input, options = {}) {
    this.#call("decode_lines", this.#one(input), bits(options, DECODE_BITS));
    return this.#json();
  }

  repair(input) {
    this.#call("repair", this.#one(input));
    return this.#text();
  }

  // ---- ECMA-262

  /** A function by its number in the module. Strings need not be text: those that are not go as code units. */
  javascript(number, input) {
    const string = `${input}`;
    if (number !== UNESCAPE) {
      const length = this.#one(string);
      // In ASCII there is no surrogate. For a lone one, an encoder has written U+FFFD.
      if (length === string.length || isWellFormed(string)) {
        this.#call("javascript_text", length, number);
        return this.#text();
      }
    }
    const wide = new Uint8Array(2 * string.length);
    for (let i = 0; i < string.length; i++) {
      const unit = string.charCodeAt(i);
      wide[2 * i] = unit;
      wide[2 * i + 1] = unit >> 8;
    }
    this.#call("javascript_units", this.#one(wide), number);
    const result = this.#view();
    const whole = units.decode(result);
    if (!whole.includes("\uFFFD")) return whole;
    // A decoder replaces lone surrogates.
    let out = "";
    for (let i = 0; i < result.length; i += 2) out += String.fromCharCode(result[i] | (result[i + 1] << 8));
    return out;
  }

  // ---- streams

  encoder(options = {}) {
    this.#choose(options);
    return this.#stream(this.#wasm.encoder(bits(options, ENCODE_BITS)));
  }

  decoder(options = {}) {
    return this.#stream(this.#wasm.decoder(bits(options, DECODE_BITS)));
  }

  #stream(number) {
    return {
      /** Pushes bytes; gives bytes. */
      push: (chunk, last = false) => {
        this.#call("push", number, this.#one(chunk), last ? 1 : 0);
        return this.#view().slice();
      },
      release: () => this.#wasm.release(number),
    };
  }

  // ---- looking

  /** Tokens of the UTF-8 of a text: `{start, end, part, kind, value, needless, lowercase}`. */
  tokens(input) {
    this.#call("tokens", this.#one(input));
    const bytes = this.#view();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const tokens = [];
    for (let at = 0; at < bytes.length; at += 24) {
      const number = (i) => view.getUint32(at + 4 * i, true);
      const kind = ["raw", "character", "octet", "malformed"][number(3)];
      const flags = number(5);
      tokens.push({
        start: number(0),
        end: number(1),
        part: COMPONENTS[number(2)],
        kind,
        value: kind === "raw" ? CLASSES[number(4)] : number(4),
        needless: (flags & 1) !== 0,
        lowercase: (flags & 2) !== 0,
      });
    }
    return tokens;
  }

  lint(input, { as = "url", max = 1000 } = {}) {
    this.#call("lint", this.#one(input), place(CONTEXTS, as, "as"), max);
    return this.#json();
  }

  layers(input, max = 8) {
    this.#call("layers", this.#one(input), max);
    return this.#json();
  }

  readers(input) {
    this.#call("readers", this.#one(input));
    return this.#json();
  }

  // ---- references

  split(input, { plus = false } = {}) {
    this.#call("split", this.#one(input), plus ? 1 : 0);
    return this.#json();
  }

  normalize(input, level = "path") {
    this.#call("normalize", this.#one(input), place(LEVELS, level, "level"));
    return this.#text();
  }

  compare(a, b, level = "path") {
    const [first, , total] = this.#write(a, b);
    this.#call("compare", total, first, place(LEVELS, level, "level"));
    return this.#json();
  }

  requote(input) {
    this.#call("requote", this.#one(input));
    return this.#text();
  }

  readable(input) {
    this.#call("readable", this.#one(input));
    return this.#text();
  }

  /** Pairs are `{name, value, rawName, rawValue}`; a value of null is none. */
  replaceQuery(reference, pairs, { plus = false } = {}) {
    const [first, , total] = this.#write(reference, packed(pairs));
    this.#call("replace_query", total, first, plus ? 1 : 0);
    return this.#text();
  }

  // ---- forms

  formParse(input, { strict = false } = {}) {
    this.#call("form_parse", this.#one(input), strict ? STRICT : 0);
    const memory = this.#bytes();
    const start = this.#wasm.output();
    let head = start + this.#wasm.output_length() - 4;
    const next = () => {
      head += 4;
      return memory[head - 4] | (memory[head - 3] << 8) | (memory[head - 2] << 16) | (memory[head - 1] << 24);
    };
    const count = next();
    head -= 4 * (count + 1);
    const all = this.#string(start, head);
    const pairs = new Array(count / 2);
    let at = 0;
    for (let i = 0; i < pairs.length; i++) {
      const middle = at + next();
      const end = middle + next();
      pairs[i] = [all.slice(at, middle), all.slice(middle, end)];
      at = end;
    }
    return pairs;
  }

  formSerialize(pairs, { plus = true, crlf = false } = {}) {
    const list = Array.from(pairs, ([name, value]) => ({ name: String(name), value: String(value) }));
    this.#call("form_serialize", this.#one(packed(list)), (plus ? 0 : PERCENT) | (crlf ? CRLF : 0));
    return this.#text();
  }
}

/** One of the numbers. The text form of `unescape` refuses what its code units may have. */
const UNESCAPE = 5;

/** Pairs as the module reads them. */
function packed(pairs) {
  const parts = pairs.map(({ name, value, rawName, rawValue }) => {
    const bytes = [utf8.encode(name), utf8.encode(value ?? "")];
    const head = new DataView(new ArrayBuffer(9));
    head.setUint8(0, (rawName ? 1 : 0) | (rawValue ? 2 : 0) | (value === null ? 0 : 4));
    head.setUint32(1, bytes[0].length, true);
    head.setUint32(5, bytes[1].length, true);
    return [new Uint8Array(head.buffer), ...bytes];
  }).flat();
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
