// The view of what known decoders make of the encoded text.

import { t } from "../../i18n/language.js";
import { start } from "../../model/place.js";
import { element, shown } from "../dom.js";

/** @import { Engine } from "../../../../npm/engine.js" */

/** @param {{ engine: Engine }} page */
export function decodersView({ engine }) {
  const node = element("div");
  function render(/** @type {string} */ text) {
    if (text === "") return node.replaceChildren(element("p", { class: "note" }, t("nothing")));
    const rows = engine
      .readers(start(text, 4096))
      .map((reading) =>
        element(
          "tr",
          {},
          element("th", { scope: "row" }, reading.reader),
          element(
            "td",
            {},
            ...(reading.refused
              ? [`✗ ${t("refused")}`]
              : reading.text !== undefined
                ? shown(reading.text)
                : [t("octets", { hex: reading.hex })]),
          ),
        ),
      );
    node.replaceChildren(
      element("p", { class: "note" }, t("readersNote")),
      element(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": t("viewReaders") },
        element(
          "table",
          { class: "cards" },
          element("thead", {}, element("tr", {}, ...["reader", "reading"].map((key) => element("th", { scope: "col" }, t(key))))),
          element("tbody", {}, ...rows),
        ),
      ),
    );
  }
  return { node, render };
}
