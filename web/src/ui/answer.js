// What the text is, in a sentence, and the readable link to copy. An empty page has examples instead.

import { t } from "../i18n/language.js";
import { start } from "../model/place.js";
import { untracked } from "../model/pairs.js";
import { explained, isOneLink, isPlain, notations, readableOf } from "../model/tree.js";
import { deceptive } from "../model/visible.js";
import { outerOf } from "../model/writer.js";
import { makeCopy } from "./clipboard.js";
import { button, byId, element, shown } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { sentence } from "./kinds.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { State } from "../model/types.js" */

/** @param {{ engine: Engine, actions: { paste: (text: string) => unknown, encode: () => unknown, set: (changes: Partial<State>) => unknown } }} page */
export function answerView({ engine, actions }) {
  const [line, box] = [byId("what-text"), byId("guesses")];

  /** @param {State} state */
  function draw(state) {
    const text = state[state.source];
    line.hidden = text === "";
    if (text === "") {
      return box.replaceChildren(...EXAMPLES.map(([key, example]) => button(t(key), () => actions.paste(example), { "data-guess": key })));
    }
    const root = explained(engine, text);
    line.replaceChildren(...shown(sentence(engine, root, state.readAs)));
    const parts = [];
    /** @type {(key: string, changes: Partial<State>) => void} */
    const offer = (key, changes) => {
      const press = () => {
        actions.set(changes);
        byId("encoded").focus();
      };
      parts.push(button(t(key), press, { [`data-${key}`]: "" }));
    };
    const readable = readableOf(engine, text);
    // Where a link cannot be written otherwise, there is nothing to copy.
    if (readable !== undefined && readable !== text) {
      const leads = notations(root).some(({ kind }) => kind === "rewritten-link")
        ? "copyTarget"
        : isOneLink(root, text)
          ? "copyReadable"
          : "copyText";
      const copy = button(t(leads), () => {}, { id: "copy-readable", title: start(readable, 200) });
      makeCopy(
        copy,
        () => readable,
        () => deceptive(readable),
        leads,
      );
      parts.push(copy);
    }
    const bare = untracked(engine, state, text);
    if (bare !== undefined) offer("untrack", { encoded: bare });
    const outer = outerOf(engine, state);
    if (outer !== undefined) offer("back", { encoded: outer, outer: state.outer.slice(0, -2) });
    if (isPlain(root)) {
      const encoded = engine.encode(start(text, 1024), { set: "rfc3986:unreserved" });
      parts.push(element("output", {}, ...shown(encoded)), button(t("encode"), actions.encode, { "data-guess": "encode" }));
    }
    box.replaceChildren(...parts);
  }
  return { draw };
}
