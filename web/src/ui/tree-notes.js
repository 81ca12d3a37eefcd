// The notes under a value of the tree: its charset with a menu of others, what remedies it, and that it is cut.

import { t } from "../i18n/language.js";
import { reasonText } from "../i18n/messages.js";
import { CHARSETS, NAMES } from "../model/charsets.js";
import { start } from "../model/place.js";
import { asOf, hasParts, isDoubtful, isSurrogates, known } from "../model/tree.js";
import { button, element, shown } from "./dom.js";
import { charsetName } from "./kinds.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Explained } from "../../../npm/index.js" */
/** @import { Child } from "./dom.js" */
/** @import { Actions } from "./tree.js" */

/** The most characters of a value that are shown: a browser lays more out for seconds. */
export const VALUE = 4096;

const note = (/** @type {string} */ kind, /** @type {Child[]} */ ...words) => element("p", { class: `tree-note ${kind}` }, ...words);

/**
 * Returns what makes the notes of a node. It is asked from the top of the tree to the bottom.
 * @param {Engine} engine
 * @param {Explained} root
 * @param {Pick<Actions, "use" | "as" | "choose">} actions
 */
export function treeNotes(engine, root, { use, as, choose }) {
  /** The charset whose reason was said last. */
  /** @type {string | undefined} */
  let said;

  /** @param {Explained} node */
  function charsetNotes(node) {
    if (!isDoubtful(node) || node.kind === "text") return [];
    const { charset } = node;
    const why =
      charset && charset.reason === "named"
        ? t("namedBy", { name: charset.named_by })
        : charset && reasonText({ reason: charset.reason, words: charset.why, writing: charset.writing });
    const found = charset ? known(charset.name) : "";
    const chosen = asOf(as, node) || found;
    // The reader has chosen the charset, so the reason of the guess is not shown.
    const key = chosen !== found ? chosen : charset ? charset.name + charset.why : "";
    if (isSurrogates(engine, node)) return [];
    /** @type {Child[]} */
    const words =
      said === key
        ? []
        : [
            chosen !== found
              ? `${NAMES[chosen]}${t("colon")}${t("inUse")} `
              : charset
                ? `${charsetName(charset.name)}${t("colon")}${why} `
                : `${t("notText")} `,
          ];
    if (charset?.runner_up && chosen === found) {
      const { name, text } = charset.runner_up;
      const other = button(t("orCharset", { charset: charsetName(name) }).replace(/[^：]$/, "$& "), () => choose(known(name), node), {
        class: "open",
      });
      other.append(...shown(start(text, 40)));
      words.push(other, " ");
    }
    said = key;
    const menu = element(
      "select",
      {
        "aria-label": t("charset"),
        onchange: (/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value, node),
      },
      ...(chosen ? [] : [element("option", { value: "" }, "—")]),
      ...CHARSETS.map((name) => element("option", { value: name, selected: name === chosen }, NAMES[name])),
    );
    return [note("line", ...words, menu)];
  }
  return (/** @type {Explained} */ node) => [
    ...charsetNotes(node),
    // How the whole text is repaired is said beside what is wrong with it.
    ...(node.remedies ?? [])
      .filter(({ kind }) => kind !== "requote" || node !== root)
      .map((remedy) =>
        note(
          "error line",
          `✗ ${t(remedy.kind === "requote" ? "remedyRequote" : "remedyUserinfo")} `,
          element("output", {}, ...shown(start(remedy.text, VALUE))),
          button(t("use"), () => use(remedy.text), { "data-remedy": remedy.kind }),
        ),
      ),
    ...(node.cut && !hasParts(node) ? [note("", t("capped"))] : []),
  ];
}
