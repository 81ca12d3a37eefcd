// The bytes of a buffer or of a view, and of several together.

/** This getter works for buffers of any window or context, and throws for everything else. */
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

/** The bytes of a buffer or of a view of one, not copied; `undefined` for any other value. Throws a `TypeError` if the buffer is
 * detached, which would otherwise look empty. */
export function bytesOf(input) {
  if (ArrayBuffer.isView(input)) {
    // On a detached buffer, `byteLength` of a `DataView` throws, and so does this method of a typed array.
    if (!(input instanceof DataView) && input.byteLength === 0) Uint8Array.prototype.keys.call(input);
    return input instanceof Uint8Array ? input : new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  }
  return typeof input === "object" && input !== null && isBuffer(input) ? new Uint8Array(input) : undefined;
}

/** The bytes of all parts in sequence. */
export function joined(parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
