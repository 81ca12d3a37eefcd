// The view of the encoded text as a URI: its components, its query as a table, its normal form, a comparison, and findings.

import { ADVICE } from "../../i18n/advice.js";
import { number, ruleText, t } from "../../i18n/language.js";
import { errorText, partName, placeOf, referenceError } from "../../i18n/messages.js";
import { NAMES } from "../../model/charsets.js";
import { Unmappable } from "../../model/legacy.js";
import { partOf } from "../../model/part.js";
import { start, unitAt } from "../../model/place.js";
import { childrenOf, encodedOf, explained, readableOf, readsOf } from "../../model/tree.js";
import { button, byId, element, shown } from "../dom.js";
import { treeView } from "../tree.js";

/** @import { Options, Reads } from "../../model/types.js" */

/** The maximum length of a reference: nobody edits a longer one by hand. */
const MOST = 64 << 10;
const ROWS = 200;
/** The greatest number of places of one rule that are shown as buttons. */
const PLACES = 6;
const LEVELS = [
  ["percent", "levelPercent"],
  ["path", "levelPath"],
  ["scheme", "levelScheme"],
];
const CONTEXTS = [
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
const SEVERITIES = { info: ["ⓘ", "info"], warn: ["⚠", "warn"], error: ["✗", "error"] };

function choice(list, value, onchange) {
  return element(
    "select",
    { onchange: (event) => onchange(event.target.value) },
    list.map(([name, key]) => element("option", { value: name, selected: name === value }, t(key))),
  );
}

/** A pair as it is written. */
const rawOf = ({ name, value, hasValue }) => name.raw() + (hasValue ? `=${value.raw()}` : "");

const linesOf = (text) => text.split("\n").length;

/** Two texts with their difference marked. */
function difference(a, b) {
  let from = 0;
  while (from < Math.min(a.length, b.length) && a[from] === b[from]) from++;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - from && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [a, b].map((text) =>
    element(
      "output",
      {},
      ...shown(text.slice(0, from)),
      element("mark", {}, ...shown(text.slice(from, text.length - tail))),
      ...shown(text.slice(text.length - tail)),
    ),
  );
}

export function partsView({ engine, state, open, options, inner, setEncoded, setOptions, other, setOther, showByte }) {
  const node = element("div");
  let text = "";
  let level = "path";
  let context = "url";
  /** How the link is read: the charset is one of the innermost layer, and the layers around it are UTF-8. */
  /** @type {Reads & Options} */
  let reads;
  /** What a form lacks to be a reference. */
  let lead = "";
  let isReference = false;
  const split = () => engine.split(lead + text, { plus: options().plus });
  /** Redraws the other parts of the view after an edit of the query table, which is not redrawn itself. */
  let follow = [];

  const section = (title, ...children) => element("section", {}, element("h2", {}, title), ...children);

  function validity(box, split) {
    const lines = split.valid
      ? []
      : [`${t("invalidReference")} ${referenceError(split.error, text)} (${placeOf(text, split.error.offset)})`];
    const repaired = encodedOf(engine, text);
    box.replaceChildren(...lines.map((line) => element("p", { class: "notice error" }, line)));
    if (!split.valid?.startsWith("uri") && repaired !== text && engine.split(repaired).valid) {
      box.append(
        element(
          "div",
          { class: "line" },
          `${t(split.valid ? "encoded" : "requote")}${t("colon")}`,
          element("output", {}, ...shown(repaired)),
          button(t("use"), () => setEncoded(repaired), { "data-remedy": "requote" }),
        ),
      );
    }
  }

  /** The pair whose value is edited in the tree, and its field. */
  let active;
  /** What the tree asks of a pair: see `treeView`. */
  let editorOf = (_pair, _kept) => {};

  /** The tree, with the charset that the reader has chosen. A field that is edited stays, with its cursor. */
  function tree(box) {
    const kept = active;
    const isFocused = kept && document.activeElement === kept.input;
    const { selectionStart, selectionEnd } = kept?.input ?? {};
    box.replaceChildren(
      ...treeView(engine, explained(engine, text), {
        open,
        as: state().readAs,
        choose: (charset) => setOptions({ readAs: charset }),
        edit: (pair) => editorOf(pair, kept),
      }),
    );
    const readable = readableOf(engine, text);
    if (isReference && readable !== undefined && readable !== text) {
      box.prepend(element("div", { class: "line" }, `${t("readable")}${t("colon")}`, element("output", {}, ...shown(readable))));
    }
    if (!isFocused) return;
    active = kept;
    kept.input.focus();
    kept.input.setSelectionRange(selectionStart, selectionEnd);
  }

  /** The names and values of the tree, by their offset in the text. */
  function nodesOf(root) {
    const found = new Map();
    for (const pair of root.children ?? []) {
      for (const node of pair.kind === "pair" ? pair.children : []) found.set(root.span[0] + pair.span[0] + node.span[0], node);
    }
    return found;
  }

  function query(split) {
    const root = explained(engine, text);
    const nodes = nodesOf(root);
    const part = split.parts.find(({ name }) => name === "query");
    const fragment = split.parts.find(({ name }) => name === "fragment");
    let at = lead ? 0 : part ? unitAt(text, part.offset) : fragment ? unitAt(text, fragment.offset) - 1 : text.length;
    const [before, after] = [text.slice(0, at), text.slice(at + (part?.raw.length ?? 0))];
    // The module has no lone surrogates: the parts are those of the text itself.
    const take = ({ raw, offset }) => {
      const node = nodes.get(offset - lead.length);
      // Where the reader decodes, the options are the reader's.
      const own = state().view !== "decode" && node?.written === raw ? readsOf(engine, node, { ...reads, as: state().readAs }) : reads;
      return partOf(engine, text.slice(at, (at += raw.length)), own);
    };
    const rows = split.pairs.slice(0, ROWS).map(({ name, value }) => {
      const row = { name: take(name), hasValue: value !== null };
      if (value) at++;
      row.value = value ? take(value) : partOf(engine, "", reads);
      at++;
      return row;
    });
    const beyond = split.pairs.length > ROWS ? [text.slice(at, text.length - after.length)] : [];
    const body = element("tbody");
    const round = element("div");
    /** The link with the pairs as they are written. */
    function link(raws) {
      const pairs = [...raws, ...beyond];
      if (lead) return pairs.join("&");
      const start = part ? before.slice(0, -1) : before;
      return pairs.length === 0 ? start + after : `${start}?${pairs.join("&")}${after}`;
    }

    function roundTrip() {
      const again = link(rows.map(({ name, value, hasValue }) => name.again() + (hasValue ? `=${value.again()}` : "")));
      round.replaceChildren(
        ...(again === text
          ? [element("p", { class: "note" }, t("roundTripSame"))]
          : [element("p", { class: "note" }, t("roundTripOther")), ...difference(text, again)]),
      );
    }
    /** @param {{ typed?: boolean }} how */
    function changed({ typed } = {}) {
      const raws = rows.map(rawOf);
      text = link(raws);
      [...body.querySelectorAll(".raw")].forEach((line, i) => line.replaceChildren(...shown(raws[i] ?? "")));
      setEncoded(text, { byTable: true, typed });
      roundTrip();
      for (const part of follow) part();
    }
    /** The rows in another order, after a press or a drop. */
    function reordered(order) {
      rows.splice(0, rows.length, ...order);
      changed();
      draw();
    }
    const sort = button(t("sort"), () => reordered(rows.toSorted?.(byName) ?? [...rows].sort(byName)));
    const tracks = ({ name }) => engine.isTracking(name.plain());
    const clean = button(t("untrack"), () => reordered(rows.filter((row) => !tracks(row))), { "data-untrack": "" });
    const byName = (a, b) => (a.name.plain() < b.name.plain() ? -1 : a.name.plain() > b.name.plain() ? 1 : 0);
    let dragged = -1;
    function move(index, by) {
      const [row] = rows.splice(index, 1);
      if (by !== 0) rows.splice(index + by, 0, row);
      changed();
      draw();
      const moved = body.children[Math.min(index + by, rows.length - 1)];
      /** @type {HTMLElement} */ (moved?.querySelector("button:not(:disabled)") ?? add).focus();
    }
    /** A field of a name or a value. A field of one line would drop the line breaks. `say` shows what cannot be encoded, and `taken` is
     * called after a change. */
    function field(part, more, { say, taken = () => {} }) {
      const take = ({ target }) => {
        let problem;
        try {
          part.edit(target.value, target.selectionEnd);
        } catch (error) {
          if (!(error instanceof Unmappable) && !error.kind) throw error;
          problem = errorText({ kind: "unmappable", charset: NAMES[part.charset], message: error.message, ...error });
        }
        target.setAttribute("aria-invalid", problem !== undefined);
        target.rows = linesOf(target.value);
        // The link stays as it was, and the field keeps what was typed.
        if (problem) return say(target).replaceChildren(element("p", { class: "notice error", role: "alert" }, `✗ ${problem}`));
        changed({ typed: true });
        taken();
      };
      const text = part.text();
      const node = element("textarea", {
        ...more,
        rows: linesOf(text),
        value: text,
        dir: "auto",
        oninput: (event) => {
          if (!event.isComposing) take(event);
        },
        oncompositionend: take,
      });
      // The browser would delete the characters that its field cannot hold.
      node.readOnly = node.value !== text;
      return node;
    }
    const inRow = { say: (target) => target.closest("tr").querySelector(".raw") };
    editorOf = (pair, kept) => {
      const pairs = childrenOf(explained(engine, text)).filter(({ kind }) => kind === "pair");
      const row = rows.filter((row) => rawOf(row) !== "")[pairs.indexOf(pair)];
      // Only the pairs of the link itself have rows, and of those not the ones beyond the last row.
      if (!row?.hasValue || rawOf(row) !== pair.written) return;
      if (kept?.row === row) return { field: kept.field };
      const begin = () => {
        const note = element("div");
        const input = field(row.value, { "aria-label": t("valueOf", { n: rows.indexOf(row) + 1 }) }, { say: () => note, taken: draw });
        input.addEventListener("blur", () => {
          active = undefined;
        });
        active = { row, input, field: element("div", { class: "tree-field" }, input, note) };
        for (const part of follow) part();
        input.focus();
      };
      return { begin };
    };
    function draw() {
      body.replaceChildren(
        ...rows.map((row, i) => {
          const n = i + 1;
          const value = field(row.value, { "aria-label": t("valueOf", { n }), disabled: !row.hasValue }, inRow);
          const line = element(
            "tr",
            {
              draggable: "true",
              ondragstart: (event) => {
                dragged = i;
                event.dataTransfer.setData("text/plain", row.name.plain());
              },
              ondragover: (event) => {
                if (dragged >= 0) event.preventDefault();
              },
              ondrop: (event) => {
                if (dragged < 0) return;
                event.preventDefault();
                const order = rows.filter((_, place) => place !== dragged);
                order.splice(i, 0, rows[dragged]);
                dragged = -1;
                reordered(order);
              },
              ondragend: () => {
                dragged = -1;
              },
            },
            element("td", {}, field(row.name, { "aria-label": t("nameOf", { n }) }, inRow)),
            element(
              "td",
              { class: "has" },
              element("input", {
                type: "checkbox",
                checked: row.hasValue,
                "aria-label": t("hasValueOf", { n }),
                onchange: (event) => {
                  row.hasValue = event.target.checked;
                  value.disabled = !row.hasValue;
                  changed();
                },
              }),
            ),
            element("td", {}, value, element("div", { class: "raw note mono", title: t("asWritten") }, ...shown(rawOf(row)))),
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
          return line;
        }),
      );
    }
    const add = button(t("add"), () => {
      rows.push({ name: partOf(engine, "", reads), value: partOf(engine, "", reads), hasValue: true });
      changed();
      draw();
      body.lastElementChild?.querySelector("textarea")?.focus();
    });
    draw();
    roundTrip();
    return section(
      t("query"),
      element(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": t("query") },
        element(
          "table",
          { class: "pairs" },
          element(
            "thead",
            {},
            element("tr", {}, ...["pairName", "hasValue", "pairValue", "tools"].map((key) => element("th", { scope: "col" }, t(key)))),
          ),
          body,
        ),
      ),
      element(
        "p",
        { class: "line" },
        add,
        sort,
        rows.some(tracks) && clean,
        element(
          "label",
          {},
          element("input", {
            type: "checkbox",
            id: "query-plus",
            checked: options().plus,
            onchange: (event) => {
              setOptions({ plus: event.target.checked, ownPlus: event.target.checked });
              byId("query-plus")?.focus();
            },
          }),
          " ",
          t("plusIsSpace"),
        ),
      ),
      beyond.length > 0 && element("p", { class: "note" }, t("capped")),
      element("h2", {}, t("roundTrip")),
      round,
    );
  }

  function normalForm(box) {
    const normal = engine.normalize(text, level);
    const { valid } = engine.split(text);
    // The triplets of an invalid reference are normalized too.
    box.replaceChildren();
    if (!valid || normal === text) box.append(element("p", { class: "note" }, t(valid ? "alreadyNormal" : "notNormal")));
    if (normal !== text)
      box.append(
        element(
          "div",
          { class: "line" },
          element("output", {}, ...shown(normal)),
          button(t("use"), () => setEncoded(normal)),
        ),
      );
  }

  function comparison(box) {
    if (other() === "") return box.replaceChildren();
    const second = start(other(), MOST);
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
      ...(answer.same ? [] : [sameParts(text, second)]),
    );
  }

  /** The parts of both references, with a sign that says whether they are alike. */
  function sameParts(a, b) {
    const partsOf = (each) => Object.fromEntries(engine.split(each).parts.map(({ name, raw }) => [name, raw]));
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

  /** The findings, grouped by their rules. */
  function findings(box) {
    const { findings: list, capped } = engine.lint(text, { as: context, max: ROWS });
    const rules =
      Map.groupBy?.(list, ({ id, layer }) => `${id} ${layer}`) ??
      list.reduce((map, one) => map.set(`${one.id} ${one.layer}`, [...(map.get(`${one.id} ${one.layer}`) ?? []), one]), new Map());
    box.replaceChildren(
      list.length === 0
        ? element("p", { class: "note" }, t("noFindings"))
        : element(
            "ul",
            { class: "findings" },
            ...[...rules.values()].map((all) => {
              const [finding] = all;
              const [sign, key] = SEVERITIES[finding.severity];
              return element(
                "li",
                { "data-severity": finding.severity },
                element("span", { class: "severity" }, `${sign} ${t(key)}`),
                ` ${finding.id}${t("colon")}${ruleText(finding)}${finding.layer > 1 ? ` (${t("deeper", { n: finding.layer })})` : ""}${all.length > 1 ? ` ×${number(all.length)}` : ""} `,
                element("span", { class: "note" }, finding.reference),
                ...all.slice(0, PLACES).flatMap(({ offset }) => [" ", button(placeOf(text, offset), () => showByte(offset))]),
                all.length > PLACES && " …",
                element("div", { class: "advice" }, `→ ${t(ADVICE[finding.id])}`),
              );
            }),
          ),
    );
    if (capped) box.append(element("p", { class: "note" }, t("capped")));
  }

  function render(whole) {
    if (whole === "") return node.replaceChildren(element("p", { class: "note" }, t("nothing")));
    text = start(whole, MOST);
    const cut = text.length < whole.length;
    reads = { ...options(), charset: inner() === whole ? options().charset : "utf-8" };
    const root = explained(engine, text);
    const [address] = root.children ?? [];
    // A link with a space in it is such a text.
    const begins = root.kind === "text" && root.children?.length === 1 && address.span[0] === 0 && !text.includes("\n");
    // A person may complete such a text to a link: it is a path, for example.
    const mayBe = ["plain", "encoded", "percent-u"].includes(root.kind) && /^\/|^\S*[/?]\S*$/.test(text);
    isReference = begins || mayBe || ["url", "iri", "reference", "mailto", "data-url", "javascript"].includes(root.kind);
    lead = root.kind === "form" && !text.startsWith("?") ? "?" : "";
    const isWhole = root.span[0] === 0 && root.span[1] === new TextEncoder().encode(text).length;
    const hasTable = !cut && isWhole && (isReference || root.kind === "form");
    const boxes = { tree: element("div"), valid: element("div"), normal: element("div"), compared: element("div"), found: element("div") };
    const draw = () => {
      tree(boxes.tree);
      if (isReference) validity(boxes.valid, split());
      normalForm(boxes.normal);
      comparison(boxes.compared);
      findings(boxes.found);
    };
    follow = [draw];
    const input = element("input", {
      type: "text",
      value: other(),
      spellcheck: "false",
      autocomplete: "off",
      dir: "ltr",
      oninput: (event) => {
        setOther(event.target.value);
        comparison(boxes.compared);
      },
    });
    const again = () => {
      normalForm(boxes.normal);
      comparison(boxes.compared);
    };
    node.replaceChildren(
      ...(cut ? [element("p", { class: "notice warn" }, t("shownOf", { n: number(text.length), all: number(whole.length) }))] : []),
      boxes.tree,
      boxes.valid,
      // An edit of a truncated text would lose the rest.
      ...(hasTable ? [query(split())] : []),
      ...(isReference
        ? [
            section(
              t("normal"),
              element(
                "label",
                { class: "line" },
                t("level"),
                choice(LEVELS, level, (value) => {
                  level = value;
                  again();
                }),
              ),
              boxes.normal,
            ),
          ]
        : []),
      ...(isReference
        ? [
            section(
              t("compare"),
              element("label", { class: "line" }, element("span", { class: "hidden" }, t("compare")), input),
              boxes.compared,
            ),
          ]
        : []),
      section(
        t("lint"),
        element(
          "label",
          { class: "line" },
          t("lintAs"),
          choice(CONTEXTS, context, (value) => {
            context = value;
            findings(boxes.found);
          }),
        ),
        boxes.found,
      ),
    );
    draw();
  }

  return { node, render };
}
