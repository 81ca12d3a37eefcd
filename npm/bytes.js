// What is bytes, whatever they are kept in.

/** A buffer knows its length wherever it was made, in another window or context too; nothing else has this getter. */
const lengthOf = (kind) => kind && Object.getOwnPropertyDescriptor(kind.prototype, "byteLength").get;
const LENGTHS = [globalThis.ArrayBuffer, globalThis.SharedArrayBuffer].map(lengthOf).filter(Boolean);

function isBuffer(input) {
  return LENGTHS.some((length) => {
    try {
      length.call(input);
      return true;
    } catch {
      return false;
    }
  });
}

/** The bytes of a buffer or of a view of one, in place, or `undefined`. Throws a `TypeError` if the buffer is detached: it was
 * given to somebody else, and that it has no bytes now would pass for empty. */
export function bytesOf(input) {
  if (ArrayBuffer.isView(input)) {
    // A `DataView` without a buffer throws itself; so does this method of an array.
    if (!(input instanceof DataView) && input.byteLength === 0) Uint8Array.prototype.keys.call(input);
    return input instanceof Uint8Array ? input : new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  return typeof input === "object" && input !== null && isBuffer(input) ? new Uint8Array(input) : undefined;
}
