// The focus stays on the page when the element that has it is drawn again or is gone.

/** @import { Session } from "./types.js" */

/**
 * Draws, and then focuses the element of the same name in the same view; else the box whose text is the source. Without that, the next key would
 * do nothing.
 * @template {unknown[]} Args
 * @param {Pick<Session, "panes" | "state">} session
 * @param {(...args: Args) => unknown} draw
 */
export const keepingFocus =
  ({ panes, state }, draw) =>
  (/** @type {Args} */ ...args) => {
    const focused = document.activeElement;
    const panel = focused?.closest("[role=tabpanel]");
    draw(...args);
    // `body` has the focus when no element has.
    if (!focused || focused.isConnected) return;
    const name = focused.ariaLabel && `${focused.localName}[aria-label="${CSS.escape(focused.ariaLabel)}"]`;
    const again = /** @type {HTMLElement | null | undefined} */ (name && panel?.querySelector(name));
    (again ?? panes[state.source]).focus();
  };
