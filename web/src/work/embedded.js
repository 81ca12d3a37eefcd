// What the page as one file carries with it: the module and the languages. A page from a server loads them.

// This script runs in the Worker too, where there is no document.
const element = globalThis.document?.getElementById("embedded");

/**
 * Nothing if the page is from a server.
 * @type {{ wasm: string, languages: Record<string, import("../model/types.js").TextFile> } | undefined}
 */
export const embedded = element ? JSON.parse(element.textContent) : undefined;
element?.remove();
