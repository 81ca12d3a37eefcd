// The functions that both modules have: those that encode, decode and read forms. Each function checks its arguments, and calls the engine.

import { onInput, optionsOf, refuseLone, stringOrBytes, textOrBytes, unitAt } from "./arguments.js";
import { isText, TripletError } from "./core.js";
import { partsOf, serialize } from "./form.js";
import { running } from "./running.js";

export { TripletError } from "./core.js";

/** The options of each function, and the kind of each: `arguments.js` says what it may be. */
const SET = { set: "string", alsoKeep: "ascii", alsoEncode: "ascii" };
const ENCODE = { ...SET, plus: "boolean", lower: "boolean", keepTriplets: "boolean", crlf: "boolean", lines: "boolean" };
const ENCODE_STREAM = { ...SET, plus: "boolean", lower: "boolean", keepTriplets: "boolean" };
const DECODE = { plus: "boolean", lenient: "boolean", lossy: "boolean", keepInvalid: "boolean", keepTripletsOf: "ascii" };
const DECODE_BYTES = { plus: "boolean", lenient: "boolean", keepTripletsOf: "ascii" };
const DECODE_STREAM = { plus: "boolean", lenient: "boolean" };
const PARSE_FORM = { strict: "boolean", stripQuestionMark: "boolean", maxPairs: "number", maxBytes: "number" };
const SERIALIZE_FORM = { plus: "boolean", crlf: "boolean" };

const utf8 = new TextEncoder();

// ---- encode and decode

export function encode(input, options) {
  const known = optionsOf(options, ENCODE, "encode");
  return onInput(textOrBytes(input, "encode"), (text) => running().encode(text, known));
}
export function decode(input, options) {
  const known = optionsOf(options, DECODE, "decode");
  if (known.lossy && known.keepInvalid) throw new TypeError("decode: either lossy or keepInvalid says what becomes of invalid UTF-8");
  return onInput(textOrBytes(input, "decode"), (text) => running().decode(text, known));
}
export function decodeToBytes(input, options) {
  const known = optionsOf(options, DECODE_BYTES, "decodeToBytes");
  return onInput(textOrBytes(input, "decodeToBytes"), (text) => running().decodeBytes(text, known));
}

export const sets = () => running().sets();

// ---- ECMA-262

/** The built-in functions, by their numbers in the module. */
const BUILT_IN = ["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent", "escape", "unescape"].map(
  (name) => globalThis[name],
);

/** Strings up to these lengths are passed to the built-in function, because a call of the module would cost more. The results are the
 * same. If it throws, the module is called, whose error has an offset. */
const SHORT = [128, 128, 256, 256, 128, 128];

/** Runs a function of ECMA-262; errors are `URIError`s. */
function likeJavascript(number, input) {
  const string = `${input}`;
  if (string.length <= SHORT[number] && BUILT_IN[number]) {
    try {
      return BUILT_IN[number](string);
    } catch {
      // The module throws the same, with the offset.
    }
  }
  try {
    return running().javascript(number, string);
  } catch (error) {
    if (!(error instanceof TripletError)) throw error;
    const { kind, offset } = error;
    const index = isText(string) ? unitAt(string, offset) : offset;
    // The name of the error is said already.
    throw Object.assign(new URIError(error.message.replace(/^URIError at offset \d+/, `at index ${index}`)), { kind, offset, index });
  }
}

export const encodeURI = (input) => likeJavascript(0, input);
export const encodeURIComponent = (input) => likeJavascript(1, input);
export const decodeURI = (input) => likeJavascript(2, input);
export const decodeURIComponent = (input) => likeJavascript(3, input);
export const escape = (input) => likeJavascript(4, input);
export const unescape = (input) => likeJavascript(5, input);

// ---- forms

/** As in `URLSearchParams`, lone surrogates become U+FFFD; with `strict` they are errors. */
export function parseForm(input, options) {
  const form = stringOrBytes(input, "parseForm");
  const known = optionsOf(options, PARSE_FORM, "parseForm");
  if (known.strict && typeof form === "string") refuseLone(form);
  return onInput(form, () => running().formParse(form, known, known.maxPairs + 1, known.maxBytes + 1));
}

export const serializeForm = (pairs, options) => serialize(partsOf(pairs), optionsOf(options, SERIALIZE_FORM, "serializeForm"));

// ---- streams

/** Releases the module's stream when a stream is collected that was neither read to its end nor cancelled. */
const forgotten = new FinalizationRegistry((release) => release());

/** A stream from strings or bytes to bytes. The chunks of the input do not change the result. */
class ByteStream {
  constructor(open) {
    // The two units of a surrogate pair may be in two chunks.
    const pairs = new TextEncoderParts();
    let stream = open();
    const release = stream.release;
    /** After the end and after an error, the module has released its stream. */
    const ended = () => {
      stream = undefined;
      forgotten.unregister(pairs);
    };
    const push = (chunk, last, controller) => {
      let out;
      try {
        out = stream.push(chunk, last);
      } catch (error) {
        ended();
        throw error;
      }
      if (last) ended();
      if (out.length > 0) controller.enqueue(out);
    };
    const giveUp = () => {
      stream?.release();
      ended();
    };
    /** A wrong chunk ends the stream too, before the module sees it. */
    const checked = (bytes) => {
      try {
        return bytes();
      } catch (error) {
        giveUp();
        throw error;
      }
    };
    const transform = new TransformStream({
      transform(chunk, controller) {
        const name = "a stream";
        push(
          checked(() => (typeof chunk === "string" ? pairs.encode(chunk) : pairs.end(stringOrBytes(chunk, name)))),
          false,
          controller,
        );
      },
      flush(controller) {
        push(
          checked(() => pairs.end(new Uint8Array())),
          true,
          controller,
        );
      },
      // Some platforms do not call `cancel`: there the registry releases the stream.
      cancel: giveUp,
    });
    this.readable = transform.readable;
    this.writable = transform.writable;
    // `pairs` lives as long as the stream, whose functions hold it; `transform` may not.
    forgotten.register(pairs, release, pairs);
  }
}

/** Encodes strings as UTF-8, chunk by chunk. */
class TextEncoderParts {
  #high = "";
  #before = 0;

  encode(chunk) {
    const whole = this.#high + chunk;
    const cut = /[\uD800-\uDBFF]$/.test(whole) ? whole.length - 1 : whole.length;
    this.#high = whole.slice(cut);
    refuseLone(whole.slice(0, cut), this.#before);
    this.#before += cut;
    return utf8.encode(whole.slice(0, cut));
  }

  /** Bytes or the end follow: a high surrogate that was kept is a lone one. */
  end(bytes) {
    refuseLone(this.#high, this.#before);
    return bytes;
  }
}

export class EncodeStream extends ByteStream {
  constructor(options) {
    const known = optionsOf(options, ENCODE_STREAM, "EncodeStream");
    super(() => running().encoder(known));
  }
}

export class DecodeStream extends ByteStream {
  constructor(options) {
    const known = optionsOf(options, DECODE_STREAM, "DecodeStream");
    super(() => running().decoder(known));
  }
}
