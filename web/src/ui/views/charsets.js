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
    const rows = all.map((reading) => {
      const { charset } = reading;
      const { text, wrong } = readText(engine, some, reads, charset);
      const state = wrong < 0 ? t("unsupported") : wrong === 0 ? `✓ ${t("wellFormed")}` : `✗ ${t("notWellFormed", { n: wrong })}`;
      const why = reading.reason && wrong === 0 ? `${t("comma")}${reasonText(/** @type {CharsetReading} */ (reading))}` : "";
      return element(
        "tr",
        {},
        element("th", { scope: "row" }, NAMES[charset]),
        element("td", {}, ...shown(text)),
        element("td", {}, state, why),
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
          {},
          element(
            "thead",
            {},
            element(
              "tr",
              {},
              element("th", { scope: "col" }, t("charset")),
              element("th", { scope: "col" }, t("reading")),
              element("th", { scope: "col", colspan: 2 }, t("wellFormed")),
            ),
          ),
          element("tbody", {}, ...rows),
        ),
      ),
    );
  }
  return { node, render };
}
