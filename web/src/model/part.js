// One name or value of a link, to be edited. The part is kept as atoms: the least parts of what is written that mean a text. An edit replaces
// the atoms that it touches; each other one stays as it is written, byte for byte.

import { held } from "./edit.js";
import { encodeLegacy } from "./legacy.js";

/** @typedef {"closed" | "open"} Run */
/** @typedef {ReturnType<typeof partOf>} Part */
/** @typedef {{ raw: string, text: string, lineBreak?: string, run?: Run | false }} Atom */
/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Reads } from "./types.js" */

const TRIPLETS = /%[0-9a-f]{2}|[^]/giu,
  ESCAPES = /%u[0-9a-f]{4}|%[0-9a-f]{2}|[^]/giu;
const MALFORMED = "\uFFFD";

/** No sequence of a charset is longer. */
const LENGTHS = [1, 2, 3, 4];
/** After so many octets, two decoders that began at different ones are at the same character, or malformed anyway. */
const WINDOW = 16;

/** In ISO-2022-JP, what is between an escape sequence and the return to ASCII is a run. */
const RUNS = /\x1b\(B|\x1b[^]*?(?:\x1b\(B|$)|[^]/g;

/**
 * Splits octets where the characters of a charset end: the length and the text of each; of a run, whether it is closed or open.
 * @param {Uint8Array} octets
 * @param {string} charset
 * @returns {Generator<[length: number, text: string, run?: Run]>}
 */
function* characters(octets, charset) {
  const decoder = new TextDecoder(charset, { ignoreBOM: true });
  /** @type {(from: number, to: number) => string} */
  const read = (from, to) => decoder.decode(octets.subarray(from, to));
  if (charset === "iso-2022-jp") {
    for (const { 0: run, index } of String.fromCharCode(...octets).matchAll(RUNS)) {
      const text = read(index, index + run.length);
      yield run.length > 1 ? [run.length, held(text), run.endsWith("\x1b(B") ? "closed" : "open"] : [1, text];
    }
    return;
  }
  for (let at = 0; at < octets.length;) {
    let length = 1;
    if (octets[at] > 0x7f) {
      /** @param {number} length */
      const isWhole = (length) => !read(at, at + length).includes(MALFORMED);
      // If no length gives a whole character, the error has as many octets as can be left out without a change of the rest.
      /** @param {number} length */
      const isError = (length) => MALFORMED + read(at + length, at + WINDOW) === read(at, at + WINDOW);
      length = LENGTHS.find(isWhole) ?? LENGTHS.find(isError) ?? 1;
    }
    yield [length, read(at, at + length)];
    at += length;
  }
}

/**
 * Splits what is written: `{raw, text, lineBreak, run}`. A text field has only LF, so each line break is LF in `text`, and
 * `lineBreak` is what it was. Raw characters outside ASCII are text in every charset.
 * @param {string} raw
 * @param {Reads} reads
 */
function atomsOf(raw, { charset, plus, escape }) {
  /** @type {Atom[]} */
  const atoms = [];
  /** @type {(raw: string, text: string, run?: Run) => unknown} */
  const push = (raw, text, run) => {
    const before = atoms.at(-1);
    const both = (before?.lineBreak ?? before?.text ?? "") + text;
    // CR and LF are one line break; two escapes of UTF-16 are one character.
    if (both === "\r\n" || (escape && /^[\ud800-\udbff][\udc00-\udfff]$/.test(both))) raw = /** @type {Atom} */ (atoms.pop()).raw + raw;
    else return atoms.push(/^[\r\n]$/.test(text) ? { raw, text: "\n", lineBreak: text } : { raw, text, run });
    atoms.push(both === "\r\n" ? { raw, text: "\n", lineBreak: both } : { raw, text: both });
  };
  /** @type {string[]} */
  let written = [];
  /** @type {number[]} */
  const octets = [];
  const flush = () => {
    let at = 0;
    for (const [length, text, run] of characters(Uint8Array.from(octets), charset))
      push(written.slice(at, (at += length)).join(""), text, run);
    written = [];
    octets.length = 0;
  };
  for (const [piece] of raw.matchAll(escape ? ESCAPES : TRIPLETS)) {
    const hex = piece.length > 2 && piece.replace(/^%u?/i, "");
    const code = hex ? parseInt(hex, 16) : plus && piece === "+" ? 0x20 : /** @type {number} */ (piece.codePointAt(0));
    if (!escape && (hex || code < 0x80)) {
      written.push(piece);
      octets.push(code);
    } else {
      flush();
      push(piece, String.fromCodePoint(code));
    }
  }
  flush();
  return atoms;
}

/**
 * A name or a value that is written as `raw`, under the options that the page reads the link with: `charset`, `plus`, `escape`; with
 * `crlf`, a line break in a text without one is CRLF.
 * @param {Engine} engine
 * @param {string} raw
 * @param {Reads} options
 */
export function partOf(engine, raw, options) {
  const { charset, plus, escape, crlf } = options;
  /** @param {Atom[]} atoms */
  const textOf = (atoms) => atoms.map(({ text }) => text).join("");
  const first = atomsOf(raw, options);
  const firstText = textOf(first);
  const newBreak = first.find(({ lineBreak }) => lineBreak)?.lineBreak ?? (crlf ? "\r\n" : "\n");
  let atoms = first;

  /**
   * Throws if the charset has no such character.
   * @param {string} text
   */
  function encoded(text) {
    if (escape)
      return engine
        .javascript(4, text)
        .replaceAll("+", "%2B")
        .replaceAll("%20", plus ? "+" : "%20");
    if (/\p{Cs}/u.test(text)) throw Object.assign(new Error(), { kind: "lone-surrogate" });
    return engine.encode(charset === "utf-8" ? text : encodeLegacy(text, charset), {
      set: "rfc3986:query-value",
      plus,
      octets: charset !== "utf-8",
    });
  }
  /**
   * @param {string} text
   * @returns {Atom[]}
   */
  function fresh(text) {
    const raw = encoded(text.replaceAll("\n", newBreak));
    const found = atomsOf(raw, options);
    // Some characters are encoded as ones that look like them.
    return textOf(found) === text ? found : [{ raw, text, run: found.some(({ run }) => run) && "closed" }];
  }

  return {
    charset,
    /** Returns what takes back the edits that follow. */
    kept() {
      const before = atoms;
      return () => {
        atoms = before;
      };
    },
    /** As a text field holds it. */
    text: () => textOf(atoms),
    plain: () => atoms.map(({ text, lineBreak }) => lineBreak ?? text).join(""),
    raw: () =>
      atoms.reduceRight((rest, { raw, lineBreak }, i) => {
        // What has become adjacent must not be read as a triplet, or as one line break.
        const joins =
          raw === "%"
            ? (escape ? /^(?:u[0-9a-f]{2})?[0-9a-f]{2}/i : /^[0-9a-f]{2}/i).test(rest)
            : lineBreak === "\r" && atoms[i + 1]?.lineBreak === "\n";
        return (joins ? (raw === "%" ? "%25" : raw + raw) : raw) + rest;
      }, ""),
    /**
     * Takes the text of the field after an edit, which ended at the caret. Throws and changes nothing if the text cannot be encoded.
     * @param {string} value
     * @param {number} caret
     */
    edit(value, caret) {
      const old = textOf(atoms);
      if (value === old) return;
      if (value === firstText) {
        atoms = first;
        return;
      }
      const shorter = Math.min(old.length, value.length);
      let [head, tail] = [0, 0];
      /** @param {number} most */
      const sameEnds = (most) => {
        while (tail < most && old[old.length - 1 - tail] === value[value.length - 1 - tail]) tail++;
      };
      // Of equal characters, the one at the caret was edited.
      sameEnds(Math.min(shorter, value.length - caret));
      while (head < shorter - tail && old[head] === value[head]) head++;
      sameEnds(shorter - head);
      let [from, start, to, end] = [0, 0, atoms.length, value.length];
      /** @param {number} i */
      const length = (i) => atoms[i]?.text.length;
      while (start + length(from) <= head) start += length(from++);
      while (to > from && value.length - end + length(to - 1) <= tail) end -= length(--to);
      let middle;
      for (;;) {
        // Octets that are not text have no other writing, so those within the edit are found again in order.
        const lost = atoms.slice(from, to).filter(({ text }) => text === MALFORMED);
        middle = value
          .slice(start, end)
          .split(/(\uFFFD)/)
          .flatMap((text) => (text === MALFORMED && lost.length > 0 ? [/** @type {Atom} */ (lost.shift())] : fresh(text)));
        // A run that is open swallows what follows, and two runs side by side are an error: they are written again, as one.
        const [left, right] = [atoms[from - 1], atoms[to]];
        const next = middle[0] ?? right;
        if (left?.run && next && (left.run === "open" || next.run)) start -= length(--from);
        else if (right?.run && middle.at(-1)?.run) end += length(to++);
        else break;
      }
      atoms = [...atoms.slice(0, from), ...middle, ...atoms.slice(to)];
    },
  };
}
