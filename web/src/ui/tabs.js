// Views in tabs. Only the selected one is shown and drawn.

import { t } from "../i18n/language.js";
import { byId, element, roving } from "./dom.js";

/** @typedef {{ id: string, key: string, view: { node: HTMLElement, render: (text: string) => unknown } }} View */

/**
 * `key` is that of the name; `draw` draws a view.
 * @param {View[]} views
 * @param {(view: View) => unknown} draw
 */
export function tabs(views, draw) {
  const list = byId("tabs");
  let current = views[0];
  const buttons = views.map((entry) => {
    const tab = element("button", {
      type: "button",
      role: "tab",
      id: `tab-${entry.id}`,
      "aria-controls": `panel-${entry.id}`,
      onclick: () => show(entry.id),
    });
    byId("panels").append(
      element("div", { role: "tabpanel", id: `panel-${entry.id}`, "aria-labelledby": `tab-${entry.id}` }, entry.view.node),
    );
    return tab;
  });
  list.append(...buttons);
  roving(list, () => buttons, { choose: (tab) => show(tab.id.slice("tab-".length)) });

  function mark() {
    views.forEach((entry, i) => {
      const is = entry === current;
      buttons[i].setAttribute("aria-selected", `${is}`);
      buttons[i].tabIndex = is ? 0 : -1;
      byId(`panel-${entry.id}`).hidden = !is;
    });
  }
  /** Chooses a view, which is drawn with the rest. */
  function choose(/** @type {string} */ id) {
    current = views.find((entry) => entry.id === id) ?? current;
    mark();
  }
  function show(/** @type {string} */ id) {
    choose(id);
    draw(current);
  }
  function label() {
    list.setAttribute("aria-label", "Triplet");
    views.forEach((entry, i) => {
      buttons[i].textContent = t(entry.key);
    });
  }
  mark();
  return { choose, show, label, current: () => current };
}
