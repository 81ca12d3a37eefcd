// The view of the encoded text byte by byte: each with its class, and explained on hover or focus.

import { number, t } from "../../i18n/language.js";
import { partName } from "../../i18n/messages.js";
import { nameOf } from "../../model/names.js";
import { start } from "../../model/place.js";
import { codeOf, visible } from "../../model/visible.js";
import { button, columnsOf, element, roving } from "../dom.js";

/** @import { Token } from "../../../../npm/engine.js" */
/** @import { LegacyCharacter } from "../../model/types.js" */
/** @import { Cell, CellKind, Page } from "../types.js" */

const FIRST = 1000;
/** The length of the longest character, as triplets. The view reads this much more, so that the last character shown is whole. */
const LONGEST = 12;

/**
 * The classes, each with the key of its name, its definition, and a sample.
 * @type {Record<CellKind, [key: string, definition: string, sample: string]>}
 */
const KINDS = {
  unreserved: ["kindUnreserved", "RFC 3986 2.3", "a"],
  "gen-delim": ["kindGenDelim", "RFC 3986 2.2", "/"],
  "sub-delim": ["kindSubDelim", "RFC 3986 2.2", "&"],
  triplet: ["kindTriplet", "RFC 3986 2.1", "%20"],
  needless: ["kindNeedless", "RFC 3986 2.3, 6.2.2.2", "%41"],
  "lower-case": ["kindLowerCase", "RFC 3986 2.1, 6.2.2.1", "%2f"],
  "not-utf-8": ["kindNotUtf8", "RFC 3629 3", "%FF"],
  malformed: ["kindMalformed", "RFC 3986 2.1", "%"],
  control: ["kindControl", "RFC 3986 A", "␡"],
  other: ["kindOther", "RFC 3986 A", "<"],
  "non-ascii": ["kindNonAscii", "RFC 3987 2.2, 3.1", "é"],
};

const utf8 = new TextEncoder();
const fatal = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * @param {Token} token
 * @returns {CellKind}
 */
function kindOf(token) {
  if (token.kind === "malformed") return "malformed";
  if (token.kind === "octet") return "not-utf-8";
  if (token.kind === "character") return token.needless ? "needless" : token.lowercase ? "lower-case" : "triplet";
  return token.value === "percent" ? "malformed" : token.value;
}

/**
 * Splits the tokens into cells, which are explained separately: the triplets of one character, or one raw character.
 * @param {Uint8Array} bytes
 * @param {Token[]} tokens
 */
function cells(bytes, tokens) {
  /** @type {Cell[]} */
  const out = [];
  let before = 0;
  for (const token of tokens) {
    const kind = kindOf(token);
    const raw = fatal.decode(bytes.subarray(token.start, token.end));
    if (token.kind !== "raw") {
      const triplets = kind === "malformed" ? 0 : (token.end - token.start) / 3;
      out.push({ ...token, cell: kind, raw, before, triplets });
      before += triplets;
      continue;
    }
    let at = token.start;
    for (const character of raw) {
      const end = at + utf8.encode(character).length;
      out.push({ ...token, start: at, end, cell: kind, raw: character });
      at = end;
    }
  }
  return out;
}

/**
 * The cells, with the characters of other charsets in place of what their octets are in UTF-8.
 * @param {Uint8Array} bytes
 * @param {Cell[]} cells
 * @param {LegacyCharacter[]} characters
 */
function merged(bytes, cells, characters) {
  /** @type {Cell[]} */
  const out = [];
  let [next, before] = [0, 0];
  /** @param {Cell} cell */
  const push = (cell) => {
    out.push(cell.triplets === undefined ? cell : { ...cell, before });
    before += cell.triplets ?? 0;
  };
  for (const cell of cells) {
    // What begins within the cell, all of it: a cell of UTF-8 may have the octets of several characters.
    for (; next < characters.length && characters[next].from < cell.end && characters[next].to <= bytes.length; next++) {
      const { from, to } = characters[next];
      const raw = fatal.decode(bytes.subarray(from, to));
      const triplets = raw.split("%").length - 1;
      push({
        start: from,
        end: to,
        kind: "octet",
        value: 0,
        part: cell.part,
        needless: false,
        lowercase: false,
        cell: "not-utf-8",
        raw,
        before,
        triplets,
        legacy: characters[next],
      });
    }
    if (cell.start >= (out.at(-1)?.end ?? 0)) push(cell);
  }
  return out;
}

