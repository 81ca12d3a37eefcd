// The WebAssembly module as a class: takes strings and bytes, returns strings, bytes and objects. The class has no rule of
// percent-encoding.

import { bits, Core, DECODE_BITS, ENCODE_BITS, isText } from "./core.js";
import { CLASSES, CONTEXTS, LEVELS, PARTS, TRIED } from "./vocabulary.js";

export { TripletError } from "./core.js";

const utf8 = new TextEncoder();
const units = new TextDecoder("utf-16le", { ignoreBOM: true });

/** Options of the operations, as bits, in addition to those of `core.js`. */
const CRLF = 8,
  BYTES = 64,
  STRICT = 128,
  PERCENT = 256,
  STRIP = 1024;

/** The index of a word in the list of possible words. */
function place(list, word, what) {
  const index = list.indexOf(word);
  if (index < 0) throw new RangeError(`${what} must be one of ${list.join(", ")}`);
  return index;
}

/** Added to the number of a function of ECMA-262: the input is ASCII. */
const ASCII_INPUT = 8;

export class Engine extends Core {
  // ---- whole texts

  encode(input, options = {}) {
    this.choose(options);
    const length = this.one(input);
    this.call(options.lines ? "encode_lines" : "encode", length, bits(options, ENCODE_BITS));
    return this.text();
  }

  decode(input, options = {}) {
    const { keepTripletsOf = "" } = options;
    if (keepTripletsOf === "") this.call("decode", this.one(input), 0, bits(options, DECODE_BITS));
    else {
      const [kept, , total] = this.write(keepTripletsOf, input);
      this.call("decode", total, kept, bits(options, DECODE_BITS));
    }
    return this.text();
  }

  decodeBytes(input, options = {}) {
    const [kept, , total] = this.write(options.keepTripletsOf ?? "", input);
    this.call("decode", total, kept, bits(options, DECODE_BITS) | BYTES);
    return this.view().slice();
  }

  /** `{text, errors: [{line, kind, offset, message}]}` */
  decodeLines(input, options = {}) {
    this.call("decode_lines", this.one(input), bits(options, DECODE_BITS));
    return this.json();
  }

  repair(input) {
    this.call("repair", this.one(input));
    return this.text();
  }

  // ---- ECMA-262

  /** A function by its number in the module. A string with lone surrogates is passed as code units. */
  javascript(number, input) {
    const string = `${input}`;
    if (number !== UNESCAPE) {
      const length = this.one(string);
      // ASCII has no surrogates. For a lone one, the encoder has written U+FFFD.
      if (length === string.length || isText(string)) {
        this.call("javascript_text", length, length === string.length ? number | ASCII_INPUT : number);
        return this.text();
      }
    }
    const wide = new Uint8Array(2 * string.length);
    for (let i = 0; i < string.length; i++) {
      const unit = string.charCodeAt(i);
      wide[2 * i] = unit;
      wide[2 * i + 1] = unit >> 8;
    }
    this.call("javascript_units", this.one(wide), number);
    const result = this.view();
    const whole = units.decode(result);
    if (!whole.includes("\uFFFD")) return whole;
    // The decoder replaces lone surrogates.
    let out = "";
    for (let i = 0; i < result.length; i += 2) out += String.fromCharCode(result[i] | (result[i + 1] << 8));
    return out;
  }

  // ---- tokens, findings, layers, decoders

  /** Tokens of the UTF-8 of a text: `{start, end, part, kind, value, needless, lowercase}`. */
  tokens(input) {
    this.call("tokens", this.one(input));
    const bytes = this.view();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const tokens = [];
    for (let at = 0; at < bytes.length; at += 24) {
      const number = (i) => view.getUint32(at + 4 * i, true);
      const kind = ["raw", "character", "octet", "malformed"][number(3)];
      const flags = number(5);
      tokens.push({
        start: number(0),
        end: number(1),
        part: PARTS[number(2)],
        kind,
        value: kind === "raw" ? CLASSES[number(4)] : number(4),
        needless: (flags & 1) !== 0,
        lowercase: (flags & 2) !== 0,
      });
    }
    return tokens;
  }

