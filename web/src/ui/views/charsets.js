// The view of the readings of the encoded text in each charset.

import { readText } from "../../../../npm/readings.js";
import { t } from "../../i18n/language.js";
import { reasonText } from "../../i18n/messages.js";
import { CHARSETS, NAMES, ranked } from "../../model/charsets.js";
import { start } from "../../model/place.js";
import { button, element, shown } from "../dom.js";

/** @import { CharsetReading } from "../../../../npm/index.js" */

/** The part of a text that is read. */
const MOST = 4096;

/** @import { Engine } from "../../../../npm/engine.js" */
/** @import { Options } from "../../model/types.js" */

/** The characters that are shown before and after what differs. */
const AROUND = 16;

/**
 * How many code units at the start and at the end are alike in all texts, and far from what differs.
 * @param {string[]} texts
 * @returns {[from: number, tail: number]}
 */
function alike(texts) {
  const [first = ""] = texts;
  const least = Math.min(...texts.map(({ length }) => length), first.length);
  let [from, tail] = [0, 0];
  while (from < least && texts.every((text) => text[from] === first[from])) from++;
  while (tail < least - from && texts.every((text) => text.at(-1 - tail) === first.at(-1 - tail))) tail++;
  if (from === first.length) return [0, 0];
  // Not within a surrogate pair, and not to hide less than a sign takes.
  const cut = (/** @type {number} */ length) => (length > AROUND + 2 ? length - AROUND : 0);
  const [head, end] = [cut(from), cut(tail)];
  const splits = (/** @type {number} */ at) => /[\udc00-\udfff]/.test(first[at] ?? "");
  return [splits(head) ? head - 1 : head, splits(first.length - end) ? end - 1 : end];
}

/**
 * @param {{ engine: Engine, options: () => Pick<Options, "plus" | "charset">, setCharset: (charset: string) => unknown, inner: () => string }} page
 */
export function charsetsView({ engine, options, setCharset, inner }) {
  const node = element("div");
  function render(/** @type {string} */ text) {
    if (text === "") return node.replaceChildren(element("p", { class: "note" }, t("nothing")));
    const some = start(inner(), MOST);
    const reads = { lenient: true, plus: options().plus };
    const order = ranked(engine, some, reads);
    /** @type {({ charset: string } & Partial<CharsetReading>)[]} */
    const all = [
      ...order,
      ...CHARSETS.filter((charset) => !order.some((reading) => reading.charset === charset)).map((charset) => ({ charset })),
    ];
    const texts = all.map(({ charset }) => readText(engine, some, reads, charset));
    const [from, tail] = alike(texts.filter(({ wrong }) => wrong >= 0).map(({ text }) => text));
    const rows = all.map((reading, i) => {
      const { charset } = reading;
      const { text, wrong } = texts[i];
      const end = text.length - tail;
      const how = wrong < 0 ? t("unsupported") : wrong === 0 ? `✓ ${t("wellFormed")}` : `✗ ${t("notWellFormed", { n: wrong })}`;
      const why = reading.reason && wrong === 0 ? `${t("comma")}${reasonText(/** @type {CharsetReading} */ (reading))}` : "";
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, NAMES[charset]),
        element("td", { dir: "auto" }, from > 0 && text && "…", ...shown(text.slice(from, end)), tail > 0 && text && "…"),
        element("td", { class: "why" }, reading.reason === "utf-8" && wrong === 0 ? `✓ ${t("reasonUtf8")}` : [how, why]),
        element(
          "td",
          {},
          options().charset === charset
            ? t("inUse")
            : wrong >= 0 && button(t("use"), () => setCharset(charset), { "aria-label": `${t("use")}${t("colon")}${NAMES[charset]}` }),
        ),
      );
    });
    node.replaceChildren(
      element("p", { class: "note" }, t(order.length === 0 ? "charsetsAscii" : "charsetsNote")),
      element(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": t("viewCharsets") },
        element(
          "table",
          { class: "cards" },
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              element("th", { scope: "col" }, t("charset")),
              element("th", { scope: "col" }, t("reading")),
              element("th", { scope: "col", colspan: 2 }, t("why")),
            ),
          ),
          element("tbody", {}, ...rows),
        ),
      ),
    );
  }
  return { node, render };
}
