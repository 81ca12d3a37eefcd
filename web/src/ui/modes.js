// Explain, encode or decode: what the page does with the text. The pasted text chooses a mode, and one press changes the mode.

import { t } from "../i18n/language.js";
import { button, byId } from "./dom.js";

/** @import { State } from "../model/types.js" */

/** @type {State["view"][]} */
export const VIEWS = ["explain", "encode", "decode"];

/** @param {(view: State["view"]) => unknown} choose */
export function modes(choose) {
  const buttons = VIEWS.map((view) => button("", () => choose(view), { id: `mode-${view}` }));
  byId("modes").append(...buttons);
  return (/** @type {State["view"]} */ current) => {
    document.body.dataset.view = current;
    buttons.forEach((node, i) => {
      node.textContent = t(VIEWS[i]);
      node.setAttribute("aria-pressed", `${VIEWS[i] === current}`);
    });
    /** @type {Element} */ (document.querySelector("label[for=encoded]")).textContent = t(current === "explain" ? "box" : "encoded");
    byId("encoded").placeholder = current === "explain" ? t("whatEmpty") : "";
    byId("modes").setAttribute("aria-label", t("modes"));
    // The pane that is given comes first. Where a text is encoded, that is the plain one.
    const [first, second] = current === "encode" ? ["pane-plain", "pane-encoded"] : ["pane-encoded", "pane-plain"];
    if (byId(first).compareDocumentPosition(byId(second)) & Node.DOCUMENT_POSITION_PRECEDING) {
      const focused = document.activeElement;
      byId(second).before(byId(first));
      if (focused && focused !== document.activeElement) /** @type {HTMLElement} */ (focused).focus();
    }
  };
}
