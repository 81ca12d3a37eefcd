// The Worker that converts files and long texts. If it does not start, the page converts them.

import { startWorker } from "./loading.js";

/** @typedef {{ text: string, errors: Problem[], facts: Facts }} Result */
/** @typedef {ReturnType<typeof background>} Background */
/** @import { Facts, Problem, State } from "../model/types.js" */

/** @param {WebAssembly.Module} module */
export function background(module) {
  /** @type {Worker | undefined} */
  let worker;
  let asked = 0;
  /** @type {(result?: Result) => void} */
  let take = () => {};
  try {
    worker = startWorker();
    worker.postMessage({ module });
    worker.addEventListener("message", ({ data }) => {
      if (data.result && data.text === asked) take(data.result);
    });
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
    /**
     * Sends a text to the Worker; returns whether there is one. `then` is called with the result, or with nothing if the Worker fails.
     * A new text replaces one that is being converted.
     * @param {State} state
     * @param {(result?: Result) => void} then
     */
    convert(state, then) {
      take = then;
      worker?.postMessage({ state, text: ++asked });
      return worker !== undefined;
    },
  };
}
