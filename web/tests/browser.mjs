// A real browser at the real server, and the watch over what a page must never do.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "node:process";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..");
export const root = join(web, "..");

/** The command, which serves the page: built before by whoever runs the tests. */
export const command = env.TRIPLET ?? join(root, "target/debug/triplet");

export async function startServer() {
  assert.ok(existsSync(command), `${command} is not built: cargo build -p triplet-cli`);
  const server = spawn(command, ["web"], { stdio: ["ignore", "pipe", "inherit"] });
  const [address] = await once(createInterface(server.stdout), "line");
  return { address, stop: () => server.kill() };
}

export function startBrowser() {
  const executablePath = env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  assert.ok(executablePath, "no Chromium is installed; CHROMIUM names one elsewhere");
  // Without its sandbox, because a container's root has none to give; nothing but the page is opened in it.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** Elements that no text may ever become. Those of the page itself are counted when it has started. */
const FOREIGN = "script, style, link, iframe, frame, object, embed, img, svg, math, video, audio, form, base, meta, a, template";

/** The server and the browser of a file of tests, from its first test to its last. */
export function served() {
  const it = {};
  before(async () => {
    it.server = await startServer();
    it.browser = await startBrowser();
  });
  after(async () => {
    await it.browser?.close();
    it.server?.stop();
  });
  return it;
}

/** A page that is watched: what it asks for once it is loaded, what it runs, which elements appear. */
export async function open(browser, address, { locale = "en-US", colorScheme = "light", viewport = { width: 1280, height: 900 }, init, more = {}, ready = true } = {}) {
  const context = await browser.newContext({ locale, colorScheme, viewport, permissions: address.startsWith("http") ? ["clipboard-read", "clipboard-write"] : [], ...more });
  const page = await context.newPage();
  const seen = { requests: [], errors: [], dialogs: [] };
  page.on("console", (message) => { if (message.type() === "error" || message.type() === "warning") seen.errors.push(message.text()); });
  page.on("pageerror", (error) => seen.errors.push(error.stack ?? error.message));
  page.on("dialog", (dialog) => { seen.dialogs.push(dialog.message()); dialog.dismiss(); });
  page.on("worker", (worker) => worker.on("close", () => {}));
  await page.addInitScript(() => {
    globalThis.violations = [];
    addEventListener("securitypolicyviolation", (event) => violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`), true);
    globalThis.ran = 0;
  });
  if (init) await page.addInitScript(init);
  await page.goto(address);
  if (ready) await page.waitForSelector("html[data-ready]");
  // What is loaded with the page has come when its Worker answers.
  await page.waitForLoadState("networkidle");
  context.on("request", (request) => { if (!request.url().startsWith("blob:")) seen.requests.push(request.url()); });
  const foreign = await page.locator(FOREIGN).count();
  const title = await page.title();
  return {
    page,
    context,
    /** Nothing has happened that must not; `links` is how many more there may be. */
    async clean({ links = 0 } = {}) {
      assert.deepEqual(seen.requests, [], "requests after load");
      assert.deepEqual(seen.errors, [], "errors on the console");
      assert.deepEqual(seen.dialogs, [], "dialogs");
      assert.deepEqual(await page.evaluate(() => [violations, ran]), [[], 0], "violations, and scripts that ran");
      assert.equal(await page.locator(FOREIGN).count(), foreign + links, "elements that a text became");
      assert.equal(await page.title(), title);
    },
    seen,
    close: () => context.close(),
  };
}

export const value = (page, id) => page.locator(`#${id}`).inputValue();

/** Replaces the text of a pane as a paste does. */
export async function paste(page, id, text) {
  await page.locator(`#${id}`).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}
