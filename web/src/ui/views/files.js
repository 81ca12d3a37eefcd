// Files of any size: a Worker converts them, and the result is a blob to download. No file leaves the browser.

import { number, t } from "../../i18n/language.js";
import { MALFORMED, errorText, size } from "../../i18n/messages.js";
import { NAMES } from "../../model/charsets.js";
import { convert } from "../../work/conversion.js";
import { button, element, shown } from "../dom.js";
import { withButton } from "../notes.js";

/** @import { Problem } from "../../model/types.js" */
/** @import { Page } from "../types.js" */
/** @typedef {"lenient" | "lossy"} Remedy An option that reads on over an error. */
/** @typedef {Problem | { kind?: undefined, message: string }} Failure An error of a text, or of reading the file. */
/** @typedef {{ job: number, read: number, blob?: Blob, error?: Problem }} Reply An answer of the Worker. */

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

/** @param {Pick<Page, "engine" | "background" | "options" | "setOptions">} page */
export function filesView({ engine, background, options, setOptions }) {
  const input = element("input", { type: "file", id: "file", multiple: true, onchange: () => choose([...(input.files ?? [])]) });
  const operation = element("select", { id: "file-operation", onchange: () => drawOptions() });
  const startButton = button("", () => start(), { class: "main", disabled: true });
  const cancelButton = button("", () => cancel(), { hidden: true });
  const bar = element("progress", { value: 0, max: 1, hidden: true });
  const line = element("p", { class: "note", role: "status" });
  const result = element("p");
  /** The options that apply, and what reads on over errors. */
  const applied = element("div");
  const readOn = element("p");
  const texts = { drop: element("p"), file: element("span"), operation: element("span") };
  const chosen = element("p", { class: "mono" });
  const node = element(
    "div",
    {},
    element("div", { class: "drop" }, texts.drop, element("label", {}, texts.file, " ", input), chosen),
    element("div", { class: "line" }, element("label", {}, texts.operation, " ", operation), startButton, cancelButton),
    applied,
    bar,
    line,
    readOn,
    result,
  );

  /** @type {File[]} */
  let files = [];
  let job = 0;
  /** The message for each finished file. */
  /** @type {(() => string)[]} */
  let outcomes = [];
  /** The options that would read on over the errors. */
  /** @type {Remedy[]} */
  let remedies = [];
  let stop = () => {};
  let say = () => "";

  /** @param {() => string} text */
  function tell(text) {
    say = text;
    // One line for each file.
    line.replaceChildren(
      ...say()
        .split("\n")
        .flatMap((part) => [...shown(part), element("br")]),
    );
    readOn.replaceChildren(...remedies.map(again));
  }

  function label() {
    for (const link of result.querySelectorAll("a")) link.replaceChildren(...shown(t("download", { name: link.download })));
  }

  function clear() {
    for (const link of result.querySelectorAll("a")) URL.revokeObjectURL(link.href);
    result.replaceChildren();
    readOn.replaceChildren();
    [outcomes, remedies] = [[], []];
  }

  function drawOptions() {
    const { set, plus, charset, crlf, lines, keepTriplets, escape, lenient, lossy } = options();
    const decodes = operation.value === "decode";
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
    applied.replaceChildren(
      element("p", { class: "note" }, `${t("options")}${t("colon")}${names.filter(Boolean).join(" · ")}`),
      ...(said ? [withButton("warn", said, t("strictly"), () => setOptions({ lenient: false, lossy: false }))] : []),
    );
  }

  /**
   * Converts the files again under another option.
   * @param {Remedy} key
   */
  const again = (key) =>
    button(t(key), () => {
      setOptions({ [key]: true });
      start();
    });

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
    tell(() => "");
    clear();
  }

  /** @param {boolean} is */
  function running(is) {
    cancelButton.hidden = !is;
    bar.hidden = !is;
    startButton.disabled = is || files.length === 0;
  }

  function cancel() {
    if (cancelButton.hidden) return;
    job++;
    stop();
    running(false);
    tell(() => t("cancelled"));
    startButton.focus();
  }

  function start() {
    clear();
    running(true);
    cancelButton.focus();
    one(0, operation.value);
  }

  /**
   * Converts a file, and then the files after it.
   * @param {number} index
   * @param {string} what
   */
  function one(index, what) {
    const file = files[index];
    const mine = ++job;
    const began = performance.now();
    const length = file.size;
    const request = { job: mine, file, operation: what, options: options() };
    const speed = (/** @type {number} */ bytes) => size(bytes / Math.max((performance.now() - began) / 1000, 0.001));
    bar.value = 0;
    const report = (/** @type {number} */ read) => {
      if (mine !== job) return;
      bar.value = length === 0 ? 1 : read / length;
      const values = { done: size(read), all: size(length), speed: speed(read) };
      // `tell` is not used: a screen reader would read each step.
      say = () => titled(() => t("keepGoing", values));
      line.textContent = say();
    };
    const titled = (/** @type {() => string} */ text) => (files.length > 1 ? `${file.name}${t("colon")}${text()}` : text());
    /** @type {(text: () => string) => void} */
    const done = (text) => {
      outcomes.push(() => titled(text));
      if (index + 1 < files.length) return one(index + 1, what);
      // The focus moves only if it is still on the button that is hidden now.
      const waits = document.activeElement === cancelButton;
      running(false);
      tell(() => outcomes.map((outcome) => outcome()).join("\n"));
      if (waits) (result.querySelector("a") ?? startButton).focus();
    };
    const finish = (/** @type {Blob} */ blob) => {
      if (mine !== job) return;
      const time = ((performance.now() - began) / 1000).toFixed(1);
      const values = { from: size(length), to: size(blob.size), time, speed: speed(length) };
      const name = nameAfter(what, file.name);
      result.append(element("a", { href: URL.createObjectURL(blob), download: name }), " ");
      label();
      done(() => t("finished", values));
    };
    const fail = (/** @type {Failure} */ error) => {
      if (mine !== job) return;
      const key = MALFORMED.includes(/** @type {string} No kind is none of these. */ (error.kind))
        ? "lenient"
        : error.kind === "charset"
          ? "lossy"
          : undefined;
      if (key && !remedies.includes(key)) remedies.push(key);
      done(() =>
        error.kind
          ? t("fileError", { n: number(error.offset), message: errorText(error) })
          : t("fileUnreadable", { message: error.message }),
      );
    };
    const worker = background.worker();
    if (!worker) {
      let cancelled = false;
      stop = () => {
        cancelled = true;
      };
      convert(engine, file, request, { report, isCancelled: () => cancelled }).then((blob) => blob && finish(blob), fail);
      return;
    }
    stop = () => worker.postMessage({});
    worker.onmessage = (/** @type {MessageEvent<Reply>} */ { data }) => {
      if (data.job !== mine) return;
      if (data.blob) finish(data.blob);
      else if (data.error) fail(data.error);
      else report(data.read);
    };
    worker.postMessage(request);
  }

  function render() {
    texts.drop.textContent = t("drop");
    texts.file.textContent = t("file");
    texts.operation.textContent = t("operation");
    bar.setAttribute("aria-label", t("fileProgress"));
    startButton.textContent = t("start");
    cancelButton.textContent = t("cancel");
    tell(say);
    const value = operation.value || "encode";
    operation.replaceChildren(...["encode", "decode"].map((key) => element("option", { value: key, selected: key === value }, t(key))));
    label();
    drawOptions();
  }

  return { node, render, choose };
}
