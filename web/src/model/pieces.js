// Which parts of the encoded text and of the plain text belong together.
//
// A list of pieces says which units of two texts belong together: `[from, to, plainFrom, plainTo, isRun]`. The units of a run correspond one
// by one.

import { NAMES } from "./charsets.js";
import { byteLength, start } from "./place.js";
import { asOf, childrenOf, explained, hasParts, isDoubtful, known } from "./tree.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Explained } from "../../../npm/index.js" */
/** @import { LegacyCharacter, Meaning, Piece, Range, State } from "./types.js" */

/**
 * Makes a list of parts of the encoded text and what they mean.
 * @param {Iterable<Meaning>} parts
 */
function listOf(parts) {
  /** @type {Piece[]} */
  const list = [];
  let [at, from, text] = [0, 0, ""];
  for (const [raw, means, isRun] of parts) {
    list.push([at, at + raw.length, from, from + means.length, isRun ? 1 : 0]);
    at += raw.length;
    from += means.length;
    text += means;
  }
  return { list, text };
}

/**
 * @param {Engine} engine
 * @param {string} encoded
 * @param {boolean} plus
 * @returns {Generator<Meaning>}
 */
function* inUtf8(engine, encoded, plus) {
  const bytes = new TextEncoder().encode(encoded);
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const token of engine.tokens(encoded)) {
    const raw = utf8.decode(bytes.subarray(token.start, token.end));
    if (token.kind === "character") yield [raw, String.fromCodePoint(token.value)];
    else yield [raw, token.kind === "raw" && plus ? raw.replaceAll("+", " ") : raw, true];
  }
}

/**
 * Raw characters outside ASCII are text in every charset; a sequence of octets ends where the browser's decoder gives a character.
 * @param {string} encoded
 * @param {string} charset
 * @param {boolean} plus
 * @returns {Generator<Meaning>}
 */
function* inCharset(encoded, charset, plus) {
  /** @type {TextDecoder | undefined} */
  let decoder;
  let raw = "";
  /** @returns {Generator<Meaning>} */
  const end = function* () {
    const text = decoder?.decode() ?? "";
    if (raw !== "") yield [raw, text];
    [decoder, raw] = [undefined, ""];
  };
  for (const [part] of encoded.matchAll(/%[0-9a-f]{2}|[^\0-\x7f]+|[^]/gi)) {
    if (/[^\0-\x7f]/.test(part)) {
      yield* end();
      yield [part, part, true];
      continue;
    }
    decoder ??= new TextDecoder(charset, { ignoreBOM: true });
    const octet = part.length === 3 ? parseInt(part.slice(1), 16) : plus && part === "+" ? 32 : part.charCodeAt(0);
    raw += part;
    const text = decoder.decode(Uint8Array.of(octet), { stream: true });
    if (text === "") continue;
    yield [raw, text];
    raw = "";
  }
  yield* end();
}

/**
 * @param {string} encoded
 * @returns {Generator<Meaning>}
 */
function* inEscapes(encoded) {
  for (const [part] of encoded.matchAll(/%ud[89ab][0-9a-f]{2}%ud[c-f][0-9a-f]{2}|%u[0-9a-f]{4}|%[0-9a-f]{2}|[^]/gi)) {
    yield [
      part,
      part.length === 1
        ? part
        : String.fromCharCode(.../** @type {string[]} */ (part.match(/[0-9a-f]{4}|[0-9a-f]{2}$/gi)).map((digits) => parseInt(digits, 16))),
    ];
  }
}

/**
 * One list for each layer, from the outermost to the innermost; nothing if the texts are not each other's, as where a line break is
 * encoded as another one. Of a text that is shown in part, the list ends where the parts no longer correspond.
 * @param {Engine} engine
 * @param {State} state
 * @param {boolean} isCut
 */
export function pieces(engine, { source, encoded, plain, plus, charset, escape, layers }, isCut = false) {
  /** @type {Piece[][]} */
  const lists = [];
  let inner = encoded;
  for (let layer = 1; source === "encoded" && !escape && layer < layers; layer++) {
    const { list, text } = listOf(inUtf8(engine, inner, plus));
    if (!/%[0-9a-f]{2}/i.test(text)) break;
    lists.push(list);
    inner = text;
  }
  const { list, text } = listOf(
    escape ? inEscapes(inner) : charset === "utf-8" ? inUtf8(engine, inner, plus) : inCharset(inner, charset, plus),
  );
  if (text === plain) return [...lists, list];
  if (!isCut || lists.length > 0) return undefined;
  let same = 0;
  while (same < plain.length && text[same] === plain[same]) same++;
  return [list.filter(([, , , end]) => end <= same)];
}

