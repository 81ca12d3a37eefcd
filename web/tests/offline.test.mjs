// The page is kept for use without a network, and can be installed. Here a static host serves it under a name.

import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { open, root, speak, startBrowser, startServer, value } from "./browser.mjs";

const folder = join(root, "target/web");
const TYPES = {
  html: "text/html",
  css: "text/css",
  js: "text/javascript",
  json: "application/json",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
  svg: "image/svg+xml",
  png: "image/png",
};
const asked = [];
let server;
let address;
let browser;

function serve(port) {
  server = createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : request.url.slice(1);
    asked.push(name);
    if (!/^[\w.-]+$/.test(name) || !existsSync(join(folder, name))) return response.writeHead(404).end();
    response
      .writeHead(200, { "content-type": TYPES[name.split(".")[1]], "cache-control": "no-store" })
      .end(readFileSync(join(folder, name)));
  }).listen(port, "127.0.0.1");
  return once(server, "listening");
}

function stop() {
  server.close();
  server.closeAllConnections();
}

before(async () => {
  await serve(0);
  // Browsers trust such a name without HTTPS.
  address = `http://triplet.localhost:${server.address().port}/`;
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  stop();
});

test("after one visit the page works without a network, in its language", async () => {
  const { page, context, seen, close } = await open(browser, address, { locale: "de-DE" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open("triplet")).match("de.json")) !== undefined);
  const kept = await page.evaluate(async () =>
    (await (await caches.open("triplet")).keys()).map(({ url }) => new URL(url).pathname).sort(),
  );
  assert.deepEqual(kept, ["/", "/de.json", "/page.css", "/page.js", "/page.webmanifest", "/triplet.wasm"]);
  assert.deepEqual(await page.evaluate(() => violations), []);
  assert.deepEqual(seen.errors, []);
  const { port } = server.address();
  stop();
  asked.length = 0;
  const later = await context.newPage();
  await later.goto(`${address}#p=a+b`);
  await later.waitForSelector("html[data-ready][data-language=de]");
  assert.equal(await value(later, "encoded"), "a%20b");
  // The Worker is started from what is kept, too.
  await later.locator("#plain").fill("ä ".repeat(50_000));
  await later.waitForFunction(() => document.getElementById("encoded").value.startsWith("%C3%A4%20"));
  // A language that was never asked for is not there, and the page says so.
  await later.locator("#language").selectOption("ja");
  await later.waitForFunction(() => document.getElementById("language-note").textContent !== "");
  assert.equal(await later.evaluate(() => document.documentElement.dataset.language), "de");
  assert.deepEqual(asked, []);
  // When the server is back, it is asked first, and what it sends is kept.
  await serve(port);
  await later.reload();
  await later.waitForSelector("html[data-ready]");
  assert.ok(asked.includes("page.js"), asked.join());
  await speak(later, "ja");
  await later.waitForFunction(async () => (await (await caches.open("triplet")).match("ja.json")) !== undefined);
  await close();
});

test("the page can be installed: manifest and icons", async () => {
  const { page, context, close } = await open(browser, address);
  const { data, errors, url } = await (await context.newCDPSession(page)).send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  assert.equal(url, `${address}page.webmanifest`);
  const manifest = JSON.parse(data);
  for (const { src, sizes } of manifest.icons) {
    const icon = readFileSync(join(folder, src));
    if (src.endsWith(".png")) assert.equal(`${icon.readUInt32BE(16)}x${icon.readUInt32BE(20)}`, sizes, src);
    // The browser draws it under the policy of the page.
    const drawn = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return image.naturalWidth > 0;
    }, src);
    assert.ok(drawn, src);
  }
  assert.deepEqual(
    manifest.icons.map(({ purpose = "any" }) => purpose),
    ["any", "any", "any", "maskable"],
  );
  assert.deepEqual(await page.evaluate(() => violations), []);
  await close();
});

test("on a loopback address nothing is kept: another program may answer there tomorrow", async () => {
  const local = await startServer();
  const { page, clean, close } = await open(browser, local.address);
  assert.deepEqual(await page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()]), [
    0,
    [],
  ]);
  await clean();
  await close();
  local.stop();
});
