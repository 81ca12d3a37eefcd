// Writes a node of the tree anew into its text, through the links around it. All else of the text stays, byte for byte.

import { held } from "./edit.js";
import { partOf } from "./part.js";
import { unitsOf } from "./place.js";
import { baseOf, childrenOf, explained, parentOf, readsOf } from "./tree.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Explained } from "../../../npm/index.js" */
/** @import { State } from "./types.js" */
/** @typedef {Parameters<typeof readsOf>[2]} Ways */

/**
 * What a node is written as, as a part to edit; nothing if its text is not what the tree has read: it is in a notation that is only read.
 * @param {Engine} engine
 * @param {Explained} node
 * @param {Ways} ways
 * @param {string} [text] what the tree has read
 */
export function partOfNode(engine, node, ways, text) {
  const part = partOf(engine, node.written, readsOf(engine, node, ways));
  return text === undefined || part.plain() === text ? part : undefined;
}

/**
 * Returns what makes the whole text of a new writing of the node; nothing if the node cannot be written.
 * @param {Engine} engine
 * @param {string} text the text of the tree
 * @param {Explained} node
 * @param {Ways} ways
 * @param {Map<Explained, ReturnType<typeof partOfNode>>} [parts] the parts that are made already: of nodes with many children in them
 */
export function writerOf(engine, text, node, ways, parts = new Map()) {
  /** @type {((raw: string) => string)[]} */
  const steps = [];
  /** @type {Explained | undefined} */
  let parent;
  for (let child = node; (parent = parentOf(child)); child = parent) {
    const base = baseOf(parent);
    const [from, to] = unitsOf(base, child.span);
    if (base !== parent.written && !parts.has(parent)) parts.set(parent, partOfNode(engine, parent, ways, base));
    const part = parts.get(parent);
    if (base.slice(from, to) !== child.written || (!part && base !== parent.written)) return undefined;
    steps.push((raw) => {
      const before = base.slice(0, from) + raw;
      if (!part) return before + base.slice(to);
      part.edit(held(before + base.slice(to)), held(before).length);
      return part.raw();
    });
  }
  const root = explained(engine, text);
  const [from, to] = unitsOf(text, root.span);
  return (/** @type {string} */ raw) => text.slice(0, from) + steps.reduce((raw, step) => step(raw), raw) + text.slice(to);
}

/**
 * The place of a node, from the root.
 * @param {Explained} node
 * @returns {string}
 */
export function pathOf(node) {
  const parent = parentOf(node);
  return parent ? `${pathOf(parent)}.${childrenOf(parent).indexOf(node)}` : "";
}

/**
 * The node at a place.
 * @param {Explained} root
 * @param {string} path
 */
export const nodeAt = (root, path) =>
  path
    .split(".")
    .slice(1)
    .reduce((node, index) => node && childrenOf(node)[Number(index)], /** @type {Explained | undefined} */ (root));

/**
 * The text that Open was pressed in last, with the opened link in it as it is now; nothing if Open was not pressed.
 * @param {Engine} engine
 * @param {State} state
 */
export function outerOf(engine, { outer, encoded, readAs, plus, escape, crlf }) {
  const [text, path] = outer.slice(-2);
  const node = path && nodeAt(explained(engine, text), path);
  return node ? writerOf(engine, text, node, { as: readAs, plus, escape, crlf })?.(encoded) : undefined;
}
