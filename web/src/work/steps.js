// What becomes of the bytes of a file, in parts of any length: `push(bytes, last)` returns bytes, and throws an error with its offset in
// the file. The octets of a file are kept as they are, unless a charset or `%uXXXX` says that they are text.

import { NAMES } from "../model/charsets.js";
import { legacyEncoder } from "../model/legacy.js";
import { charsetDecoder, encodedOffset, endOf } from "../model/malformed.js";
import { byteLength } from "../model/place.js";

/** @import { Engine, Stream } from "../../../npm/engine.js" */
/** @import { Options } from "../model/types.js" */

const utf8 = new TextEncoder();
const CR = 13,
  LF = 10,
  PERCENT = 37;

/** @type {(kind: string, offset: number, more?: { message?: string, charset?: string }) => Error} */
const failure = (kind, offset, more) => Object.assign(new Error(more?.message), { kind, offset, ...more });

/**
 * The text of a file in UTF-8.
 * @returns {(bytes: Uint8Array, last: boolean) => string}
 */
function fileText() {
  const decoder = charsetDecoder("utf-8");
  let before = 0;
  return (bytes, last) => {
    try {
      const text = decoder.decode(bytes, last);
      before += bytes.length;
      return text;
    } catch ({ index }) {
      throw failure("invalid-utf-8", before + index);
    }
  };
}

/**
 * Every LF, CR and CRLF as CRLF.
 * @returns {(bytes: Uint8Array, last: boolean) => Uint8Array}
 */
function toCrlf() {
  let afterCr = false;
  return (bytes) => {
    const out = new Uint8Array(2 * bytes.length);
    let at = 0;
    for (const byte of bytes) {
      if (byte === CR || (byte === LF && !afterCr)) {
        out[at++] = CR;
        out[at++] = LF;
      } else if (byte !== LF) out[at++] = byte;
      afterCr = byte === CR;
    }
    return out.subarray(0, at);
  };
}

/**
 * Text in UTF-8 to octets of a charset.
 * @param {string} charset
 * @param {Options} options
 * @returns {(bytes: Uint8Array, last: boolean) => Uint8Array}
 */
function toCharset(charset, options) {
  const text = fileText();
  const encoder = legacyEncoder(charset, options);
  let before = 0;
  return (bytes, last) => {
    const part = text(bytes, last);
    try {
      const octets = encoder(part, last);
      before += byteLength(part);
      return octets;
    } catch (error) {
      throw failure("unmappable", before + byteLength(part.slice(0, error.offset)), { message: error.message, charset: NAMES[charset] });
    }
  };
}

/**
 * @param {Engine} engine
 * @param {Options} options
 * @returns {Stream}
 */
function encoding(engine, options) {
  const { charset, crlf, lines, alsoKeep } = options;
  // The line breaks between the lines are not encoded.
  const encoder = engine.encoder({ ...options, octets: charset !== "utf-8", alsoKeep: lines ? `${alsoKeep}\r\n` : alsoKeep });
  const steps = [...(crlf && !lines ? [toCrlf()] : []), ...(charset !== "utf-8" ? [toCharset(charset, options)] : [])];
  return {
    ...encoder,
    push: (bytes, last = false) =>
      encoder.push(
        steps.reduce((part, step) => step(part, last), bytes),
        last,
      ),
  };
}

/**
 * The length of the last octets in their encoded text.
 * @type {(octets: number, encoded: string) => number}
 */
const lengthOfLast = (octets, encoded) =>
  /** @type {RegExpExecArray} */ (new RegExp(`(?:%[0-9a-f]{2}|[^]){${octets}}$`, "i").exec(encoded.slice(-3 * octets)))[0].length;

/** A character for each byte. */
const characters = new TextDecoder("latin1");

/**
 * Encoded octets of a charset to text in UTF-8.
 * @param {Engine} engine
 * @param {Options} options
 * @returns {Stream}
 */
function fromCharset(engine, options) {
  const { charset, lossy, lines } = options;
  const replacing = new TextDecoder(charset, { ignoreBOM: true });
  const strict = charsetDecoder(charset);
  const decoder = engine.decoder(options);
  let held = new Uint8Array();
  let before = 0;
  /** The offset of a character that is not complete yet. */
  let begun = 0;
  return {
    ...decoder,
    push(bytes, last = false) {
      const whole = joined(held, bytes);
      // A triplet that is cut is decoded with the next part, so that the octets are those of this part.
      const cut = last ? whole.length : whole.length - (whole.at(-1) === PERCENT ? 1 : whole.at(-2) === PERCENT ? 2 : 0);
      const [part, octets] = [whole.subarray(0, cut), decoder.push(whole.subarray(0, cut), last)];
      held = whole.slice(cut);
      try {
        const text = lossy ? replacing.decode(octets, { stream: !last }) : strict.decode(octets, last);
        before += cut;
        if (strict.held() <= octets.length) begun = before - lengthOfLast(strict.held(), characters.decode(part.slice(-64)));
        return utf8.encode(text);
      } catch ({ index }) {
        throw failure("charset", index < 0 ? begun : before + encodedOffset(characters.decode(part), index, lines), {
          charset: NAMES[charset],
        });
      }
    },
  };
}

/**
 * @param {Uint8Array} a
 * @param {Uint8Array} b
 */
function joined(a, b) {
  if (a.length === 0) return b;
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

/** What may go on in the next part: a `%uXXXX` that is cut, and the first one of a surrogate pair. */
const UNDECIDED = /(?:%ud[89ab][0-9a-f]{2})?(?:%(?:u[0-9a-f]{0,3}|[0-9a-f])?)?$/i;

/**
 * `escape` and `unescape` of JavaScript.
 * @param {Engine} engine
 * @param {string} operation
 * @returns {Stream}
 */
function escapes(engine, operation) {
  const text = fileText();
  let [held, before] = ["", 0];
  const release = () => {};
  if (operation === "encode") return { release, push: (bytes, last = false) => utf8.encode(engine.javascript(4, text(bytes, last))) };
  return {
    release,
    push(bytes, last = false) {
      const whole = held + text(bytes, last);
      const cut = last ? whole.length : /** @type {RegExpExecArray} */ (UNDECIDED.exec(whole)).index;
      const part = engine.javascript(5, whole.slice(0, cut));
      const lone = part.search(/\p{Cs}/u);
      if (lone >= 0)
        throw failure("lone-surrogate", before + byteLength(whole.slice(0, endOf(/%u[0-9a-f]{4}|%[0-9a-f]{2}|[^]/gi, whole, lone))));
      before += byteLength(whole.slice(0, cut));
      held = whole.slice(cut);
      return utf8.encode(part);
    },
  };
}

/**
 * The stream of an operation under the options of the page.
 * @param {Engine} engine
 * @param {string} operation
 * @param {Options} options
 * @returns {Stream}
 */
export function streamOf(engine, operation, options) {
  if (options.escape) return escapes(engine, operation);
  if (operation === "encode") return encoding(engine, options);
  return options.charset === "utf-8" ? engine.decoder(options) : fromCharset(engine, options);
}
