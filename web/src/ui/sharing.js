// The address of the page: Share puts the text and the options into it, Clear takes them out, and what it has is taken when the page is opened.

import { number, t } from "../i18n/language.js";
import { CHARSETS } from "../model/charsets.js";
import { LONGEST, read, write } from "../model/link.js";
import { recalled, remembered } from "../model/remembered.js";
import { INITIAL } from "../model/state.js";
import { entry, putEntry } from "../work/entry.js";
import { copy } from "./clipboard.js";
import { byId } from "./dom.js";
import { chosenSet, setNamed } from "./session.js";

/** @import { State } from "../model/types.js" */
/** @import { Changes } from "./changes.js" */
/** @import { Session } from "./types.js" */

/**
 * Returns what takes the state that the address has.
 * @param {Session} session
 * @param {Pick<Changes, "set">} changes
 */
export function sharing(session, { set }) {
  const { engine, panes, sets, state } = session;
  const known = { sets: sets.map(({ name }) => name), charsets: CHARSETS };
  byId("share").addEventListener("click", async () => {
    const fragment = state[state.source].length <= LONGEST && write(engine, state, chosenSet(session).plus);
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

  /**
   * Takes the text and the options in the fragment, unless the fragment is empty or the id of an element.
   * @param {(state: State) => unknown} take
   */
  function takeFragment(take) {
    const fragment = location.hash.slice(1);
    if (fragment === "" || byId(fragment)) return;
    const found = read(engine, fragment, known);
    const { plus } = setNamed(session, found.set ?? INITIAL.set);
    const fits = found.source === "plain" ? "encode" : Object.keys(found).length > 2 ? "decode" : "explain";
    const { chosen } = state;
    const { charset: ownCharset, escape: ownEscape } = { ...INITIAL, ...found };
    const own = { ownPlus: found.plus === true && !plus, ownCharset, ownEscape };
    take({ ...INITIAL, chosen, view: chosen ? state.view : fits, plus, ...found, ...own });
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
  return takeEntry;
}
