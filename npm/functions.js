// The functions of the package: those of the codec, and those that only the whole module has. Each function checks its arguments, and calls
// the engine.

import { onInput, optionsOf, text, textOrBytes } from "./arguments.js";
import { isText } from "./core.js";
import { ranked } from "./readings.js";
import { whole } from "./running.js";
import { packedVariables } from "./template.js";

export * from "./codec-functions.js";
export { CONTEXTS, LEVELS, RULES, SETS } from "./vocabulary.js";

/** The options of each function, and the kind of each: `arguments.js` says what it may be. */
const LEVEL = { level: "string" };
const COMPARE = { level: "string", plus: "boolean" };
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

/** What is meant by an object that has an address, such as a `URL`, a `Location` or a link of a page. */
const addressOf = (input) => (typeof input === "object" && typeof input?.href === "string" ? input.href : input);
const reference = (input, name) => text(addressOf(input), name);

export function normalize(input, options) {
  const { level } = optionsOf(options, LEVEL, "normalize");
  if (level === "decoded")
    throw new RangeError(
      "normalize: the level `decoded` has no normal form (RFC 3986 section 2.2); these levels have one: `percent`, `path`, `scheme`",
    );
  return whole().normalize(reference(input, "normalize"), level);
}
export function compare(a, b, options) {
  const { level, plus } = optionsOf(options, COMPARE, "compare");
  if (plus && level !== "decoded") throw new RangeError("compare: plus goes with the level decoded");
  return whole().compare(reference(a, "compare"), reference(b, "compare"), level, plus);
}
export const requote = (input) => whole().requote(reference(input, "requote"));
export const lint = (input, options) => whole().lint(textOrBytes(addressOf(input), "lint"), optionsOf(options, LINT, "lint"));
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
  const { readable, ...tree } = whole().explain(reference(input, "explain"), tagsOf(languages));
  return tree;
}
export const readable = (input) => whole().explain(reference(input, "readable")).readable;

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
