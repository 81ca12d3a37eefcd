// The conversion without the module: by the browser's own functions, in UTF-8.

// As the unreserved set: the built-in function keeps five more characters.
/** @param {string} text */
const encoded = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The kind and the offset of what a built-in function has refused. The place of octets that are not UTF-8 is not known.
 * @param {string} text
 * @param {string} source
 */
function refused(text, source) {
  const at = text.search(source === "plain" ? /\p{Cs}/u : /%(?![0-9a-f]{2})/i);
  return { kind: at < 0 ? "invalid-utf-8" : source === "plain" ? "lone-surrogate" : at + 3 > text.length ? "truncated" : "not-hex", at };
}

/**
 * Converts the plain or the encoded text: `{result}`, or the `{kind, at}` of the first error; `at` is below 0 if the place is not known.
 * @param {string} text
 * @param {{ source: string, plus: boolean, escapes: boolean }} options
 * @returns {{ result: string, kind?: undefined, at?: undefined } | { result?: undefined, kind: string, at: number }}
 */
export function convertBuiltIn(text, { source, plus, escapes }) {
  try {
    if (source === "encoded") return { result: escapes ? unescape(text) : decodeURIComponent(plus ? text.replaceAll("+", " ") : text) };
    if (escapes) return { result: escape(text) };
    return { result: plus ? encoded(text).replaceAll("%20", "+") : encoded(text) };
  } catch {
    return refused(text, source);
  }
}
