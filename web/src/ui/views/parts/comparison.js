// The comparison of the text with another reference, under the rules of a level.

import { t } from "../../../i18n/language.js";
import { partName, placeOf } from "../../../i18n/messages.js";
import { start, unitAt } from "../../../model/place.js";
import { element, shown } from "../../dom.js";
import { difference } from "./difference.js";
import { LEVELS } from "./normal.js";

/** @import { Engine } from "../../../../../npm/engine.js" */
/** @import { Comparison } from "../../../../../npm/index.js" */
/** @import { Level } from "../../../../../npm/vocabulary.js" */
/** @import { Shown } from "../../types.js" */

/** The maximum length of a reference: nobody edits a longer one by hand. */
const LONGEST = 64 << 10;
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
  // Where the chosen level says that they differ, a later one may not; what it still finds is what matters.
  const levels = LEVELS.slice(LEVELS.findIndex(([name]) => name === level));
  const [by, key] = levels.find(([name]) => engine.compare(text, second, name).same) ?? levels[levels.length - 1];
  const answer = engine.compare(text, second, by);
  const said = !answer.same
    ? reasonOf(engine, answer, text, second)
    : answer.steps.length === 0
      ? t("compareSame")
      : t("compareEquivalent", { steps: answer.steps.map((step) => (step in STEPS ? t(STEPS[step]) : step)).join(t("comma")) }) +
        (by === level ? "" : ` (${t("level")}${t("colon")}${t(key)})`);
  box.replaceChildren(
    element("p", { class: `notice ${answer.same ? "" : "warn"}`, role: "status" }, `${answer.same ? "=" : "≠"} ${said}`),
    // What the rules make equal is marked as it is written; of others, the parts that differ.
    ...(text === second || !answer.same ? [] : difference(text, second)),
    ...(answer.same ? [] : [sameParts(engine, level, text, second)]),
  );
}

/**
 * The parts of a reference as they are written, by their names.
 * @param {Engine} engine
 * @param {string} text
 */
const partsOf = (engine, text) => Object.fromEntries(engine.split(text).parts.map(({ name, raw }) => [name, raw]));

/**
 * A reference with its pairs in order.
 * @param {Engine} engine
 * @param {string} text
 */
function sorted(engine, text) {
  const part = engine.split(text).parts.find(({ name }) => name === "query");
  if (!part) return text;
  const from = unitAt(text, part.offset);
  return text.slice(0, from) + part.raw.split("&").sort().join("&") + text.slice(from + part.raw.length);
}

/**
 * Why two references differ.
 * @param {Engine} engine
 * @param {Extract<Comparison, { same: false }>} answer
 * @param {string} a
 * @param {string} b
 */
function reasonOf(engine, { component, first, second, reserved, disallowed }, a, b) {
  const part = partName(component);
  if (component === "query" && engine.compare(sorted(engine, a), sorted(engine, b), "scheme").same) return t("comparePairs");
  const has = [a, b].map((text) => partsOf(engine, text)[component] !== undefined);
  if (has[0] !== has[1]) return t("compareOnly", { part });
  const why = reserved ? t("compareReserved") : disallowed ? t("compareDisallowed") : "";
  return `${t("compareDifferent", { part, a: placeOf(a, first), b: placeOf(b, second) })} ${why}`;
}

/**
 * The parts of both references, with a sign that says whether they are alike.
 * @param {Engine} engine
 * @param {Level} level
 * @param {string} a
 * @param {string} b
 */
function sameParts(engine, level, a, b) {
  const [first, second] = [a, b].map((each) => partsOf(engine, each));
  const [normal, otherNormal] = [a, b].map((each) => partsOf(engine, engine.normalize(each, level)));
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
