// The conversion after each change of text or options: at once, or of a long text in the Worker.

import { t } from "../i18n/language.js";
import { remembered } from "../model/remembered.js";
import { convertText } from "../model/text.js";
import { putSoon } from "../work/entry.js";
import { byId } from "./dom.js";
import { LONG } from "./pane.js";
import { announce, drawCounts, drawPanes, drawState } from "./result.js";
import { targetOf } from "./session.js";

/** @import { Result } from "../work/background.js" */
/** @import { Session } from "./types.js" */

/** A text that is longer than this is described when typing pauses. */
const DESCRIBED_AT_ONCE = 20_000;

/**
 * Returns what converts, and draws. `clear` takes away what belongs to the previous texts, and `describe` draws the notes and the views but
 * the one that is named.
 * @param {Session} session
 * @param {{ clear: () => unknown, describe: (except?: string) => unknown }} actions
 */
export function conversion(session, { clear, describe }) {
  const { engine, state } = session;
  /** The number of the last conversion. */
  let sent = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pending;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let announcing;

  return ({ except = "" } = {}) => {
    const number = ++sent;
    putSoon(() => remembered(state));
    clearTimeout(pending);
    clearTimeout(announcing);
    // The previous result must not be taken for the new one.
    [session.errors, state[targetOf(state)], session.facts] = [[], "", undefined];
    clear();
    // A text that is explained is no error as a whole.
    const asked = state.view === "explain" ? { ...state, lenient: true } : state;
    /** @param {Pick<Result, "text" | "errors"> & Partial<Result>} result */
    const take = (result = convertText(engine, asked)) => {
      if (number !== sent) return;
      session.waits = false;
      ({ errors: session.errors, facts: session.facts } = result);
      state[targetOf(state)] = result.text;
      drawPanes(session);
      drawState(session);
      const describeAll = () => {
        drawCounts(session);
        describe(except);
      };
      if (session.facts || state.encoded.length <= DESCRIBED_AT_ONCE) describeAll();
      else pending = setTimeout(describeAll, 150);
      // When typing pauses.
      clearTimeout(announcing);
      announcing = setTimeout(() => announce(session), 600);
    };
    session.waits = state[state.source].length > LONG && session.background.convert(asked, take);
    if (!session.waits) return take();
    const none = { bytes: 0, characters: 0, deceptive: [] };
    session.facts = { encoded: none, plain: none };
    drawPanes(session);
    describe();
    byId(`count-${state.source}`).textContent = "";
    byId("status").textContent = byId(`count-${targetOf(state)}`).textContent = t("converting");
  };
}
