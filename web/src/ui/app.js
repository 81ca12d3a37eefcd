// Puts the page together. It has two panes, one for the encoded text and one for the plain text. The pane that was edited last is the source,
// and the other one shows what follows from it. Below are the views of the encoded text, in tabs.

import { about, LANGUAGES, language, number, startingLanguage, t } from "../i18n/language.js";
import { errorText } from "../i18n/messages.js";
import { CHARSETS, NAMES } from "../model/charsets.js";
import { edited, held } from "../model/edit.js";
import { past as startPast } from "../model/history.js";
import { LONGEST, read as readFragment, write as writeFragment } from "../model/link.js";
import { recalled, remembered } from "../model/remembered.js";
import { INITIAL, keptBy } from "../model/state.js";
import { convertText, examine, unwrapped } from "../model/text.js";
import { explained, optionsOf, pasted } from "../model/tree.js";
import { background as startBackground } from "../work/background.js";
import { entry, putEntry, putSoon } from "../work/entry.js";
import { keepOffline, load } from "../work/loading.js";
import { answerView } from "./answer.js";
import { builtIn } from "./builtin.js";
import { copy, makeCopy, save } from "./clipboard.js";
import { byId, element, onChange } from "./dom.js";
import { hasFiles, takeDrops } from "./dropping.js";
import { grid } from "./grid.js";
import { linked } from "./linked.js";
import { modes } from "./modes.js";
import { errorNotes, invisibleNote, unitOf, withButton } from "./notes.js";
import { LONG, show } from "./pane.js";
import { choose as chooseLanguage, preferences } from "./preferences.js";
import { printWhole } from "./printing.js";
import { PURPOSES, purposeOf } from "./purposes.js";
import { tabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { bytesView } from "./views/bytes.js";
import { charsetsView } from "./views/charsets.js";
import { codeView } from "./views/code.js";
import { decodersView } from "./views/decoders.js";
import { filesView } from "./views/files.js";
import { partsView } from "./views/parts.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { SetDescription } from "../../../npm/index.js" */
/** @import { Facts, Layers, Problem, State } from "../model/types.js" */
/** @import { Child } from "./dom.js" */
/** @import { View } from "./tabs.js" */
/** @import { Page } from "./types.js" */

const PANES = /** @type {const} */ (["encoded", "plain"]);
/** The fields of options, by their kind. */
const SETS = /** @type {const} */ (["set", "purpose"]);
const TWO = /** @type {const} */ (["plus", "crlf"]);
const BOXES = /** @type {const} */ (["lines", "keepTriplets", "escape"]);
/** The fields that mean nothing for `escape` and `unescape`. */
const OPTIONS = /** @type {const} */ (["set", "purpose", "charset", "plus", "crlf", "lines", "keepTriplets"]);
const STEPS = /** @type {const} */ (["undo", "redo"]);

/** A text that is longer than this is described when typing pauses. */
const DESCRIBED_AT_ONCE = 20_000;

/**
 * @param {Engine} engine
 * @param {WebAssembly.Module} module
 */
function main(engine, module) {
  const sets = engine.sets();
  const state = { ...INITIAL };
  const known = { sets: sets.map(({ name }) => name), charsets: CHARSETS };
  const background = startBackground(module);
  const panes = { encoded: byId("encoded"), plain: byId("plain") };
  /** @type {Problem[]} */
  let errors = [];
  /** The description of the texts, when it is known. */
  /** @type {Facts | undefined} */
  let facts;
  /** The number of the last conversion, and whether the Worker is at it. */
  let [sent, waits] = [0, false];
  const past = startPast();
  /** Whether the next input is a paste that replaces the whole text of its pane. */
  let replaces = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pending;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let announcing;

  /** @param {string} set */
  const setNamed = (set) => /** @type {SetDescription} */ (sets.find(({ name }) => name === set));
  const chosenSet = () => setNamed(state.set);
  const keeps = () => keptBy(chosenSet(), state);
  const encodeOptions = () => ({
    set: state.set,
    alsoKeep: state.alsoKeep,
    alsoEncode: state.alsoEncode,
    plus: state.plus,
    keepTriplets: state.keepTriplets,
    crlf: state.crlf,
    lines: state.lines,
  });
  const target = () => (state.source === "plain" ? "encoded" : "plain");
  const factsNow = () => (facts ??= examine(engine, state, errors));

  // ---- conversion

  /**
   * Converts, and draws, after a change of text or options.
   * @param {{ except?: string }} options
   */
  function update({ except } = {}) {
    const number = ++sent;
    putSoon(() => remembered(state));
    clearTimeout(pending);
    clearTimeout(announcing);
    // The previous result must not be taken for the new one.
    [errors, state[target()], facts] = [[], "", undefined];
    links.clear();
    /** @param {{ text: string, errors: Problem[], facts?: Facts }} result */
    const take = (result = convertText(engine, state)) => {
      if (number !== sent) return;
      waits = false;
      ({ errors, facts } = result);
      state[target()] = result.text;
      drawPanes();
      drawState();
      const describe = () => {
        drawCounts();
        drawNotes();
        answer.draw(state);
        if (views.current().id !== except) draw(views.current());
      };
      if (facts || state.encoded.length <= DESCRIBED_AT_ONCE) describe();
      else pending = setTimeout(describe, 150);
      announce();
    };
    waits = state[state.source].length > LONG && background.convert(state, take);
    if (!waits) return take();
    const none = { bytes: 0, characters: 0, deceptive: [] };
    facts = { encoded: none, plain: none };
    drawPanes();
    drawNotes();
    answer.draw(state);
    draw(views.current());
    byId(`count-${state.source}`).textContent = "";
    byId("status").textContent = byId(`count-${target()}`).textContent = t("converting");
  }

  /** Whether the text has errors. In the view Explain they do not count, because the text is not converted as a whole there. */
  const isWrong = () => errors.length > 0 && state.view !== "explain";

  /** The title and the icon say whether the page is empty, has converted its text, or has found an error. They have no text of the reader: a browser
   * keeps titles. */
  function drawState() {
    const wrong = isWrong();
    const empty = state[state.source] === "";
    const [sign, colour] = empty ? ["%25", "0b57a4"] : wrong ? ["!", "b3261e"] : ["\u2713", "1b6e3c"];
    document.title = empty
      ? "Triplet"
      : `${wrong ? t("error") : t(state.view === "explain" ? "explained" : state.source === "plain" ? "encoded" : "decoded")} – Triplet`;
    const icon = byId("icon");
    icon.href = icon.href.replace(/%23[0-9a-f]{6}/, `%23${colour}`).replace(/(middle'%3E).*?(%3C)/, `$1${sign}$2`);
  }

  /** Announces the result to screen readers when typing pauses. */
  function announce() {
    clearTimeout(announcing);
    announcing = setTimeout(() => {
      byId("status").textContent =
        state.view === "explain"
          ? byId("what-text").textContent
          : errors.length > 0
            ? t("statusError", { message: errorText(errors[0]) })
            : state.encoded === ""
              ? ""
              : state.source === "plain"
                ? t("statusEncoded", { n: number(factsNow().encoded.bytes) })
                : t("statusDecoded", { n: number(factsNow().plain.characters) });
    }, 600);
  }

  function drawCounts() {
    for (const name of PANES) {
      const { bytes, characters } = factsNow()[name];
      byId(`count-${name}`).textContent =
        state[name] === "" ? t("countEmpty") : t("count", { bytes: number(bytes), characters: number(characters) });
    }
  }

  function drawPanes() {
    for (const name of PANES) {
      byId(`pane-${name}`).classList.toggle("is-source", name === state.source && state[name] !== "");
      panes[name].setAttribute("aria-invalid", `${name === state.source && isWrong()}`);
      show(panes[name], state[name], waits && name === target());
      byId(`copy-${name}`).disabled = waits && name === target();
    }
  }

  function drawNotes() {
    /** @type {Record<State["source"], Child[]>} */
    const notes = { encoded: [], plain: [] };
    if (isWrong()) {
      notes[state.source].push(
        errorNotes(errors, state[state.source], {
          jump: (error) => {
            const pane = panes[state.source];
            const text = state[state.source];
            const at = held(text.slice(0, unitOf(text, error))).length;
            pane.focus();
            pane.setSelectionRange(at, Math.min(at + (error.length ?? 3), pane.value.length));
          },
          repair: () => setEncoded(engine.repair(state.encoded)),
          escape: () => set({ escape: true }),
          lenient: () => set({ lenient: true }),
          lossy: () => set({ lossy: true }),
          keepInvalid: () => set({ keepInvalid: true }),
          charsets: () => {
            views.show("charsets");
            byId("tab-charsets").focus();
          },
        }),
      );
    }
    if (state.view !== "explain" && state.source === "encoded" && (state.lenient || state.lossy || state.keepInvalid)) {
      const said = [state.lenient && t("leniently"), state.lossy && t("lossily"), state.keepInvalid && t("keptInvalid")]
        .filter(Boolean)
        .join(" ");
      notes.encoded.push(withButton("warn", said, t("strictly"), () => set({ lenient: false, lossy: false, keepInvalid: false })));
    }
    if (state.view !== "explain" && factsNow().layers) {
      const { count, limited } = /** @type {Layers} It has just been asked for. */ (factsNow().layers);
      if (count > state.layers)
        notes.encoded.push(
          withButton("warn", t(limited ? "layersMore" : "layers", { n: count }), t("layersButton"), () => setEncoded(state.plain)),
        );
    }
    if (state.source === "plain" && !state.keepTriplets && !state.escape && /%[0-9a-f]{2}/i.test(state.plain)) {
      notes.plain.push(withButton("", t("twice"), t("twiceButton"), () => set({ keepTriplets: true })));
    }
    if (state.view !== "explain" && state.escape) notes.encoded.push(withButton("", t("unescapeNote")));
    for (const name of PANES) {
      notes[name].push(invisibleNote(state[name], factsNow()[name].deceptive));
      const [shown, all] = [panes[name].value.length, state[name].length];
      if (all > LONG)
        notes[name].unshift(
          withButton(
            "",
            `${t("shownOf", { n: number(shown), all: number(all) })} ${t("long")}`,
            t("download", { name: `${name}.txt` }),
            () => save(state[name], `${name}.txt`),
          ),
        );
      byId(`notes-${name}`).replaceChildren(.../** @type {Node[]} */ (notes[name].filter(Boolean)));
    }
  }

  // ---- changes

  /**
   * Changes options and text. Undo restores the old ones.
   * @param {Partial<State>} changes
   */
  function set(changes) {
    past.keep(state);
    apply(changes);
  }

  /** @param {Partial<State>} changes */
  function apply(changes) {
    Object.assign(state, changes);
    drawOptions();
    update();
  }

  /** @param {boolean} redo */
  function step(redo) {
    const before = panes[state.source].value;
    const found = past.step(state, redo);
    if (!found) return;
    const focused = document.activeElement;
    apply(found);
    // The cursor is put where the texts differ.
    const pane = panes[state.source];
    if (focused?.closest(".panes textarea, .actions")) {
      const { value } = pane;
      let tail = 0;
      while (tail < Math.min(before.length, value.length) && before[before.length - 1 - tail] === value[value.length - 1 - tail]) tail++;
      pane.focus();
      pane.setSelectionRange(value.length - tail, value.length - tail);
    }
  }

  /** @type {(name: State["source"], text: string) => void} */
  const setText = (name, text) => set({ source: name, [name]: text });

  /**
   * Takes a pasted text, with the view and the options that follow from it.
   * @param {string} text
   */
  const paste = (text) => {
    set(pasted(engine, text, state.view));
    panes[state.source].focus();
  };

  /**
   * Changes what is done with the text: explain, encode or decode. The text stays.
   * @param {State["view"]} view
   */
  function choose(view) {
    const text = state[state.source];
    const source = view === "encode" ? "plain" : "encoded";
    const found = view === "decode" && state.view !== "decode" && text !== "" ? optionsOf(engine, explained(engine, text), text) : {};
    // An empty page has nothing that Undo could restore.
    (text === "" ? apply : set)({ view, chosen: view !== "explain", source, [source]: text, ...found });
    panes[source].focus();
  }

  /**
   * @param {string} text
   * @param {{ byTable?: boolean, typed?: boolean }} options
   */
  function setEncoded(text, { byTable, typed } = {}) {
    if (!byTable) return setText("encoded", text);
    past.keep(state, typed ? "table" : "");
    Object.assign(state, { source: "encoded", encoded: text });
    drawUndo();
    update({ except: "reference" });
  }

  /** @param {State["source"]} name */
  function typed(name) {
    // The pane shows only the head of the text.
    if (panes[name].readOnly) return;
    const text = edited(state[name], panes[name].value);
    const by = text.length - (name === state.source ? state[name].length : 0);
    const fresh = replaces && name === "encoded" && text !== "";
    replaces = false;
    if (fresh) return paste(text);
    if (text === state[name] && name === state.source) return;
    past.keep(state, Math.abs(by) <= 2 ? name : "");
    // The number of layers was found for the text that is gone.
    Object.assign(state, { source: name, [name]: text }, text === "" && { layers: 1 });
    drawUndo();
    update();
  }

  for (const name of PANES) {
    const pane = panes[name];
    // While an input method composes, the text is not final.
    pane.addEventListener("input", (event) => {
      if (!(/** @type {InputEvent} */ (event).isComposing)) typed(name);
    });
    pane.addEventListener("compositionend", () => typed(name));
    /**
     * A long text is not inserted into the pane; in a pane that shows only a head, any text replaces the whole.
     * @type {(event: Event, data: DataTransfer | null, there: number) => void}
     */
    const insert = (event, data, there) => {
      const text = held(/** @type {DataTransfer} The browser's own events have one. */ (data).getData("text"));
      const { value, selectionStart, selectionEnd, readOnly } = pane;
      if (text === "" || (!readOnly && there + text.length <= LONG)) return;
      event.preventDefault();
      if (name === "encoded" && (readOnly || (selectionStart === 0 && selectionEnd === value.length))) return paste(text);
      setText(name, readOnly ? text : edited(state[name], value.slice(0, selectionStart) + text + value.slice(selectionEnd)));
    };
    pane.addEventListener("paste", (event) => {
      replaces = pane.selectionStart === 0 && pane.selectionEnd === pane.value.length;
      insert(event, event.clipboardData, pane.value.length);
      // The input follows at once, or not at all.
      setTimeout(() => {
        replaces = false;
      });
    });
    pane.addEventListener("drop", (event) => {
      if (!hasFiles(event)) insert(event, event.dataTransfer, 0);
    });
    // If everything that is shown is selected, the whole text is copied.
    pane.addEventListener("copy", (event) => {
      if (pane.selectionEnd - pane.selectionStart < pane.value.length || pane.value === state[name]) return;
      event.clipboardData?.setData("text/plain", state[name]);
      event.preventDefault();
    });
    makeCopy(
      byId(`copy-${name}`),
      () => state[name],
      () => factsNow()[name].deceptive,
    );
  }

  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    if (event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    step(key === "y" || event.shiftKey);
  });

  onChange("plus", ({ value }) => set({ plus: value === "1", ownPlus: value === "1" }));
  onChange("crlf", ({ value }) => set({ crlf: value === "1" }));
  for (const name of BOXES) onChange(name, ({ checked }) => set({ [name]: checked }));
  onChange("charset", ({ value }) => set({ charset: value }));
  for (const id of SETS) {
    onChange(id, ({ value }) => {
      const { plus } = setNamed(value);
      set({ set: value, alsoKeep: "", alsoEncode: "", plus: plus || state.ownPlus });
    });
  }

  const drawGrid = grid({
    toggle: (character, keep) => {
      const own = chosenSet().keeps.includes(character);
      const without = (/** @type {string} */ text) => text.replace(character, "");
      set({
        alsoKeep: keep && !own ? state.alsoKeep + character : without(state.alsoKeep),
        alsoEncode: !keep && own ? state.alsoEncode + character : without(state.alsoEncode),
      });
    },
    reset: () => set({ alsoKeep: "", alsoEncode: "" }),
  });

  /** The view that was drawn last. A change of the view also chooses the tab that the new view begins with. */
  /** @type {State["view"] | undefined} */
  let viewed;
  function drawOptions() {
    drawMode(state.view);
    if (viewed !== state.view) {
      const isParts = views.current().id === "reference";
      if (state.view === "explain" ? viewed !== undefined : isParts) views.choose(state.view === "explain" ? "reference" : "bytes");
      viewed = state.view;
    }
    for (const entry of sets)
      /** @type {Element} */ (byId("set").querySelector(`[value="${entry.name}"]`)).textContent = `${entry.name} — ${about(entry)}`;
    for (const group of byId("set").querySelectorAll("optgroup")) group.label = t(/** @type {string} */ (group.dataset.key));
    byId("set").value = state.set;
    const usual = PURPOSES.some(([, name]) => name === state.set);
    byId("purpose").replaceChildren(
      ...[...PURPOSES, ...(usual ? [] : [["", state.set]])].map(([key, name]) =>
        element("option", { value: name, selected: name === state.set }, key ? t(key) : name),
      ),
    );
    byId("charset").value = state.charset;
    for (const name of TWO) byId(name).value = state[name] ? "1" : "";
    for (const name of BOXES) byId(name).checked = state[name];
    for (const name of OPTIONS) byId(name).disabled = state.escape;
    drawUndo();
    byId("set-about").textContent = `(${about(chosenSet())})`;
    drawGrid(keeps(), state.alsoKeep !== "" || state.alsoEncode !== "");
  }

  function drawUndo() {
    for (const id of STEPS) byId(id).disabled = !past.has(id === "redo");
  }

  // ---- views

  /** The text of the innermost layer that is decoded. */
  const inner = () => {
    try {
      return state.source === "encoded" && !state.escape ? unwrapped(engine, state) : state.encoded;
    } catch {
      return state.encoded;
    }
  };
  /** @type {Page} */
  const shared = {
    engine,
    background,
    setEncoded,
    inner,
    setOptions: set,
    other: () => state.other,
    setOther: (other) => {
      past.keep(state, "other");
      state.other = other;
      drawUndo();
    },
    state: () => state,
    open: (text) => {
      set({ ...pasted(engine, text, "explain"), view: "explain", source: "encoded", encoded: text });
      panes.encoded.focus();
    },
    options: () => ({ ...encodeOptions(), charset: state.charset, escape: state.escape, lenient: state.lenient, lossy: state.lossy }),
    setCharset: (charset) => set({ charset, escape: false, source: "encoded" }),
    showByte: (byte) => {
      views.show("bytes");
      bytes.show(byte);
    },
    conversion: () => ({
      encoding: state.source === "plain",
      encoded: inner(),
      plain: state.plain,
      set: state.set,
      alsoKeep: state.alsoKeep,
      alsoEncode: state.alsoEncode,
      keeps: keeps(),
      plus: state.plus,
      setPlus: chosenSet().plus,
      charset: state.charset,
    }),
  };
  const answer = answerView({ engine, actions: { paste, encode: () => choose("encode") } });
  const drawMode = modes(choose);
  const bytes = bytesView({ ...shared, point: (start, end) => links.point(start, end), legacy: (byte) => links.legacy(byte) });
  const links = linked({
    engine,
    state,
    light: (from, to) => {
      if (views.current().id === "bytes" && !waits) bytes.light(from, to);
    },
  });
  const files = filesView(shared);
  const draw = (/** @type {View} */ { view }) => view.render(state.encoded);
  const views = tabs(
    [
      { id: "reference", key: "viewReference", view: partsView(shared) },
      { id: "bytes", key: "viewBytes", view: bytes },
      { id: "charsets", key: "viewCharsets", view: charsetsView(shared) },
      { id: "readers", key: "viewReaders", view: decodersView(shared) },
      { id: "files", key: "viewFiles", view: files },
      { id: "code", key: "viewCode", view: codeView(shared) },
    ],
    draw,
  );

  takeDrops({
    state: () => state,
    text: paste,
    files: (list, operation) => {
      views.show("files");
      files.choose(list, operation);
    },
  });
  printWhole(PANES, (name) => state[name]);

  // ---- sharing

  byId("share").addEventListener("click", async () => {
    const fragment = state[state.source].length <= LONGEST && writeFragment(engine, state, chosenSet().plus);
    if (!fragment || fragment.length > LONGEST) {
      byId("shared").textContent = t("tooLongToShare", { n: number(LONGEST) });
      return;
    }
    // A page opened from disk may not change its address. The link is copied anyway.
    putEntry(remembered(state), `#${fragment}`);
    byId("shared").textContent = (await copy(`${location.href.split("#")[0]}#${fragment}`)) ? t("shared") : t("sharedWhere");
  });
  byId("clear").addEventListener("click", () => {
    putEntry(null, location.pathname);
    byId("shared").textContent = "";
    const { chosen, view } = state;
    set({ ...INITIAL, ...(chosen && { chosen, view, source: view === "encode" ? "plain" : "encoded" }) });
    panes[state.source].focus();
  });
  for (const id of STEPS) byId(id).addEventListener("click", () => step(id === "redo"));
  /** @type {Element} */ (document.querySelector(".skip")).addEventListener("click", (event) => {
    event.preventDefault();
    panes.encoded.focus();
  });
  /**
   * Takes the text and the options in the fragment, unless the fragment is empty or the id of an element.
   * @param {(state: State) => unknown} take
   */
  function takeFragment(take) {
    const fragment = location.hash.slice(1);
    if (fragment === "" || byId(fragment)) return;
    const found = readFragment(engine, fragment, known);
    const { plus } = setNamed(found.set ?? INITIAL.set);
    const fits = found.source === "plain" ? "encode" : Object.keys(found).length > 2 ? "decode" : "explain";
    const { chosen } = state;
    take({ ...INITIAL, chosen, view: chosen ? state.view : fits, plus, ...found, ownPlus: found.plus === true && !plus });
  }
  /**
   * Takes what the entry of the history has, or else the fragment.
   * @param {(state: State) => unknown} take
   */
  function takeEntry(take) {
    const found = recalled(entry(), known);
    if (found) take(found);
    else takeFragment(take);
  }
  addEventListener("hashchange", () => takeEntry(set));

  // ---- language and theme

  function redraw() {
    views.label();
    drawOptions();
    update();
  }
  preferences(redraw);
  const keys = [...new Set([...PURPOSES.map(([key]) => key), ...sets.map(({ name }) => purposeOf(name))])];
  for (const key of keys) {
    const members = sets.filter(({ name }) => purposeOf(name) === key);
    byId("set").append(element("optgroup", { "data-key": key }, ...members.map(({ name }) => element("option", { value: name }))));
  }
  byId("charset").append(...CHARSETS.map((charset) => element("option", { value: charset }, NAMES[charset])));
  byId("fatal").hidden = true;
  byId("app").hidden = false;
  takeEntry((found) => Object.assign(state, found));
  redraw();
  document.documentElement.dataset.ready = "";
  if (state.encoded === "" && state.plain === "") panes.encoded.focus();
}

/**
 * Starts the page without the module, and says why the module is missing.
 * @param {{ key: string, message: string }} error
 */
function withoutModule(error) {
  const redraw = builtIn();
  const say = () => {
    byId("fatal").replaceChildren(t(error.key, error), element("br"), t("builtIn"));
  };
  byId("fatal").classList.add("error");
  preferences(() => {
    say();
    redraw();
  });
  say();
  document.documentElement.dataset.ready = "";
}

/** Starts the page. */
export async function startPage() {
  startTheme();
  byId("language").append(...Object.entries(LANGUAGES).map(([code, name]) => element("option", { value: code, lang: code }, name)));
  const speaks = chooseLanguage(startingLanguage());
  // The language may arrive after the module, or after it has failed.
  const { engine, module, error } = await load();
  await speaks;
  if (error) withoutModule(error);
  else main(engine, module);
  await keepOffline(language());
}
