// Loads the module and starts the Worker: from files beside the page, or from the page itself if it is one file.

import { browserStrings } from "../../../npm/browser-strings.js";
import { Engine } from "../../../npm/engine.js";
import { embedded } from "./embedded.js";

// This script runs in the Worker too, where there is no document and none of this is used.
const { document } = globalThis;

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** The smallest module with SIMD. A browser that compiles it can compile ours. */
// prettier-ignore
const SIMD = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11);

async function compiled() {
  if (embedded) return WebAssembly.compile(bytesOf(embedded.wasm));
  const response = await fetch("triplet.wasm");
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  // Only under this content type can it be compiled while it loads, and a static host may send another.
  return response.headers.get("content-type") === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** `{module, engine}`, or an `error` with the key of its text: the file cannot be loaded, or the browser cannot compile it. */
export async function load() {
  try {
    const module = await compiled();
    return { module, engine: new Engine(module, browserStrings) };
  } catch (error) {
    const refused = await (async () => WebAssembly.compile(SIMD))().then(
      () => undefined,
      (refusal) => refusal,
    );
    return { error: { message: (refused ?? error).message, key: refused ? "fatal" : "fatalFile" } };
  }
}

/** The addresses of the Workers. `new Worker` takes no string where Trusted Types are required, so a policy makes the addresses. The
 * policy is created here, and its name cannot be used a second time. */
const address = embedded
  ? URL.createObjectURL(new Blob([document.scripts[document.scripts.length - 1].text], { type: "text/javascript" }))
  : "page.js";
/** @type {Record<string, string>} */
const addresses = { worker: address, offline: "offline.js" };
const policy = document && globalThis.trustedTypes?.createPolicy("triplet-worker", { createScriptURL: (name) => addresses[name] });
/** @param {string} name */
const scriptOf = (name) => (policy ? policy.createScriptURL(name) : addresses[name]);

/** Starts the Worker while the page loads, so that no request is made later. Its script is that of the page, which the browser has
 * already. The Worker is a classic one, because a page from disk cannot start a module Worker. */
export function startWorker() {
  return new Worker(scriptOf("worker"));
}

/**
 * Keeps the page for use without a network, and the file of its language. Not on a loopback address: another program may answer there
 * tomorrow, and `triplet web` needs no network.
 * @param {string} language
 */
export async function keepOffline(language) {
  const workers = navigator.serviceWorker;
  if (!workers || embedded || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)) return;
  try {
    await workers.register(scriptOf("offline"));
    const { active } = await workers.ready;
    if (language !== "en") active?.postMessage(language.toLowerCase());
  } catch {
    // The reader has forbidden it. The page works as before.
  }
}
