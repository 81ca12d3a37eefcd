// The Worker converts files and long texts. The Worker receives the module first, and then one file or text at a time. Its script is that of the
// page, which calls `work` where there is no document.

import { browserStrings } from "../../../npm/browser-strings.js";
import { Engine } from "../../../npm/engine.js";
import { convertText, examine } from "../model/text.js";
import { convert } from "./conversion.js";

export function work() {
  /** @type {Engine} */
  let engine;
  let running = 0;

  addEventListener("message", async ({ data }) => {
    if (data.module) engine = new Engine(data.module, browserStrings);
    if (data.state) {
      const { text, errors } = convertText(engine, data.state);
      data.state[data.state.source === "plain" ? "encoded" : "plain"] = text;
      return postMessage({ text: data.text, result: { text, errors, facts: examine(engine, data.state, errors) } });
    }
    // A new file or an empty message cancels the running conversion.
    const job = ++running;
    if (!data.file) return;
    /** @type {(read: number, written: number) => void} */
    const report = (read, written) => {
      if (job === running) postMessage({ job: data.job, read, written });
    };
    try {
      const blob = await convert(engine, data.file, data, { report, isCancelled: () => job !== running });
      if (blob && job === running) postMessage({ job: data.job, blob });
    } catch (error) {
      postMessage({
        job: data.job,
        error: { kind: error.kind ?? "", offset: error.offset ?? 0, message: error.message, charset: error.charset },
      });
    }
  });
}
