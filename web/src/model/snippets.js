// The same conversion as code, quoted for each language so that no character of the text ends the quotation.

import { UNSEEN } from "./visible.js";

/** @import { Conversion } from "./types.js" */

/** @type {(text: string, format: (code: number) => string) => string} */
const codes = (text, format) => text.replace(UNSEEN, (character) => format(/** @type {number} */ (character.codePointAt(0))));
/** @type {(code: number, digits: number) => string} */
const hex = (code, digits) => code.toString(16).padStart(digits, "0");

/**
 * POSIX shells: between single quotes, only the closing quote is special.
 * @param {string} text
 */
export const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** @param {string} text */
const escaped = (text) => text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
/** @param {string} text */
export const rust = (text) => `"${codes(escaped(text.toWellFormed?.() ?? text), (code) => `\\u{${hex(code, 1)}}`)}"`;
/** @param {string} text */
export const javascript = (text) => `"${codes(escaped(text), (code) => `\\u{${hex(code, 1)}}`).replace(/\\u\{(d[89a-f]..)\}/g, "\\u$1")}"`;
/** @param {string} text */
export const python = (text) => `"${codes(escaped(text), (code) => (code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`))}"`;

const UNRESERVED = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~"];

/**
 * `quote` of Python always keeps the unreserved characters; those that the set encodes are replaced afterwards.
 * @param {string} plain
 * @param {string} keeps
 * @param {boolean} plus
 * @param {string} inCharset
 */
function pythonEncode(plain, keeps, plus, inCharset) {
  // Where a space is written as `+`, a plus must be a triplet.
  const safe = [...keeps].filter((character) => !UNRESERVED.includes(character) && !(plus ? " +" : " ").includes(character)).join("");
  const missing = UNRESERVED.filter((character) => !keeps.includes(character));
  const after = missing.map(
    (character) => `.replace(${python(character)}, ${python(`%${hex(character.charCodeAt(0), 2).toUpperCase()}`)})`,
  );
  const name = plus ? "quote_plus" : "quote";
  return `from urllib.parse import ${name}\n\n${name}(${python(plain)}, safe=${python(safe)}${inCharset})${after.join("")}`;
}

/**
 * `[language, code]` for each.
 * @param {Conversion} conversion
 * @returns {string[][]}
 */
export function snippets({ encoding, isLink, encoded, plain, set, keeps, plus, setPlus, alsoKeep, alsoEncode, charset }) {
  const legacy = charset !== "utf-8";
  // Python has no alias with this name of the standard.
  const inCharset = legacy ? `, encoding=${python(charset === "windows-874" ? "cp874" : charset)}` : "";
  // The space is named only where it is not as the set has it.
  const asSet = plus === setPlus;
  const setOptions = { set, ...(alsoKeep && { alsoKeep }), ...(alsoEncode && { alsoEncode }), ...(!asSet && { plus }) };
  const command = [
    `--set ${set}`,
    alsoKeep && `--also-keep ${shell(alsoKeep)}`,
    alsoEncode && `--also-encode ${shell(alsoEncode)}`,
    !asSet && (plus ? "--plus" : "--no-plus"),
    legacy && `--charset ${charset}`,
  ]
    .filter(Boolean)
    .join(" ");
  const isAddress = /^https?:\/\/[^\s]+$/i.test(encoded);
  const curl = isAddress
    ? `curl --globoff -- ${shell(encoded)}`
    : `curl --get ${legacy ? `--data ${shell(`q=${encoded}`)}` : `--data-urlencode ${shell(`q=${plain}`)}`} -- 'https://example.com/'`;
  const rustCharset = `let charset = triplet::charset::Charset::for_label(${rust(charset)}).unwrap();\n`;
  const rustSet =
    `triplet::EncodeSet::by_name(${rust(set)}).unwrap()` +
    (asSet ? "" : plus ? ".space_as_plus()" : ".space_by_set()") +
    (alsoKeep ? `.also_keep(b${rust(alsoKeep)})` : "") +
    (alsoEncode ? `.also_encode(b${rust(alsoEncode)})` : "");
  if (encoding) {
    const options = Object.entries(setOptions)
      .map(([name, value]) => `${name}: ${name === "plus" ? value : javascript(String(value))}`)
      .join(", ");
    return [
      ["curl", curl],
      [
        "Rust",
        legacy
          ? `${rustCharset}let set = ${rustSet};\ntriplet::charset::encode(${rust(plain)}, charset, set).try_to_cow()?`
          : `let set = ${rustSet};\ntriplet::encode(${rust(plain)}, set).to_string()`,
      ],
      ["Python", pythonEncode(plain, keeps, plus, inCharset)],
      // JavaScript has no encoders for other charsets than UTF-8.
      ...(legacy ? [] : [["JavaScript", `import { encode } from "triplet";\n\nencode(${javascript(plain)}, { ${options} });`]]),
      ["Shell", `triplet encode ${command} -- ${shell(plain)}`],
    ];
  }
  // A link is split first, and then each part is decoded.
  if (isLink)
    return [
      ["curl", curl],
      ["Rust", `triplet_inspect::explain(${rust(encoded)})`],
      [
        "Python",
        `from urllib.parse import parse_qsl, urlsplit\n\nparse_qsl(urlsplit(${python(encoded)}).query, keep_blank_values=True${inCharset})`,
      ],
      ["JavaScript", `import { explain } from "triplet";\n\nexplain(${javascript(encoded)});`],
      ["Shell", `triplet explain -- ${shell(encoded)}`],
    ];
  const name = plus ? "unquote_plus" : "unquote";
  return [
    ["curl", curl],
    [
      "Rust",
      `${legacy ? `${rustCharset}triplet::charset::decode(${rust(encoded)}, charset)` : `triplet::decode(${rust(encoded)})`}${plus ? ".plus_as_space()" : ""}.to_str()?`,
    ],
    ["Python", `from urllib.parse import ${name}\n\n${name}(${python(encoded)}${inCharset}, errors="strict")`],
    [
      "JavaScript",
      legacy
        ? `import { decodeToBytes } from "triplet";\n\nnew TextDecoder(${javascript(charset)}, { fatal: true }).decode(decodeToBytes(${javascript(encoded)}${plus ? ", { plus: true }" : ""}));`
        : `import { decode } from "triplet";\n\ndecode(${javascript(encoded)}${plus ? ", { plus: true }" : ""});`,
    ],
    ["Shell", `triplet decode ${plus ? "--plus " : ""}${legacy ? `--charset ${charset} ` : ""}-- ${shell(encoded)}`],
  ];
}
