// Makes characters visible that are invisible, or that change the direction of the text around them.

/** By classes of Unicode: controls, format and bidirectional characters, surrogates, line and paragraph separators, default-ignorable
 * code points (joiners, fillers, variation selectors, tags), and noncharacters. */
const HIDDEN = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}";
export const UNSEEN = new RegExp(`[${HIDDEN}]`, "gu");

/** These and blank characters, except a space, a tab and a line break. */
const DECEPTIVE = new RegExp(`(?![ \\t\\n]|\\r\\n)[${HIDDEN}\\p{White_Space}\u2800]`, "gu");

/** Not deceptive: a joiner or a variation selector in an emoji, a joiner in a script that needs it, the wide space of Chinese and
 * Japanese, and the no-break spaces of French. */
const ORDINARY =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])(?:\u200d(?=\p{Extended_Pictographic})|\ufe0f)|(?<=[0-9#*])\ufe0f(?=\u20e3)|(?<![\p{ASCII}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])(?<=[\p{L}\p{M}])[\u200c\u200d]|(?<=[\u3000-\uffee])\u3000|\u3000(?=[\u3000-\uffee])|(?<=[«\d])[\xa0\u202f]|[\xa0\u202f](?=[!?:;»%€])/gu;

/** The joiners and variation selectors of an emoji. */
const EMOJI =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])(?:\u200d(?=\p{Extended_Pictographic})|\ufe0f)|(?<=[0-9#*])\ufe0f(?=\u20e3)/gu;

/** @param {string} character */
export const codeOf = (character) => `U+${/** @type {number} */ (character.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}`;

/**
 * The deceptive characters of a text, each once: `U+202E`.
 * @param {string} text
 */
export function deceptive(text) {
  const found = text.replace(ORDINARY, "").match(DECEPTIVE) ?? [];
  return [...new Set(found)].map(codeOf);
}

/**
 * A character in a form that can be shown.
 * @param {string} character
 */
export function visible(character) {
  if (character === "\n") return "↵";
  if (character === "\t") return "⇥";
  if (character === " ") return "␣";
  const code = /** @type {number} */ (character.codePointAt(0));
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  if (character.search(DECEPTIVE) >= 0) return `⟨${codeOf(character)}⟩`;
  // A combining mark is shown on a dotted circle.
  return /^\p{M}/u.test(character) ? `◌${character}` : character;
}

/**
 * Splits a text at its deceptive characters: `[text, isCode]`.
 * @param {string} text
 * @returns {[part: string, isCode: boolean][]}
 */
export function visibleParts(text) {
  /** @type {[part: string, isCode: boolean][]} */
  const parts = [];
  const inEmoji = new Set([...text.matchAll(EMOJI)].map(({ index }) => index));
  let at = 0;
  for (const match of text.matchAll(DECEPTIVE)) {
    if (inEmoji.has(match.index)) continue;
    if (match.index > at) parts.push([text.slice(at, match.index), false]);
    parts.push([visible(match[0]), true]);
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push([text.slice(at), false]);
  return parts;
}
