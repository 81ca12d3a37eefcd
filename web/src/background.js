// The Worker, which files and long texts share. One that does not start is done without.

import { startWorker } from "./loading.js";

export function background(module) {
  let worker;
  let asked = 0;
  let take = () => {};
  try {
    worker = startWorker();
    worker.postMessage({ module });
    worker.addEventListener("message", ({ data }) => { if (data.result && data.text === asked) take(data.result); });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      worker = undefined;
      take();
    });
  } catch {
    worker = undefined;
  }
  return {
    worker: () => worker,
    /** Has a text converted, and `then` given the result, or nothing if the Worker fails; says whether there is a Worker. A new
     * text takes the place of one that is being converted. */
    convert(state, then) {
      take = then;
      worker?.postMessage({ state, text: ++asked });
      return worker !== undefined;
    },
  };
}
