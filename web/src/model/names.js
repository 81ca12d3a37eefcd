// Names of characters: those of Unicode, in capital letters, and in English in every language:
//
// - ASCII, Latin-1 and general punctuation, which has most of the deceptive characters, from tables;
// - Latin letters with marks from their parts; the Greek and Cyrillic alphabets, kana and full-width forms from tables;
// - ideographs and Hangul syllables by rule (section 4.8 of the Unicode standard).
//
// For all others, the script and the kind of character, in small letters.

/**
 * The first code point of a run of names, and the names. Letters of ASCII are named by rule.
 * @type {[first: number, names: string[]][]}
 */
// prettier-ignore
const TABLES = [
  [0x0, [
    "NULL|START OF HEADING|START OF TEXT|END OF TEXT|END OF ",
    "TRANSMISSION|ENQUIRY|ACKNOWLEDGE|BELL|BACKSPACE|CHARACTER TABULATION|LINE FEED|LINE TABULATION|FORM ",
    "FEED|CARRIAGE RETURN|SHIFT OUT|SHIFT IN|DATA LINK ESCAPE|DEVICE CONTROL ONE|DEVICE CONTROL TWO|DEVICE CONTROL ",
    "THREE|DEVICE CONTROL FOUR|NEGATIVE ACKNOWLEDGE|SYNCHRONOUS IDLE|END OF TRANSMISSION BLOCK|CANCEL|END OF ",
    "MEDIUM|SUBSTITUTE|ESCAPE|INFORMATION SEPARATOR FOUR|INFORMATION SEPARATOR THREE|INFORMATION SEPARATOR ",
    "TWO|INFORMATION SEPARATOR ONE|SPACE|EXCLAMATION MARK|QUOTATION MARK|NUMBER SIGN|DOLLAR SIGN|PERCENT ",
    "SIGN|AMPERSAND|APOSTROPHE|LEFT PARENTHESIS|RIGHT PARENTHESIS|ASTERISK|PLUS SIGN|COMMA|HYPHEN-MINUS|FULL ",
    "STOP|SOLIDUS|DIGIT ZERO|DIGIT ONE|DIGIT TWO|DIGIT THREE|DIGIT FOUR|DIGIT FIVE|DIGIT SIX|DIGIT SEVEN|DIGIT ",
    "EIGHT|DIGIT NINE|COLON|SEMICOLON|LESS-THAN SIGN|EQUALS SIGN|GREATER-THAN SIGN|QUESTION MARK|COMMERCIAL ",
    "AT|||||||||||||||||||||||||||LEFT SQUARE BRACKET|REVERSE SOLIDUS|RIGHT SQUARE BRACKET|CIRCUMFLEX ACCENT|LOW ",
    "LINE|GRAVE ACCENT|||||||||||||||||||||||||||LEFT CURLY BRACKET|VERTICAL LINE|RIGHT CURLY BRACKET|TILDE|DELETE",
  ].join("").split("|")],
  [0xA0, [
    "NO-BREAK SPACE|INVERTED EXCLAMATION MARK|CENT SIGN|POUND SIGN|CURRENCY SIGN|YEN SIGN|BROKEN BAR|SECTION ",
    "SIGN|DIAERESIS|COPYRIGHT SIGN|FEMININE ORDINAL INDICATOR|LEFT-POINTING DOUBLE ANGLE QUOTATION MARK|NOT ",
    "SIGN|SOFT HYPHEN|REGISTERED SIGN|MACRON|DEGREE SIGN|PLUS-MINUS SIGN|SUPERSCRIPT TWO|SUPERSCRIPT THREE|ACUTE ",
    "ACCENT|MICRO SIGN|PILCROW SIGN|MIDDLE DOT|CEDILLA|SUPERSCRIPT ONE|MASCULINE ORDINAL INDICATOR|RIGHT-POINTING ",
    "DOUBLE ANGLE QUOTATION MARK|VULGAR FRACTION ONE QUARTER|VULGAR FRACTION ONE HALF|VULGAR FRACTION THREE ",
    "QUARTERS|INVERTED QUESTION MARK",
  ].join("").split("|")],
  [0x2000, [
    "EN QUAD|EM QUAD|EN SPACE|EM SPACE|THREE-PER-EM SPACE|FOUR-PER-EM SPACE|SIX-PER-EM SPACE|FIGURE ",
    "SPACE|PUNCTUATION SPACE|THIN SPACE|HAIR SPACE|ZERO WIDTH SPACE|ZERO WIDTH NON-JOINER|ZERO WIDTH ",
    "JOINER|LEFT-TO-RIGHT MARK|RIGHT-TO-LEFT MARK|HYPHEN|NON-BREAKING HYPHEN|FIGURE DASH|EN DASH|EM DASH|HORIZONTAL",
    " BAR|DOUBLE VERTICAL LINE|DOUBLE LOW LINE|LEFT SINGLE QUOTATION MARK|RIGHT SINGLE QUOTATION MARK|SINGLE LOW-9 ",
    "QUOTATION MARK|SINGLE HIGH-REVERSED-9 QUOTATION MARK|LEFT DOUBLE QUOTATION MARK|RIGHT DOUBLE QUOTATION ",
    "MARK|DOUBLE LOW-9 QUOTATION MARK|DOUBLE HIGH-REVERSED-9 QUOTATION MARK|DAGGER|DOUBLE DAGGER|BULLET|TRIANGULAR ",
    "BULLET|ONE DOT LEADER|TWO DOT LEADER|HORIZONTAL ELLIPSIS|HYPHENATION POINT|LINE SEPARATOR|PARAGRAPH ",
    "SEPARATOR|LEFT-TO-RIGHT EMBEDDING|RIGHT-TO-LEFT EMBEDDING|POP DIRECTIONAL FORMATTING|LEFT-TO-RIGHT ",
    "OVERRIDE|RIGHT-TO-LEFT OVERRIDE|NARROW NO-BREAK SPACE|PER MILLE SIGN|PER TEN THOUSAND SIGN|PRIME|DOUBLE ",
    "PRIME|TRIPLE PRIME|REVERSED PRIME|REVERSED DOUBLE PRIME|REVERSED TRIPLE PRIME|CARET|SINGLE LEFT-POINTING ANGLE",
    " QUOTATION MARK|SINGLE RIGHT-POINTING ANGLE QUOTATION MARK|REFERENCE MARK|DOUBLE EXCLAMATION ",
    "MARK|INTERROBANG|OVERLINE|UNDERTIE|CHARACTER TIE|CARET INSERTION POINT|ASTERISM|HYPHEN BULLET|FRACTION ",
    "SLASH|LEFT SQUARE BRACKET WITH QUILL|RIGHT SQUARE BRACKET WITH QUILL|DOUBLE QUESTION MARK|QUESTION EXCLAMATION",
    " MARK|EXCLAMATION QUESTION MARK|TIRONIAN SIGN ET|REVERSED PILCROW SIGN|BLACK LEFTWARDS BULLET|BLACK RIGHTWARDS",
    " BULLET|LOW ASTERISK|REVERSED SEMICOLON|CLOSE UP|TWO ASTERISKS ALIGNED VERTICALLY|COMMERCIAL MINUS SIGN|SWUNG ",
    "DASH|INVERTED UNDERTIE|FLOWER PUNCTUATION MARK|THREE DOT PUNCTUATION|QUADRUPLE PRIME|FOUR DOT PUNCTUATION|FIVE",
    " DOT PUNCTUATION|TWO DOT PUNCTUATION|FOUR DOT MARK|DOTTED CROSS|TRICOLON|VERTICAL FOUR DOTS|MEDIUM ",
    "MATHEMATICAL SPACE|WORD JOINER|FUNCTION APPLICATION|INVISIBLE TIMES|INVISIBLE SEPARATOR|INVISIBLE ",
    "PLUS||LEFT-TO-RIGHT ISOLATE|RIGHT-TO-LEFT ISOLATE|FIRST STRONG ISOLATE|POP DIRECTIONAL ISOLATE|INHIBIT ",
    "SYMMETRIC SWAPPING|ACTIVATE SYMMETRIC SWAPPING|INHIBIT ARABIC FORM SHAPING|ACTIVATE ARABIC FORM ",
    "SHAPING|NATIONAL DIGIT SHAPES|NOMINAL DIGIT SHAPES",
  ].join("").split("|")],
];

