// What the module asks of the platform: to decode the charsets of the Encoding standard. `crates/triplet/src/charset/platform.rs` declares
// these functions.

const utf8 = new TextEncoder();
const text = new TextDecoder();

/** The imports of the module. `bytes` returns its memory. */
export function platform(bytes) {
  let result = new Uint8Array(0);
  const string = (at, length) => text.decode(bytes().subarray(at, at + length));
  const put = (string) => (result = utf8.encode(string)).length;
  return {
    platform: {
      charset_name(label, length) {
        try {
          return put(new TextDecoder(string(label, length)).encoding);
        } catch {
          // No charset has this label, or the platform lacks it.
          return put("");
        }
      },
      charset_decode(name, nameLength, at, length) {
        const charset = string(name, nameLength);
        const octets = bytes().subarray(at, at + length);
        try {
          return put(new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(octets));
        } catch {
          return ~put(new TextDecoder(charset, { ignoreBOM: true }).decode(octets));
        }
      },
      charset_take(to) {
        bytes().set(result, to);
      },
    },
  };
}
