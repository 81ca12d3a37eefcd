// Whether the text is a valid reference, and how it is encoded if it is not a URI.

import { t } from "../../../i18n/language.js";
import { placeOf, referenceError } from "../../../i18n/messages.js";
import { encodedOf } from "../../../model/tree.js";
import { button, element, shown } from "../../dom.js";

/** @import { Split } from "../../../../../npm/engine.js" */
/** @import { Shown } from "../../types.js" */

/**
 * @param {HTMLElement} box
 * @param {Split} split
 * @param {Shown} now
 */
export function validity(box, split, { engine, setEncoded, text }) {
  const lines = split.valid ? [] : [`${t("invalidReference")} ${referenceError(split.error, text)} (${placeOf(text, split.error.offset)})`];
  const repaired = encodedOf(engine, text);
  box.replaceChildren(...lines.map((line) => element("p", { class: "notice error" }, line)));
  if (!split.valid?.startsWith("uri") && repaired !== text && engine.split(repaired).valid) {
    box.append(
      element(
        "div",
        { class: "line" },
        `${t(split.valid ? "encoded" : "requote")}${t("colon")}`,
        element("output", {}, ...shown(repaired)),
        button(t("use"), () => setEncoded(repaired), { "data-remedy": "requote" }),
      ),
    );
  }
}
