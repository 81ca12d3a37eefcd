// The notes under both panes: errors with what remedies them, what is unusual about the text, and that only the head of it is shown.

import { number, t } from "../i18n/language.js";
import { NAMES } from "../model/charsets.js";
import { wrongPlaces } from "../model/text.js";
import { save } from "./clipboard.js";
import { byId } from "./dom.js";
import { errorNotes, invisibleNote, unitOf, withButton } from "./notes.js";
import { LONG, mark } from "./pane.js";
import { PANES, factsOf, isWrong } from "./session.js";

/** @import { Problem, State } from "../model/types.js" */
/** @import { Changes } from "./changes.js" */
/** @import { Child } from "./dom.js" */
/** @import { Session } from "./types.js" */

/**
 * Selects the place of an error in the box of its text.
 * @param {Session} session
 * @param {Problem} error
 */
function jump({ panes, state }, error) {
  const text = state[state.source];
  mark(panes[state.source], text, unitOf(text, error), error.length);
}

/**
 * @param {Session} session
 * @param {Pick<Changes, "set" | "setEncoded"> & { charsets: () => unknown }} actions
 */
export function drawNotes(session, { set, setEncoded, charsets }) {
  const { engine, errors, panes, state } = session;
  /** @type {Record<State["source"], Child[]>} */
  const notes = { encoded: [], plain: [] };
  if (isWrong(session)) {
    // The conversion ends at the first error; what can be read after it is in the other box.
    const counts = errors.length === 1 && state.source === "encoded" && state.layers === 1 && !state.escape;
    const places = counts && state.encoded.length <= LONG ? wrongPlaces(engine, state) : 1;
    notes[state.source].push(
      errorNotes(errors, places, state[state.source], {
        jump: (error) => jump(session, error),
        repair: () => setEncoded(engine.repair(state.encoded)),
        replace: () => set({ [state.source]: state[state.source].replace(/\p{Cs}/gu, "\uFFFD") }),
        set,
        charsets,
      }),
    );
  }
  if (state.view !== "explain" && state.source === "encoded" && (state.lenient || state.lossy || state.keepInvalid)) {
    const said = [state.lenient && t("leniently"), state.lossy && t("lossily"), state.keepInvalid && t("keptInvalid")]
      .filter(Boolean)
      .join(" ");
    notes.encoded.push(withButton("warn", said, t("strictly"), () => set({ lenient: false, lossy: false, keepInvalid: false })));
  }
  const { view, charset, ownCharset } = state;
  if (view === "decode" && state.source === "encoded" && charset !== ownCharset && state.encoded !== "" && !state.escape) {
    const said = t("guessedCharset", { charset: NAMES[charset] });
    notes.encoded.push(withButton("", said, t("readAs", { charset: NAMES[ownCharset] }), () => set({ charset: ownCharset })));
  }
  const { layers } = factsOf(session);
  if (state.view !== "explain" && layers && layers.count > state.layers) {
    notes.encoded.push(
      withButton("warn", t(layers.limited ? "layersMore" : "layers", { n: layers.count }), t("layersButton"), () =>
        setEncoded(state.plain),
      ),
    );
  }
  if (state.source === "plain" && !state.keepTriplets && !state.escape && /%[0-9a-f]{2}/i.test(state.plain)) {
    notes.plain.push(withButton("", t("twice"), t("twiceButton"), () => set({ keepTriplets: true })));
  }
  if (state.view !== "explain" && state.escape) notes.encoded.push(withButton("", t("unescapeNote")));
  for (const name of PANES) {
    const isLone = name === state.source && errors.some(({ kind }) => kind === "lone-surrogate");
    const found = factsOf(session)[name].deceptive.filter((code) => !isLone || !/^U\+D[89A-F]/.test(code));
    notes[name].push(invisibleNote(state[name], found));
    const [shown, all] = [panes[name].value.length, state[name].length];
    if (all > LONG)
      notes[name].unshift(
        withButton("", `${t("shownOf", { n: number(shown), all: number(all) })} ${t("long")}`, t("download", { name: `${name}.txt` }), () =>
          save(state[name], `${name}.txt`),
        ),
      );
    byId(`notes-${name}`).replaceChildren(.../** @type {Node[]} */ (notes[name].filter(Boolean)));
  }
}
