// Files of any size: a Worker converts them, and the result is a blob to download. Nothing is sent anywhere.

import { convert } from "./conversion.js";
import { button, element } from "./dom.js";
import { number, t } from "./language.js";
import { errorText, size } from "./messages.js";

export function filesView({ engine, background, options }) {
  const input = element("input", { type: "file", id: "file", onchange: () => choose(input.files[0]) });
  const operation = element("select", { id: "file-operation" });
  const startButton = button("", () => start(), { class: "main", disabled: true });
  const cancelButton = button("", () => cancel(), { hidden: true });
  const bar = element("progress", { value: 0, max: 1, hidden: true });
  const line = element("p", { class: "note", role: "status" });
  const result = element("p");
  const texts = { drop: element("p"), file: element("span"), operation: element("span") };
  const chosen = element("p", { class: "mono" });
  const node = element("div", {},
    element("div", { class: "drop" }, texts.drop, element("label", {}, texts.file, " ", input), chosen),
    element("div", { class: "line" }, element("label", {}, texts.operation, " ", operation), startButton, cancelButton), bar, line, result);

  let file;
  let job = 0;
  let address;
  let stop = () => {};
  let say = () => "";

  const name = (operation) => (operation === "encode" ? `${file.name}.encoded.txt` : `${file.name.replace(/\.encoded\.txt$/, "")}.decoded`);

  function tell(text) {
    say = text;
    line.textContent = say();
  }

  function choose(next) {
    if (!next) return;
    cancel();
    file = next;
    chosen.textContent = `${file.name}, ${size(file.size)}`;
    startButton.disabled = false;
    tell(() => "");
    result.replaceChildren();
  }

  function running(is) {
    cancelButton.hidden = !is;
    bar.hidden = !is;
    startButton.disabled = is || !file;
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
    const mine = ++job;
    const began = performance.now();
    const what = operation.value;
    const length = file.size;
    const request = { job: mine, file, operation: what, options: options() };
    const speed = (bytes) => size(bytes / Math.max((performance.now() - began) / 1000, 0.001));
    result.replaceChildren();
    running(true);
    bar.value = 0;
    cancelButton.focus();
    const report = (read) => {
      if (mine !== job) return;
      bar.value = length === 0 ? 1 : read / length;
      const values = { done: size(read), all: size(length), speed: speed(read) };
      // Without its role, so that not every part is read aloud.
      say = () => t("keepGoing", values);
      line.textContent = say();
    };
    const finish = (blob) => {
      if (mine !== job) return;
      running(false);
      const time = ((performance.now() - began) / 1000).toFixed(1);
      const values = { from: size(length), to: size(blob.size), time, speed: speed(length) };
      tell(() => t("finished", values));
      if (address) URL.revokeObjectURL(address);
      address = URL.createObjectURL(blob);
      const link = element("a", { href: address, download: name(what) }, t("download", { name: name(what) }));
      result.replaceChildren(link);
      link.focus();
    };
    const fail = (error) => {
      if (mine !== job) return;
      running(false);
      tell(() => (error.kind ? t("fileError", { n: number(error.offset), message: errorText(error) }) : t("fileUnreadable", { message: error.message })));
    };
    const worker = background.worker();
    if (!worker) {
      let cancelled = false;
      stop = () => { cancelled = true; };
      convert(engine, file, request, { report, isCancelled: () => cancelled }).then((blob) => blob && finish(blob), fail);
      return;
    }
    stop = () => worker.postMessage({});
    worker.onmessage = ({ data }) => {
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
    line.textContent = say();
    const value = operation.value || "encode";
    operation.replaceChildren(...["encode", "decode"].map((key) => element("option", { value: key, selected: key === value }, t(key))));
    const link = result.querySelector("a");
    if (link) link.textContent = t("download", { name: link.download });
  }

  return { node, render, choose };
}
