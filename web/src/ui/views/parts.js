// The view of the encoded text as a URI: its components as a tree, and, folded until they are asked for, its query as a table, its
// normal form and a comparison; and the findings.

import { number, t } from "../../i18n/language.js";
import { explained } from "../../model/tree.js";
import { linkOf } from "../../model/pairs.js";
import { pathOf, writerOf } from "../../model/writer.js";
import { element } from "../dom.js";
import { treeView } from "../tree.js";
import { choice } from "./parts/choice.js";
import { comparison } from "./parts/comparison.js";
import { treeEditor } from "./parts/editor.js";
import { CONTEXTS, findings } from "./parts/findings.js";
import { LEVELS, normalForm } from "./parts/normal.js";
import { queryTable } from "./parts/query.js";
import { validity } from "./parts/validity.js";

/** @import { Explained } from "../../../../npm/index.js" */
/** @import { Child } from "../dom.js" */
/** @import { FieldEvent, Page, Shown } from "../types.js" */

/** The folded parts of the view, with the keys of their titles. */
const FOLDS = /** @type {const} */ ({ query: "editPairs", normal: "normal", found: "lint" });

/**
 * The field of the reference that the text is compared with.
 * @param {Pick<Page, "other" | "setOther">} page
 * @param {() => unknown} changed
 */
const otherField = ({ other, setOther }, changed) =>
  element("input", {
    type: "text",
    value: other(),
    spellcheck: "false",
    autocomplete: "off",
    dir: "ltr",
    oninput: (/** @type {FieldEvent<HTMLInputElement>} */ event) => {
      setOther(event.target.value);
      changed();
    },
  });

/** @param {Page} page */
export function partsView(page) {
  const { engine, state, options, other } = page;
  const now = /** @type {Shown} It gets the rest when a text is drawn. */ ({ ...page, level: "path", context: "url" });
  const box = () => element("div");
  const boxes = { tree: box(), valid: box(), query: box(), normal: box(), compared: box(), other: box(), found: box() };
  // They stay when the view is drawn again, and so does what the reader has opened.
  const fold = () => element("details", {});
  const folds = { query: fold(), normal: fold(), found: fold() };
  const head = element("p", {});
  /** The level of a comparison, which is there when two links are. */
  const levelOf = element("label", { class: "line" });
  const parts = [boxes.tree, boxes.valid, folds.query, folds.normal, boxes.other, folds.found];
  const node = element("div", {}, head, ...parts);
  const split = () => engine.split(now.lead + now.text, { plus: options().plus });
  const ways = () => ({ ...now.reads, as: state().readAs });
  const editor = treeEditor(now, {
    changed: (text) => {
      now.text = text;
      page.setEncoded(text, { byTable: true, typed: true });
      follow();
      table();
    },
    draw: tree,
  });

  /**
   * Puts the title and the content into a fold.
   * @param {keyof typeof FOLDS} name
   * @param {...Child} content
   */
  function fill(name, ...content) {
    folds[name].replaceChildren(
      element("summary", {}, element("h2", {}, t(FOLDS[name]))),
      ...content.filter((child) => child instanceof Node),
    );
  }

  /** @param {Explained} target */
  function open(target) {
    const way = writerOf(engine, now.text, target, ways()) && [now.text, pathOf(target)];
    page.open(target.written, way && !now.cut ? [...state().outer, ...way] : []);
  }

  function tree() {
    editor.keeping(() =>
      boxes.tree.replaceChildren(
        ...treeView(engine, explained(engine, now.text), {
          open,
          use: page.open,
          as: state().readAs,
          choose: page.setCharset,
          edit: editor.drawn(),
        }),
      ),
    );
  }
  function table() {
    // Hundreds of fields take long, so they are made when they are seen.
    boxes.query.replaceChildren(...(now.hasTable && folds.query.open ? [queryTable(now, split(), follow)] : []));
  }
  function levels() {
    if (!now.isReference) return;
    normalForm(boxes.normal, now);
    comparison(boxes.compared, now);
    levelOf.hidden = other() === "";
  }
  /** The number of findings is in the title, so that it is seen when they are folded. */
  function faults() {
    const count = findings(boxes.found, now);
    /** @type {Element} */ (folds.found.querySelector("h2")).textContent = `${t("lint")} (${number(count)})`;
    return count;
  }
  /** Draws what follows from the text, but not the table, in which a person may be typing. */
  function follow() {
    tree();
    boxes.valid.replaceChildren();
    if (now.isReference) validity(boxes.valid, split(), now);
    levels();
    faults();
  }

  folds.query.addEventListener("toggle", table);
  /** Whether the reader has opened or closed the findings, so that the page does not. */
  let isOwn = false;
  folds.found.addEventListener("click", ({ target }) => {
    isOwn ||= /** @type {Element} */ (target).closest("summary") !== null;
  });

  /** @param {string} whole */
  function render(whole) {
    const isEmpty = whole === "";
    for (const part of parts) part.hidden = isEmpty;
    Object.assign(now, linkOf(engine, whole), {
      reads: { ...options(), charset: page.inner() === whole ? options().charset : "utf-8" },
    });
    editor.forget();
    const input = otherField(page, levels);
    // The level is one, chosen where it is used.
    const [level, second] = [0, 1].map(() =>
      choice(LEVELS, now.level, (value) => {
        now.level = value;
        level.value = second.value = value;
        levels();
      }),
    );
    levelOf.replaceChildren(t("level"), second);
    const context = choice(CONTEXTS, now.context, (value) => {
      now.context = value;
      faults();
    });
    fill("query", boxes.query);
    fill("normal", element("label", { class: "line" }, t("level"), level), boxes.normal);
    boxes.other.replaceChildren(element("label", { class: "line" }, t("compare"), input), levelOf, boxes.compared);
    fill("found", element("label", { class: "line" }, t("lintAs"), context), boxes.found);
    folds.query.hidden ||= !now.hasTable;
    folds.normal.hidden = boxes.other.hidden ||= !now.isReference;
    head.className = now.cut ? "notice warn" : "note";
    head.textContent = isEmpty ? t("nothing") : now.cut ? t("shownOf", { n: number(now.text.length), all: number(whole.length) }) : "";
    head.hidden = !isEmpty && !now.cut;
    if (isEmpty) return;
    follow();
    table();
    if (!isOwn) folds.found.open = faults() > 0;
  }

  return { node, render };
}
