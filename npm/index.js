/* @ts-self-types="./index.d.ts" */
// The package with its module inside. There is no file to find at run time and nothing to await, so any tool can bundle it into any
// kind of script.

import { base64 } from "./module.js";
import { isRunning, start, startLater } from "./running.js";

export * from "./functions.js";

const decoded = (text) =>
  Uint8Array.fromBase64?.(text) ??
  (globalThis.Buffer
    ? Uint8Array.from(globalThis.Buffer.from(text, "base64"))
    : Uint8Array.from(atob(text), (character) => character.charCodeAt(0)));
// The constant is read in one place only: a bundler puts its text wherever it is read.
const bytes = () => decoded(base64);

startLater(() => {
  try {
    return new WebAssembly.Module(bytes());
  } catch (error) {
    throw new Error(
      "the module cannot be compiled synchronously here: `await init()` first, or, where compiling is forbidden, pass a compiled module to `init` of triplet/init",
      { cause: error },
    );
  }
});

/** Compiles the module asynchronously. A call is required only in the main thread of Chromium before version 115, which refuses to
 * compile a module of this size synchronously. */
export async function init() {
  if (isRunning()) return;
  const module = await WebAssembly.compile(bytes());
  if (!isRunning()) start(module);
}
