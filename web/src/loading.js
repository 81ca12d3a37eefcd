// The module, and the Worker: from beside the page, or from within it where it is one file.

import { browserStrings } from "../../npm/browser-strings.js";
import { Engine } from "../../npm/engine.js";

const embedded = document.getElementById("embedded");
const data = embedded ? JSON.parse(embedded.textContent) : null;
embedded?.remove();

const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

export async function load() {
  if (typeof WebAssembly !== "object") throw new Error("no WebAssembly");
  const module = data
    ? await WebAssembly.compile(bytesOf(data.wasm))
    : await fetch("triplet.wasm").then(async (response) => {
        if (!response.ok) throw new Error(`triplet.wasm: ${response.status}`);
        // A static host may serve the file under any type, and only under its own it is compiled as it comes.
        return response.headers.get("content-type") === "application/wasm"
          ? WebAssembly.compileStreaming(response)
          : WebAssembly.compile(await response.arrayBuffer());
      });
  return { module, engine: new Engine(module, browserStrings) };
}

/** The one address that may become a Worker: `new Worker` takes no plain string where Trusted Types are required. The name
 * is used up here, so that no other script can make this policy. */
const address = data ? URL.createObjectURL(new Blob([bytesOf(data.worker)], { type: "text/javascript" })) : "worker.js";
const policy = globalThis.trustedTypes?.createPolicy("triplet-worker", { createScriptURL: () => address });

/** Started while the page loads, so that no request is made later. A classic script, because a page from disk gets no Worker
 * from a module. */
export function startWorker() {
  return new Worker(policy ? policy.createScriptURL("") : address);
}
