// The view of the encoded text in each charset, side by side. The library decodes the triplets, and the browser decodes the charsets of
// the Encoding standard.

import { button, element } from "./dom.js";
import { t } from "./language.js";
import { start } from "./place.js";
import { shown } from "./reference.js";

export const CHARSETS = ["utf-8", "gb18030", "big5", "euc-kr", "shift_jis", "euc-jp", "iso-2022-jp", "windows-1252"];
export const NAMES = { "utf-8": "UTF-8", gb18030: "GB18030", big5: "Big5", "euc-kr": "EUC-KR", shift_jis: "Shift_JIS", "euc-jp": "EUC-JP", "iso-2022-jp": "ISO-2022-JP", "windows-1252": "windows-1252" };
const MOST = 4096;

/** Octets as text of a charset. */
function read(octets, charset) {
  try {
    return { text: new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(octets), wrong: 0 };
  } catch (error) {
    if (error instanceof RangeError) return { text: "", wrong: -1 };
  }
  const text = new TextDecoder(charset, { ignoreBOM: true }).decode(octets);
  return { text, wrong: text.split("\uFFFD").length - 1 };
}

/** Decodes encoded text in a charset. Raw characters outside ASCII are text in every charset and are kept; each part between them is
 * decoded separately, with its ASCII characters. With `lines`, triplets of line breaks are kept too. */
export function readText(engine, text, { lines = false, ...options }, charset) {
  // Throws for a malformed triplet, with the offset in the whole text.
  if (!options.lenient) engine.decodeBytes(text, options);
  const kept = lines ? /((?:[^\0-\x7f]|%0[ad])+)/i : /([^\0-\x7f]+)/;
  const parts = text.split(kept).map((part, i) => (i % 2 ? { text: part, wrong: 0 } : read(engine.decodeBytes(part, { ...options, lenient: true }), charset)));
  const unknown = parts.some(({ wrong }) => wrong < 0);
  return unknown ? { text: "", wrong: -1 } : { text: parts.map(({ text }) => text).join(""), wrong: parts.reduce((sum, { wrong }) => sum + wrong, 0) };
}

export function charsetsView({ engine, options, setCharset }) {
  const node = element("div");
  function render(text) {
    if (text === "") return node.replaceChildren(element("p", { class: "note" }, t("nothing")));
    const some = start(text, MOST);
    const reads = { lenient: true, plus: options().plus };
    const octets = engine.decodeBytes(some.replace(/[^\0-\x7f]+/g, " "), reads);
    const ascii = octets.every((octet) => octet < 0x80 && octet !== 0x1b);
    const rows = CHARSETS.map((charset) => {
      const { text: reading, wrong } = readText(engine, some, reads, charset);
      const state = wrong < 0 ? t("unsupported") : wrong === 0 ? `✓ ${t("wellFormed")}` : `✗ ${t("notWellFormed", { n: wrong })}`;
      return element("tr", {}, element("th", { scope: "row" }, NAMES[charset]), element("td", {}, ...shown(reading)), element("td", {}, state),
        element("td", {}, options().charset === charset ? t("inUse") : wrong >= 0 && button(t("use"), () => setCharset(charset), { "aria-label": `${t("use")}: ${NAMES[charset]}` })));
    });
    node.replaceChildren(
      element("p", { class: "note" }, t(ascii ? "charsetsAscii" : "charsetsNote")),
      element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("viewCharsets") }, element("table", {},
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, t("charset")), element("th", { scope: "col" }, t("reading")), element("th", { scope: "col", colspan: 2 }, t("wellFormed")))),
        element("tbody", {}, ...rows))),
    );
  }
  return { node, render };
}
