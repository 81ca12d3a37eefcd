// The same characters in both panes and among the bytes: what is selected or pointed at in one lights up in the others.

import { byId, element } from "./dom.js";
import { byteLength, unitAt } from "./place.js";

/** Longer texts are not linked: all of both would be compared at each move of the cursor. */
const MOST = 1 << 14;

/** The pieces of both texts that belong together, in code units: `[from, to, plainFrom, plainTo, isRun]`. The units of a run correspond one
 * by one. Nothing if the texts are not each other's, as where a line break is encoded as another one. */
export function pieces(engine, { encoded, plain, plus }) {
  const list = [];
  let [at, from, text] = [0, 0, ""];
  const bytes = new TextEncoder().encode(encoded);
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  for (const token of engine.tokens(encoded)) {
    const raw = utf8.decode(bytes.subarray(token.start, token.end));
    if (token.kind === "octet") return undefined;
    const isCharacter = token.kind === "character";
    const means = isCharacter ? String.fromCodePoint(token.value) : plus ? raw.replaceAll("+", " ") : raw;
    list.push([at, at + raw.length, from, from + means.length, !isCharacter]);
    at += raw.length;
    from += means.length;
    text += means;
  }
  return text === plain ? list : undefined;
}

/** A range of one text in the other one, whole characters only. `side` is 0 for the encoded text, 2 for the plain one. */
export function across(list, side, from, to) {
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
  function find(side, from, to) {
    const { encoded, plain, layers, charset, escape } = state;
    if (encoded === "" || Math.max(encoded.length, plain.length) > MOST || escape || charset !== "utf-8" || layers > 1) return undefined;
    if (panes[0].value !== encoded || panes[1].value !== plain) return undefined;
    if (made.encoded !== encoded || made.plain !== plain || made.plus !== state.plus) made = { encoded, plain, plus: state.plus, list: pieces(engine, state) };
    return made.list && across(made.list, side, from, to);
  }
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
    clear,
    lit: () => last,
  };
}
