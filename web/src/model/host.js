// Domain names as Unicode and as ASCII. The browser's URL parser converts to ASCII and validates (UTS 46), but does not convert to
// Unicode: that is done here (RFC 3492), and the parser checks the result.

/**
 * Decodes the part of a label after `xn--`, by RFC 3492 section 6.2; `undefined` if it is not Punycode.
 * @param {string} encoded
 */
export function fromPunycode(encoded) {
  const delimiter = encoded.lastIndexOf("-");
  const out = [...encoded.slice(0, Math.max(delimiter, 0))];
  let [n, i, bias, at] = [128, 0, 72, delimiter + 1];
  while (at < encoded.length) {
    const before = i;
    for (let [weight, k] = [1, 36]; ; k += 36) {
      const digit = "abcdefghijklmnopqrstuvwxyz0123456789".indexOf(encoded.charAt(at++) || "?");
      if (digit < 0) return undefined;
      i += digit * weight;
      const threshold = Math.max(1, Math.min(26, k - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = out.length + 1;
    let delta = Math.floor((i - before) / (before === 0 ? 700 : 2));
    delta += Math.floor(delta / length);
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor((36 * delta) / (delta + 38));
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10ffff) return undefined;
    out.splice(i++, 0, String.fromCodePoint(n));
  }
  return out.join("");
}

/**
 * A host in ASCII; `undefined` if it is not valid.
 * @param {string} host
 */
function toAscii(host) {
  try {
    return /[\0-\x20#%/:<>?@[\\\]^|]/.test(host) ? undefined : new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/** A label that looks like another one: letters of Latin beside Greek or Cyrillic ones, or only such of Cyrillic as look Latin. */
const LOOKALIKE = /[a-z][^.]*[\u0370-\u04ff]|[\u0370-\u04ff][^.]*[a-z]|(?<![^.])[асеорхуіјѕӏ]+(?![^.])/;

/**
 * The letters of a host, with its labels in Punycode decoded; a label that is not Punycode stays.
 * @param {string} host
 */
const lettersOf = (host) => host.toLowerCase().replace(/\bxn--([^.]*)/g, (label, encoded) => fromPunycode(encoded) ?? label);

/**
 * Whether the letters of a host may be taken for those of another one.
 * @param {string} host
 */
export const isLookalike = (host) => LOOKALIKE.test(lettersOf(host));

/**
 * The other form of a decoded host: Unicode if it contains `xn--` and is not a look-alike, ASCII if it contains
 * characters outside ASCII.
 * @param {string} host
 */
export function otherHost(host) {
  const name = host.toLowerCase();
  if (!/[^\0-\x7f]/.test(name)) {
    const letters = lettersOf(name);
    return letters !== name && !LOOKALIKE.test(letters) && toAscii(letters) === name ? letters : undefined;
  }
  return toAscii(host);
}
