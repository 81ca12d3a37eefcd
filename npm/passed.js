// Takes a module that the caller passes: as an address, as bytes or compiled.

import { bytesOf } from "./bytes.js";

const is = (name, value) => typeof globalThis[name] === "function" && value instanceof globalThis[name];

function wrong(source) {
  return new TypeError(`init takes an address, a Response, bytes or a WebAssembly.Module, not ${source === null ? "null" : typeof source}`);
}

/**
 * The functions `init` and `initSync` of an entry.
 *
 * @param {string} name The file of the module.
 * @param {string} operation One that the module has: another module is an error here, not at the first call.
 * @param {() => boolean} isRunning
 * @param {(module: WebAssembly.Module) => void} start
 */
export function taking(name, operation, isRunning, start) {
  function begin(module) {
    if (isRunning()) return;
    if (!WebAssembly.Module.exports(module).some((one) => one.name === operation))
      throw new TypeError(`this is not the module ${name} of this package`);
    start(module);
  }

  async function compiled(source) {
    if (source instanceof WebAssembly.Module) return source;
    if (typeof source === "string" || is("URL", source)) return compiled(await fetch(source));
    if (is("Response", source)) {
      if (!source.ok) throw new Error(`${name}: ${source.url || "the response"} answers ${source.status}`);
      // Only under this content type can it be compiled while it loads, and a server may send another.
      return source.headers.get("content-type")?.startsWith("application/wasm")
        ? WebAssembly.compileStreaming(source)
        : WebAssembly.compile(await source.arrayBuffer());
    }
    const bytes = bytesOf(source);
    if (!bytes) throw wrong(source);
    return WebAssembly.compile(bytes);
  }

  return {
    /** Takes the module: its address, a `Response`, its bytes, or compiled; or a promise of one of these. A second call does nothing. */
    async init(source) {
      if (isRunning()) return;
      begin(await compiled(await source));
    },

    /** The same synchronously: bytes, or a compiled module. */
    initSync(source) {
      if (isRunning()) return;
      if (source instanceof WebAssembly.Module) return begin(source);
      const bytes = bytesOf(source);
      if (!bytes) throw wrong(source);
      begin(new WebAssembly.Module(bytes));
    },
  };
}
