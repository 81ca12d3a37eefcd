// The normal form of the text, under the rules of a level.

import { t } from "../../../i18n/language.js";
import { button, element, shown } from "../../dom.js";

/** @import { Level } from "../../../../../npm/vocabulary.js" */
/** @import { Shown } from "../../types.js" */

/** @type {[level: Level, key: string][]} */
export const LEVELS = [
  ["percent", "levelPercent"],
  ["path", "levelPath"],
  ["scheme", "levelScheme"],
];

/**
 * @param {HTMLElement} box
 * @param {Shown} now
 */
export function normalForm(box, { engine, setEncoded, text, level }) {
  const normal = engine.normalize(text, level);
  const { valid } = engine.split(text);
  // The triplets of an invalid reference are normalized too.
  box.replaceChildren();
  // What has nothing to say under any level is not shown.
  const fold = box.closest("details");
  if (fold) fold.hidden = !!valid && engine.normalize(text, "scheme") === text;
  if (!valid || normal === text) box.append(element("p", { class: "note" }, t(valid ? "alreadyNormal" : "notNormal")));
  if (normal !== text)
    box.append(
      element(
        "div",
        { class: "line" },
        element("output", {}, ...shown(normal)),
        button(t("use"), () => setEncoded(normal)),
      ),
    );
}
