// Files of any size: a Worker converts them, and the result is a blob to download. No file leaves the browser.

import { number, t } from "../../i18n/language.js";
import { MALFORMED, errorText, size } from "../../i18n/messages.js";
import { NAMES } from "../../model/charsets.js";
import { button, element, shown } from "../dom.js";
import { withButton } from "../notes.js";
import { fileJobs } from "./files/jobs.js";
import { outcomes } from "./files/outcomes.js";

/** @import { Options } from "../../model/types.js" */
/** @import { Page } from "../types.js" */
/** @import { Failure } from "./files/jobs.js" */
/** @import { Remedy } from "./files/outcomes.js" */

/** The name of an encoded file: `x.encoded.txt`. */
const ENCODED = /(?<=.)\.encoded(\.[^.]*)?$/s;

/**
 * The name of the result, which differs from that of the file.
 * @param {string} operation
 * @param {string} name
 */
function nameAfter(operation, name) {
  if (operation === "decode" && ENCODED.test(name)) return name.replace(ENCODED, "$1");
  return name.replace(/^(.+?)(\.[^.]*)?$/s, `$1.${operation}d$2`);
}

/** @type {(bytes: number, seconds: number) => string} */
const speed = (bytes, seconds) => size(bytes / Math.max(seconds, 0.001));

/**
 * The option that reads on over an error.
 * @param {Failure} error
 * @returns {Remedy | undefined}
 */
const remedyOf = ({ kind }) =>
  MALFORMED.includes(/** @type {string} No kind is none of these. */ (kind)) ? "lenient" : kind === "charset" ? "lossy" : undefined;

/**
 * The options that apply to an operation; `strictly` takes back those that read on over errors.
 * @param {Options} options
 * @param {boolean} decodes
 * @param {() => unknown} strictly
 */
function applied({ set, plus, charset, crlf, lines, keepTriplets, escape, lenient, lossy }, decodes, strictly) {
  const names = escape
    ? [t("escape")]
    : [
        !decodes && set,
        plus && `+ = ${t("plusSpace")}`,
        NAMES[charset],
        !decodes && crlf && !lines && "CRLF",
        lines && t("lines"),
        !decodes && keepTriplets && t("keepTriplets"),
      ];
  const said = decodes && !escape && [lenient && t("leniently"), lossy && charset !== "utf-8" && t("lossily")].filter(Boolean).join(" ");
  return [
    element("p", { class: "note" }, `${t("options")}${t("colon")}${names.filter(Boolean).join(" · ")}`),
    ...(said ? [withButton("warn", said, t("strictly"), strictly)] : []),
  ];
}

/** @param {Pick<Page, "engine" | "background" | "fileOptions" | "setOptions">} page */
export function filesView(page) {
  const { fileOptions, setOptions } = page;
  const input = element("input", { type: "file", id: "file", multiple: true, onchange: () => choose([...(input.files ?? [])]) });
  const operation = element("select", { id: "file-operation", onchange: () => drawOptions() });
  const startButton = button("", () => start(), { class: "main", disabled: true });
  const cancelButton = button("", () => cancel(), { hidden: true });
  const bar = element("progress", { value: 0, max: 1, hidden: true });
  const said = outcomes((key) => {
    setOptions({ [key]: true });
    start();
  });
  const optionsBox = element("div");
  const texts = { drop: element("p"), file: element("span"), operation: element("span") };
  const chosen = element("p", { class: "mono" });
  const node = element(
    "div",
    {},
    element("div", { class: "drop" }, texts.drop, element("label", {}, texts.file, " ", input), chosen),
    element("div", { class: "line" }, element("label", {}, texts.operation, " ", operation), startButton, cancelButton),
    optionsBox,
    bar,
    said.nodes,
  );
  /** @type {File[]} */
  let files = [];

  /** @type {(file: File, text: () => string) => string} */
  const titled = ({ name }, text) => (files.length > 1 ? `${name}${t("colon")}${text()}` : text());
  const jobs = fileJobs(page, {
    begin() {
      bar.value = 0;
    },
    report(file, read, seconds) {
      bar.value = file.size === 0 ? 1 : read / file.size;
      const values = { done: size(read), all: size(file.size), speed: speed(read, seconds) };
      said.report(() => titled(file, () => t("keepGoing", values)));
    },
    finish(file, blob, seconds, what) {
      const values = {
        from: size(file.size),
        to: size(blob.size),
        time: seconds.toFixed(seconds < 1 ? 2 : 1),
        speed: speed(file.size, seconds),
      };
      said.offer(blob, nameAfter(what, file.name));
      said.keep(() => titled(file, () => t("finished", values)));
    },
    fail(file, error) {
      const text = () =>
        error.kind
          ? t("fileError", { n: number(error.offset), message: errorText(error) })
          : t("fileUnreadable", { message: error.message });
      said.keep(() => titled(file, text), remedyOf(error));
    },
    end() {
      // The focus moves only if it is still on the button that is hidden now.
      const waits = document.activeElement === cancelButton;
      running(false);
      const result = said.end();
      if (waits) (result ?? startButton).focus();
    },
  });

  function drawOptions() {
    const strictly = () => setOptions({ lenient: false, lossy: false });
    optionsBox.replaceChildren(...applied(fileOptions(), operation.value === "decode", strictly));
  }

  /**
   * Takes files; `what` is the operation, if it is known.
   * @param {File[]} next
   * @param {string} [what]
   */
  function choose(next, what) {
    if (next.length === 0) return;
    cancel();
    files = next;
    chosen.replaceChildren(...shown(files.map((file) => `${file.name}, ${size(file.size)}`).join("; ")));
    operation.value = what ?? (files.every(({ name }) => ENCODED.test(name)) ? "decode" : operation.value);
    drawOptions();
    startButton.disabled = false;
    said.tell(() => "");
    said.clear();
  }

  /** @param {boolean} is */
  function running(is) {
    cancelButton.hidden = !is;
    bar.hidden = !is;
    startButton.disabled = is || files.length === 0;
  }

  function cancel() {
    if (cancelButton.hidden) return;
    jobs.cancel();
    running(false);
    said.tell(() => t("cancelled"));
    startButton.focus();
  }

  function start() {
    said.clear();
    running(true);
    cancelButton.focus();
    jobs.start(files, operation.value);
  }

  function render() {
    texts.drop.textContent = t("drop");
    texts.file.textContent = t("file");
    texts.operation.textContent = t("operation");
    bar.setAttribute("aria-label", t("fileProgress"));
    startButton.textContent = t("start");
    cancelButton.textContent = t("cancel");
    said.tell();
    const value = operation.value || "encode";
    operation.replaceChildren(...["encode", "decode"].map((key) => element("option", { value: key, selected: key === value }, t(key))));
    drawOptions();
  }

  return { node, render, choose };
}
