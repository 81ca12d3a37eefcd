// The page: two panes, of which the one typed in last is the source, and the views of the encoded text.

import { bytesView } from "./bytes.js";
import { CHARSETS, NAMES, charsetsView, readText } from "./charsets.js";
import { copy, makeCopy } from "./clipboard.js";
import { codeView } from "./code.js";
import { byId, element } from "./dom.js";
import { filesView } from "./files.js";
import { LONGEST, read as readFragment, write as writeFragment } from "./fragment.js";
import { grid } from "./grid.js";
import { LANGUAGES, about, choose, language, number, pick, startingLanguage, t } from "./language.js";
import { Unmappable, encodeLegacy } from "./legacy.js";
import { load } from "./loading.js";
import { errorText } from "./messages.js";
import { errorNotes, invisibleNote, unitOf, withButton } from "./notes.js";
import { byteLength, characters } from "./place.js";
import { readersView } from "./readers.js";
import { referenceView } from "./reference.js";
import { tabs } from "./tabs.js";
import { THEMES, pickTheme, theme } from "./theme.js";

/** Longer texts are looked at when typing rests. */
const AT_ONCE = 20_000;

function main(engine, module) {
  const sets = engine.sets();
  const initial = { source: "plain", encoded: "", plain: "", set: "rfc3986:unreserved", keep: "", also: "", charset: "utf-8", plus: false, lines: false, crlf: false, once: false, escape: false, lenient: false, lossy: false };
  const state = { ...initial };
  const panes = { encoded: byId("encoded"), plain: byId("plain") };
  let errors = [];
  let pending;
  let announcing;

  const chosenSet = () => sets.find(({ name }) => name === state.set);
  // A `+` is encoded where a space is written so.
  const isKept = (character) => !(character === "+" && (state.plus || chosenSet().plus));
  const keeps = () => [...chosenSet().keeps].filter((character) => !state.also.includes(character)).concat(...state.keep).filter(isKept).join("");
  const encodeOptions = () => ({ set: state.set, keep: state.keep, also: state.also, plus: state.plus, once: state.once, crlf: state.crlf, lines: state.lines });
  const decodeOptions = () => ({ plus: state.plus, lenient: state.lenient, lossy: state.lossy });

  // ---- conversion

  function decoded() {
    if (state.escape) return engine.javascript(5, state.encoded);
    if (state.charset !== "utf-8") {
      // Line by line no decoded line break forges a line.
      const { text, wrong } = readText(engine, state.encoded, { ...decodeOptions(), lines: state.lines }, state.charset);
      if (wrong > 0 && !state.lossy) throw Object.assign(new Error(), { kind: "charset", charset: NAMES[state.charset], offset: 0 });
      return text;
    }
    if (!state.lines) return engine.decode(state.encoded, decodeOptions());
    const { text, errors: found } = engine.decodeLines(state.encoded, decodeOptions());
    errors = found;
    return text;
  }

  function encoded() {
    if (state.escape) return engine.javascript(4, state.plain);
    if (state.charset === "utf-8") return engine.encode(state.plain, encodeOptions());
    try {
      return engine.encode(encodeLegacy(state.plain, state.charset, state), { ...encodeOptions(), octets: true });
    } catch (error) {
      if (!(error instanceof Unmappable)) throw error;
      throw Object.assign(error, { kind: "unmappable", charset: NAMES[state.charset], length: error.codePoint > 0xffff ? 2 : 1, units: true });
    }
  }

  function convert() {
    errors = [];
    const target = state.source === "plain" ? "encoded" : "plain";
    try {
      // A lone surrogate has no UTF-8: an encoder of the browser would write U+FFFD in its place. `escape` has a form for it.
      const text = state[state.source];
      const lone = state.escape || text.isWellFormed?.() ? -1 : text.search(/\p{Cs}/u);
      if (lone >= 0) throw { kind: "lone-surrogate", offset: lone, length: 1, units: true };
      state[target] = state.source === "plain" ? encoded() : decoded();
    } catch (error) {
      errors = [{ kind: error.kind ?? "", offset: error.offset ?? 0, message: error.message, charset: error.charset, length: error.length, units: error.units ?? state.escape }];
      state[target] = "";
    }
    if (panes[target].value !== state[target]) panes[target].value = state[target];
  }

  /** Everything that follows from a change of text or options. */
  function update({ except } = {}) {
    convert();
    drawPanes();
    clearTimeout(pending);
    const look = () => {
      drawCounts();
      drawNotes();
      if (views.current().id !== except) draw(views.current());
    };
    if (state.encoded.length <= AT_ONCE) look();
    else pending = setTimeout(look, 150);
    announce();
  }

  /** Says the result to who does not see it, when typing rests. */
  function announce() {
    clearTimeout(announcing);
    announcing = setTimeout(() => {
      byId("status").textContent = errors.length > 0 ? t("statusError", { message: errorText(errors[0]) })
        : state.encoded === "" ? "" : state.source === "plain" ? t("statusEncoded", { n: number(byteLength(state.encoded)) }) : t("statusDecoded", { n: number(characters(state.plain)) });
    }, 600);
  }

  function drawCounts() {
    for (const name of ["encoded", "plain"]) {
      const text = state[name];
      byId(`count-${name}`).textContent = text === "" ? t("countEmpty") : t("count", { bytes: number(byteLength(text)), characters: number(characters(text)) });
    }
  }

  function drawPanes() {
    for (const name of ["encoded", "plain"]) {
      byId(`pane-${name}`).classList.toggle("is-source", name === state.source && state[name] !== "");
      panes[name].setAttribute("aria-invalid", name === state.source && errors.length > 0);
    }
  }

  function drawNotes() {
    const notes = { encoded: [], plain: [] };
    if (errors.length > 0) {
      notes[state.source].push(errorNotes(errors, state[state.source], {
        jump: (error) => {
          const pane = panes[state.source];
          const at = unitOf(pane.value, error);
          pane.focus();
          pane.setSelectionRange(at, Math.min(at + (error.length ?? 3), pane.value.length));
        },
        repair: () => setEncoded(engine.repair(state.encoded)),
        escape: () => set({ escape: true }),
        lenient: () => set({ lenient: true }),
        lossy: () => set({ lossy: true }),
        charsets: () => { views.show("charsets"); byId("tab-charsets").focus(); },
      }));
    }
    if (state.source === "encoded" && (state.lenient || state.lossy)) {
      const said = [state.lenient && t("leniently"), state.lossy && t("lossily")].filter(Boolean).join(" ");
      notes.encoded.push(withButton("warn", said, t("strictly"), () => set({ lenient: false, lossy: false })));
    }
    if (state.source === "encoded" && errors.length === 0 && !state.escape && state.encoded.length < 1 << 20) {
      const { count, limited } = engine.layers(state.encoded);
      if (count > 1) notes.encoded.push(withButton("warn", t(limited ? "layersMore" : "layers", { n: count }), t("layersButton"), () => setEncoded(state.plain)));
    }
    if (state.source === "plain" && !state.once && !state.escape && /%[0-9a-f]{2}/i.test(state.plain)) {
      notes.plain.push(withButton("", t("twice"), t("twiceButton"), () => set({ once: true })));
    }
    if (state.escape) notes.encoded.push(withButton("", t("unescapeNote")));
    for (const name of ["encoded", "plain"]) {
      notes[name].push(invisibleNote(state[name]));
      byId(`notes-${name}`).replaceChildren(...notes[name].filter(Boolean));
    }
  }

  // ---- changes

  /** Options, from wherever they come. */
  function set(changes) {
    Object.assign(state, changes);
    drawOptions();
    update();
  }

  function setEncoded(text, { byTable } = {}) {
    Object.assign(state, { source: "encoded", encoded: text, lenient: false, lossy: false });
    panes.encoded.value = text;
    update({ except: byTable ? "reference" : undefined });
  }

  function typed(name) {
    Object.assign(state, { source: name, [name]: panes[name].value, lenient: false, lossy: false });
    update();
  }

  for (const name of ["encoded", "plain"]) {
    const pane = panes[name];
    // What an input method is composing is not a text yet.
    pane.addEventListener("input", (event) => { if (!event.isComposing) typed(name); });
    pane.addEventListener("compositionend", () => typed(name));
    makeCopy(byId(`copy-${name}`), () => state[name]);
  }

  for (const name of ["plus", "crlf"]) byId(name).addEventListener("change", (event) => set({ [name]: event.target.value === "1" }));
  for (const name of ["lines", "once", "escape"]) byId(name).addEventListener("change", (event) => set({ [name]: event.target.checked }));
  byId("charset").addEventListener("change", (event) => set({ charset: event.target.value }));
  byId("set").addEventListener("change", (event) => {
    const plus = sets.find(({ name }) => name === event.target.value).plus;
    set({ set: event.target.value, keep: "", also: "", plus: plus || state.plus });
  });

  const drawGrid = grid({
    toggle: (character, keep) => {
      const own = chosenSet().keeps.includes(character);
      const without = (text) => text.replace(character, "");
      set({
        keep: keep && !own ? state.keep + character : without(state.keep),
        also: !keep && own ? state.also + character : without(state.also),
      });
    },
    reset: () => set({ keep: "", also: "" }),
  });

  function drawOptions() {
    for (const [i, entry] of sets.entries()) byId("set").querySelector(`[value="${entry.name}"]`).textContent = `${entry.name.split(":")[1]} — ${about(entry, i)}`;
    byId("set").value = state.set;
    byId("charset").value = state.charset;
    for (const name of ["plus", "crlf"]) byId(name).value = state[name] ? "1" : "";
    for (const name of ["lines", "once", "escape"]) byId(name).checked = state[name];
    // A function of JavaScript has no options.
    for (const name of ["set", "charset", "plus", "crlf", "lines", "once"]) byId(name).disabled = state.escape;
    byId("set-about").textContent = `(${about(chosenSet(), sets.indexOf(chosenSet()))})`;
    drawGrid(keeps(), state.keep !== "" || state.also !== "");
  }

  // ---- views

  const shared = {
    engine, module, setEncoded,
    options: () => ({ ...encodeOptions(), charset: state.charset }),
    setCharset: (charset) => set({ charset, escape: false, source: "encoded" }),
    showByte: (byte) => { views.show("bytes"); bytes.show(byte); },
    conversion: () => ({ encoding: state.source === "plain", encoded: state.encoded, plain: state.plain, set: state.set, keep: state.keep, also: state.also, keeps: keeps(), plus: state.plus || (state.source === "plain" && chosenSet().plus), charset: state.charset }),
  };
  const bytes = bytesView(shared);
  const files = filesView(shared);
  const draw = ({ view }) => view.render(state.encoded);
  const views = tabs([
    { id: "bytes", key: "viewBytes", view: bytes },
    { id: "reference", key: "viewReference", view: referenceView(shared) },
    { id: "charsets", key: "viewCharsets", view: charsetsView(shared) },
    { id: "readers", key: "viewReaders", view: readersView(shared) },
    { id: "files", key: "viewFiles", view: files },
    { id: "code", key: "viewCode", view: codeView(shared) },
  ], draw);

  // ---- dropping

  const hasFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!hasFiles(event)) return;
    // Otherwise the browser would leave the page for the file.
    event.preventDefault();
    views.show("files");
    files.choose([...event.dataTransfer.files], { "pane-encoded": "decode", "pane-plain": "encode" }[event.target.closest?.(".pane")?.id]);
  });

  // ---- sharing

  byId("share").addEventListener("click", async () => {
    const fragment = writeFragment(engine, state);
    if (fragment.length > LONGEST) {
      byId("shared").textContent = t("tooLongToShare", { n: number(LONGEST) });
      return;
    }
    try {
      history.replaceState(null, "", `#${fragment}`);
    } catch {
      // A page opened from disk may not write its address; the link is made all the same.
    }
    byId("shared").textContent = (await copy(`${location.href.split("#")[0]}#${fragment}`)) ? t("shared") : t("sharedWhere");
  });
  byId("clear").addEventListener("click", () => {
    history.replaceState(null, "", location.pathname);
    byId("shared").textContent = "";
    panes.encoded.value = panes.plain.value = "";
    set({ encoded: "", plain: "", source: "plain" });
    panes.plain.focus();
  });
  /** Takes the state from the address, and says whether there is one. */
  function takeFragment() {
    if (location.hash.length < 2) return false;
    Object.assign(state, initial, readFragment(engine, location.hash.slice(1), { sets: sets.map(({ name }) => name), charsets: CHARSETS }));
    panes[state.source].value = state[state.source];
    return true;
  }
  addEventListener("hashchange", () => {
    if (!takeFragment()) return;
    drawOptions();
    update();
  });

  // ---- language and theme

  function draw_() {
    byId("theme").replaceChildren(...THEMES.map((name) => element("option", { value: name, selected: name === theme() }, t(`theme${name[0].toUpperCase()}${name.slice(1)}`))));
    byId("language").value = language();
    views.label();
    drawOptions();
    update();
  }
  byId("theme").addEventListener("change", (event) => pickTheme(event.target.value));
  byId("language").addEventListener("change", (event) => { pick(event.target.value); draw_(); });
  byId("language").append(...Object.entries(LANGUAGES).map(([code, [name]]) => element("option", { value: code, lang: code }, name)));
  const groups = Map.groupBy?.(sets, ({ name }) => name.split(":")[0]) ?? sets.reduce((map, entry) => {
    const group = entry.name.split(":")[0];
    return map.set(group, [...(map.get(group) ?? []), entry]);
  }, new Map());
  for (const [group, members] of groups) {
    byId("set").append(element("optgroup", { label: group }, ...members.map(({ name }) => element("option", { value: name }))));
  }
  byId("charset").append(...CHARSETS.map((charset) => element("option", { value: charset }, NAMES[charset])));
  byId("fatal").hidden = true;
  byId("app").hidden = false;
  takeFragment();
  draw_();
  document.documentElement.dataset.ready = "";
}

choose(startingLanguage());
try {
  const { engine, module } = await load();
  main(engine, module);
} catch (error) {
  byId("fatal").textContent = t(error.key ?? "statusError", error);
  byId("fatal").classList.add("error");
  byId("fatal").hidden = false;
  byId("app").hidden = true;
}
