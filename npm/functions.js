// The functions of the package: those of the codec, and those that only the whole module has. Each function checks its arguments, and calls
// the engine.

import { onInput, optionsOf, text, textOrBytes } from "./arguments.js";
import { isText } from "./core.js";
import { ranked } from "./readings.js";
import { whole } from "./running.js";
import { packedVariables } from "./template.js";

export * from "./codec-functions.js";

/** The options of each function, and the kind of each: `arguments.js` says what it may be. */
const LEVEL = { level: "string" };
const LINT = { as: "string", max: "number" };
const LAYERS = { max: "number" };
const EXPAND = { literalNames: "boolean" };
const EXPLAIN = { languages: "tags" };
const READINGS = { plus: "boolean", languages: "tags" };

// ---- templates

export function expand(template, variables, options) {
  const source = text(template, "expand");
  const known = optionsOf(options, EXPAND, "expand");
  return onInput(source, () => whole().expand(source, packedVariables(variables, isText), known));
}

// ---- references, findings, layers, decoders

export function normalize(reference, options) {
  const { level } = optionsOf(options, LEVEL, "normalize");
  if (level === "decoded") throw new RangeError("normalize: the level `decoded` has no normal form (RFC 3986 section 2.2); these levels have one: `percent`, `path`, `scheme`");
  return whole().normalize(text(reference, "normalize"), level);
}
export function compare(a, b, options) {
  return whole().compare(text(a, "compare"), text(b, "compare"), optionsOf(options, LEVEL, "compare").level);
}
export const requote = (reference) => whole().requote(text(reference, "requote"));
export const lint = (input, options) => whole().lint(textOrBytes(input, "lint"), optionsOf(options, LINT, "lint"));
export const layers = (input, options) => whole().layers(textOrBytes(input, "layers"), optionsOf(options, LAYERS, "layers").max);
export const readers = (input) => whole().readers(textOrBytes(input, "readers"));

/** The tags of languages, as `Accept-Language` has them, or as a list. */
const tagsOf = (languages = []) =>
  `${languages}`
    .split(/[\s,]+/)
    .map((tag) => tag.split(";")[0])
    .filter(Boolean);

export function explain(input, options) {
  const { languages } = optionsOf(options, EXPLAIN, "explain");
  const { readable, ...tree } = whole().explain(text(input, "explain"), tagsOf(languages));
  return tree;
}
export const readable = (input) => whole().explain(text(input, "readable")).readable;

export function readings(input, options) {
  const encoded = text(input, "readings");
  const { plus, languages } = optionsOf(options, READINGS, "readings");
  const found = ranked(whole(), encoded, { plus, languages: tagsOf(languages) });
  if (found.length > 0) return found;
  return [
    {
      charset: "utf-8",
      text: whole().decode(encoded, { plus, lenient: true }),
      malformed: 0,
      evidence: "ascii-only",
      reason: "ascii",
      words: "all octets are ASCII",
      score: 100,
    },
  ];
}
