/* @ts-self-types="./init.d.ts" */
// The package without its module: the caller passes it, as an address, as bytes or compiled.

import { bytesOf } from "./bytes.js";
import { isRunning, start } from "./running.js";

export * from "./functions.js";

/** Starts the engine. A module that is not this package's is an error here, not at the first call. */
function begin(module) {
  if (isRunning()) return;
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  if (!names.includes("choose_set")) throw new TypeError("this is not the module triplet.wasm of this package");
  start(module);
}

const is = (name, value) => typeof globalThis[name] === "function" && value instanceof globalThis[name];

function wrong(source) {
  return new TypeError(`init takes an address, a Response, bytes or a WebAssembly.Module, not ${source === null ? "null" : typeof source}`);
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || is("URL", source)) return compiled(await fetch(source));
  if (is("Response", source)) {
    if (!source.ok) throw new Error(`triplet.wasm: ${source.url} answers ${source.status}`);
    // Only under this content type can it be compiled while it loads, and a server may send another.
    return source.headers.get("content-type")?.startsWith("application/wasm")
      ? WebAssembly.compileStreaming(source)
      : WebAssembly.compile(await source.arrayBuffer());
  }
  const bytes = bytesOf(source);
  if (!bytes) throw wrong(source);
  return WebAssembly.compile(bytes);
}

/** Takes the module: its address, a `Response`, its bytes, or compiled; or a promise of one of these. A second call does nothing. */
export async function init(source) {
  if (isRunning()) return;
  begin(await compiled(await source));
}

/** The same synchronously: bytes, or a compiled module. */
export function initSync(source) {
  if (isRunning()) return;
  if (source instanceof WebAssembly.Module) return begin(source);
  const bytes = bytesOf(source);
  if (!bytes) throw wrong(source);
  begin(new WebAssembly.Module(bytes));
}
