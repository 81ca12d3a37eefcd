// What the library says of a text: a tree, in which each part is decoded once. This file asks the library how a part is shown and edited, and
// has no rule of its own.

import { readText } from "../../../npm/readings.js";
import { CHARSETS } from "./charsets.js";
import { otherHost } from "./host.js";
import { partOf } from "./part.js";
import { start, unitAt } from "./place.js";

/** @import { Engine, Root } from "../../../npm/engine.js" */
/** @import { Explained } from "../../../npm/index.js" */
/** @import { Reads, State } from "./types.js" */

/** The part of a long text that is explained. */
const MOST = 64 << 10;
const REFERENCES = ["url", "iri", "reference"];
/** The kinds whose children are their parts; of the others, the children say what the text is. */
const PARTED = new Set([
  ...REFERENCES,
  "pair",
  "form",
  "mailto",
  "data-url",
  "javascript",
  "content-disposition",
  "parameter",
  "connection-string",
  "text",
]);
const LINKS = new Set(["url", "iri", "mailto", "data-url", "javascript"]);

const ESCAPES = /%u[0-9a-f]{4}/i;

/** @type {{ whole?: string, root?: Root }} */
let last = {};

/**
 * The tree of a text, for a reader of the browser's languages.
 * @param {Engine} engine
 * @param {string} whole
 * @returns {Root}
 */
export function explained(engine, whole) {
  if (last.whole !== whole) {
    const root = engine.explain(start(whole, MOST), [...(navigator.languages ?? [])]);
    // What is beyond the part that is explained has further parts.
    last = { whole, root: whole.length > MOST && root.kind === "text" ? { ...root, cut: true } : root };
  }
  return /** @type {Root} */ (last.root);
}

/**
 * A link with the host in its other form, in letters or in Punycode, which the module does not know; `undefined` if it has none.
 * @param {Engine} engine
 * @param {string} text
 * @param {RegExp} wanted what the host must have in it
 */
function withOtherHost(engine, text, wanted) {
  const root = explained(engine, text);
  const host = childrenOf(root).find(({ kind }) => kind === "host");
  const other = host && wanted.test(host.written) && otherHost(host.written);
  if (!other) return undefined;
  const before = text.slice(0, unitAt(text, root.span[0] + host.span[0]));
  return before + other + text.slice(before.length + host.written.length);
}

/**
 * The readable link, with the letters of a host in Punycode.
 * @param {Engine} engine
 * @param {string} text
 */
export function readableOf(engine, text) {
  const letters = withOtherHost(engine, text, /xn--/i);
  return (letters ? engine.explain(letters) : explained(engine, text)).readable;
}

/**
 * The link as a URI, with a host that has letters outside ASCII in Punycode.
 * @param {Engine} engine
 * @param {string} text
 */
export const encodedOf = (engine, text) => engine.requote(engine.repair(withOtherHost(engine, text, /[^\0-\x7f]/) ?? text));

/**
 * The text of a node as it is read.
 * @param {Explained} node
 */
export const read = (node) => node.read ?? node.written;
/** @param {Explained} node */
export const hasParts = ({ kind }) => PARTED.has(kind);
/** @param {Explained} node */
export const isReference = ({ kind }) => REFERENCES.includes(kind);
/** @param {Explained} node */
export const isLink = ({ kind }) => LINKS.has(kind);
/** @param {Explained} node */
export const childrenOf = ({ children = [] }) => children;

/**
 * The notation that the text of a node is in for certain.
 * @param {Explained} node
 * @returns {Explained | undefined}
 */
export const inner = (node) => (hasParts(node) ? undefined : childrenOf(node).find(({ likely }) => !likely));

/**
 * A node and the notations in it, from the outside in.
 * @param {Explained} node
 */
export function notations(node) {
  const list = [node];
  for (let next = inner(node); next; next = inner(next)) list.push(next);
  return list;
}

/**
 * All nodes that are certain, each before its children.
 * @param {Explained} node
 * @returns {Generator<Explained>}
 */
export function* certain(node) {
  yield node;
  for (const child of childrenOf(node)) if (!child.likely) yield* certain(child);
}

/**
 * Text that is not encoded, and has nothing in it.
 * @param {Explained} root
 */
export const isPlain = (root) => root.kind === "plain" && childrenOf(root).length === 0;

/**
 * The charset that the page knows for one of the standard.
 * @param {string} name
 */
export function known(name) {
  const charset = name.toLowerCase() === "gbk" ? "gb18030" : name.toLowerCase();
  return CHARSETS.some((one) => one === charset) ? charset : "utf-8";
}

/**
 * Octets that are surrogates in UTF-8, which are not text of any charset.
 * @param {Engine} engine
 * @param {Explained} node
 */
export const isSurrogates = (engine, { octets, written }) =>
  octets !== undefined && engine.lint(start(written, MOST), { as: "any" }).findings.some(({ id }) => id === "surrogate-utf8");

/** @param {Explained} node */
export const isLegacy = (node) => node.octets !== undefined || (node.charset !== undefined && node.charset.name !== "UTF-8");

/**
 * How a name or a value is read: the options with which `partOf` reads what the tree has read. `as` is the charset that the reader has
 * chosen instead.
 * @param {Engine} engine
 * @param {Explained} node
 * @param {Omit<Reads, 'charset'> & { as: string }} options
 */
export function readsOf(engine, node, { as, plus, escape, crlf }) {
  const charset = isLegacy(node) ? as || known(node.charset?.name ?? "utf-8") : "utf-8";
  const all = [
    { plus, escape },
    { plus: !plus, escape },
    { plus, escape: !escape },
    { plus: !plus, escape: !escape },
  ].map((way) => ({ ...way, charset, crlf }));
  return (as && isLegacy(node) ? undefined : all.find((reads) => partOf(engine, node.written, reads).plain() === read(node))) ?? all[0];
}

/**
 * The text of a node, in the charset that the reader has chosen.
 * @param {Engine} engine
 * @param {Explained} node
 * @param {string} as
 */
export function readAs(engine, node, as) {
  if (!as || !isLegacy(node)) return read(node);
  return readText(engine, node.written, { lenient: true }, as).text;
}

/**
 * The options of the two panes that follow from a tree.
 * @param {Engine} engine
 * @param {Explained} root
 * @param {string} text
 */
export function optionsOf(engine, root, text) {
  const all = [...certain(root)];
  // The last triplet of a part may be cut.
  const head = start(text, MOST).replace(/%.?$/, text.length > MOST ? "" : "$&");
  const legacy = all.find(({ charset }) => charset && charset.name !== "UTF-8")?.charset;
  return {
    charset: legacy ? known(legacy.name) : "utf-8",
    plus: all.some(
      (node) => node.kind === "value" && node.written.includes("+") && read(node).includes(" ") && !node.written.includes("%20"),
    ),
    escape:
      root.kind === "percent-u" || all.some((node) => node.kind === "value" && ESCAPES.test(node.written) && !ESCAPES.test(read(node))),
    lenient: engine.repair(head) !== head,
    layers: 1,
  };
}

/**
 * The options and the view that follow from a pasted text, and the pane that it belongs in.
 * @param {Engine} engine
 * @param {string} text
 * @param {State['view']} view
 * @returns {Partial<State>}
 */
export function pasted(engine, text, view) {
  const root = explained(engine, text);
  const source = isPlain(root) ? "plain" : "encoded";
  const fits = view === "explain" && source === "plain" ? "encode" : view;
  return {
    view: fits,
    source,
    [source]: text,
    ...optionsOf(engine, root, text),
    lossy: false,
    keepInvalid: false,
    lines: false,
    readAs: "",
  };
}
