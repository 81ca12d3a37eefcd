// The package with the module within itself: there is no file to find at run time, and nothing to wait for, so it may be
// bundled by any tool into any kind of script.

import { base64 } from "./module.js";
import { isRunning, start, startLater } from "./running.js";

export * from "./functions.js";

const bytes = () =>
  Uint8Array.fromBase64?.(base64) ??
  (globalThis.Buffer ? Uint8Array.from(globalThis.Buffer.from(base64, "base64")) : Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));

startLater(() => {
  try {
    return new WebAssembly.Module(bytes());
  } catch (error) {
    throw new Error("the module cannot be compiled while a caller waits: `await init()` first; or where no module may be compiled, give one to `init` of triplet/init", { cause: error });
  }
});

/** Compiles the module without blocking. Nobody has to call it, but in the page itself of Chromium before version 115, which
 * compiles no module of this size while a caller waits. */
export async function init() {
  if (isRunning()) return;
  const module = await WebAssembly.compile(bytes());
  if (!isRunning()) start(module);
}
