// Puts the page together. It has two panes, one for the encoded text and one for the plain text. The pane that was edited last is the source,
// and the other one shows what follows from it. Below are the views of the encoded text, in tabs.

import { LANGUAGES, language, startingLanguage, t } from "../i18n/language.js";
import { keepOffline, load } from "../work/loading.js";
import { legacyCharacters } from "../model/pieces.js";
import { unitAt } from "../model/place.js";
import { answerView } from "./answer.js";
import { asked } from "./asked.js";
import { builtIn } from "./builtin.js";
import { changes } from "./changes.js";
import { conversion } from "./conversion.js";
import { byId, element } from "./dom.js";
import { takeDrops } from "./dropping.js";
import { keepingFocus } from "./focus.js";
import { linked } from "./linked.js";
import { modes } from "./modes.js";
import { optionFields } from "./options.js";
import { mark } from "./pane.js";
import { paneInput } from "./pane-input.js";
import { drawNotes } from "./pane-notes.js";
import { choose as chooseLanguage, preferences } from "./preferences.js";
import { printWhole } from "./printing.js";
import { PANES, startSession } from "./session.js";
import { sharing } from "./sharing.js";
import { tabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { drawUndo, takeUndo } from "./undo.js";
import { bytesView } from "./views/bytes.js";
import { charsetsView } from "./views/charsets.js";
import { codeView } from "./views/code.js";
import { decodersView } from "./views/decoders.js";
import { filesView } from "./views/files.js";
import { partsView } from "./views/parts.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { State } from "../model/types.js" */
/** @import { View } from "./tabs.js" */

/**
 * What is made first draws what is made last, but only after a change.
 * @param {Engine} engine
 * @param {WebAssembly.Module} module
 */
function main(engine, module) {
  const session = startSession(engine, module);
  const { panes, state } = session;

  // ---- changes

  const update = conversion(session, {
    clear: () => links.clear(),
    describe: keepingFocus(session, (except) => {
      const charsets = () => {
        views.show("charsets");
        byId("tab-charsets").focus();
      };
      drawNotes(session, { ...made, charsets });
      answer.draw(state);
      if (views.current().id !== except) draw(views.current());
    }),
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
    drawFields();
    drawUndo(session);
  }
  const made = changes(session, { update, drawOptions });
  const { choose, paste, set } = made;
  paneInput(session, made);
  takeUndo(made.step);
  const drawFields = optionFields(session, made);
  const drawMode = modes(choose);

  // ---- views

  const page = asked(session, made, (byte) => {
    const unit = unitAt(state.encoded, byte);
    if (mark(panes.encoded, state.encoded, unit, state.encoded[unit] === "%" ? 3 : 1)) return;
    views.show("bytes");
    bytes.show(byte);
  });
  const answer = answerView({ engine, actions: { paste, set, encode: () => choose("encode") } });
  const bytes = bytesView({
    ...page,
    point: (start, end) => links.point(start, end),
    legacy: (most) => legacyCharacters(engine, state, most),
  });
  const links = linked({
    engine,
    state,
    light: (from, to) => {
      if (views.current().id === "bytes" && !session.waits) bytes.light(from, to);
    },
  });
  const files = filesView(page);
  const draw = (/** @type {View} */ { view }) => view.render(state.encoded);
  const views = tabs(
    [
      { id: "reference", key: "viewReference", view: partsView(page) },
      { id: "bytes", key: "viewBytes", view: bytes },
      { id: "charsets", key: "viewCharsets", view: charsetsView(page) },
      { id: "readers", key: "viewReaders", view: decodersView(page) },
      { id: "files", key: "viewFiles", view: files },
      { id: "code", key: "viewCode", view: codeView(page) },
    ],
    draw,
  );

  takeDrops({
    state: () => state,
    text: paste,
    files: (list, operation) => {
      views.show("files");
      files.choose(list, operation);
      // What was dropped is there, and not in the box above.
      byId("panel-files").scrollIntoView({ block: "center" });
    },
  });
  printWhole(PANES, (name) => state[name]);
  const takeEntry = sharing(session, made);
  /** @type {Element} */ (document.querySelector(".skip")).addEventListener("click", (event) => {
    event.preventDefault();
    panes.encoded.focus();
  });

  // ---- the first drawing

  function redraw() {
    views.label();
    drawOptions();
    update();
  }
  preferences(redraw);
  byId("fatal").hidden = true;
  byId("app").hidden = false;
  takeEntry((found) => Object.assign(state, found));
  redraw();
  document.documentElement.dataset.ready = "";
  panes[state.source].focus({ preventScroll: true });
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
