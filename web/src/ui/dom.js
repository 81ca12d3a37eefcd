// Makes elements of names, attributes and text. No code of the page parses markup.

import { visibleParts } from "../model/visible.js";

/** @typedef {Node | string | number | false | null | undefined} Child */
/** @import { Elements } from "./elements.js" */

/**
 * Names that begin with `on` are listeners, others attributes; a value of false, null or undefined omits one.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (key === "value") /** @type {HTMLInputElement} */ (node).value = value;
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(
    .../** @type {(Node | string)[]} */ (children.flat().filter((child) => child !== null && child !== undefined && child !== false)),
  );
  return node;
}

/**
 * Text with its deceptive characters made visible.
 * @param {string} text
 */
export const shown = (text) => visibleParts(text).map(([part, hit]) => (hit ? element("span", { class: "hit" }, part) : part));

/**
 * A link whose parts are shown in the order in which they are written, also where their letters go from right to left.
 * @param {string} text
 */
export const isolated = (text) =>
  text
    .split(/([!-,./:-@[-`{-~]+)/)
    .flatMap((part, i) => (i % 2 || /^[\0-\x7f]*$/.test(part) ? shown(part) : element("bdi", {}, ...shown(part))));

/**
 * The element of an id, which `index.html` has.
 * @type {{ <Id extends keyof Elements>(id: Id): Elements[Id]; (id: string): HTMLElement }}
 */
export const byId = (/** @type {string} */ id) =>
  /** @type {any} An element of `index.html` has the type that `Elements` says. */ (document.getElementById(id));

/**
 * Calls `take` with a field when its value has changed.
 * @type {<Id extends keyof Elements>(id: Id, take: (field: Elements[Id]) => unknown) => void}
 */
export const onChange = (id, take) => byId(id).addEventListener("change", () => take(byId(id)));

/**
 * @param {string} text
 * @param {(event: MouseEvent) => unknown} onclick
 * @param {Record<string, any>} more
 */
export function button(text, onclick, more = {}) {
  return element("button", { type: "button", onclick, ...more }, text);
}

/**
 * Moves focus within a group by arrow keys, so that the group is one stop of the Tab key.
 * @param {HTMLElement} container
 * @param {() => HTMLElement[]} items
 * @param {{ columns?: () => number, choose?: (item: HTMLElement) => void }} options
 */
export function roving(container, items, { columns = () => 1, choose = () => {} } = {}) {
  /** @param {number} index */
  const focus = (index) => {
    const list = items();
    const next = list[Math.max(0, Math.min(index, list.length - 1))];
    if (!next) return;
    for (const item of list) item.tabIndex = item === next ? 0 : -1;
    next.focus();
    choose(next);
  };
  container.addEventListener("keydown", (event) => {
    const list = items();
    const index = list.findIndex((item) => item === /** @type {Element} */ (event.target).closest("[tabindex]"));
    if (index < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const move = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns(), ArrowUp: -columns(), Home: -list.length, End: list.length }[
      event.key
    ];
    if (move === undefined) return;
    event.preventDefault();
    focus(index + move);
  });
  return focus;
}

/**
 * The number of columns of a wrapping group: the items in the row of the first.
 * @param {() => HTMLElement[]} items
 */
export function columnsOf(items) {
  const list = items();
  const top = list[0]?.offsetTop;
  const count = list.findIndex((item) => item.offsetTop !== top);
  return count < 1 ? list.length : count;
}
