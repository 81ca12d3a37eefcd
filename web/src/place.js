// Places in a text: the library counts bytes of UTF-8, the browser code units.

const utf8 = new TextEncoder();

/** The code unit at a byte. */
export function unitAt(text, byte) {
  const { read } = utf8.encodeInto(text, new Uint8Array(byte));
  return read;
}

/** Characters, which are code points: the second half of a pair is none of its own. */
export function characters(text) {
  let count = 0;
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++;
  return count;
}

export const byteLength = (text) => utf8.encode(text).length;

/** The start of a text, not cut within a character. */
export function start(text, length) {
  if (text.length <= length) return text;
  const end = /[\uD800-\uDBFF]/.test(text[length - 1]) ? length - 1 : length;
  return text.slice(0, end);
}
