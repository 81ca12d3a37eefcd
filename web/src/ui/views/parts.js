// The view of the encoded text as a URI: its components, its query as a table, its normal form, a comparison, and findings.

import { number, t } from "../../i18n/language.js";
import { explained, headOf, isOneLink, readableOf } from "../../model/tree.js";
import { element, isolated, section } from "../dom.js";
import { treeView } from "../tree.js";
import { choice } from "./parts/choice.js";
import { comparison } from "./parts/comparison.js";
import { CONTEXTS, findings } from "./parts/findings.js";
import { LEVELS, normalForm } from "./parts/normal.js";
import { queryTable } from "./parts/query.js";
import { validity } from "./parts/validity.js";

/** @import { EditedPair, FieldEvent, Page, Shown } from "../types.js" */

/**
 * @param {Page} page
 */
export function partsView(page) {
  const { engine, state, options, other } = page;
  const node = element("div");
  const now = /** @type {Shown} It gets the rest when a text is drawn. */ ({ ...page, level: "path", context: "url" });
  const split = () => engine.split(now.lead + now.text, { plus: options().plus });
  /** @type {EditedPair | undefined} */
  let active;
  /** The table of the query, if this text has one. */
  /** @type {ReturnType<typeof queryTable> | undefined} */
  let query;

  /**
   * The tree, with the charset that the reader has chosen. A field that is edited stays, with its cursor.
   * @param {HTMLElement} box
   */
  function tree(box) {
    const { text, isReference } = now;
    const kept = active;
    const isFocused = kept && document.activeElement === kept.input;
    const { selectionStart, selectionEnd } =
      /** @type {Pick<HTMLTextAreaElement, "selectionStart" | "selectionEnd">} Used only if there is a field. */ (kept?.input ?? {});
    box.replaceChildren(
      ...treeView(engine, explained(engine, text), {
        open: page.open,
        as: state().readAs,
        choose: page.setCharset,
        edit: (pair) => query?.editorOf(pair, kept),
      }),
    );
    const readable = readableOf(engine, text);
    if (isReference && readable !== undefined && readable !== text) {
      box.prepend(
        element("div", { class: "line" }, `${t("readable")}${t("colon")}`, element("output", { dir: "ltr" }, ...isolated(readable))),
      );
    }
    if (query) box.prepend(query.clean);
    if (!isFocused) return;
    active = kept;
    kept.input.focus();
    kept.input.setSelectionRange(selectionStart, selectionEnd);
  }

  /**
   * Takes a text; says whether it is cut, and whether its query can be edited.
   * @param {string} whole
   */
  function take(whole) {
    const text = headOf(whole);
    const cut = text.length < whole.length;
    const root = explained(engine, text);
    // A person may complete the text to a link: the text is a path, for example.
    const mayBe = ["plain", "encoded", "percent-u"].includes(root.kind) && /^\/|^\S*[/?]\S*$/.test(text);
    const isReference = mayBe || isOneLink(root, text);
    const isWhole = root.span[0] === 0 && root.span[1] === new TextEncoder().encode(text).length;
    Object.assign(now, {
      text,
      isReference,
      reads: { ...options(), charset: page.inner() === whole ? options().charset : "utf-8" },
      lead: root.kind === "form" && !text.startsWith("?") ? "?" : "",
    });
    // An edit of a truncated text would lose the rest.
    return { cut, hasTable: !cut && isWhole && (root.kind === "form" || (isReference && /^https?:|^[/]|[?]/i.test(text))) };
  }

  /** @param {string} whole */
  function render(whole) {
    if (whole === "") return node.replaceChildren(element("p", { class: "note" }, t("nothing")));
    const { cut, hasTable } = take(whole);
    const { isReference } = now;
    const boxes = { tree: element("div"), valid: element("div"), normal: element("div"), compared: element("div"), found: element("div") };
    const draw = () => {
      tree(boxes.tree);
      if (isReference) validity(boxes.valid, split(), now);
      again();
      findings(boxes.found, now);
    };
    const again = () => {
      normalForm(boxes.normal, now);
      comparison(boxes.compared, now);
    };
    const edited = (/** @type {EditedPair | undefined} */ pair) => {
      active = pair;
    };
    active = undefined;
    query = hasTable ? queryTable(now, split(), { edited, follow: draw }) : undefined;
    const input = element("input", {
      type: "text",
      value: other(),
      spellcheck: "false",
      autocomplete: "off",
      dir: "ltr",
      oninput: (/** @type {FieldEvent<HTMLInputElement>} */ event) => {
        page.setOther(event.target.value);
        comparison(boxes.compared, now);
      },
    });
    const level = choice(LEVELS, now.level, (value) => {
      now.level = value;
      again();
    });
    const context = choice(CONTEXTS, now.context, (value) => {
      now.context = value;
      findings(boxes.found, now);
    });
    node.replaceChildren(
      ...(cut ? [element("p", { class: "notice warn" }, t("shownOf", { n: number(now.text.length), all: number(whole.length) }))] : []),
      boxes.tree,
      boxes.valid,
      ...(query ? [query.node] : []),
      ...(isReference
        ? [
            section(t("normal"), element("label", { class: "line" }, t("level"), level), boxes.normal),
            section(
              t("compare"),
              element("label", { class: "line" }, element("span", { class: "hidden" }, t("compare")), input),
              boxes.compared,
            ),
          ]
        : []),
      section(t("lint"), element("label", { class: "line" }, t("lintAs"), context), boxes.found),
    );
    draw();
  }

  return { node, render };
}