  lint(input, { as = "url", max = 1000 } = {}) {
    this.call("lint", this.one(input), place(CONTEXTS, as, "as"), max);
    return this.json();
  }

  layers(input, max = 8) {
    this.call("layers", this.one(input), max);
    return this.json();
  }

  /** What a text is: a tree, as the command prints it with `--json`, and `readable` in its root. `languages` are tags. */
  explain(input, languages = []) {
    const [tags, , total] = this.write(languages.join(" "), input);
    this.call("explain", total, tags);
    return this.json();
  }

  readers(input) {
    this.call("readers", this.one(input));
    return this.json();
  }

  /** Ranks texts of the same octets in several charsets, which the platform has decoded: `{charset, text, malformed}`, with the name of
   * the charset in lower case. The likeliest is first, with `evidence`, `reason`, `words` and `score`. */
  rank(octets, readings, languages = []) {
    const parts = readings
      .filter(({ charset }) => TRIED.includes(charset))
      .flatMap(({ charset, text, malformed }) => {
        const bytes = utf8.encode(text);
        return [new Uint8Array(Uint32Array.of(TRIED.indexOf(charset), malformed, bytes.length).buffer), bytes];
      });
    const [first, tags, ...lengths] = this.write(octets, languages.join(" "), ...parts);
    this.call("readings", lengths.at(-1), first, tags);
    return this.json().map(({ charset, ...judged }) => ({
      ...readings.find((reading) => reading.charset === charset.toLowerCase()),
      ...judged,
    }));
  }

  // ---- references

  split(input, { plus = false } = {}) {
    this.call("split", this.one(input), plus ? 1 : 0);
    return this.json();
  }

  normalize(input, level = "path") {
    this.call("normalize", this.one(input), place(LEVELS, level, "level"));
    return this.text();
  }

  /** With `plus`, at the level `decoded`, `+` in a query is a space. */
  compare(a, b, level = "path", plus) {
    const [first, , total] = this.write(a, b);
    this.call("compare", total, first, place(LEVELS, level, "level") + !!plus);
    return this.json();
  }

  requote(input) {
    this.call("requote", this.one(input));
    return this.text();
  }

  /** Whether a parameter of this decoded name follows a reader. */
  isTracking(name) {
    return this.wasm.is_tracking(this.one(name)) === 1;
  }

  /** Variables are as `packedVariables` of `template.js` makes them. */
  expand(template, variables, { literalNames = false } = {}) {
    const [first, , total] = this.write(template, variables);
    this.call("expand", total, first, literalNames ? 1 : 0);
    return this.text();
  }

  // ---- forms

  /** Each limit is one more than the greatest number of pairs, or of bytes. Without a limit it is `NaN` or 0. */
  formParse(input, { strict = false, stripQuestionMark = false } = {}, ...limits) {
    this.call("form_parse", this.one(input), (strict ? STRICT : 0) | (stripQuestionMark ? STRIP : 0), ...limits);
    const memory = this.bytes();
    const start = this.wasm.output();
    let head = start + this.wasm.output_length() - 4;
    const next = () => {
      head += 4;
      return memory[head - 4] | (memory[head - 3] << 8) | (memory[head - 2] << 16) | (memory[head - 1] << 24);
    };
    const count = next();
    head -= 4 * (count + 1);
    const all = this.string(start, head);
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

  formSerialize(pairs, options = {}) {
    const parts = Array.from(pairs).flat();
    const one = (part, i) => (i === 0 ? "" : i % 2 ? "=" : "&") + this.encode(part, { ...options, set: "whatwg:form" });
    return this.formJoined(parts, options) ?? parts.map(one).join("");
  }

  /** Serializes names and values, in turn, as a form; `undefined` if there are none, or if one contains NUL. */
  formJoined(parts, { plus = true, crlf = false } = {}) {
    try {
      this.call("form_serialize", this.one(parts.join("\0")), parts.length - 1, (plus ? 0 : PERCENT) | (crlf ? CRLF : 0));
      return this.text();
    } catch (error) {
      if (error.kind !== "separator") throw error;
    }
  }
}

/** The number of `unescape`. On text it refuses results with lone surrogates, which code units may have. */
const UNESCAPE = 5;
