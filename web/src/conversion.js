// A file through the library, part by part. Runs in the Worker; in the page only where no Worker can be had.

const PART = 1 << 20;
/** Converted parts are handed to the browser's store of blobs, which may put them on a disk, in pieces of this size. */
const PIECE = 16 << 20;

/** Converts a file; `report` is told bytes read and written, `isCancelled` is asked between two parts. Gives a blob, or
 * nothing if it was cancelled. */
export async function convert(engine, file, { operation, options }, { report, isCancelled }) {
  const stream = operation === "encode" ? engine.encoder(options) : engine.decoder(options);
  let ended = false;
  try {
    const pieces = [];
    let parts = [];
    let [held, read, written] = [0, 0, 0];
    do {
      if (isCancelled()) return undefined;
      const bytes = new Uint8Array(await file.slice(read, read + PART).arrayBuffer());
      if (bytes.length === 0 && read < file.size) throw new Error("the file has become shorter");
      read += bytes.length;
      ended = read >= file.size;
      const converted = stream.push(bytes, ended);
      parts.push(converted);
      held += converted.length;
      written += converted.length;
      if (held >= PIECE || ended) {
        pieces.push(new Blob(parts));
        parts = [];
        held = 0;
      }
      report(read, written);
    } while (!ended);
    return new Blob(pieces, { type: "application/octet-stream" });
  } finally {
    if (!ended) stream.release();
  }
}
