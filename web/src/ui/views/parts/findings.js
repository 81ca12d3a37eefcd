// The findings in the text, grouped by their rules.

import { ADVICE, ALL_RULES } from "../../../i18n/advice.js";
import { number, ruleText, t } from "../../../i18n/language.js";
import { placeOf } from "../../../i18n/messages.js";
import { unitAt } from "../../../model/place.js";
import { button, element } from "../../dom.js";

/** @import { Finding } from "../../../../../npm/index.js" */
/** @import { Context, Severity } from "../../../../../npm/vocabulary.js" */
/** @import { Shown } from "../../types.js" */

/** The most findings that are shown. */
const MOST = 200;
/** The greatest number of places of one rule that are shown as buttons. */
const PLACES = 6;
/** @type {[context: Context, key: string][]} */
export const CONTEXTS = [
  ["url", "asUrl"],
  ["path", "asPath"],
  ["segment", "asSegment"],
  ["query", "asQuery"],
  ["form", "asForm"],
  ["host", "asHost"],
  ["userinfo", "asUserinfo"],
  ["fragment", "asFragment"],
  ["any", "asAny"],
];
/** @type {Record<Severity, [sign: string, key: string]>} */
const SEVERITIES = { info: ["ⓘ", "info"], warn: ["⚠", "warn"], error: ["✗", "error"] };

/**
 * Draws the findings; returns how many there are.
 * @param {HTMLElement} box
 * @param {Shown} now
 */
export function findings(box, { engine, showByte, text, context, isReference }) {
  const { findings: all, capped } = engine.lint(text, { as: context, max: MOST });
  // The line breaks of a text that is not a link are no attack on it.
  const isBreak = (/** @type {Finding} */ { layer, offset }) => layer === 0 && /[\r\n]/.test(text[unitAt(text, offset)]);
  const list = context === "url" && !isReference ? all.filter((one) => !isBreak(one)) : all;
  /** @type {Map<string, Finding[]>} */
  const rules = new Map();
  for (const one of list) {
    const key = `${one.id} ${Math.max(one.layer, 1)}`;
    rules.set(key, [...(rules.get(key) ?? []), one]);
  }
  box.replaceChildren(
    element(
      "ul",
      { class: "findings" },
      ...[...rules.values()].map((all) => {
        const [finding] = all;
        const [sign, key] = SEVERITIES[finding.severity];
        return element(
          "li",
          { "data-severity": finding.severity },
          element("span", { class: "severity" }, `${sign} ${t(key)}`),
          ` ${finding.id}${t("colon")}${ruleText(finding).replaceAll("`", "")}${finding.layer > 1 ? ` (${t("deeper", { n: finding.layer })})` : ""}${all.length > 1 ? ` ×${number(all.length)}` : ""} `,
          element("span", { class: "note" }, finding.reference),
          ...all.slice(0, PLACES).flatMap(({ offset }) => [" ", button(placeOf(text, offset), () => showByte(offset))]),
          all.length > PLACES && " …",
          element("div", { class: "advice" }, `→ ${t(ADVICE[finding.id])}`),
        );
      }),
    ),
  );
  const count = Object.keys(ADVICE).length;
  if (capped) box.append(element("p", { class: "note" }, t("capped")));
  box.append(element("p", { class: "note" }, t("rulesNote", { n: number(count), all: number(ALL_RULES) })));
  return list.length;
}
