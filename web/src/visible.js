// Characters that are not seen, or that change what is seen around them, written so that they are seen.

/** By Unicode's own classes: controls, formatting and bidirectional characters, surrogates, separators of lines and of paragraphs,
 * what a font may leave out (joiners, fillers, variation selectors, tags), and what is no character. */
const HIDDEN = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}";
export const UNSEEN = new RegExp(`[${HIDDEN}]`, "gu");

/** These, and what is blank. A space, a tab and a line break are ordinary in a text. */
const DECEPTIVE = new RegExp(`(?![ \\t\\n]|\\r\\n)[${HIDDEN}\\p{White_Space}\u2800]`, "gu");

/** A joiner within an emoji or a script that needs it, and the selector that makes an emoji, are what they should be; so are
 * the wide space of Chinese and Japanese, and the narrow ones of French. */
const ORDINARY = /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])(?:\u200d(?=\p{Extended_Pictographic})|\ufe0f)|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<![\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(?<=[\p{L}\p{M}])[\u200c\u200d]|(?<=[\u3000-\uffee])\u3000|\u3000(?=[\u3000-\uffee])|(?<=[«\d])[\xa0\u202f]|[\xa0\u202f](?=[!?:;»%€])/gu;

const codeOf = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** What deceives in a text, each once: `U+202E`. */
export function deceptive(text) {
  const found = text.replace(ORDINARY, "").match(DECEPTIVE) ?? [];
  return [...new Set(found)].map(codeOf);
}

/** One character as it may be shown. */
export function visible(character) {
  if (character === "\n") return "↵";
  if (character === "\t") return "⇥";
  if (character === " ") return "␠";
  const code = character.codePointAt(0);
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  if (character.search(DECEPTIVE) >= 0) return `⟨${codeOf(character)}⟩`;
  // A mark needs something to stand on.
  return /^\p{M}/u.test(character) ? `◌${character}` : character;
}

/** Parts of a text, those that deceive apart: `[text, is shown by its code]`. */
export function visibleParts(text) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(DECEPTIVE)) {
    if (match.index > at) parts.push([text.slice(at, match.index), false]);
    parts.push([visible(match[0]), true]);
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push([text.slice(at), false]);
  return parts;
}
