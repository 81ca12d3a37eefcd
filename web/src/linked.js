// The same characters in both panes and among the bytes: what is selected or pointed at in one lights up in the others.

import { NAMES } from "./charsets.js";
import { byId, element } from "./dom.js";
import { LONG } from "./pane.js";
import { byteLength, unitAt } from "./place.js";

// A list of pieces says which units of two texts belong together: `[from, to, plainFrom, plainTo, isRun]`. The units of a run correspond one
// by one.

/** Makes a list of parts of the encoded text and what they mean. */
function listOf(parts) {
  const list = [];
  let [at, from, text] = [0, 0, ""];
  for (const [raw, means, isRun] of parts) {
    list.push([at, at + raw.length, from, from + means.length, isRun]);
    at += raw.length;
    from += means.length;
    text += means;
  }
  return { list, text };
}

function* inUtf8(engine, encoded, plus) {
  const bytes = new TextEncoder().encode(encoded);
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const token of engine.tokens(encoded)) {
    const raw = utf8.decode(bytes.subarray(token.start, token.end));
    if (token.kind === "character") yield [raw, String.fromCodePoint(token.value)];
    else yield [raw, token.kind === "raw" && plus ? raw.replaceAll("+", " ") : raw, true];
  }
}

/** Raw characters outside ASCII are text in every charset; a sequence of octets ends where the browser's decoder gives a character. */
function* inCharset(encoded, charset, plus) {
  let decoder;
  let raw = "";
  const end = function* () {
    const text = decoder?.decode() ?? "";
    if (raw !== "") yield [raw, text];
    [decoder, raw] = [undefined, ""];
  };
  for (const [part] of encoded.matchAll(/%[0-9a-f]{2}|[^\0-\x7f]+|[^]/gi)) {
    if (/[^\0-\x7f]/.test(part)) {
      yield* end();
      yield [part, part, true];
      continue;
    }
    decoder ??= new TextDecoder(charset, { ignoreBOM: true });
    const octet = part.length === 3 ? parseInt(part.slice(1), 16) : plus && part === "+" ? 32 : part.charCodeAt(0);
    raw += part;
    const text = decoder.decode(Uint8Array.of(octet), { stream: true });
    if (text === "") continue;
    yield [raw, text];
    raw = "";
  }
  yield* end();
}

function* inEscapes(encoded) {
  for (const [part] of encoded.matchAll(/%ud[89ab][0-9a-f]{2}%ud[c-f][0-9a-f]{2}|%u[0-9a-f]{4}|%[0-9a-f]{2}|[^]/gi)) {
    yield [part, part.length === 1 ? part : String.fromCharCode(...part.match(/[0-9a-f]{4}|[0-9a-f]{2}$/gi).map((digits) => parseInt(digits, 16)))];
  }
}

/** One list for each layer, from the outermost to the innermost; nothing if the texts are not each other's, as where a line break is
 * encoded as another one. Of a text that is shown in part, the list ends where the parts no longer correspond. */
export function pieces(engine, { source, encoded, plain, plus, charset, escape, layers }, isCut = false) {
  const lists = [];
  let inner = encoded;
  for (let layer = 1; source === "encoded" && !escape && layer < layers; layer++) {
    const { list, text } = listOf(inUtf8(engine, inner, plus));
    if (!/%[0-9a-f]{2}/i.test(text)) break;
    lists.push(list);
    inner = text;
  }
  const { list, text } = listOf(escape ? inEscapes(inner) : charset === "utf-8" ? inUtf8(engine, inner, plus) : inCharset(inner, charset, plus));
  if (text === plain) return [...lists, list];
  if (!isCut || lists.length > 0) return undefined;
  let same = 0;
  while (same < plain.length && text[same] === plain[same]) same++;
  return [list.filter(([, , , end]) => end <= same)];
}

/** A range of one text in the other one, through all layers and back. */
export function through(lists, side, from, to) {
  const order = side === 0 ? lists : [...lists].reverse();
  const other = order.reduce((range, list) => range && across(list, side, ...range)?.[2 - side], [from, to]);
  const own = [...order].reverse().reduce((range, list) => range && across(list, 2 - side, ...range)?.[side], other);
  return own && { [side]: own, [2 - side]: other };
}