/**
 * A range of one text in the other one, through all layers and back.
 * @param {Piece[][]} lists
 * @param {number} side
 * @param {number} from
 * @param {number} to
 * @returns {Record<number, Range> | undefined}
 */
export function through(lists, side, from, to) {
  const order = side === 0 ? lists : [...lists].reverse();
  const other = order.reduce(
    (range, list) => range && across(list, side, ...range)?.[2 - side],
    /** @type {Range | undefined} */ ([from, to]),
  );
  const own = [...order].reverse().reduce((range, list) => range && across(list, 2 - side, ...range)?.[side], other);
  return own && { [side]: own, [2 - side]: /** @type {Range} Without it, `own` is undefined too. */ (other) };
}

/**
 * A range of one text in the other one, whole characters only. `side` is 0 for the encoded text, 2 for the plain one.
 * @param {Piece[]} list
 * @param {number} side
 * @param {number} from
 * @param {number} to
 * @returns {Record<number, Range> | undefined}
 */
function across(list, side, from, to) {
  const [own, other] = [side, 2 - side];
  // A cursor points at what follows it.
  const touched = list.filter((piece) =>
    from === to ? piece[own] <= from && from < piece[own + 1] : piece[own] < to && from < piece[own + 1],
  );
  if (touched.length === 0) return undefined;
  const [first, last] = [touched[0], touched[touched.length - 1]];
  const end = Math.max(to, from + 1);
  return {
    [own]: [first[4] ? Math.max(from, first[own]) : first[own], last[4] ? Math.min(end, last[own + 1]) : last[own + 1]],
    [other]: [
      first[4] ? first[other] + Math.max(0, from - first[own]) : first[other],
      last[4] ? last[other] + Math.min(end, last[own + 1]) - last[own] : last[other + 1],
    ],
  };
}

/**
 * The values of a tree that are written in the text itself and are not UTF-8 for certain, each with its offset in bytes and its charset.
 * @param {Explained} node
 * @param {number} at
 * @param {State["readAs"]} as
 * @returns {Generator<[at: number, written: string, charset: string]>}
 */
function* doubtful(node, at, as) {
  const charset = isDoubtful(node) && (asOf(as, node) || (node.charset && known(node.charset.name)));
  if (charset) yield [at, node.written, charset];
  if (hasParts(node)) for (const child of childrenOf(node)) if (!child.likely) yield* doubtful(child, at + child.span[0], as);
}

/**
 * The characters of the encoded text in charsets other than UTF-8, in order: where the text is explained, each value in its own charset.
 * Nothing of an escape sequence with no character after it.
 * @param {Engine} engine
 * @param {State} state
 * @param {number} most the length of the part that is read
 * @returns {LegacyCharacter[]}
 */
export function legacyCharacters(engine, { view, encoded, charset, plus, escape, layers, readAs }, most) {
  /** @type {LegacyCharacter[]} */
  const out = [];
  const root = view === "explain" && explained(engine, encoded);
  const all = root ? doubtful(root, root.span[0], readAs) : escape || layers > 1 ? [] : [/** @type {const} */ ([0, encoded, charset])];
  for (const [at, written, charset] of all) {
    if (charset === "utf-8" || at > most * 3) continue;
    let from = at;
    for (const [raw, character, isRun] of inCharset(start(written, most), charset, plus)) {
      const to = from + byteLength(raw);
      if (!isRun && /[^\0-\x7f]/.test(character)) {
        const octets = /** @type {string[]} */ (raw.match(/%..|[^]/g)).map((part) =>
          part.length === 3 ? part.slice(1).toUpperCase() : part.charCodeAt(0).toString(16).toUpperCase(),
        );
        out.push({ from, to, character, octets: `${NAMES[charset]} ${octets.join(" ")}` });
      }
      from = to;
    }
  }
  return out;
}
