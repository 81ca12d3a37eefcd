// The readings of encoded text in each charset. The library decodes the triplets, the platform decodes the charsets of the Encoding
// standard, and the library ranks the readings.

import { TRIED } from "./vocabulary.js";

/** Octets as text of a charset; `wrong` is the number of malformed sequences, less than 0 if the platform lacks the charset. */
function read(octets, charset) {
  try {
    return { text: new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(octets), wrong: 0 };
  } catch (error) {
    if (error instanceof RangeError) return { text: "", wrong: -1 };
  }
  const text = new TextDecoder(charset, { ignoreBOM: true }).decode(octets);
  return { text, wrong: text.split("\uFFFD").length - 1 };
}

/** Decodes encoded text in a charset. Raw characters outside ASCII are text in every charset and are kept; each part between them is
 * decoded separately, with its ASCII characters. With `lines`, triplets of line breaks are kept too. If octets are malformed, `part` is
 * the first part with such, as `{text, start}`. */
export function readText(engine, text, { lines = false, ...options }, charset) {
  // Throws for a malformed triplet, with the offset in the whole text.
  if (!options.lenient) engine.decodeBytes(text, options);
  const kept = lines ? /((?:[^\0-\x7f]|%0[ad])+)/i : /([^\0-\x7f]+)/;
  const written = text.split(kept);
  const parts = written.map((part, i) =>
    i % 2 ? { text: part, wrong: 0 } : read(engine.decodeBytes(part, { ...options, lenient: true }), charset),
  );
  if (parts.some(({ wrong }) => wrong < 0)) return { text: "", wrong: -1 };
  const first = parts.findIndex(({ wrong }) => wrong > 0);
  return {
    text: parts.map(({ text }) => text).join(""),
    wrong: parts.reduce((sum, { wrong }) => sum + wrong, 0),
    part: first < 0 ? undefined : { text: written[first], start: written.slice(0, first).join("").length },
  };
}

/** The readings of a text, the likeliest first: `{charset, text, malformed, evidence, reason, words, score}`. None if all octets are
 * ASCII. */
export function ranked(engine, text, { plus = false, languages = [] } = {}) {
  const options = { lenient: true, plus };
  const octets = engine.decodeBytes(text.replace(/[^\0-\x7f]+/g, " "), options);
  const escapes = octets.includes(0x1b);
  if (!escapes && octets.every((octet) => octet < 0x80)) return [];
  const tried = TRIED.filter((charset) => escapes || charset !== "iso-2022-jp").map((charset) => {
    const { text: reading, wrong } = readText(engine, text, options, charset);
    return { charset, text: reading, malformed: wrong };
  });
  return engine.rank(
    octets,
    tried.filter(({ malformed }) => malformed >= 0),
    languages,
  );
}
