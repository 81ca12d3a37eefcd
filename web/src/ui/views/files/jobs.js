// The conversion of files, one after the other: in the Worker or, if there is none, in the page.

import { convert } from "../../../work/conversion.js";

/** @import { Problem } from "../../../model/types.js" */
/** @import { Page } from "../../types.js" */
/** @typedef {Problem | { kind?: undefined, message: string }} Failure An error of a text, or of reading the file. */
/** @typedef {{ job: number, read: number, blob?: Blob, error?: Problem }} Reply An answer of the Worker. */

/**
 * What is shown of a conversion. The seconds are those since the file was begun.
 * @typedef {object} Shows
 * @property {() => unknown} begin
 * @property {(file: File, read: number, seconds: number) => unknown} report
 * @property {(file: File, blob: Blob, seconds: number, operation: string) => unknown} finish
 * @property {(file: File, error: Failure) => unknown} fail
 * @property {() => unknown} end
 */

/**
 * @param {Pick<Page, "engine" | "background" | "fileOptions">} page
 * @param {Shows} shows
 */
export function fileJobs({ engine, background, fileOptions }, { begin, report, finish, fail, end }) {
  /** The number of the job that runs. What another one says is too late. */
  let running = 0;
  let stop = () => {};

  /**
   * Converts a file, and then the files after it.
   * @param {File[]} files
   * @param {string} operation
   */
  function start([file, ...rest], operation) {
    const job = ++running;
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    const request = { job, file, operation, options: fileOptions() };
    const next = () => (rest.length > 0 ? start(rest, operation) : end());
    /** @param {{ read: number, blob?: Blob, error?: Failure }} reply */
    const take = ({ read, blob, error }) => {
      if (job !== running) return;
      if (!blob && !error) return report(file, read, seconds());
      if (blob) finish(file, blob, seconds(), operation);
      else if (error) fail(file, error);
      next();
    };
    begin();
    const worker = background.worker();
    if (!worker) {
      let isCancelled = false;
      stop = () => {
        isCancelled = true;
      };
      const watch = { report: (/** @type {number} */ read) => take({ read }), isCancelled: () => isCancelled };
      convert(engine, file, request, watch).then(
        (blob) => blob && take({ read: 0, blob }),
        (error) => take({ read: 0, error }),
      );
      return;
    }
    stop = () => worker.postMessage({});
    worker.onmessage = (/** @type {MessageEvent<Reply>} */ { data }) => {
      if (data.job === job) take(data);
    };
    worker.postMessage(request);
  }

  return {
    start,
    cancel() {
      running++;
      stop();
    },
  };
}
