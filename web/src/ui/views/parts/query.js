// The query of a link as a table of its pairs: they are edited, moved, removed and added, and each change is put into the text.

import { t } from "../../../i18n/language.js";
import { pairsOf, rawOf } from "../../../model/pairs.js";
import { partOf } from "../../../model/part.js";
import { deceptive } from "../../../model/visible.js";
import { button, byId, element, shown } from "../../dom.js";
import { field } from "./field.js";

/** @import { Split } from "../../../../../npm/engine.js" */
/** @import { Row } from "../../../model/types.js" */
/** @import { FieldEvent, Page, Shown } from "../../types.js" */

/**
 * What a line of the table may do.
 * @typedef {object} Table
 * @property {Row[]} rows
 * @property {(how?: { typed?: boolean }) => void} changed Puts the rows into the text.
 * @property {(index: number, by: number) => void} move Moves a row by one place; by none, removes it.
 * @property {() => HTMLElement} next What follows the last field.
 */

const byName = (/** @type {Row} */ a, /** @type {Row} */ b) =>
  a.name.plain() < b.name.plain() ? -1 : a.name.plain() > b.name.plain() ? 1 : 0;

/**
 * A row as it is written, and what of it a field would hide.
 * @param {Row} row
 */
const rawLine = (row) => {
  const hidden = [row.name, row.value].map((part) => part.plain()).filter((text) => deceptive(text).length > 0);
  return shown([rawOf(row), ...hidden].join(" → "));
};

/**
 * The line of a row.
 * @param {Row} row
 * @param {number} i
 * @param {Table} table
 */
function lineOf(row, i, { rows, changed, move, next }) {
  const n = i + 1;
  const actions = {
    say: (/** @type {HTMLElement} */ field) =>
      /** @type {Element} Each row has one. */ (/** @type {Element} */ (field.closest("tr")).querySelector(".raw")),
    taken: () => changed({ typed: true }),
    // Enter goes on to the next field.
    done: (/** @type {HTMLElement} */ field, /** @type {boolean} */ entered) => {
      const fields = [.../** @type {NodeListOf<HTMLElement>} */ (field.closest("tbody")?.querySelectorAll("textarea"))];
      if (entered) (fields[fields.indexOf(field) + 1] ?? next()).focus();
    },
  };
  return element(
    "tr",
    {},
    element("td", {}, field(row.name, { "aria-label": t("nameOf", { n }) }, actions)),
    element(
      "td",
      {},
      field(row.value, { "aria-label": t("valueOf", { n }) }, actions),
      element("div", { class: "raw note mono", title: t("asWritten") }, ...rawLine(row)),
    ),
    element(
      "td",
      { class: "tools" },
      button("↑", () => move(i, -1), { "aria-label": `${t("up")} ${n}`, disabled: i === 0 }),
      " ",
      button("↓", () => move(i, 1), { "aria-label": `${t("down")} ${n}`, disabled: i === rows.length - 1 }),
      " ",
      button("✕", () => move(i, 0), { "aria-label": `${t("remove")} ${n}` }),
    ),
  );
}

/**
 * The table with its heads.
 * @param {HTMLElement} body
 */
const framed = (body) =>
  element(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": t("query") },
    element(
      "table",
      { class: "pairs" },
      element("thead", {}, element("tr", {}, ...["pairName", "pairValue", "tools"].map((key) => element("th", { scope: "col" }, t(key))))),
      body,
    ),
  );

/**
 * The box that says whether `+` is a space.
 * @param {Pick<Page, "options" | "setOptions">} page
 */
const plusBox = ({ options, setOptions }) =>
  element(
    "label",
    {},
    element("input", {
      type: "checkbox",
      id: "query-plus",
      checked: options().plus,
      onchange: (/** @type {FieldEvent<HTMLInputElement>} */ event) => {
        setOptions({ plus: event.target.checked, ownPlus: event.target.checked });
        byId("query-plus")?.focus();
      },
    }),
    " ",
    t("plusIsSpace"),
  );

/**
 * The table; `follow` draws the other parts of the view after an edit.
 * @param {Shown} now
 * @param {Split} split
 * @param {() => unknown} follow
 */
export function queryTable(now, split, follow) {
  const { engine, setEncoded, reads } = now;
  const { rows, isCapped, link } = pairsOf(engine, now.state(), now, split);
  const body = element("tbody");

  /** @type {Table["changed"]} */
  function changed({ typed } = {}) {
    now.text = link(rows.map(rawOf));
    [...body.querySelectorAll(".raw")].forEach((line, i) => rows[i] && line.replaceChildren(...rawLine(rows[i])));
    setEncoded(now.text, { byTable: true, typed });
    follow();
  }
  /** @type {Table["move"]} */
  function move(index, by) {
    const [row] = rows.splice(index, 1);
    if (by !== 0) rows.splice(index + by, 0, row);
    changed();
    draw();
    const moved = body.children[Math.min(index + by, rows.length - 1)];
    /** @type {HTMLElement} */ (moved?.querySelector("button:not(:disabled)") ?? add).focus();
  }
  const table = { rows, changed, move, next: () => add };
  const frame = framed(body);
  function draw() {
    body.replaceChildren(...rows.map((row, i) => lineOf(row, i, table)));
    for (const node of [frame, sort]) node.hidden = rows.length === 0;
  }
  const add = button(t("add"), () => {
    rows.push({ name: partOf(engine, "", reads), value: partOf(engine, "", reads), hasValue: true });
    changed();
    draw();
    body.lastElementChild?.querySelector("textarea")?.focus();
  });
  const sort = button(t("sort"), () => {
    rows.sort(byName);
    changed();
    draw();
  });
  draw();
  return element(
    "div",
    {},
    frame,
    element("p", { class: "line" }, add, sort, plusBox(now)),
    isCapped && element("p", { class: "note" }, t("capped")),
  );
}
