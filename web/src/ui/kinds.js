// The kinds of the tree in words.

import { number, t, within } from "../i18n/language.js";
import { NAMES } from "../model/charsets.js";
import { unitsOf } from "../model/place.js";
import {
  asOf,
  certain,
  childrenOf,
  hasParts,
  isDoubtful,
  isLink,
  isReference,
  isSurrogates,
  known,
  notations,
  read,
} from "../model/tree.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Explained } from "../../../npm/index.js" */
/** @import { State } from "../model/types.js" */

/** @type {Record<string, string>} */
const TITLES = {
  url: "whatUrl",
  iri: "whatIri",
  reference: "whatReference",
  form: "whatForm",
  mailto: "whatMailto",
  "data-url": "whatDataUrl",
  javascript: "whatJavascript",
  "content-disposition": "whatDisposition",
  parameter: "whatParameter",
  "connection-string": "whatConnection",
  encoded: "whatEncoded",
  "percent-u": "whatEscape",
  html: "whatHtml",
  "quoted-printable": "whatQuoted",
  backslash: "whatBackslash",
  mediawiki: "whatMediawiki",
  "rewritten-link": "whatRewritten",
  plain: "whatPlain",
};
/** @type {Record<string, string>} */
const PARTS = {
  scheme: "partScheme",
  user: "partUser",
  password: "partPassword",
  host: "partHost",
  port: "partPort",
  query: "partQuery",
  fragment: "partFragment",
  address: "partAddress",
  "media-type": "partMediaType",
  data: "partData",
  program: "partProgram",
  "file-name": "partFileName",
  database: "partDatabase",
};

/**
 * What a text is.
 * @param {Explained} node
 * @returns {string}
 */
export function titleOf(node) {
  const count = () => number(childrenOf(node).length);
  const title =
    node.kind === "text"
      ? !node.cut && childrenOf(node).length === 1
        ? t("whatUrlOne")
        : t("whatUrls", { n: node.cut ? t("atLeast", { n: count() }) : count() })
      : node.kind in TITLES
        ? t(TITLES[node.kind])
        : partName(node);
  return node.detail ? `${title} (${node.detail})` : title;
}

/**
 * The name of a part.
 * @param {Explained} node
 * @returns {string}
 */
export function partName(node, place = 1) {
  if (node.kind === "segment") return t("segment", { n: number(place) });
  return node.kind in PARTS ? t(PARTS[node.kind]) : titleOf(node);
}

/** @param {string} name */
export const charsetName = (name) => (NAMES[known(name)] && known(name) !== "utf-8" ? NAMES[known(name)] : name);

/**
 * What a text is, in a sentence: the notations from the outside in, what is inside, and the charsets; `as` is the one that the reader has
 * chosen.
 * @param {Engine} engine
 * @param {Explained} root
 * @param {State["readAs"]} as
 */
export function sentence(engine, root, as) {
  const list = notations(root);
  const words = [];
  for (let i = 0; i < list.length;) {
    let count = 1;
    while (list[i + count]?.kind === list[i].kind) count++;
    words.push(i === 0 ? titleOf(list[i]) : within(titleOf(list[i])));
    if (count > 1) words.push(t(count === 2 ? "whatTwice" : "whatLayers", { n: number(count) }));
    i += count;
  }
  const innermost = list[list.length - 1];
  const all = [...certain(root)];
  const links = innermost.kind === "text" ? 0 : [...certain(innermost)].filter((node) => node !== innermost && isLink(node)).length;
  if (links > 0) words.push(links === 1 ? t("whatLink") : t("whatLinks", { n: number(links) }));
  const charsets = all.flatMap((node) => {
    const { name = "UTF-8", evidence } = node.charset ?? {};
    const own = isDoubtful(node) && asOf(as, node);
    const charset = own ? NAMES[own] : charsetName(name);
    const what = t("whatCharset", { charset });
    return charset === "UTF-8" ? [] : [!own && evidence === "possible" ? t("perhaps", { what }) : what];
  });
  words.push(...new Set(charsets));
  if (all.some((node) => isSurrogates(engine, node))) words.push(t("whatSurrogates"));
  return words.join(t("comma"));
}

/**
 * A link up to its query, with what is plain in it decoded; of other nodes the text, and nothing of what has rows instead.
 * @param {Explained} node
 */
export function textOf(node, ofPart = read) {
  if (!isReference(node)) return hasParts(node) ? "" : ofPart(node);
  let [text, at] = ["", 0];
  for (const part of childrenOf(node)) {
    if (part.likely) continue;
    const [from, to] = unitsOf(node.written, part.span);
    text += node.written.slice(at, from);
    if (!BEFORE.has(part.kind)) return text.replace(/[?#&]+$/, "");
    text += isInHead(part) || part.kind === "host" ? ofPart(part) : part.written;
    at = to;
  }
  return text + node.written.slice(at);
}

const BEFORE = new Set(["scheme", "user", "password", "host", "port", "segment"]);

/**
 * Whether a part of a link says as much in the line of the link as by itself.
 * @param {Explained} part
 */
function isInHead(part) {
  if (part.kind === "scheme" || part.kind === "port") return true;
  if (childrenOf(part).length > 0 || part.octets !== undefined || (part.charset && part.charset.name !== "UTF-8")) return false;
  if (part.kind === "host" && /xn--/i.test(part.written)) return false;
  return part.kind === "segment"
    ? part.read === undefined || !/[/?#%\p{C}]/u.test(part.read)
    : BEFORE.has(part.kind) && part.read === undefined;
}

/**
 * The children of a node that have a row of their own.
 * @param {Explained} node
 */
export function rowsOf(node) {
  if (node.kind === "pair" || node.kind === "parameter") return [node];
  const parts = childrenOf(node).filter(({ likely }) => !likely);
  if (isReference(node)) return parts.filter((part) => !isInHead(part));
  if (["mailto", "data-url", "javascript"].includes(node.kind)) return parts.filter(({ kind }) => kind !== "scheme");
  return parts;
}
