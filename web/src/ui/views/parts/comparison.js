// The comparison of the text with another reference, under the rules of a level.

import { t } from "../../../i18n/language.js";
import { partName, placeOf } from "../../../i18n/messages.js";
import { start } from "../../../model/place.js";
import { element, shown } from "../../dom.js";
import { difference } from "./difference.js";

/** @import { Engine } from "../../../../../npm/engine.js" */
/** @import { Level } from "../../../../../npm/vocabulary.js" */
/** @import { Shown } from "../../types.js" */

/** The maximum length of a reference: nobody edits a longer one by hand. */
export const LONGEST = 64 << 10;
/** @type {Record<string, string>} */
const STEPS = {
  "hex case": "stepHexCase",
  "unreserved triplet": "stepUnreserved",
  "scheme case": "stepSchemeCase",
  "host case": "stepHostCase",
  "dot segments": "stepDots",
  "empty port": "stepEmptyPort",
  "IPv6 form": "stepIpv6",
  "default port": "stepPort",
  "empty path": "stepEmptyPath",
  "scheme's own rule": "stepRule",
};

/**
 * @param {HTMLElement} box
 * @param {Shown} now
 */
export function comparison(box, { engine, other, text, level }) {
  if (other() === "") return box.replaceChildren();
  const second = start(other(), LONGEST);
  const answer = engine.compare(text, second, level);
  const said = !answer.same
    ? `${t("compareDifferent", { part: partName(answer.component), a: placeOf(text, answer.first), b: placeOf(second, answer.second) })} ${answer.reserved ? t("compareReserved") : answer.disallowed ? t("compareDisallowed") : ""}`
    : answer.steps.length === 0
      ? t("compareSame")
      : t("compareEquivalent", { steps: answer.steps.map((step) => (step in STEPS ? t(STEPS[step]) : step)).join(t("comma")) });
  box.replaceChildren(
    element("p", { class: `notice ${answer.same ? "" : "warn"}`, role: "status" }, `${answer.same ? "=" : "≠"} ${said}`),
    // What the rules make equal is marked as it is written; of others, the parts that differ.
    ...(text === second || !answer.same ? [] : difference(text, second)),
    ...(answer.same ? [] : [sameParts(engine, level, text, second)]),
  );
}

/**
 * The parts of both references, with a sign that says whether they are alike.
 * @param {Engine} engine
 * @param {Level} level
 * @param {string} a
 * @param {string} b
 */
function sameParts(engine, level, a, b) {
  const partsOf = (/** @type {string} */ each) => Object.fromEntries(engine.split(each).parts.map(({ name, raw }) => [name, raw]));
  const [first, second] = [a, b].map(partsOf);
  const [normal, otherNormal] = [a, b].map((each) => partsOf(engine.normalize(each, level)));
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return element(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": t("compare") },
    element(
      "table",
      {},
      element(
        "tbody",
        {},
        ...names.map((name) => {
          const same = normal[name] === otherNormal[name];
          return element(
            "tr",
            {},
            element("th", { scope: "row" }, `${same ? "=" : "≠"} ${partName(name)}`),
            ...(same || [first, second].some((parts) => parts[name] === undefined)
              ? [first, second].map((parts) => shown(parts[name] ?? "∅"))
              : difference(first[name], second[name])
            ).map((cell) => element("td", {}, cell)),
          );
        }),
      ),
    ),
  );
}
