// A field of a name or a value of a link.

import { errorText } from "../../../i18n/messages.js";
import { NAMES } from "../../../model/charsets.js";
import { Unmappable } from "../../../model/legacy.js";
import { element } from "../../dom.js";

/** @import { Part } from "../../../model/part.js" */
/** @import { FieldEvent } from "../../types.js" */

const linesOf = (/** @type {string} */ text) => text.split("\n").length;

/**
 * A field in which a part is edited. A field of one line would drop the line breaks. `say` returns the element that shows what cannot be
 * encoded, and `taken` is called after each other change. Enter ends the edit, and Escape takes it back; then `done` is
 * called with whether it was Enter. Shift+Enter writes a line break.
 * @param {Part} part
 * @param {Record<string, unknown>} more
 * @param {{ say: (field: HTMLTextAreaElement) => Element, taken: () => unknown, done: (field: HTMLTextAreaElement, entered: boolean) => unknown }}
 *   actions
 */
export function field(part, more, { say, taken, done }) {
  const take = (/** @type {FieldEvent<HTMLTextAreaElement>} */ { target }) => {
    let problem;
    try {
      part.edit(target.value, target.selectionEnd);
    } catch (error) {
      if (!(error instanceof Unmappable) && !error.kind) throw error;
      problem = errorText({ kind: "unmappable", charset: NAMES[part.charset], message: error.message, ...error });
    }
    target.setAttribute("aria-invalid", `${problem !== undefined}`);
    target.rows = linesOf(target.value);
    // The link stays as it was, and the field keeps what was typed.
    if (problem) return say(target).replaceChildren(element("p", { class: "notice error", role: "alert" }, `✗ ${problem}`));
    taken();
  };
  const [text, restore] = [part.text(), part.kept()];
  const node = element("textarea", {
    ...more,
    rows: linesOf(text),
    value: text,
    dir: "auto",
    oninput: (/** @type {FieldEvent<HTMLTextAreaElement, InputEvent>} */ event) => {
      if (!event.isComposing) take(event);
    },
    oncompositionend: take,
    onkeydown: (/** @type {FieldEvent<HTMLTextAreaElement, KeyboardEvent>} */ event) => {
      const { key, target, isComposing, shiftKey } = event;
      if (isComposing || shiftKey || (key !== "Enter" && key !== "Escape")) return;
      event.preventDefault();
      if (key === "Escape" && target.value !== text) {
        restore();
        target.value = text;
        target.rows = linesOf(text);
        target.setAttribute("aria-invalid", "false");
        taken();
      }
      done(target, key === "Enter");
    },
  });
  // The browser would delete the characters that its field cannot hold.
  node.readOnly = node.value !== text;
  return node;
}
