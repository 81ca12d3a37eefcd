// The field in which a value of the tree is edited where it is read, in its own charset, through the links around it.

import { t } from "../../../i18n/language.js";
import { start } from "../../../model/place.js";
import { asOf, childrenOf, parentOf, read, readAs } from "../../../model/tree.js";
import { partOfNode, pathOf, writerOf } from "../../../model/writer.js";
import { element } from "../../dom.js";
import { field } from "./field.js";

/** @import { Explained } from "../../../../../npm/index.js" */
/** @import { Actions } from "../../tree.js" */
/** @import { Shown } from "../../types.js" */

/**
 * `changed` takes the text after an edit, and `draw` draws the tree again.
 * @param {Shown} now
 * @param {{ changed: (text: string) => unknown, draw: () => unknown }} view
 */
export function treeEditor(now, { changed, draw }) {
  const { engine, state } = now;
  /** The field of the value that is edited, and the place of that value. */
  /** @type {{ path: string, input: HTMLTextAreaElement, node: HTMLElement } | undefined} */
  let active;

  /** @param {Explained} value */
  function begin(value) {
    const [ways, path, name] = [{ ...now.reads, as: state().readAs }, pathOf(value), nameOf(value)];
    const part = /** @type {NonNullable<ReturnType<typeof partOfNode>>} The value can be edited. */ (partOfNode(engine, value, ways));
    const write = /** @type {(raw: string) => string} As above. */ (writerOf(engine, now.text, value, ways));
    const note = element("div");
    const done = () => {
      active = undefined;
      draw();
      /** @type {HTMLElement | null} */ (document.querySelector(`.edit[data-place="${path}"]`))?.focus();
    };
    const input = field(
      part,
      { "aria-label": `${t("pairValue")}${t("colon")}${name}` },
      { say: () => note, taken: () => changed(write(part.raw())), done },
    );
    const own = { path, input, node: element("div", { class: "tree-field" }, input, note) };
    input.addEventListener("focus", () => {
      active = own;
    });
    input.addEventListener("blur", () => {
      active = undefined;
    });
    active = own;
    draw();
    // What is typed replaces the value, and a press of a key that moves the cursor keeps it.
    input.select();
  }

  /** @param {Explained} value */
  const nameOf = (value) => {
    const [name] = childrenOf(/** @type {Explained} A value is one of a pair. */ (parentOf(value)));
    return start(readAs(engine, name, state().readAs), 60);
  };

  return {
    /**
     * What the tree asks of a pair, while it is drawn once.
     * @returns {Actions["edit"]}
     */
    drawn() {
      const parts = new Map();
      return (pair) => {
        const value = childrenOf(pair).find(({ kind }) => kind !== "name");
        // A truncated text would lose the rest.
        if (!value || now.cut) return undefined;
        const place = pathOf(value);
        if (active?.path === place) return { field: active.node };
        const ways = { ...now.reads, as: state().readAs };
        const text = value.octets || asOf(ways.as, value) ? undefined : read(value);
        if (!partOfNode(engine, value, ways, text) || !writerOf(engine, now.text, value, ways, parts)) return undefined;
        return { begin: () => begin(value), place };
      };
    },
    /**
     * Draws, while the field that is edited keeps the focus and its cursor.
     * @param {() => unknown} draw
     */
    keeping(draw) {
      const kept = active;
      const isFocused = kept && document.activeElement === kept.input;
      const { selectionStart = 0, selectionEnd = 0 } = kept?.input ?? {};
      draw();
      if (!isFocused || !kept.input.isConnected) return;
      active = kept;
      kept.input.focus();
      kept.input.setSelectionRange(selectionStart, selectionEnd);
    },
    forget() {
      active = undefined;
    },
  };
}
