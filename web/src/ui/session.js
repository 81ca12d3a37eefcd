// The session: the state of the page with what is known of it, and what follows from both.

import { past } from "../model/history.js";
import { INITIAL, keptBy } from "../model/state.js";
import { examine } from "../model/text.js";
import { background } from "../work/background.js";
import { byId } from "./dom.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { SetDescription } from "../../../npm/index.js" */
/** @import { State } from "../model/types.js" */
/** @import { Session } from "./types.js" */

export const PANES = /** @type {const} */ (["encoded", "plain"]);

/**
 * The session of an empty page.
 * @param {Engine} engine
 * @param {WebAssembly.Module} module
 * @returns {Session}
 */
export const startSession = (engine, module) => ({
  engine,
  sets: engine.sets(),
  background: background(module),
  past: past(),
  panes: { encoded: byId("encoded"), plain: byId("plain") },
  state: { ...INITIAL },
  errors: [],
  waits: false,
});

/**
 * The pane that the other one's text goes to.
 * @param {State} state
 */
export const targetOf = ({ source }) => (source === "plain" ? "encoded" : "plain");

/**
 * @param {Session} session
 * @param {string} set
 */
export const setNamed = ({ sets }, set) => /** @type {SetDescription} */ (sets.find(({ name }) => name === set));

/** @param {Session} session */
export const chosenSet = (session) => setNamed(session, session.state.set);

/**
 * The characters that are kept.
 * @param {Session} session
 */
export const keptNow = (session) => keptBy(chosenSet(session), session.state);

/**
 * The description of the texts, which is made when it is asked for.
 * @param {Session} session
 */
export const factsOf = (session) => (session.facts ??= examine(session.engine, session.state, session.errors));

/**
 * Whether the text has errors. In the view Explain they do not count, because the text is not converted as a whole there.
 * @param {Session} session
 */
export const isWrong = ({ errors, state }) => errors.length > 0 && state.view !== "explain";
