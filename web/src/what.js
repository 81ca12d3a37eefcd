// Says what the text is, and offers each guess with its runner-up: one press changes it.

import { NAMES, reasonText } from "./charsets.js";
import { button, byId, element } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { guess } from "./guess.js";
import { number, t } from "./language.js";
import { start } from "./place.js";
import { visibleParts } from "./visible.js";

/** The number of addresses of a longer text that are offered. */
const OFFERED = 6;
const KINDS = { plain: "whatPlain", url: "whatUrl", form: "whatForm", escape: "whatEscape", encoded: "whatEncoded", urls: "whatUrls" };

/** What is found, in words. */
export function words(found, source) {
  const { kind, addresses, layers, readings, mends, escape, surrogates } = found;
  const charset = readings[0]?.malformed === 0 && readings[0].charset;
  const parts = [t(KINDS[kind], { n: number(addresses.length) })];
  if (source === "encoded") {
    if (layers > 1) parts.push(t(layers === 2 ? "whatTwice" : "whatLayers", { n: number(layers) }));
    if (escape && kind !== "escape") parts.push(t("whatEscapeInside"));
    if (charset && charset !== "utf-8") parts.push(t("whatCharset", { charset: NAMES[charset] }));
    if (surrogates) parts.push(t("whatSurrogates"));
    if (mends > 0) parts.push(t(mends === 1 ? "whatMend" : "whatMends", { n: number(mends) }));
  }
  return parts.join(t("comma"));
}

/** Draws the line. `actions` are `{set, setText, paste, repair, showCharsets}`. */
export function whatView({ engine, actions }) {
  const [line, box] = [byId("what-text"), byId("guesses")];

  /** Alternatives, of which the pressed one applies. */
  const group = (label, ...buttons) => element("span", { class: "guess", role: "group", "aria-label": label }, element("span", { class: "guess-label", "aria-hidden": "true" }, label), buttons);
  const option = (id, text, pressed, action, why) => button(text, action, { "data-guess": id, "aria-pressed": `${pressed}`, title: why });

  function draw(state) {
    const text = state[state.source];
    const focused = document.activeElement?.dataset.guess;
    const empty = text === "";
    const found = empty ? undefined : guess(engine, text);
    line.textContent = empty ? t("whatEmpty") : words(found, state.source);
    const groups = [];
    if (empty) {
      groups.push(...EXAMPLES.map(([key, example]) => button(t(key), () => actions.paste(example), { "data-guess": key })));
    } else {
      const { source } = state;
      const isPlain = source === "plain";
      groups.push(group(t("readAs"),
        option("encoded", t("asEncoded"), !isPlain, () => isPlain && actions.setText("encoded", text)),
        option("plain", t("asPlain"), isPlain, () => !isPlain && actions.setText("plain", text))));
      if (!isPlain) {
        if (found.layers > 1) groups.push(group(t("decoded"), ...Array.from({ length: found.layers }, (_, i) => option(`layer-${i + 1}`, `${i + 1}×`, (state.layers || 1) === i + 1, () => actions.set({ layers: i + 1 })))));
        if (found.escape) groups.push(group(t("writtenAs"), option("escape", "%uXXXX", state.escape, () => actions.set({ escape: true })), option("triplets", "%XX", !state.escape, () => actions.set({ escape: false }))));
        if (text.includes("+") && !state.escape) groups.push(group("+", option("space", t("plusSpace"), state.plus, () => actions.set({ plus: true, ownPlus: true })), option("plus", t("plusPlus"), !state.plus, () => actions.set({ plus: false, ownPlus: false }))));
        // Where the evidence is strong and the reading applies, there is nothing to choose.
        if (found.readings.length > 0 && !state.escape && !(found.readings[0].evidence === "strong" && found.readings[0].charset === state.charset)) {
          const two = found.readings.filter(({ malformed }, i) => malformed === 0 && (i < 2 || state.charset === "utf-8")).slice(0, 2);
          // The one that applies is always there.
          const all = two.some(({ charset }) => charset === state.charset) ? two : [...found.readings.filter(({ charset }) => charset === state.charset), ...two].slice(0, 3);
          groups.push(group(t("charset"),
            ...all.map((reading) => option(`charset-${reading.charset}`, [NAMES[reading.charset], " ", element("bdi", { class: "sample" }, short(reading.text.slice(Math.max(0, reading.text.search(/[^\0-\x7f]/)))))], state.charset === reading.charset, () => actions.set({ charset: reading.charset }), reasonText(reading))),
            button(t("allCharsets"), actions.showCharsets, { "data-guess": "charsets" })));
          const used = found.readings.find(({ charset }) => charset === state.charset);
          if (used && used.charset !== "utf-8") groups.push(element("span", { class: "note", id: "why" }, `${NAMES[used.charset]}${t("colon")}${reasonText(used)}`));
        }
        if (found.mends > 0 && found.kind === "url") groups.push(button(t("mend", { n: number(found.mends) }), actions.repair, { "data-guess": "mend" }));
        if (found.kind === "urls") groups.push(group(t("open"), ...found.addresses.slice(0, OFFERED).map((address, i) => button(short(address), () => actions.paste(address), { "data-guess": `address-${i}` }))));
      }
    }
    box.replaceChildren(...groups);
    if (focused) box.querySelector(`[data-guess="${focused}"]`)?.focus();
  }
  return { draw };
}

/** The beginning of a text, made visible. */
const short = (text) => visibleParts(start(text, 28)).map(([part]) => part).join("") + (text.length > 28 ? "…" : "");

/** The options that follow from a pasted text, and the pane that it belongs in. */
export function pasted(engine, text) {
  const found = guess(engine, text);
  const charset = found.readings[0]?.malformed === 0 ? found.readings[0].charset : "utf-8";
  const source = found.kind === "plain" ? "plain" : "encoded";
  return { source, [source]: text, layers: found.layers, plus: found.plus, escape: found.escape, charset, lenient: found.malformed > 0, lossy: false, keepInvalid: false, lines: false };
}
