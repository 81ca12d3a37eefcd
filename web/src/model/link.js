// The fragment of the address has the text and the options, serialized and parsed as a form by the library. Browsers send no fragment
// to a server.

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { State } from "./types.js" */

/** Some programs truncate longer addresses. */
export const LONGEST = 64_000;

/** @typedef {"plus" | "lines" | "crlf" | "keepTriplets" | "escape" | "lenient" | "lossy" | "keepInvalid"} Flag */
/** @type {Flag[]} */
const FLAGS = ["plus", "lines", "crlf", "keepTriplets", "escape", "lenient", "lossy", "keepInvalid"];

/** @param {string} name */
const isFlag = (name) => FLAGS.some((flag) => flag === name);

/**
 * `setPlus` says whether the set itself writes a space as `+`.
 * @param {Engine} engine
 * @param {State} state
 * @param {boolean} setPlus
 */
export function write(engine, state, setPlus) {
  /** @type {[string, string][]} */
  const pairs = [[state.source === "encoded" ? "e" : "p", state[state.source]]];
  if (state.set !== "rfc3986:unreserved") pairs.push(["set", state.set]);
  if (state.alsoKeep) pairs.push(["alsoKeep", state.alsoKeep]);
  if (state.alsoEncode) pairs.push(["alsoEncode", state.alsoEncode]);
  if (state.layers > 1) pairs.push(["layers", `${state.layers}`]);
  if (state.charset !== "utf-8") pairs.push(["charset", state.charset]);
  for (const flag of FLAGS) if (state[flag] !== (flag === "plus" && setPlus)) pairs.push([flag, state[flag] ? "1" : "0"]);
  return engine.formSerialize(pairs);
}

/**
 * The state in a fragment that `write` could have written: the text first, then options, each once and with a possible value. Every
 * other fragment is an encoded text as a whole, such as an address with `e=` in its query.
 * @param {Engine} engine
 * @param {string} fragment
 * @param {{ sets: readonly string[], charsets: readonly string[] }} known
 * @returns {Partial<State>}
 */
export function read(engine, fragment, { sets, charsets }) {
  const [[name, text] = ["", ""], ...options] = engine.formParse(fragment);
  /** @type {Record<string, string | number | boolean> | undefined} */
  const found = name === "e" ? { source: "encoded", encoded: text } : name === "p" ? { source: "plain", plain: text } : undefined;
  for (const [name, value] of options) {
    const fits =
      name === "set"
        ? sets.includes(value)
        : name === "charset"
          ? charsets.includes(value)
          : name === "alsoKeep" || name === "alsoEncode"
            ? /^[ -~]*$/.test(value)
            : name === "layers"
              ? /^[2-8]$/.test(value)
              : isFlag(name) && /^[01]$/.test(value);
    if (!found || !fits || name in found) return { source: "encoded", encoded: fragment };
    found[name] = isFlag(name) ? value === "1" : name === "layers" ? Number(value) : value;
  }
  return found ?? { source: "encoded", encoded: fragment };
}