const hex = (/** @type {number} */ value) => value.toString(16).toUpperCase().padStart(2, "0");

/**
 * The bits of an octet, with a bar after the bits that mark it in UTF-8 as a lead or a continuation: `1110|0101`.
 * @param {number} octet
 */
const bits = (octet) =>
  octet
    .toString(2)
    .padStart(8, "0")
    .replace(/^1{0,4}0/, "$&|");

const range = (/** @type {number} */ first, /** @type {number} */ last) => (first === last ? `${first}` : `${first}–${last}`);

/**
 * The explanation of a cell, as rows of a list.
 * @param {Cell} cell
 */
function facts(cell) {
  const { legacy } = cell;
  const codePoint = cell.kind === "character" ? cell.value : cell.kind === "octet" ? undefined : cell.raw.codePointAt(0);
  const octets = legacy
    ? /** @type {string[]} */ (cell.raw.match(/%..|[^]/g)).map((part) => (part[2] ? parseInt(part.slice(1), 16) : part.charCodeAt(0)))
    : codePoint === undefined
      ? [/** @type {number} An octet: all others have a code point. */ (cell.value)]
      : [...utf8.encode(cell.triplets ? String.fromCodePoint(codePoint) : cell.raw)];
  const [label, clause] = KINDS[cell.cell];
  const rows = [
    ["byte", octets.map(hex).join(" ")],
    ["bits", octets.map(bits).join(" ")],
    ["offset", range(cell.start, cell.end - 1)],
  ];
  if (cell.triplets) rows.push(["triplets", range(cell.before + 1, cell.before + cell.triplets)]);
  rows.push(["class", t(label)]);
  if (legacy) {
    const { character, octets } = legacy;
    rows.push(
      ["codePoint", `${codeOf(character)} = ${octets}`],
      ["name", nameOf(/** @type {number} */ (character.codePointAt(0)))],
      ["means", visible(character)],
    );
  } else if (codePoint !== undefined) {
    // The code point is made of the bits after the marks.
    const payload = octets.length > 1 ? ` = ${octets.map((octet) => bits(octet).split("|")[1]).join(" ")}` : "";
    rows.push(["codePoint", `${codeOf(String.fromCodePoint(codePoint))}${payload}`]);
    rows.push(["name", nameOf(codePoint)]);
    if (cell.kind === "character") rows.push(["means", visible(String.fromCodePoint(codePoint))]);
  }
  rows.push(["part", partName(cell.part)], ["clause", clause]);
  return rows;
}

/**
 * A cell as an item of the list, with what it means under it.
 * @param {Cell} cell
 * @param {number} index
 */
function itemOf(cell, index) {
  const means = cell.legacy
    ? visible(cell.legacy.character)
    : cell.kind === "character" && cell.end - cell.start >= 3
      ? visible(String.fromCodePoint(cell.value))
      : null;
  const text = cell.kind === "raw" ? visible(cell.raw) : cell.raw;
  return element(
    "span",
    {
      class: "byte",
      role: "option",
      tabindex: index === 0 ? 0 : -1,
      "aria-selected": "false",
      "data-kind": cell.cell,
      "data-means": means,
      "aria-label": `${text}${means ? `${t("comma")}${means}` : ""}${t("colon")}${t(KINDS[cell.cell][0])}`,
    },
    text,
  );
}

/**
 * `point` is called with the range of a cell that is pointed at; `legacy` returns the characters of other charsets in the head of the text.
 * @param {Pick<Page, "engine"> & {
 *   point: (start: number, end: number) => unknown,
 *   legacy: (most: number) => LegacyCharacter[],
 * }} page
 */
