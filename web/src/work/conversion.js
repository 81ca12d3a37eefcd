// Converts a file, part by part. Runs in the Worker, and in the page if there is no Worker.

import { streamOf } from "./steps.js";

/** @import { Engine } from "../../../npm/engine.js" */
/** @import { Options } from "../model/types.js" */

const PART = 1 << 20;
/** Converted parts become blobs of this size, which the browser may move to disk. */
const BLOB = 16 << 20;

/**
 * Converts a file to a blob; `undefined` if it was cancelled. `report` is called with the bytes read and written, `isCancelled`
 * between two parts.
 * @param {Engine} engine
 * @param {Blob} file
 * @param {{ operation: string, options: Options }} request
 * @param {{ report: (read: number, written: number) => void, isCancelled: () => boolean }} watch
 */
export async function convert(engine, file, { operation, options }, { report, isCancelled }) {
  const stream = streamOf(engine, operation, options);
  let ended = false;
  try {
    const blobs = [];
    let parts = [];
    let [held, read, written] = [0, 0, 0];
    do {
      if (isCancelled()) return undefined;
      const bytes = new Uint8Array(await file.slice(read, read + PART).arrayBuffer());
      if (bytes.length === 0 && read < file.size) throw new Error("the file has become shorter");
      read += bytes.length;
      const last = read >= file.size;
      const converted = stream.push(bytes, last);
      ended = last;
      parts.push(converted);
      held += converted.length;
      written += converted.length;
      if (held >= BLOB || ended) {
        blobs.push(new Blob(parts));
        parts = [];
        held = 0;
      }
      report(read, written);
    } while (!ended);
    return new Blob(blobs, { type: "application/octet-stream" });
  } finally {
    if (!ended) stream.release();
  }
}
