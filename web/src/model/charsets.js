// The charsets of the page, and the readings of a text in them.

import { ranked as readings, readText } from "../../../npm/readings.js";
import { TRIED } from "../../../npm/vocabulary.js";
import { start } from "./place.js";

/** @import { Engine } from "../../../npm/engine.js" */

export const CHARSETS = TRIED;
/** @type {Record<string, string>} */
const SPELT = { gb18030: "GB18030", big5: "Big5", shift_jis: "Shift_JIS" };
/** @type {Record<string, string>} */
export const NAMES = Object.fromEntries(
  CHARSETS.map((charset) => [charset, SPELT[charset] ?? (charset.startsWith("windows") ? charset : charset.toUpperCase())]),
);
const MOST = 4096;

/**
 * The readings of a text, the likeliest first for a reader of the browser's languages; none if all octets are ASCII.
 * @param {Engine} engine
 * @param {string} text
 */
export function ranked(engine, text, { plus = false, most = MOST } = {}) {
  // A triplet that is cut would be text.
  const some = text.length > most ? start(text, most).replace(/%.?$/, "") : text;
  return readings(engine, some, { plus, languages: navigator.languages ?? [] });
}
