// What the page shows of a result, beside notes and views: the panes, their counts, the title, and what a screen reader is told.

import { number, t } from "../i18n/language.js";
import { errorText } from "../i18n/messages.js";
import { byId } from "./dom.js";
import { show } from "./pane.js";
import { PANES, factsOf, isWrong } from "./session.js";

/** @import { Session } from "./types.js" */

/**
 * The title and the icon say whether the page is empty, has converted its text, or has found an error. They have no text of the reader: a
 * browser keeps titles.
 * @param {Session} session
 */
export function drawState(session) {
  const { state } = session;
  const wrong = isWrong(session);
  const empty = state[state.source] === "";
  const [sign, colour] = empty ? ["%25", "0b57a4"] : wrong ? ["!", "b3261e"] : ["\u2713", "1b6e3c"];
  document.title = empty
    ? "Triplet"
    : `${wrong ? t("error") : t(state.view === "explain" ? "explained" : state.source === "plain" ? "encoded" : "decoded")} – Triplet`;
  const icon = byId("icon");
  icon.href = icon.href.replace(/%23[0-9a-f]{6}/, `%23${colour}`).replace(/(middle'%3E).*?(%3C)/, `$1${sign}$2`);
}

/**
 * Announces the result to screen readers.
 * @param {Session} session
 */
export function announce(session) {
  const { state, errors } = session;
  byId("status").textContent =
    state.view === "explain"
      ? byId("what-text").textContent
      : errors.length > 0
        ? t("statusError", { message: errorText(errors[0]) })
        : state.encoded === ""
          ? ""
          : state.source === "plain"
            ? t("statusEncoded", { n: number(factsOf(session).encoded.bytes) })
            : t("statusDecoded", { n: number(factsOf(session).plain.characters) });
}

/** @param {Session} session */
export function drawCounts(session) {
  for (const name of PANES) {
    const { bytes, characters } = factsOf(session)[name];
    byId(`count-${name}`).textContent =
      session.state[name] === "" ? t("countEmpty") : t("count", { bytes: number(bytes), characters: number(characters) });
  }
}

/** @param {Session} session */
export function drawPanes(session) {
  const { panes, state, waits } = session;
  for (const name of PANES) {
    const isSource = name === state.source;
    byId(`pane-${name}`).classList.toggle("is-source", isSource && state[name] !== "");
    panes[name].setAttribute("aria-invalid", `${isSource && isWrong(session)}`);
    show(panes[name], state[name], waits && !isSource);
    byId(`copy-${name}`).disabled = state[name] === "";
  }
}
