// A menu of names.

import { t } from "../../../i18n/language.js";
import { element } from "../../dom.js";

/** @import { FieldEvent } from "../../types.js" */

/**
 * A menu in which `value` is selected; each name has the key of its text.
 * @template {string} Name
 * @param {[name: Name, key: string][]} list
 * @param {Name} value
 * @param {(name: Name) => unknown} onchange
 */
export function choice(list, value, onchange) {
  return element(
    "select",
    {
      onchange: (/** @type {FieldEvent<HTMLSelectElement>} */ event) =>
        onchange(/** @type {Name} The options are those of the list. */ (event.target.value)),
    },
    list.map(([name, key]) => element("option", { value: name, selected: name === value }, t(key))),
  );
}
