// Whether the text is a valid reference, and how it is encoded if it is not a URI.

import { t } from "../../../i18n/language.js";
import { placeOf, referenceError } from "../../../i18n/messages.js";
import { unitAt } from "../../../model/place.js";
import { encodedOf } from "../../../model/tree.js";
import { button, element, shown } from "../../dom.js";

/** @import { Split } from "../../../../../npm/engine.js" */
/** @import { Shown } from "../../types.js" */

/**
 * @param {HTMLElement} box
 * @param {Split} split
 * @param {Shown} now
 */
export function validity(box, split, { engine, setEncoded, showByte, text, lead }) {
  const repaired = encodedOf(engine, text);
  box.replaceChildren();
  if (!split.valid) {
    const { error } = split;
    const offset = Math.max(error.offset - lead.length, 0);
    // Programs write names such as `a[b]`, and servers read them.
    const isUsual = error.component === "query" && /[[\]]/.test(text[unitAt(text, offset)]);
    const place = button(placeOf(text, offset), () => showByte(offset));
    const said = `${t("invalidReference")} ${referenceError(error, text)} (`;
    box.append(element("p", { class: `notice ${isUsual ? "" : "error"}` }, said, place, ")"));
  }
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
