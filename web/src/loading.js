// The module, and the Worker: from beside the page, or from within it where it is one file.

import { browserStrings } from "../../npm/browser-strings.js";
import { Engine } from "../../npm/engine.js";

// In the Worker there is no document, and nothing of this is needed.
const { document } = globalThis;
const embedded = document?.getElementById("embedded");
const data = embedded ? JSON.parse(embedded.textContent) : null;
embedded?.remove();

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The smallest module with SIMD: a browser that compiles it compiles ours. */
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

async function compiled() {
  if (data) return WebAssembly.compile(bytesOf(data.wasm));
  const response = await fetch("triplet.wasm");
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  // A static host may serve the file under any type, and only under its own it is compiled as it comes.
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** An error has the key of its text: the file can't be loaded, or the browser can't compile it. */
export async function load() {
  try {
    const module = await compiled();
    return { module, engine: new Engine(module, browserStrings) };
  } catch (error) {
    const refused = await (async () => WebAssembly.compile(SIMD))().then(() => undefined, (refusal) => refusal);
    throw Object.assign(refused ?? error, { key: refused ? "fatal" : "fatalFile" });
  }
}

/** The one address that may become a Worker: `new Worker` takes no plain string where Trusted Types are required. The name
 * is used up here, so that no other script can make this policy. */
const address = data ? URL.createObjectURL(new Blob([document.scripts[document.scripts.length - 1].textContent], { type: "text/javascript" })) : "page.js";
const policy = document && globalThis.trustedTypes?.createPolicy("triplet-worker", { createScriptURL: () => address });

/** Started while the page loads, so that no request is made later. It is the script of the page once more, which the browser has
 * by then; a classic one, because a page from disk gets no Worker from a module. */
export function startWorker() {
  return new Worker(policy ? policy.createScriptURL("") : address);
}
