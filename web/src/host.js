// Names of hosts in letters and as DNS has them. The browser's own URL parser says which names there are (UTS 46); what is
// missing there is the way back (RFC 3492), and of that it says whether it is right.

/** What stands behind `xn--` of a label, as letters; nothing if it is not Punycode. RFC 3492 section 6.2. */
export function fromPunycode(encoded) {
  const border = encoded.lastIndexOf("-");
  const out = [...encoded.slice(0, Math.max(border, 0))];
  let [n, i, bias, at] = [128, 0, 72, border + 1];
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

/** A host as DNS has it, if it is a name. */
function toAscii(host) {
  try {
    return /[\0-\x20#%/:<>?@[\\\]^|]/.test(host) ? undefined : new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/** The other way to write a host, which is decoded: in letters if it has `xn--`, else as DNS has it if it has letters outside
 * ASCII. */
export function otherHost(host) {
  const name = host.toLowerCase();
  if (!/[^\0-\x7f]/.test(name)) {
    const letters = name.split(".").map((label) => (label.startsWith("xn--") ? fromPunycode(label.slice(4)) : label));
    return name.includes("xn--") && !letters.includes(undefined) && toAscii(letters.join(".")) === name ? letters.join(".") : undefined;
  }
  return toAscii(host);
}
