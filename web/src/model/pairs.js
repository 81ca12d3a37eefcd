// The pairs of a query. Each name and value can be edited; what is not edited stays as it is written.

import { partOf } from "./part.js";
import { byteLength, unitAt } from "./place.js";
import { childrenOf, explained, headOf, isOneLink, read, readsOf } from "./tree.js";

/** @import { Engine, Split, SplitText } from "../../../npm/engine.js" */
/** @import { Explained } from "../../../npm/index.js" */
/** @import { Reads, Row, State } from "./types.js" */

/** The most pairs that can be edited. */
const MOST = 200;

/**
 * A pair as it is written.
 * @param {Row} row
 */
export const rawOf = ({ name, value, hasValue }) => name.raw() + (hasValue || value.raw() ? `=${value.raw()}` : "");

/**
 * The names and values of the tree, by their offset in the text.
 * @param {Explained} root
 */
function nodesOf(root) {
  /** @type {Map<number, Explained>} */
  const found = new Map();
  for (const pair of childrenOf(root)) {
    for (const node of pair.kind === "pair" ? childrenOf(pair) : []) found.set(root.span[0] + pair.span[0] + node.span[0], node);
  }
  return found;
}

/**
 * What of a text is taken as a link: the head of a long text, whether a person may take it for a link, what it lacks to be a
 * reference, and whether its query can be edited as a table.
 * @param {Engine} engine
 * @param {string} whole
 */
export function linkOf(engine, whole) {
  const text = headOf(whole);
  const cut = text.length < whole.length;
  const root = explained(engine, text);
  // A person may complete the text to a link: the text is a path, for example.
  const mayBe = ["plain", "encoded", "percent-u"].includes(root.kind) && /^\/|^\S*[/?]\S*$/.test(text);
  const isReference = mayBe || isOneLink(root, text);
  const isWhole = root.span[0] === 0 && root.span[1] === byteLength(text);
  return {
    text,
    cut,
    isReference,
    lead: root.kind === "form" && !text.startsWith("?") ? "?" : "",
    // An edit of a truncated text would lose the rest.
    hasTable: !cut && isWhole && (root.kind === "form" || (isReference && /^https?:|^[/]|[?]/i.test(text))),
  };
}

/**
 * A text without the parameters of its link that only track; nothing if it has none.
 * @param {Engine} engine
 * @param {State} state
 * @param {string} whole
 */
export function untracked(engine, state, whole) {
  const { hasTable, text, lead } = linkOf(engine, whole);
  const tracks = (/** @type {Explained} */ { kind, children = [] }) =>
    kind === "pair" && children[0] && engine.isTracking(read(children[0]));
  if (!hasTable || !childrenOf(explained(engine, text)).some(tracks)) return undefined;
  const { rows, link } = pairsOf(engine, state, { text, lead, reads: state }, engine.split(lead + text));
  const kept = rows.filter(({ name }) => !engine.isTracking(name.plain()));
  return kept.length < rows.length ? link(kept.map(rawOf)) : undefined;
}

/**
 * The first pairs of a link as rows, and the pairs beyond them. `lead` is what the text lacks to be a reference, `split` are the parts of both
 * together, and `reads` is how the link is read.
 * @param {Engine} engine
 * @param {State} state
 * @param {{ text: string, lead: string, reads: Reads }} link
 * @param {Split} split
 */
export function pairsOf(engine, { view, readAs }, { text, lead, reads }, split) {
  const nodes = nodesOf(explained(engine, text));
  const part = split.parts.find(({ name }) => name === "query");
  const fragment = split.parts.find(({ name }) => name === "fragment");
  let at = lead ? 0 : part ? unitAt(text, part.offset) : fragment ? unitAt(text, fragment.offset) - 1 : text.length;
  const [before, after] = [text.slice(0, at), text.slice(at + (part?.raw.length ?? 0))];
  // The module has no lone surrogates: the parts are those of the text itself.
  const take = (/** @type {SplitText} */ { raw, offset }) => {
    const node = nodes.get(offset - lead.length);
    // Where the reader decodes, the options are the reader's.
    const own = view !== "decode" && node?.written === raw ? readsOf(engine, node, { ...reads, as: readAs }) : reads;
    return partOf(engine, text.slice(at, (at += raw.length)), own);
  };
  const rows = split.pairs.slice(0, MOST).map(({ name, value }) => {
    const row = /** @type {Row} It gets its value below. */ ({ name: take(name), hasValue: value !== null });
    if (value) at++;
    row.value = value ? take(value) : partOf(engine, "", reads);
    at++;
    return row;
  });
  const beyond = split.pairs.length > MOST ? [text.slice(at, text.length - after.length)] : [];
  return {
    rows,
    isCapped: beyond.length > 0,
    /**
     * The link with the pairs of the rows as they are written.
     * @param {string[]} raws
     */
    link(raws) {
      const pairs = [...raws, ...beyond];
      if (lead) return pairs.join("&");
      const start = part ? before.slice(0, -1) : before;
      return pairs.length === 0 ? start + after : `${start}?${pairs.join("&")}${after}`;
    },
  };
}
