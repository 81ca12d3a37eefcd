// Errors, positions, sizes and the reasons of charsets, in the language of the page.

import { characters, unitAt } from "../model/place.js";
import { language, number, t } from "./language.js";

const KINDS = {
  truncated: "errorTruncated",
  "not-hex": "errorNotHex",
  malformed: "errorNotHex",
  "invalid-utf-8": "errorUtf8",
  "lone-surrogate": "errorSurrogate",
};

/** The kinds of malformed triplets. */
export const MALFORMED = ["truncated", "not-hex", "malformed"];

export function errorText(error) {
  if (error.kind === "charset") return t("errorCharset", { charset: error.charset });
  if (error.kind === "unmappable") return t("errorUnmappable", { code: error.message, charset: error.charset });
  return error.kind in KINDS ? t(KINDS[error.kind]) : error.message;
}

/** A position for people: line and column from 1, the column in characters. A text of one line has no line number. */
export function placeText(text, unit) {
  const lines = text.slice(0, unit).split("\n");
  return (text.includes("\n") ? t("lineAt", { n: number(lines.length) }) : "") + t("columnAt", { n: number(characters(lines.at(-1)) + 1) });
}

/** The same for an offset in bytes. */
export const placeOf = (text, byte) => placeText(text, unitAt(text, byte));

export const partName = (part) =>
  t(
    {
      scheme: "partScheme",
      userinfo: "partUserinfo",
      host: "partHost",
      port: "partPort",
      path: "partPath",
      query: "partQuery",
      fragment: "partFragment",
    }[part] ?? "partDelimiter",
  );

export function referenceError(error, text) {
  const keys = { triplet: "errorTriplet", "ip-literal": "errorIpLiteral", port: "errorPort", "first-segment": "errorFirstSegment" };
  if (error.kind in keys) return t(keys[error.kind]);
  return error.kind === "character" ? t("errorCharacter", { part: partName(error.component) }) : `${error.message} ${text}`;
}

export function size(bytes) {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let [value, unit] = [bytes, 0];
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1];
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

/** The writings of the library, in its order, by codes that the browser has names for. */
const WRITINGS = [
  "region:155",
  "",
  "script:Cyrl",
  "script:Grek",
  "script:Hebr",
  "script:Arab",
  "script:Thai",
  "language:tr",
  "language:vi",
  "script:Hans",
  "script:Hant",
  "language:ja",
  "language:ko",
];

/** The keys of the texts of the reasons. Every other reason is that the text is malformed. */
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

/** The reason of a reading in words; in English they are the library's. */
export function reasonText({ reason, words, writing }) {
  if (language() === "en") return words;
  const [type, code] = (WRITINGS[writing] ?? "").split(":");
  return t(REASONS[reason] ?? "reasonMalformed", { what: type ? new Intl.DisplayNames(language(), { type }).of(code) : t("central") });
}
