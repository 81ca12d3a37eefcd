// The view of the readings of the encoded text in each charset, and their reasons in words.

import { ranked as readings, readText } from "../../npm/readings.js";
import { TRIED } from "../../npm/vocabulary.js";
import { button, element, shown } from "./dom.js";
import { language, t } from "./language.js";
import { start } from "./place.js";

export const CHARSETS = TRIED;
const SPELT = { gb18030: "GB18030", big5: "Big5", shift_jis: "Shift_JIS" };
export const NAMES = Object.fromEntries(CHARSETS.map((charset) => [charset, SPELT[charset] ?? (charset.startsWith("windows") ? charset : charset.toUpperCase())]));
const MOST = 4096;

/** The readings of a text, the likeliest first for a reader of the browser's languages; none if all octets are ASCII. */
export function ranked(engine, text, { plus = false, most = MOST } = {}) {
  // A triplet that is cut would be text.
  const some = text.length > most ? start(text, most).replace(/%.?$/, "") : text;
  return readings(engine, some, { plus, languages: navigator.languages ?? [] });
}

/** The writings of the library, in its order, by codes that the browser has names for. */
const WRITINGS = ["region:155", "", "script:Cyrl", "script:Grek", "script:Hebr", "script:Arab", "script:Thai", "language:tr", "language:vi", "script:Hans", "script:Hant", "language:ja", "language:ko"];

/** The reason of a reading in words; in English they are the library's. */
export function reasonText({ reason, words, writing }) {
  if (language() === "en") return words;
  const key = { ascii: "charsetsAscii", "utf-8": "reasonUtf8", "cut-utf-8": "reasonCut", escapes: "reasonEscapes", only: "reasonOnly", frequent: "reasonFrequent", rare: "reasonRare", "least-rare": "reasonLeastRare", controls: "reasonControls", surrogates: "whatSurrogates", "cesu-8": "whatSurrogates", plain: "asPlain" }[reason] ?? "reasonMalformed";
  const [type, code] = (WRITINGS[writing] ?? "").split(":");
  return t(key, { what: type ? new Intl.DisplayNames(language(), { type }).of(code) : t("central") });
}

export function charsetsView({ engine, options, setCharset, inner }) {
  const node = element("div");
  function render(text) {
    if (text === "") return node.replaceChildren(element("p", { class: "note" }, t("nothing")));
    const some = start(inner(), MOST);
    const reads = { lenient: true, plus: options().plus };
    const order = ranked(engine, some, reads);
    const all = [...order, ...CHARSETS.filter((charset) => !order.some((reading) => reading.charset === charset)).map((charset) => ({ charset }))];
    const rows = all.map((reading) => {
      const { charset } = reading;
      const { text, wrong } = readText(engine, some, reads, charset);
      const state = wrong < 0 ? t("unsupported") : wrong === 0 ? `✓ ${t("wellFormed")}` : `✗ ${t("notWellFormed", { n: wrong })}`;
      const why = reading.reason && wrong === 0 ? `${t("comma")}${reasonText(reading)}` : "";
      return element("tr", {}, element("th", { scope: "row" }, NAMES[charset]), element("td", {}, ...shown(text)), element("td", {}, state, why),
        element("td", {}, options().charset === charset ? t("inUse") : wrong >= 0 && button(t("use"), () => setCharset(charset), { "aria-label": `${t("use")}${t("colon")}${NAMES[charset]}` })));
    });
    node.replaceChildren(
      element("p", { class: "note" }, t(order.length === 0 ? "charsetsAscii" : "charsetsNote")),
      element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("viewCharsets") }, element("table", {},
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, t("charset")), element("th", { scope: "col" }, t("reading")), element("th", { scope: "col", colspan: 2 }, t("wellFormed")))),
        element("tbody", {}, ...rows))),
    );
  }
  return { node, render };
}
