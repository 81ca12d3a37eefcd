// The changes of text and options. Each is kept in the history before it is made, and what follows from it is drawn.

import { ownOptions } from "../model/state.js";
import { optionsOf, pasted } from "../model/tree.js";
import { chosenSet } from "./session.js";
import { drawUndo } from "./undo.js";

/** @import { State } from "../model/types.js" */
/** @import { Session } from "./types.js" */
/** @typedef {ReturnType<typeof changes>} Changes */

/**
 * @param {Session} session
 * @param {{ update: (how?: { except?: string }) => unknown, drawOptions: () => unknown }} draw
 */
export function changes(session, { update, drawOptions }) {
  const { engine, panes, past, state } = session;

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

  /**
   * Takes what is typed, while the options stay. What is typed in one field without a pause is undone together.
   * @param {Partial<State>} changes
   * @param {string} field
   * @param {{ except?: string }} [how]
   */
  function type(changes, field, how) {
    past.keep(state, field);
    Object.assign(state, changes);
    drawUndo(session);
    update(how);
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

  const own = () => ownOptions(state, chosenSet(session));

  /**
   * Takes a pasted text, with the view and the options that follow from it.
   * @param {string} text
   */
  function paste(text) {
    set(pasted(engine, text, state.view, own()));
    panes[state.source].focus();
  }

  /**
   * Explains a text, whatever it is.
   * @param {string} text
   * @param {string[]} [outer] the way back to the texts that it is in
   */
  function open(text, outer = []) {
    set({ ...pasted(engine, text, "explain"), ...optionsOf(engine, text), view: "explain", source: "encoded", encoded: text, outer });
    panes.encoded.focus();
  }

  /**
   * Changes what is done with the text: explain, encode or decode. The text stays. What was guessed from an encoded text does not count for a
   * plain one.
   * @param {State["view"]} view
   */
  function choose(view) {
    const text = state[state.source];
    const source = view === "encode" ? "plain" : "encoded";
    const [before, after] = [state.view, view].map((one) => one !== "encode");
    const found = !after
      ? own()
      : text !== "" && (!before || (view === "decode" && state.view !== view))
        ? { ...optionsOf(engine, text), ...(Object.keys(state.readAs).length > 0 && { charset: state.ownCharset }) }
        : {};
    // An empty page has nothing that Undo could restore.
    (text === "" ? apply : set)({ view, chosen: view !== "explain", source, [source]: text, ...found });
    panes[source].focus();
  }

  /**
   * @param {string} text
   * @param {{ byTable?: boolean, typed?: boolean }} options
   */
  function setEncoded(text, { byTable, typed } = {}) {
    if (!byTable) return set({ source: "encoded", encoded: text });
    type({ source: "encoded", encoded: text }, typed ? "table" : "", { except: "reference" });
  }

  return { set, type, step, paste, open, choose, setEncoded };
}