/** @type {Record<number, string>} */
// prettier-ignore
const OTHERS = {
  0x61c: "ARABIC LETTER MARK", 0x180e: "MONGOLIAN VOWEL SEPARATOR", 0xfeff: "ZERO WIDTH NO-BREAK SPACE", 0xfffd: "REPLACEMENT CHARACTER",
  0xd7: "MULTIPLICATION SIGN", 0xf7: "DIVISION SIGN", 0xdf: "LATIN SMALL LETTER SHARP S", 0x131: "LATIN SMALL LETTER DOTLESS I",
  0x152: "LATIN CAPITAL LIGATURE OE", 0x153: "LATIN SMALL LIGATURE OE", 0x20ac: "EURO SIGN", 0x2122: "TRADE MARK SIGN",
  0x3000: "IDEOGRAPHIC SPACE", 0x3001: "IDEOGRAPHIC COMMA", 0x3002: "IDEOGRAPHIC FULL STOP", 0x300c: "LEFT CORNER BRACKET", 0x300d: "RIGHT CORNER BRACKET",
  0x30fb: "KATAKANA MIDDLE DOT", 0x30fc: "KATAKANA-HIRAGANA PROLONGED SOUND MARK",
};

/** Names of letters, by their distance from the first small letter. */
// prettier-ignore
const GREEK = "ALPHA|BETA|GAMMA|DELTA|EPSILON|ZETA|ETA|THETA|IOTA|KAPPA|LAMDA|MU|NU|XI|OMICRON|PI|RHO|FINAL SIGMA|SIGMA|TAU|UPSILON|PHI|CHI|PSI|OMEGA".split("|");
// prettier-ignore
const CYRILLIC = "A|BE|VE|GHE|DE|IE|ZHE|ZE|I|SHORT I|KA|EL|EM|EN|O|PE|ER|ES|TE|U|EF|HA|TSE|CHE|SHA|SHCHA|HARD SIGN|YERU|SOFT SIGN|E|YU|YA".split("|");
// prettier-ignore
const KANA = "SMALL A|A|SMALL I|I|SMALL U|U|SMALL E|E|SMALL O|O|KA|GA|KI|GI|KU|GU|KE|GE|KO|GO|SA|ZA|SI|ZI|SU|ZU|SE|ZE|SO|ZO|TA|DA|TI|DI|SMALL TU|TU|DU|TE|DE|TO|DO|NA|NI|NU|NE|NO|HA|BA|PA|HI|BI|PI|HU|BU|PU|HE|BE|PE|HO|BO|PO|MA|MI|MU|ME|MO|SMALL YA|YA|SMALL YU|YU|SMALL YO|YO|RA|RI|RU|RE|RO|SMALL WA|WA|WI|WE|WO|N|VU|SMALL KA|SMALL KE".split("|");
/** @type {Record<string, string>} */
// prettier-ignore
const STROKES = { æ: "AE", ð: "ETH", ø: "O WITH STROKE", þ: "THORN", đ: "D WITH STROKE", ħ: "H WITH STROKE", ł: "L WITH STROKE", ŋ: "ENG", ŧ: "T WITH STROKE", ё: "IO" };
/** @type {Record<number, string>} */
// prettier-ignore
const MARKS = {
  0: "GRAVE", 1: "ACUTE", 2: "CIRCUMFLEX", 3: "TILDE", 4: "MACRON", 6: "BREVE", 7: "DOT ABOVE", 8: "DIAERESIS", 9: "HOOK ABOVE", 10: "RING ABOVE", 11: "DOUBLE ACUTE",
  12: "CARON", 15: "DOUBLE GRAVE", 17: "INVERTED BREVE", 27: "HORN", 35: "DOT BELOW", 36: "DIAERESIS BELOW", 37: "RING BELOW", 38: "COMMA BELOW", 39: "CEDILLA", 40: "OGONEK",
  45: "CIRCUMFLEX BELOW", 46: "BREVE BELOW", 48: "TILDE BELOW", 49: "LINE BELOW",
};

