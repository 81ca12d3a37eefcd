// Converts files away from the page: gets the module once, then one file at a time.

import { Core } from "../../npm/core.js";
import { convert } from "./conversion.js";

let engine;
let running = 0;

addEventListener("message", async ({ data }) => {
  // Bytes to bytes: strings need not be made fast.
  if (data.module) engine = new Core(data.module, () => ({}));
  // A new file, or the wish to stop, ends what runs.
  const job = ++running;
  if (!data.file) return;
  const report = (read, written) => {
    if (job === running) postMessage({ job: data.job, read, written });
  };
  try {
    const blob = await convert(engine, data.file, data, { report, isCancelled: () => job !== running });
    if (blob && job === running) postMessage({ job: data.job, blob });
  } catch (error) {
    postMessage({ job: data.job, error: { kind: error.kind ?? "", offset: error.offset ?? 0, message: error.message } });
  }
});
