// What the library says of a text: a tree, in which each part is decoded once. This file asks the library how a part is shown and edited, and
// has no rule of its own.

import { readText } from "../../../npm/readings.js";
import { CHARSETS } from "./charsets.js";
import { otherHost } from "./host.js";
import { partOf } from "./part.js";
import { start, unitAt } from "./place.js";
import { INITIAL } from "./state.js";

/** @import { Engine, Root } from "../../../npm/engine.js" */
/** @import { Explained } from "../../../npm/index.js" */
/** @import { Reads, State } from "./types.js" */

/** The part of a long text that is explained. */
const MOST = 64 << 10;

/**
 * The part of a text that is explained, without a triplet or a character that the limit would cut.
 * @param {string} whole
 */
export const headOf = (whole) =>
  whole.length > MOST ? start(whole, MOST).replace(/(%[c-f][0-9a-f](%[89ab][0-9a-f])*)?(%[0-9a-f]?)?$/i, "") : whole;
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
/** The node that each node is a child of. */
/** @type {WeakMap<Explained, Explained>} */
const parents = new WeakMap();

/** @param {Explained} node */
export const parentOf = (node) => parents.get(node);

/** @param {Explained} node */
function adopt(node) {
  for (const child of childrenOf(node)) {
    parents.set(child, node);
    adopt(child);
  }
}

/**
 * The tree of a text, for a reader of the browser's languages.
 * @param {Engine} engine
 * @param {string} whole
 * @returns {Root}
 */
export function explained(engine, whole) {
  if (last.whole !== whole) {
    const root = engine.explain(headOf(whole), [...(navigator.languages ?? [])]);
    // What is beyond the part that is explained has further parts.
    adopt(root);
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
  const { readable } = letters ? engine.explain(letters) : explained(engine, text);
  // A lone `%` would make a link that no server reads. Lines of a text are no part of a link.
  return readable && (isOneLink(explained(engine, text), text) ? engine.repair(readable) : readable);
}

/**
 * The link as a URI, without blanks around it, and with a host that has letters outside ASCII in Punycode.
 * @param {Engine} engine
 * @param {string} text
 */
export const encodedOf = (engine, text) => engine.requote(engine.repair((withOtherHost(engine, text, /[^\0-\x7f]/) ?? text).trim()));

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
 * The text that the spans of a node's children count in.
 * @param {Explained} node
 */
export const baseOf = (node) => (hasParts(node) ? node.written : read(node));

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

/**
 * Whether the octets of a node may be read in another charset: they are not UTF-8 for certain.
 * @param {Explained} node
 */
export const isDoubtful = ({ octets, charset }) =>
  octets !== undefined || (charset !== undefined && (charset.name !== "UTF-8" || charset.runner_up !== undefined));

/**
 * Where a node stands, for the choice of its charset: what it is, and of which parameter. An edit of the value changes nothing of that.
 * @param {Explained} node
 */
export function standOf(node) {
  /** @type {Explained | undefined} */
  let pair = node;
  while (pair && pair.kind !== "pair") pair = parentOf(pair);
  return `${node.kind} ${pair ? childrenOf(pair)[0]?.written : ""}`;
}

/**
 * The charset that the reader has chosen for a node, or for all; empty if none.
 * @param {State["readAs"]} as
 * @param {Explained} node
 */
export const asOf = (as, node) => as[standOf(node)] ?? as[""] ?? "";

/**
 * How a name or a value is read: the options with which `partOf` reads what the tree has read. `as` are the charsets that the
 * reader has chosen instead.
 * @param {Engine} engine
 * @param {Explained} node
 * @param {Omit<Reads, 'charset'> & { as: State["readAs"] }} options
 */
export function readsOf(engine, node, { as, plus, escape, crlf }) {
  const own = isDoubtful(node) && asOf(as, node);
  const charset = own || (isDoubtful(node) ? known(node.charset?.name ?? "utf-8") : "utf-8");
  const all = [
    { plus, escape },
    { plus: !plus, escape },
    { plus, escape: !escape },
    { plus: !plus, escape: !escape },
  ].map((way) => ({ ...way, charset, crlf }));
  return (own ? undefined : all.find((reads) => partOf(engine, node.written, reads).plain() === read(node))) ?? all[0];
}

/**
 * The text of a node, in the charset that the reader has chosen.
 * @param {Engine} engine
 * @param {Explained} node
 * @param {State["readAs"]} as
 */
export function readAs(engine, node, as) {
  const own = isDoubtful(node) && asOf(as, node);
  return own ? readText(engine, node.written, { lenient: true }, own).text : read(node);
}

/**
 * The options of the two panes that are guessed from a tree.
 * @param {Explained} root
 */
function guessed(root) {
  const all = [...certain(root)];
  const legacy = all.find(({ charset }) => charset && charset.name !== "UTF-8")?.charset;
  return {
    charset: legacy ? known(legacy.name) : "utf-8",
    plus: all.some(
      (node) => node.kind === "value" && node.written.includes("+") && read(node).includes(" ") && !node.written.includes("%20"),
    ),
    escape:
      root.kind === "percent-u" || all.some((node) => node.kind === "value" && ESCAPES.test(node.written) && !ESCAPES.test(read(node))),
  };
}

/**
 * The options of the two panes that follow from a text.
 * @param {Engine} engine
 * @param {string} text
 */
export const optionsOf = (engine, text) => ({ ...guessed(explained(engine, text)), layers: 1 });

/**
 * The options that follow from a text that is edited, for those that were as the text before it had them.
 * @param {Engine} engine
 * @param {State} state
 * @param {string} text
 * @returns {Partial<State>}
 */
export function followed(engine, state, text) {
  const before = guessed(explained(engine, state.encoded));
  const after = guessed(explained(engine, text));
  const keys = /** @type {(keyof typeof before)[]} */ (Object.keys(before));
  return Object.fromEntries(keys.filter((key) => state[key] === before[key]).map((key) => [key, after[key]]));
}

/**
 * Whether a text is one link from its start. A link with a space in it is a text with one address.
 * @param {Explained} root
 * @param {string} text
 */
export const isOneLink = (root, text) =>
  isLink(root) ||
  isReference(root) ||
  root.kind === "rewritten-link" ||
  (root.kind === "text" && childrenOf(root).length === 1 && childrenOf(root)[0].span[0] === 0 && !text.includes("\n"));

/**
 * The options and the view that follow from a pasted text, and the pane that it belongs in; `own` are the options that the reader has chosen, and
 * that a plain text is encoded with. Blanks and line breaks around a link are not part of it.
 * @param {Engine} engine
 * @param {string} whole
 * @param {State['view']} view
 * @param {Partial<State>} [own]
 * @returns {Partial<State>}
 */
export function pasted(engine, whole, view, own = {}) {
  const bare = whole.trim();
  const text = view === "explain" && bare !== whole && isOneLink(explained(engine, bare), bare) ? bare : whole;
  // Where text is decoded, what is pasted is encoded text, as what is typed is.
  const source = view !== "decode" && isPlain(explained(engine, text)) ? "plain" : "encoded";
  const fits = view === "explain" && source === "plain" ? "encode" : view;
  return {
    view: fits,
    source,
    [source]: text,
    ...optionsOf(engine, text),
    ...(source === "plain" && own),
    lenient: false,
    lossy: false,
    keepInvalid: false,
    lines: false,
    readAs: INITIAL.readAs,
    outer: INITIAL.outer,
  };
}
