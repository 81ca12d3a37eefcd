// The tree of a text, in rows: the name of a part, what it says, and the parts of the link or the form in it.

import { t, within } from "../i18n/language.js";
import { isLookalike, otherHost } from "../model/host.js";
import { start } from "../model/place.js";
import { deceptive } from "../model/visible.js";
import { childrenOf, hasParts, inner, notations, read, readAs } from "../model/tree.js";
import { makeCopy } from "./clipboard.js";
import { button, element } from "./dom.js";
import { partName, rowsOf, textOf, titleOf } from "./kinds.js";
import { lineOf, nameLine, opens, through } from "./tree-lines.js";
import { treeNotes } from "./tree-notes.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Explained } from "../../../npm/index.js" */
/** @import { State } from "../model/types.js" */
/** @import { Child } from "./dom.js" */

/** The most rows that are shown. */
const ROWS = 500;

/**
 * @typedef {object} Actions
 * @property {(node: Explained) => unknown} open Puts the text of a node into the box.
 * @property {(text: string) => unknown} use Puts a repaired text into the box.
 * @property {State["readAs"]} as The charsets that the reader has chosen.
 * @property {(charset: string, node: Explained) => unknown} choose Takes another charset for a node.
 * @property {(pair: Explained) => { field?: HTMLElement, begin?: () => unknown, place?: string } | undefined | void} edit Of a pair whose
 *   value can be changed here, its field while it is edited, else its place and what begins that.
 */

/**
 * Begins to edit the value of a pair with this name.
 * @param {{ begin?: () => unknown, place?: string }} editor
 * @param {string} name
 */
const editButton = (editor, name) =>
  button("", editor.begin ?? (() => {}), {
    class: "edit",
    "data-place": editor.place,
    "aria-label": `${t("edit")}${t("colon")}${start(name, 60)}`,
  });

/**
 * Copies a text.
 * @param {string} text as it is shown
 * @param {() => string} read
 */
const copyButton = (text, read) =>
  makeCopy(
    button("", () => {}, { class: "copy", "aria-label": `${t("copy")}${t("colon")}${start(text, 60)}` }),
    read,
    deceptive,
    "",
  );

/**
 * The host as it is written, and whether it looks like another name.
 * @param {string} written
 * @param {string} shown
 */
const hostNotes = (written, shown) => [
  shown !== written && element("span", { class: "note mono" }, ` (${written})`),
  isLookalike(written) && element("span", { class: "tree-note error" }, ` ⚠ ${t("lookalike")}`),
];

/**
 * Rows for a tree.
 * @param {Engine} engine
 * @param {Explained} root
 * @param {Actions} actions
 */
export function treeView(engine, root, actions) {
  const { open, as, edit } = actions;
  let left = ROWS;
  const notes = treeNotes(engine, root, actions);
  const ofPart = (/** @type {Explained} */ node) =>
    node.kind === "host" && node.read === undefined
      ? (/xn--/i.test(node.written) && otherHost(node.written)) || node.written
      : readAs(engine, node, as);

  /**
   * What is under the text of a node.
   * @param {Explained} node
   * @returns {HTMLElement[]}
   */
  function below(node) {
    if (hasParts(node)) return rows(node);
    return childrenOf(node).flatMap((child) => {
      if (child.kind === "text" && !child.likely) return rows(child);
      const list = notations(child);
      const words = list.map(titleOf).join(t("comma"));
      return [
        element(
          "li",
          {},
          element(
            "span",
            { class: `tree-is ${child.likely ? "likely" : ""}` },
            child.likely ? t("perhaps", { what: within(words) }) : words,
            t("colon"),
          ),
          ...valueOf(list.at(-1) ?? child, child),
        ),
      ];
    });
  }

  /**
   * The text of a node and what is under it; `opened` is the node that Open puts into the box, and `pair` has the node as its value.
   * @param {Explained} node
   * @param {Explained} [opened]
   * @param {Explained} [pair]
   * @returns {Child[]}
   */
  function valueOf(node, opened, pair) {
    const found = inner(node);
    const parts = found && hasParts(found) && found.kind !== "text" ? found : undefined;
    const shownNode = parts ?? node;
    const text = textOf(shownNode, ofPart);
    const target = opened ?? parts;
    const under = below(shownNode);
    const editor = pair && edit(pair);
    return [
      editor?.field ?? (text !== "" && lineOf(shownNode, text)),
      pair && editor?.begin && editButton(editor, ofPart(childrenOf(pair)[0] ?? pair)),
      // A value, or what a text is perhaps.
      text !== "" && (pair || opened?.likely) && !editor?.field && copyButton(text, () => ofPart(shownNode)),
      ...(shownNode.kind === "host" ? hostNotes(shownNode.written, ofPart(shownNode)) : []),
      // To open what is in the box would change nothing.
      target && target.written !== root.written && opens(target, open),
      ...(parts ? notes(node) : []),
      ...notes(shownNode),
      under.length > 0 && element("ul", { class: "tree" }, ...under),
    ];
  }

  /**
   * The rows of the parts.
   * @param {Explained} node
   */
  function rows(node) {
    const list = rowsOf(node);
    const out = [];
    let segments = 0;
    for (const part of list.includes(node) ? list : childrenOf(node)) {
      if (part.kind === "segment") segments++;
      if (!list.includes(part)) continue;
      if (left-- <= 0) break;
      const isPair = part.kind === "pair" || part.kind === "parameter";
      const named = isPair && childrenOf(part).find(({ kind }) => kind === "name");
      const value = isPair ? childrenOf(part).find(({ kind }) => kind !== "name") : part;
      const isText = node.kind === "text";
      out.push(
        element(
          "li",
          {},
          !isText && nameLine(named ? ofPart(named) : partName(part, segments)),
          ...(value ? valueOf(value, isText ? part : undefined, isPair ? part : undefined) : []),
        ),
      );
    }
    for (const child of childrenOf(node)) {
      if (child.likely)
        out.push(
          element(
            "li",
            {},
            element("span", { class: "tree-is likely" }, t("perhaps", { what: within(titleOf(child)) }), t("colon")),
            ...valueOf(notations(child).at(-1) ?? child, child),
          ),
        );
    }
    if (left < 0 || node.cut) out.push(element("li", { class: "note" }, t("capped")));
    return out;
  }

  const list = notations(root);
  const innermost = list[list.length - 1];
  const text =
    innermost.kind === "text" && innermost !== root
      ? read(innermost)
      : hasParts(innermost) || innermost !== root || innermost.read !== undefined || innermost.octets
        ? textOf(innermost, ofPart)
        : "";
  return /** @type {HTMLElement[]} */ (
    [
      ...list.filter(({ kind }) => kind === "rewritten-link").map((node) => through(node, open)),
      ...list.slice(0, -1).flatMap(notes),
      text !== "" && element("p", { class: "tree-text" }, lineOf(innermost, text)),
      ...notes(innermost),
      element("ul", { class: "tree" }, ...below(innermost)),
    ].filter(Boolean)
  );
}
