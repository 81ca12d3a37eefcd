// Where octets are malformed: the browser's decoders do not say it.

/** No sequence of a charset, and no escape sequence, is longer. */
const LONGEST = 8;

/**
 * Decodes a charset in parts. A second decoder, which is as far as the last part, takes the octets of a part that fails one by one. An
 * error has the index of the malformed octets within the part as its `index`; it is below 0 if they begin in a part before. `held` is the
 * number of octets of a character that is not complete yet.
 * @param {string} charset
 */
export function charsetDecoder(charset) {
  const [decoder, second] = [0, 1].map(() => new TextDecoder(charset, { fatal: true, ignoreBOM: true }));
  /** The end of the last whole character. */
  let end = 0;
  /** @type {(bytes: Uint8Array, at: number) => void} */
  const one = (bytes, at) => {
    if (second.decode(bytes.subarray(at, at + 1), { stream: true }) !== "") end = at + 1;
  };
  return {
    held: () => -end,
    /**
     * @param {Uint8Array} bytes
     * @param {boolean} last
     */
    decode(bytes, last) {
      try {
        const text = decoder.decode(bytes, { stream: !last });
        const head = Math.max(bytes.length - LONGEST, 0);
        if (head > 0) end = head;
        second.decode(bytes.subarray(0, head), { stream: true });
        for (let at = head; at < bytes.length; at++) one(bytes, at);
        end -= bytes.length;
        return text;
      } catch (error) {
        try {
          for (let at = 0; at < bytes.length; at++) one(bytes, at);
        } catch {
          // `end` is the place.
        }
        throw Object.assign(/** @type {Error} */ (error), { index: end });
      }
    },
  };
}

/**
 * The end of the n-th match of a pattern that matches everything.
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} n
 */
export function endOf(pattern, text, n) {
  while (n-- > 0) pattern.exec(text);
  return pattern.lastIndex;
}

/**
 * The offset in an encoded text of an octet that it decodes to; with `lines`, triplets of line breaks are kept.
 * @param {string} encoded
 * @param {number} octet
 * @param {boolean} [lines]
 */
export const encodedOffset = (encoded, octet, lines) => endOf(lines ? /%(?!0[ad])[0-9a-f]{2}|[^]/gi : /%[0-9a-f]{2}|[^]/gi, encoded, octet);
