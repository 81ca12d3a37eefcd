// The printable characters of ASCII, with those marked that the set keeps. Pressing one changes the set.

import { t } from "../i18n/language.js";
import { visible } from "../model/visible.js";
import { byId, columnsOf, element, roving } from "./dom.js";

const CHARACTERS = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i));

/**
 * `toggle` is called with a character and whether to keep it.
 * @param {{ toggle: (character: string, keep: boolean) => unknown, reset: () => unknown }} actions
 */
export function grid({ toggle, reset }) {
  const container = byId("grid");
  const items = () => /** @type {HTMLElement[]} */ ([...container.children]);
  roving(container, items, { columns: () => columnsOf(items) });
  container.append(
    ...CHARACTERS.map((character, index) =>
      element(
        "button",
        {
          type: "button",
          tabindex: index === 0 ? 0 : -1,
          onclick: (/** @type {MouseEvent} */ event) =>
            toggle(character, /** @type {Element} */ (event.currentTarget).getAttribute("aria-pressed") !== "true"),
        },
        visible(character),
      ),
    ),
  );
  return (/** @type {string} */ kept, /** @type {boolean} */ changed) => {
    container.setAttribute("aria-label", t("keeps"));
    items().forEach((item, index) => {
      const is = kept.includes(CHARACTERS[index]);
      item.setAttribute("aria-pressed", `${is}`);
      item.setAttribute("aria-label", t(is ? "kept" : "encodedAs", { c: visible(CHARACTERS[index]) }));
    });
    const note = byId("grid-note");
    note.replaceChildren(t("gridNote", { n: CHARACTERS.filter((character) => kept.includes(character)).length }));
    if (changed) note.append(` ${t("gridChanged")} `, element("button", { type: "button", onclick: reset }, t("gridReset")));
  };
}
