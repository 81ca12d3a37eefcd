// What a text seems to be. The library answers each question; this file asks them, and nothing that it finds is applied in silence.

import { ranked } from "./charsets.js";
import { start } from "./place.js";

/** The part of a long text that is read. */
const MOST = 16 << 10;
/** The part that the charsets are ranked by. */
const RANKED = 1024;
/** The maximum number of layers. */
const LAYERS = 8;
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s"'<>`]+|(?<=\b(?:GET|POST|HEAD|PUT|DELETE|PATCH) )\/\S*/gi;
/** Triplets, and what only looks like one: after a number, a percent sign and the first letters of a word, as in `100%abgesichert` and
 * `5 %de`. */
const TRIPLETS = /(?:%[0-9a-f]{2})+|\d[ \xa0\u202f]?%[a-f]{2}(?![^\s\p{L}\p{P}]|%)/giu;
const ESCAPE = /%u[0-9a-f]{4}/i;

/** The addresses within a longer text, without the punctuation after them. */
const addresses = (text) => (text.match(ADDRESS) ?? []).map((address) => address.replace(/[.,;:!?)\]}]+$/, ""));

function kindOf(engine, text, found) {
  const line = text.trim();
  const hasTriplet = (line.match(TRIPLETS) ?? []).some((found) => found.startsWith("%"));
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\/|^www\./i.test(line);
  if (found.length > 1 || (found.length === 1 && !isAddress && /\s/.test(line))) return "urls";
  if (isAddress && !line.includes("\n")) return "url";
  if (/^(?:\/|\.{1,2}\/|[a-z][a-z0-9+.-]+:)\S+$/i.test(line) && engine.split(line).valid) return "url";
  if (ESCAPE.test(line)) return "escape";
  if (/^\??[^\s=&?#/]+=[^\s&]*(?:&[^\s=&]+(?:=[^\s&]*)?)+$/.test(line) || (/^\??[^\s=&?#/]+=\S*$/.test(line) && hasTriplet)) return "form";
  return hasTriplet ? "encoded" : "plain";
}

/** Without what only looks like triplets, which says nothing of a charset. */
const withoutChance = (text) => text.replace(TRIPLETS, (found) => (found.startsWith("%") ? found : found.replace("%", "%25")));

/** Whether octets are UTF-8 but for surrogates, which have none (RFC 3629, section 3), such as CESU-8. */
function hasSurrogates(octets) {
  const text = Array.from(octets, (octet) => String.fromCharCode(octet)).join("");
  const rest = text.replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, "");
  if (rest === text) return false;
  // The end of a long text may be half a character.
  return !new TextDecoder().decode(Uint8Array.from(rest, (character) => character.charCodeAt(0)), { stream: true }).includes("\uFFFD");
}

/** `{kind, addresses, escape, layers, plus, mends, surrogates, readings}`: `plus` says that `+` is likely a space, `mends` how many
 * characters are malformed or, in a URL, not allowed, `surrogates` that some are written as if they were characters in UTF-8, and
 * `readings` are those of octets outside ASCII, the likeliest first. */
export function guess(engine, whole) {
  if (last?.whole !== whole) last = { whole, found: found(engine, whole) };
  return last.found;
}

let last;

function found(engine, whole) {
  // The last triplets of a truncated text are incomplete.
  const text = whole.length > MOST ? start(whole, MOST).replace(/%.?$/, "") : whole;
  const inside = addresses(text);
  const kind = kindOf(engine, text, inside);
  const escape = ESCAPE.test(text);
  const wrong = kind === "plain" ? [] : engine.tokens(text).filter(({ kind: token, value }) => token === "malformed" || (kind === "url" && token === "raw" && (value === "other" || value === "control")));
  const malformed = wrong.filter((token) => token.kind === "malformed" && !escape).length;
  let layers = kind === "plain" || escape ? 1 : Math.max(1, engine.layers(text, LAYERS).count);
  let inner = text;
  const plus = text.includes("+") && (kind === "form" || (kind === "url" && !text.split("?")[0].includes("+")));
  try {
    for (let layer = 1; layer < layers; layer++) inner = engine.decode(inner, { lenient: true });
  } catch {
    // Octets that are not UTF-8 within the outer layers: only the innermost can be in another charset.
    [layers, inner] = [1, text];
  }
  const hasOctets = !escape && kind !== "plain";
  const surrogates = hasOctets && hasSurrogates(engine.decodeBytes(inner, { lenient: true }));
  const readings = hasOctets && !surrogates ? ranked(engine, withoutChance(inner), { most: RANKED }) : [];
  return { kind, addresses: [...new Set(inside)], escape, layers, plus, mends: kind === "url" ? wrong.length : malformed, malformed, surrogates, readings };
}
