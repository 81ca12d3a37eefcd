// What the page as one file carries with it: the module and the languages. A page from a server loads them.

// This script runs in the Worker too, where there is no document.
const element = globalThis.document?.getElementById("embedded");

/** `{wasm, languages}`; nothing if the page is from a server. */
export const embedded = element ? JSON.parse(element.textContent) : undefined;
element?.remove();
