// The service worker: keeps the files of the page for use without a network. Each file is asked of the server first, so that a new
// version is used at once; what is kept answers only if the server does not.

const FILES = [".", "page.css", "page.js", "triplet.wasm", "page.webmanifest"];
const kept = caches.open("triplet");
/** @param {string[]} files */
const keep = async (files) => (await kept).addAll(files);

addEventListener("install", (event) => /** @type {ExtendableEvent} */ (event).waitUntil(keep(FILES)));

// The page says which language it speaks: that file was loaded before this script ran.
addEventListener("message", (event) => {
  if (/^[a-z-]+$/.test(event.data)) /** @type {ExtendableEvent} */ (/** @type {Event} */ (event)).waitUntil(keep([`${event.data}.json`]));
});

/** @param {Request} request */
async function answer(request) {
  try {
    const response = await fetch(request);
    if (response.ok) (await kept).put(request, response.clone());
    return response;
  } catch (error) {
    const found = await (await kept).match(request, { ignoreSearch: true });
    if (!found) throw error;
    return found;
  }
}

addEventListener(
  "fetch",
  /** @type {(event: Event) => void} */ (
    /** @param {FetchEvent} event */ (event) => {
      if (event.request.method === "GET") event.respondWith(answer(event.request));
    }
  ),
);
