// Errors, positions, sizes and the reasons of charsets, in the language of the page.

import { characters, unitAt } from "../model/place.js";
import { language, number, t } from "./language.js";

/** @import { SplitError } from "../../../npm/engine.js" */
/** @import { Problem } from "../model/types.js" */

/** @type {Record<string, string>} */
const KINDS = {
  truncated: "errorTruncated",
  "not-hex": "errorNotHex",
  malformed: "errorNotHex",
  "invalid-utf-8": "errorUtf8",
  "lone-surrogate": "errorSurrogate",
};

/** The kinds of malformed triplets. */
export const MALFORMED = ["truncated", "not-hex", "malformed"];

/** @param {Pick<Problem, "kind" | "message" | "charset">} error */
export function errorText(error) {
  if (error.kind === "charset") return t("errorCharset", { charset: error.charset });
  if (error.kind === "unmappable") return t("errorUnmappable", { code: error.message, charset: error.charset });
  return error.kind in KINDS ? t(KINDS[error.kind]) : error.message;
}

/**
 * A position for people: line and column from 1, the column in characters. A text of one line has no line number.
 * @param {string} text
 * @param {number} unit
 */
export function placeText(text, unit) {
  const lines = text.slice(0, unit).split("\n");
  return (
    (text.includes("\n") ? t("lineAt", { n: number(lines.length) }) : "") +
    t("columnAt", { n: number(characters(lines[lines.length - 1]) + 1) })
  );
}

/**
 * The same for an offset in bytes.
 * @param {string} text
 * @param {number} byte
 */
export const placeOf = (text, byte) => placeText(text, unitAt(text, byte));

/** @type {Record<string, string>} */
const PARTS = {
  scheme: "partScheme",
  userinfo: "partUserinfo",
  host: "partHost",
  port: "partPort",
  path: "partPath",
  query: "partQuery",
  fragment: "partFragment",
};

/** @param {string} [part] */
export const partName = (part = "") => t(PARTS[part] ?? "partDelimiter");

/** @type {Record<string, string>} */
const REFERENCE = { triplet: "errorTriplet", "ip-literal": "errorIpLiteral", port: "errorPort", "first-segment": "errorFirstSegment" };

/**
 * @param {SplitError} error
 * @param {string} text
 */
export function referenceError(error, text) {
  if (error.kind in REFERENCE) return t(REFERENCE[error.kind]);
  return error.kind === "character" ? t("errorCharacter", { part: partName(error.component) }) : `${error.message} ${text}`;
}

/** @param {number} bytes */
export function size(bytes) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? Math.round(value) : value.toPrecision(3)} ${units[unit]}`;
}

/** The writings of the library, in its order, by codes that the browser has names for, or else by the keys of their texts. */
const WRITINGS = [
  "western",
  "central",
  "script:Cyrl",
  "script:Grek",
  "script:Hebr",
  "script:Arab",
  "script:Thai",
  "language:tr",
  "language:vi",
  "language:zh-Hans",
  "language:zh-Hant",
  "language:ja",
  "language:ko",
];

/**
 * The keys of the texts of the reasons. Every other reason is that the text is malformed.
 * @type {Record<string, string>}
 */
export const REASONS = {
  ascii: "charsetsAscii",
  "utf-8": "reasonUtf8",
  "cut-utf-8": "reasonCut",
  escapes: "reasonEscapes",
  only: "reasonOnly",
  frequent: "reasonFrequent",
  rare: "reasonRare",
  "least-rare": "reasonLeastRare",
  controls: "reasonControls",
  surrogates: "whatSurrogates",
  "cesu-8": "whatSurrogates",
  plain: "asPlain",
};

/**
 * The reason of a reading in words; in English they are the library's.
 * @param {{ reason: string, words: string, writing?: number }} reading
 */
export function reasonText({ reason, words, writing }) {
  if (language() === "en") return words;
  const [type, code] = WRITINGS[writing ?? 1].split(":");
  return t(REASONS[reason] ?? "reasonMalformed", {
    what: code ? new Intl.DisplayNames(language(), { type: /** @type {Intl.DisplayNamesType} */ (type) }).of(code) : t(type),
  });
}
