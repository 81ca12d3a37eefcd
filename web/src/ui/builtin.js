// What the page does without the module: the two panes.

import { errorText, placeText } from "../i18n/messages.js";
import { convertBuiltIn } from "../work/builtin.js";
import { makeCopy } from "./clipboard.js";
import { byId, element } from "./dom.js";
import { PANES } from "./session.js";

/** A selector of the elements that need the module. The page hides these elements. */
const ABSENT = ".views, .grid, #modes, #what, #undo, #redo, #share, #purpose, #charset, #set, #crlf, #lines, #keepTriplets";

/** Starts the page; the function that it returns draws it again, in another language. */
export function builtIn() {
  const panes = { encoded: byId("encoded"), plain: byId("plain") };
  /** @type {"encoded" | "plain"} */
  let source = "plain";
  function draw() {
    const text = panes[source].value;
    const [plus, escapes] = [byId("plus").value === "1", byId("escape").checked];
    const other = source === "plain" ? "encoded" : "plain";
    byId("plus").disabled = escapes;
    for (const name of PANES) byId(`notes-${name}`).replaceChildren();
    const { result = "", kind, at } = convertBuiltIn(text, { source, plus, escapes });
    panes[other].value = result;
    for (const name of PANES) byId(`copy-${name}`).disabled = panes[name].value === "";
    if (kind)
      byId(`notes-${source}`).append(
        element("div", { class: "notice error", role: "status" }, `✗ ${errorText({ kind })} ${at < 0 ? "" : `(${placeText(text, at)})`}`),
      );
  }
  for (const node of document.querySelectorAll(ABSENT)) /** @type {HTMLElement} */ (node.closest("label") ?? node).hidden = true;
  for (const name of PANES) {
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