/** A range of one text in the other one, whole characters only. `side` is 0 for the encoded text, 2 for the plain one. */
function across(list, side, from, to) {
  const [own, other] = [side, 2 - side];
  // A cursor points at what follows it.
  const touched = list.filter((piece) => (from === to ? piece[own] <= from && from < piece[own + 1] : piece[own] < to && from < piece[own + 1]));
  if (touched.length === 0) return undefined;
  const [first, last] = [touched[0], touched.at(-1)];
  const end = Math.max(to, from + 1);
  return {
    [own]: [first[4] ? Math.max(from, first[own]) : first[own], last[4] ? Math.min(end, last[own + 1]) : last[own + 1]],
    [other]: [first[4] ? first[other] + Math.max(0, from - first[own]) : first[other], last[4] ? last[other] + Math.min(end, last[own + 1]) - last[own] : last[other + 1]],
  };
}

/** Links the panes; `light` is called with the range of bytes to light up, or with nothing. Returns what a view calls when a byte is pointed
 * at. */
export function linked({ engine, state, light }) {
  const panes = [byId("encoded"), byId("plain")];
  const backs = panes.map((pane) => byId(`back-${pane.id}`));
  let last;
  /** The pieces of the texts as they are, made once for each pair. */
  let made = {};

  function clear() {
    for (const back of backs) back.replaceChildren();
    last = undefined;
  }
  function lists() {
    const shown = { encoded: panes[0].value, plain: panes[1].value };
    const { encoded, plain, plus, charset, escape, layers } = state;
    // A pane shows other line breaks, or only the head.
    if (encoded === "" || !encoded.startsWith(shown.encoded) || !plain.startsWith(shown.plain)) return undefined;
    const key = JSON.stringify([encoded.length, plain.length, shown, plus, charset, escape, layers]);
    if (made.key !== key) made = { key, lists: pieces(engine, { ...state, ...shown }, Math.max(encoded.length, plain.length) > LONG) };
    return made.lists;
  }
  const find = (side, from, to) => {
    const all = lists();
    return all && through(all, side, from, to);
  };
  function show(found, { byBytes = false } = {}) {
    clear();
    if (!found) return byBytes || light();
    last = found;
    panes.forEach((pane, i) => {
      const [from, to] = found[2 * i];
      backs[i].dir = pane.dir;
      backs[i].replaceChildren(pane.value.slice(0, from), element("mark", {}, pane.value.slice(from, to)), `${pane.value.slice(to)}\n`);
      backs[i].scrollTop = pane.scrollTop;
    });
    if (!byBytes) light(...found[0].map((unit) => byteLength(state.encoded.slice(0, unit))));
  }
  document.addEventListener("selectionchange", () => {
    const side = panes.indexOf(document.activeElement);
    if (side >= 0) show(find(2 * side, panes[side].selectionStart, panes[side].selectionEnd));
  });
  panes.forEach((pane, i) => {
    pane.addEventListener("scroll", () => { backs[i].scrollTop = pane.scrollTop; });
    pane.addEventListener("input", clear);
  });
  return {
    /** The bytes of a part of the encoded text. */
    point: (start, end) => show(find(0, unitAt(state.encoded, start), unitAt(state.encoded, end)), { byBytes: true }),
    /** The character of a charset that a byte belongs to, and its octets; nothing in UTF-8, or where that is not known. */
    legacy(byte) {
      const { charset, escape, encoded, plain } = state;
      if (charset === "utf-8" || escape) return undefined;
      const at = unitAt(encoded, byte);
      const [list, ...inner] = lists() ?? [];
      const piece = inner.length === 0 && list?.find(([from, to, , , isRun]) => !isRun && from <= at && at < to);
      if (!piece) return undefined;
      const octets = encoded.slice(piece[0], piece[1]).match(/%..|[^]/g).map((part) => (part.length === 3 ? part.slice(1).toUpperCase() : part.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")));
      return { character: plain.slice(piece[2], piece[3]), octets: `${NAMES[charset]} ${octets.join(" ")}` };
    },
    clear,
    lit: () => last,
  };
}
