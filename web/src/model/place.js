// Positions in a text: the library counts bytes of UTF-8, and the browser counts code units.

const utf8 = new TextEncoder();

/**
 * The offset in code units of an offset in bytes.
 * @param {string} text
 * @param {number} byte
 */
export function unitAt(text, byte) {
  const { read } = utf8.encodeInto(text, new Uint8Array(byte));
  return read;
}

/**
 * The number of code points: low surrogates are not counted.
 * @param {string} text
 */
export function characters(text) {
  let count = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
}

/** @param {string} text */
export const byteLength = (text) => utf8.encode(text).length;

/**
 * The start of a text, without half a surrogate pair at the end.
 * @param {string} text
 * @param {number} length
 */
export function start(text, length) {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text[length - 1]) ? length - 1 : length;
  return text.slice(0, end);
}

/**
 * A span of bytes in code units.
 * @param {string} text
 * @param {[from: number, to: number]} span
 */
export function unitsOf(text, [from, to]) {
  if (/^[\0-\x7f]*$/.test(text)) return [from, to];
  return [unitAt(text, from), unitAt(text, to)];
}
