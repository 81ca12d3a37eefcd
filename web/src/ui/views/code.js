// The view of the conversion as code in other languages.

import { t } from "../../i18n/language.js";
import { snippets } from "../../model/snippets.js";
import { copyButton } from "../clipboard.js";
import { element, shown } from "../dom.js";

const MOST = 10_000;

/** @import { Conversion } from "../../model/types.js" */

/** @param {{ conversion: () => Conversion }} page */
export function codeView({ conversion }) {
  const node = element("div");
  function render() {
    const now = conversion();
    if (now.encoded === "" || now.plain === "" || now.encoded.length > MOST)
      return node.replaceChildren(element("p", { class: "note" }, t("nothing")));
    node.replaceChildren(
      element("p", { class: "note" }, t("codeNote")),
      ...snippets(now).flatMap(([language, code]) => [
        element(
          "div",
          { class: "line" },
          element("h2", {}, language),
          copyButton(() => code, { label: t("copyOf", { what: language }) }),
        ),
        element("pre", { tabindex: 0, "aria-label": language, role: "group" }, ...shown(code)),
      ]),
    );
  }
  return { node, render };
}
