// What the reader types, pastes and drops into the panes, and copies from them.

import { edited, held } from "../model/edit.js";
import { ownOptions } from "../model/state.js";
import { followed } from "../model/tree.js";
import { makeCopy } from "./clipboard.js";
import { byId } from "./dom.js";
import { hasFiles } from "./dropping.js";
import { LONG } from "./pane.js";
import { PANES, chosenSet, factsOf } from "./session.js";

/** @import { State } from "../model/types.js" */
/** @import { Changes } from "./changes.js" */
/** @import { Session } from "./types.js" */

/**
 * @param {Session} session
 * @param {Pick<Changes, "set" | "type" | "paste">} changes
 */
export function paneInput(session, { set, type, paste }) {
  const { engine, panes, state } = session;
  const own = () => ownOptions(state, chosenSet(session));
  /** Whether the next input is a paste that replaces the whole text of its pane. */
  let replaces = false;

  /** @param {State["source"]} name */
  function typed(name) {
    // The pane shows only the head of the text.
    if (panes[name].readOnly) return;
    const text = edited(state[name], panes[name].value);
    const by = text.length - (name === state.source ? state[name].length : 0);
    const fresh = replaces && text !== "";
    replaces = false;
    if (fresh && name === "encoded") return paste(text);
    if (text === state[name] && name === state.source) return;
    const follows = state.view === "explain" && name === "encoded" ? followed(engine, state, text) : {};
    // What was found for a text that is gone does not count.
    const gone = text === "" || fresh ? { layers: 1, ...own() } : {};
    type({ source: name, [name]: text, ...follows, ...gone }, Math.abs(by) <= 2 ? name : "");
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
      set({
        source: name,
        [name]: readOnly ? text : edited(state[name], value.slice(0, selectionStart) + text + value.slice(selectionEnd)),
      });
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
      () => factsOf(session)[name].deceptive,
    );
  }
}
