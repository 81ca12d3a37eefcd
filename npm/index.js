// The functions of the package, over one engine. `node.js` and `browser.js` load the module and call `start` before anyone
// else sees these.

import { Engine, TripletError } from "./engine.js";

export { TripletError };

let engine;

export function start(module, strings) {
  engine = new Engine(module, strings);
}

const isBytes = (input) => input instanceof Uint8Array;
const textOr = (input) => (isBytes(input) ? input : String(input));

/** Lone surrogates are in no text: an encoder for data refuses them like `encodeURIComponent` does. */
function refuseLone(input) {
  if (typeof input === "string" && !(input.isWellFormed?.() ?? !/\p{Surrogate}/u.test(input))) {
    const offset = input.search(/\p{Surrogate}/u);
    throw new TripletError({ kind: "lone-surrogate", offset, message: `half a surrogate pair at code unit ${offset}, which is no character` });
  }
}

export const encode = (input, options = {}) => {
  const text = textOr(input);
  refuseLone(text);
  return engine.encode(text, options);
};

export const decode = (input, options = {}) => {
  const text = textOr(input);
  refuseLone(text);
  return engine.decode(text, options);
};

export const decodeToBytes = (input, options = {}) => {
  const text = textOr(input);
  refuseLone(text);
  return engine.decodeBytes(text, options);
};

export const sets = () => engine.sets();

/** The functions that JavaScript has itself, by the numbers that they have in the module. */
const BUILT_IN = ["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent", "escape", "unescape"].map((name) => globalThis[name]);

/** For strings up to this length a call of the module costs more than it saves, and the built-in function is called, which
 * has the same results; what it throws does not say where, so then the module is asked. */
const SHORT = 128;

/** What `decodeURIComponent` and the others of ECMA-262 throw. */
function likeJavascript(number, input) {
  const string = `${input}`;
  if (string.length <= SHORT && BUILT_IN[number]) {
    try {
      return BUILT_IN[number](string);
    } catch {
      // As below.
    }
  }
  try {
    return engine.javascript(number, string);
  } catch (error) {
    if (!(error instanceof TripletError)) throw error;
    throw Object.assign(new URIError(error.message), { kind: error.kind, offset: error.offset });
  }
}

export const encodeURI = (input) => likeJavascript(0, input);
export const encodeURIComponent = (input) => likeJavascript(1, input);
export const decodeURI = (input) => likeJavascript(2, input);
export const decodeURIComponent = (input) => likeJavascript(3, input);
export const escape = (input) => likeJavascript(4, input);
export const unescape = (input) => likeJavascript(5, input);

export const parseForm = (input, options = {}) => engine.formParse(textOr(input), options);

/** As `URLSearchParams`, a form takes any strings: lone surrogates become U+FFFD. */
export const serializeForm = (pairs, options = {}) =>
  engine.formSerialize(Symbol.iterator in Object(pairs) ? pairs : Object.entries(pairs), options);

const text = (input) => {
  const string = String(input);
  refuseLone(string);
  return string;
};

export const normalize = (reference, { level = "path" } = {}) => engine.normalize(text(reference), level);
export const compare = (a, b, { level = "path" } = {}) => engine.compare(text(a), text(b), level);
export const requote = (reference) => engine.requote(text(reference));
export const lint = (input, options = {}) => engine.lint(textOr(input), options);
export const layers = (input, { max = 8 } = {}) => engine.layers(textOr(input), max);
export const readers = (input) => engine.readers(textOr(input));

const utf8 = new TextEncoder();

/** A stream of bytes or strings to bytes: the same result however the input is cut. */
class ByteStream {
  constructor(open) {
    // The halves of a surrogate pair may come in two chunks.
    const pairs = new TextEncoderParts();
    let stream;
    const push = (chunk, last, controller) => {
      let out;
      try {
        out = stream.push(chunk, last);
      } catch (error) {
        stream = undefined;
        throw error;
      }
      if (out.length > 0) controller.enqueue(out);
    };
    const transform = new TransformStream({
      start() {
        stream = open();
      },
      transform(chunk, controller) {
        push(typeof chunk === "string" ? pairs.encode(chunk) : new Uint8Array(chunk.buffer ?? chunk, chunk.byteOffset, chunk.byteLength), false, controller);
      },
      flush(controller) {
        push(pairs.end(), true, controller);
      },
      cancel() {
        stream?.release();
      },
    });
    this.readable = transform.readable;
    this.writable = transform.writable;
  }
}

/** Strings to UTF-8, chunk by chunk. */
class TextEncoderParts {
  #high = "";

  encode(chunk) {
    const whole = this.#high + chunk;
    const cut = /[\uD800-\uDBFF]$/.test(whole) ? whole.length - 1 : whole.length;
    this.#high = whole.slice(cut);
    refuseLone(whole.slice(0, cut));
    return utf8.encode(whole.slice(0, cut));
  }

  end() {
    refuseLone(this.#high);
    return new Uint8Array();
  }
}

export class EncodeStream extends ByteStream {
  constructor(options = {}) {
    super(() => engine.encoder(options));
  }
}

export class DecodeStream extends ByteStream {
  constructor(options = {}) {
    super(() => engine.decoder(options));
  }
}