export function bytesView({ engine, point, legacy }) {
  const list = element("div", { class: "bytes", role: "listbox", "aria-orientation": "horizontal" });
  const detail = element("dl", { class: "detail" });
  const legend = element("ul", { class: "legend" });
  const note = element("p", { class: "note" });
  const help = element("p", { class: "note" });
  const node = element("div", {}, legend, help, list, detail, note);
  let limit = FIRST;
  /** @type {Cell[]} */
  let shown = [];
  let bytes = new Uint8Array();
  /** @type {string} */
  let last;

  const items = () => /** @type {HTMLElement[]} */ ([...list.children]);
  const unlight = () => {
    for (const item of list.querySelectorAll(".linked")) item.classList.remove("linked");
  };
  /** @type {(item: HTMLElement, how?: { quiet?: boolean }) => void} */
  const explain = (item, { quiet = false } = {}) => {
    const index = items().indexOf(item);
    if (index < 0) return;
    for (const other of list.querySelectorAll("[aria-selected=true]")) other.setAttribute("aria-selected", "false");
    item.setAttribute("aria-selected", "true");
    if (!quiet) {
      unlight();
      point(shown[index].start, shown[index].end);
    }
    const rows = facts(shown[index]);
    detail.replaceChildren(...rows.flatMap(([key, value]) => [element("dt", {}, t(key)), element("dd", {}, value)]));
  };
  const focus = roving(list, items, { columns: () => columnsOf(items), choose: explain });
  /**
   * The cell that an event is in, if there is one.
   * @param {Event} event
   */
  const target = (event) => /** @type {HTMLElement} */ (/** @type {Element} */ (event.target).closest?.(".byte"));
  // Not `pointerover`: what moves under a pointer that rests is not pointed at.
  list.addEventListener("pointermove", (event) => target(event)?.ariaSelected === "false" && explain(target(event)));
  list.addEventListener("click", (event) => target(event) && focus(items().indexOf(target(event))));
  list.addEventListener("focusin", (event) => target(event) && explain(target(event)));

  /** @param {string} text */
  function render(text) {
    last = text;
    list.setAttribute("aria-label", t("bytesLabel"));
    const part = start(text, limit);
    const end = utf8.encode(part).length;
    const further = start(text, limit + LONGEST);
    bytes = utf8.encode(further);
    shown = merged(bytes, cells(bytes, engine.tokens(further)), legacy(further.length)).filter((cell) => cell.start < end);
    /** @type {Record<string, number>} */
    const counts = {};
    list.replaceChildren(
      ...shown.map((cell, index) => {
        counts[cell.cell] = (counts[cell.cell] ?? 0) + (cell.triplets || 1);
        return itemOf(cell, index);
      }),
    );
    legend.replaceChildren(
      ...Object.entries(KINDS)
        .filter(([kind]) => counts[kind])
        .map(([kind, [label, definition, sample]]) =>
          element(
            "li",
            { title: definition },
            element("span", { class: "byte", "data-kind": kind, "aria-hidden": "true" }, sample),
            `${t(label)} ${number(counts[kind])}`,
          ),
        ),
    );
    list.hidden = shown.length === 0;
    detail.replaceChildren();
    help.textContent = shown.length === 0 ? t("nothing") : t("bytesHelp");
    note.replaceChildren();
    if (part.length < text.length) {
      note.append(
        t("shownOf", { n: number(part.length), all: number(text.length) }),
        " ",
        button(t("more"), () => {
          limit *= 4;
          render(last);
        }),
      );
    }
  }

  return {
    node,
    render: (/** @type {string} */ text) => {
      limit = FIRST;
      render(text);
    },
    /** Lights up the cells of a range of bytes, or none, and explains the first, without moving the focus. */
    light(from = 0, to = 0) {
      unlight();
      const lit = items().filter((_, i) => shown[i].start < to && from < shown[i].end);
      for (const item of lit) item.classList.add("linked");
      if (lit[0]) explain(lit[0], { quiet: true });
    },
    /**
     * Focuses the cell at a byte.
     * @param {number} byte
     */
    show(byte) {
      while (byte >= (shown.at(-1)?.end ?? 0) && bytes.length < utf8.encode(last).length && limit < 64 * FIRST) {
        limit *= 4;
        render(last);
      }
      focus(shown.findIndex((cell) => byte < cell.end));
    },
  };
}