/**
 * The name of a letter of an alphabet, from its parts.
 * @param {string} character
 */
function letterName(character) {
  if (character.normalize() !== character) return undefined;
  const small = character.toLowerCase();
  // A symbol such as the Kelvin sign is not the capital of the letter that it lower-cases to.
  if (small !== character && small.toUpperCase().normalize() !== character) return undefined;
  const size = small === character ? "SMALL" : "CAPITAL";
  const [base, ...marks] = small.normalize("NFD");
  const code = small.charCodeAt(0);
  if (STROKES[small] || CYRILLIC[code - 0x430])
    return `${code < 0x400 ? "LATIN" : "CYRILLIC"} ${size} LETTER ${STROKES[small] ?? CYRILLIC[code - 0x430]}`;
  if (marks.length === 0 && GREEK[code - 0x3b1]) return `GREEK ${size} LETTER ${GREEK[code - 0x3b1]}`;
  /** @type {(string | undefined)[]} */
  let names = marks.map((mark) => MARKS[mark.charCodeAt(0) - 0x300]);
  // NFD orders a dot below before a circumflex or a breve; Vietnamese letters are named in the other order.
  if (/^\u0323[\u0302\u0306]/.test(marks.join(""))) names = names.reverse();
  if (!/^[a-z]$/.test(base) || names.includes(undefined)) return undefined;
  return `LATIN ${size} LETTER ${base.toUpperCase()}${names.length > 0 ? ` WITH ${names.join(" AND ")}` : ""}`;
}

