// Encodes text in a legacy charset, as the Encoding standard defines it. A browser has only decoders, so each table is made by decoding
// every possible sequence. Where several sequences decode to the same character, the standard says which one to write.

/** @typedef {Map<number, number[]>} Table The octets of each character. */

/** A character that the charset lacks; `offset` counts code units. */
export class Unmappable extends Error {
  /**
   * @param {number} codePoint
   * @param {number} offset
   */
  constructor(codePoint, offset) {
    super(`U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`);
    this.codePoint = codePoint;
    this.offset = offset;
  }
}

/**
 * Calls `found` for each sequence that decodes to one character outside ASCII, in order.
 * @param {string} charset
 * @param {number} length
 * @param {number[][]} sequences
 * @param {(codePoint: number, sequence: number[]) => void} found
 */
function decodeAll(charset, length, sequences, found) {
  // A line feed is part of no sequence, so an invalid sequence ends before the next one.
  const bytes = new Uint8Array(sequences.length * (length + 1)).fill(0x0a);
  sequences.forEach((sequence, i) => bytes.set(sequence, i * (length + 1)));
  new TextDecoder(charset)
    .decode(bytes)
    .split("\n")
    .forEach((text, i) => {
      const codePoint = /** @type {number} */ (text.codePointAt(0));
      if (codePoint > 0x7f && codePoint !== 0xfffd && text.length === (codePoint > 0xffff ? 2 : 1)) found(codePoint, sequences[i]);
    });
}

/** @type {(from: number, to: number) => number[]} */
const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** @type {(leads: number[], trails: number[]) => number[][]} */
const pairs = (leads, trails) => leads.flatMap((lead) => trails.map((trail) => [lead, trail]));

/**
 * Of several sequences for a character, the first.
 * @param {string} charset
 * @param {number} length
 * @param {number[][]} sequences
 */
function table(charset, length, sequences) {
  const map = /** @type {Table} */ (new Map());
  decodeAll(charset, length, sequences, (codePoint, sequence) => {
    if (!map.has(codePoint)) map.set(codePoint, sequence);
  });
  return map;
}

/** @type {Record<string, () => Table>} */
const MAKERS = {
  "euc-kr": () => table("euc-kr", 2, pairs(range(0x81, 0xfe), range(0x41, 0xfe))),
  "euc-jp": () => japanese(table("euc-jp", 2, pairs(range(0xa1, 0xfe), range(0xa1, 0xfe))), (unit) => [0x8e, unit - 0xfec0]),
  shift_jis() {
    // IBM's extensions are written as IBM encodes them, not as NEC does. Private use is only decoded.
    const map = japanese(
      table("shift_jis", 2, pairs([...range(0x81, 0x9f), ...range(0xe0, 0xec), ...range(0xfa, 0xfc)], range(0x40, 0xfc))),
      (unit) => [unit - 0xfec0],
    );
    return map.set(0x80, [0x80]);
  },
  big5() {
    const map = /** @type {Table} */ (new Map());
    // The part of Hong Kong is only decoded. For these six characters the last sequence is written.
    const last = [0x2550, 0x255e, 0x2561, 0x256a, 0x5341, 0x5345];
    decodeAll("big5", 2, pairs(range(0xa1, 0xfe), range(0x40, 0xfe)), (codePoint, sequence) => {
      if (!map.has(codePoint) || last.includes(codePoint)) map.set(codePoint, sequence);
    });
    return map;
  },
  gb18030() {
    const map = table("gb18030", 2, pairs(range(0x81, 0xfe), range(0x40, 0xfe)));
    decodeAll("gb18030", 4, range(0, 39419).map(four), (codePoint, sequence) => {
      if (!map.has(codePoint)) map.set(codePoint, sequence);
    });
    // Private use characters whose sequences GB18030 has reassigned keep them when encoding. Above, U+FFFD looks like an error.
    for (const [codePoint, sequence] of MOVED) map.set(codePoint, [sequence >> 8, sequence & 0xff]);
    map.set(0xfffd, four(0x99f9)).delete(0xe5e5);
    return map;
  },
  "iso-2022-jp"() {
    const map = /** @type {Table} */ (new Map());
    for (const [codePoint, [lead, trail]] of table("euc-jp", 2, pairs(range(0xa1, 0xfe), range(0xa1, 0xfe))))
      map.set(codePoint, [lead - 0x80, trail - 0x80]);
    map.set(0x2212, /** @type {number[]} */ (map.get(0xff0d)));
    // Half-width katakana become full-width. NFKC makes combining characters of the two sound marks, so they are computed.
    for (const unit of range(0xff61, 0xff9f))
      map.set(
        unit,
        /** @type {number[]} */ (
          map.get(unit < 0xff9e ? String.fromCharCode(unit).normalize("NFKC").charCodeAt(0) : unit - 0xff9e + 0x309b)
        ),
      );
    return map;
  },
};

