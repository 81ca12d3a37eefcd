// The service worker: keeps the files of the page for use without a network. Each file is asked of the server first, so that a new
// version is used at once; what is kept answers only if the server does not.

const FILES = [".", "page.css", "page.js", "triplet.wasm", "page.webmanifest"];
const kept = caches.open("triplet");
const keep = async (files) => (await kept).addAll(files);

addEventListener("install", (event) => event.waitUntil(keep(FILES)));

// The page says which language it speaks: that file was loaded before this script ran.
addEventListener("message", (event) => {
  if (/^[a-z-]+$/.test(event.data)) event.waitUntil(keep([`${event.data}.json`]));
});

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

addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
