// What the page does without the module: the two panes, by the browser's own functions, in UTF-8.

import { makeCopy } from "./clipboard.js";
import { byId, element } from "./dom.js";
import { t } from "./language.js";
import { errorText, placeText } from "./messages.js";

/** What needs the module. */
const ABSENT = ".views, .grid, #modes, #what, #undo, #redo, #share, #purpose, #charset, #set, #crlf, #lines, #keepTriplets";

// As the unreserved set: the built-in function keeps five more characters.
const encoded = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The kind and the offset of what a built-in function has refused. It does not say where octets are not UTF-8. */
function refused(text, source) {
  const at = text.search(source === "plain" ? /\p{Cs}/u : /%(?![0-9a-f]{2})/i);
  return { kind: at < 0 ? "invalid-utf-8" : source === "plain" ? "lone-surrogate" : at + 3 > text.length ? "truncated" : "not-hex", at };
}

/** Starts the page; the function that it returns draws it again, in another language. */
export function builtIn() {
  const panes = { encoded: byId("encoded"), plain: byId("plain") };
  let source = "plain";
  function draw() {
    const text = panes[source].value;
    const [plus, escapes, other] = [byId("plus").value === "1", byId("escape").checked, source === "plain" ? "encoded" : "plain"];
    byId("plus").disabled = escapes;
    for (const name in panes) byId(`notes-${name}`).replaceChildren();
    try {
      const result = source === "plain" ? (escapes ? escape(text) : encoded(text)) : escapes ? unescape(text) : decodeURIComponent(plus ? text.replaceAll("+", " ") : text);
      panes[other].value = source === "plain" && plus && !escapes ? result.replaceAll("%20", "+") : result;
    } catch {
      const { kind, at } = refused(text, source);
      panes[other].value = "";
      byId(`notes-${source}`).append(element("div", { class: "notice error", role: "status" }, `✗ ${errorText({ kind })} ${at < 0 ? "" : `(${placeText(text, at)})`}`));
    }
  }
  for (const node of document.querySelectorAll(ABSENT)) (node.closest("label") ?? node).hidden = true;
  for (const name in panes) {
    panes[name].addEventListener("input", () => {
      source = name;
      draw();
    });
    makeCopy(byId(`copy-${name}`), () => panes[name].value);
  }
  for (const id of ["plus", "escape"]) byId(id).addEventListener("change", draw);
  byId("clear").addEventListener("click", () => {
    panes[source].value = "";
    draw();
    panes.encoded.focus();
  });
  byId("app").hidden = false;
  return draw;
}