/**
 * The rules that Shift_JIS and EUC-JP share.
 * @param {Table} map
 * @param {(unit: number) => number[]} katakana
 */
function japanese(map, katakana) {
  for (const unit of range(0xff61, 0xff9f)) map.set(unit, katakana(unit));
  return map
    .set(0xa5, [0x5c])
    .set(0x203e, [0x7e])
    .set(0x2212, /** @type {number[]} */ (map.get(0xff0d)));
}

/**
 * The sequence of four octets of GB18030 for a pointer.
 * @param {number} pointer
 */
const four = (pointer) => [
  0x81 + Math.floor(pointer / 12600),
  0x30 + (Math.floor(pointer / 1260) % 10),
  0x81 + (Math.floor(pointer / 10) % 126),
  0x30 + (pointer % 10),
];

// prettier-ignore
const MOVED = [0xe78d, 0xe78e, 0xe78f, 0xe790, 0xe791, 0xe792, 0xe793].map((code) => [code, code - 0x40b4])
  .concat([[0xe794, 0xa6ec], [0xe795, 0xa6ed], [0xe796, 0xa6f3], [0xe81e, 0xfe59], [0xe826, 0xfe61], [0xe82b, 0xfe66], [0xe82c, 0xfe67], [0xe832, 0xfe6d], [0xe843, 0xfe7e], [0xe854, 0xfe90], [0xe864, 0xfea0]]);

const ASCII = 0,
  ROMAN = 1,
  JIS = 2;
const SWITCH = [
  [0x1b, 0x28, 0x42],
  [0x1b, 0x28, 0x4a],
  [0x1b, 0x24, 0x42],
];
/** @type {Map<string, Table>} */
const made = new Map();

/**
 * Encodes a text in parts: the function takes a part, and whether it is the last, and returns its octets. The function throws `Unmappable` at
 * the first character that the charset lacks. With `lines`, each line begins and ends in the ASCII state.
 * @param {string} charset
 * @param {{ lines?: boolean }} options
 * @returns {(text: string, last: boolean) => Uint8Array<ArrayBuffer>}
 */
export function legacyEncoder(charset, { lines = false } = {}) {
  if (!made.has(charset))
    made.set(
      charset,
      MAKERS[charset]?.() ??
        table(
          charset,
          1,
          range(0x80, 0xff).map((byte) => [byte]),
        ),
    );
  const map = /** @type {Table} */ (made.get(charset));
  const stateful = charset === "iso-2022-jp";
  let state = ASCII;
  return (text, last) => {
    /** @type {number[]} */
    const out = [];
    /** @param {number} next */
    const turn = (next) => {
      if (state !== next) out.push(...SWITCH[next]);
      state = next;
    };
    let at = 0;
    for (const character of text) {
      const codePoint = /** @type {number} */ (character.codePointAt(0));
      const roman = codePoint === 0xa5 ? 0x5c : codePoint === 0x203e ? 0x7e : 0;
      if (lines && (codePoint === 0x0a || codePoint === 0x0d)) turn(ASCII);
      if (codePoint < 0x80 && !(stateful && [0x0e, 0x0f, 0x1b].includes(codePoint))) {
        if (stateful && (state !== ROMAN || codePoint === 0x5c || codePoint === 0x7e)) turn(ASCII);
        out.push(codePoint);
      } else if (stateful && roman) {
        turn(ROMAN);
        out.push(roman);
      } else {
        const sequence =
          map.get(codePoint) ?? (charset === "gb18030" && codePoint > 0xffff ? four(codePoint - 0x10000 + 189000) : undefined);
        if (!sequence) throw new Unmappable(codePoint, at);
        if (stateful) turn(JIS);
        out.push(...sequence);
      }
      at += character.length;
    }
    if (last) turn(ASCII);
    return Uint8Array.from(out);
  };
}

/**
 * The octets of a text.
 * @type {(text: string, charset: string, options?: { lines?: boolean }) => Uint8Array<ArrayBuffer>}
 */
export const encodeLegacy = (text, charset, options) => legacyEncoder(charset, options)(text, true);
