// The lines of the tree: a name, a text, the parts of a link in their order, and where a rewritten link leads through.

import { t } from "../i18n/language.js";
import { start } from "../model/place.js";
import { inner, isReference } from "../model/tree.js";
import { button, element, isolated, shown } from "./dom.js";
import { VALUE } from "./tree-notes.js";

/** @import { Explained } from "../../../npm/index.js" */

/**
 * The text of a node. The parts of a link keep their order, also where letters go from right to left.
 * @param {Explained} node
 * @param {string} text
 */
export function lineOf(node, text) {
  const head = start(text, VALUE);
  return isReference(node)
    ? element("span", { class: "tree-value" }, ...isolated(head), text.length > VALUE && "…")
    : element("span", { class: "tree-value", dir: "auto" }, ...shown(head), text.length > VALUE && "…");
}

/**
 * A name keeps its side, also where its letters go from right to left.
 * @param {string} name
 */
export const nameLine = (name) => element("span", { class: "tree-name" }, element("bdi", {}, ...shown(start(name, 60))));

/**
 * What puts the text of a node into the box.
 * @param {Explained} node
 * @param {(node: Explained) => unknown} open
 */
export const opens = (node, open) =>
  button(t("open"), () => open(node), { class: "open", "aria-label": `${t("open")}${t("colon")}${start(node.written, 60)}` });

/**
 * The host that a rewritten link leads through, and what opens its target.
 * @param {Explained} node
 * @param {(node: Explained) => unknown} open
 */
export function through(node, open) {
  const target = inner(node);
  const [, host = ""] = /^\w+:\/\/([^/?#]*)/.exec(node.written) ?? [];
  return element("p", { class: "line" }, `${t("partHost")}${t("colon")}${host} →`, target && opens(target, open));
}