/** @type {[name: string, pattern: RegExp][]} */
const SCRIPTS = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Bengali",
  "Tamil",
  "Thai",
  "Georgian",
  "Ethiopic",
  "Khmer",
  "Mongolian",
  "Hiragana",
  "Katakana",
  "Hangul",
  "Han",
].map((script) => [script, new RegExp(`\\p{Script=${script}}`, "u")]);
/** @type {[name: string, pattern: RegExp][]} */
const KINDS = [
  ["emoji", /\p{Emoji_Presentation}/u],
  ["capital letter", /\p{Lu}/u],
  ["small letter", /\p{Ll}/u],
  ["letter", /\p{L}/u],
  ["mark", /\p{M}/u],
  ["number", /\p{N}/u],
  ["punctuation", /\p{P}/u],
  ["symbol", /\p{S}/u],
  ["space", /\p{Z}/u],
  ["format character", /\p{Cf}/u],
  ["control", /\p{Cc}/u],
  ["private use", /\p{Co}/u],
];

const LEADS = "G GG N D DD R M B BB S SS  J JJ C K T P H".split(" ");
const VOWELS = "A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I".split(" ");
const TAILS = " G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H".split(" ");

/**
 * The name of a character.
 * @param {number} codePoint
 * @returns {string}
 */
export function nameOf(codePoint) {
  const character = String.fromCodePoint(codePoint);
  if (codePoint in OTHERS) return OTHERS[codePoint];
  for (const [start, names] of TABLES) {
    const name = names[codePoint - start];
    if (name) return name;
  }
  const letter = /^\p{L}$/u.test(character) && letterName(character);
  if (letter) return letter;
  // A full-width form has the name of the ordinary character.
  if (codePoint > 0xff00 && codePoint < 0xff5f) return `FULLWIDTH ${nameOf(codePoint - 0xfee0)}`;
  /** @type {[start: number, script: string][]} */
  const kana = [
    [0x3041, "HIRAGANA"],
    [0x30a1, "KATAKANA"],
  ];
  for (const [start, script] of kana) if (KANA[codePoint - start]) return `${script} LETTER ${KANA[codePoint - start]}`;
  if (codePoint >= 0xf900 && codePoint < 0xfada && /\p{L}/u.test(character))
    return `CJK COMPATIBILITY IDEOGRAPH-${codePoint.toString(16).toUpperCase()}`;
  if (/\p{Unified_Ideograph}/u.test(character)) return `CJK UNIFIED IDEOGRAPH-${codePoint.toString(16).toUpperCase()}`;
  if (codePoint >= 0xac00 && codePoint <= 0xd7a3) {
    const index = codePoint - 0xac00;
    return `HANGUL SYLLABLE ${LEADS[Math.floor(index / 588)]}${VOWELS[Math.floor((index % 588) / 28)]}${TAILS[index % 28]}`;
  }
  const script = SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0];
  const kind = KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? "unassigned";
  return script ? `${script} ${kind}` : kind;
}
