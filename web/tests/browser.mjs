// A real browser at the real server, and the checks of what a page must never do.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { env } from "node:process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { LANGUAGES as NAMES } from "../src/i18n/language.js";

export const web = join(dirname(fileURLToPath(import.meta.url)), "..");
export const root = join(web, "..");

/** The codes of the languages that are files. English is in the script. */
export const LANGUAGES = Object.keys(NAMES).filter((code) => code !== "en");
const FILES = LANGUAGES.map((code) => `${code.toLowerCase()}.json`);

/** The command, which serves the page: a debug build. */
export const command = env.TRIPLET ?? join(root, "target/debug/triplet");

const { TRIPLET_WEB_ASSETS: _, ...plain } = env;
const folder = join(root, "target/web");

/** Environments of the command: with the page that `node web/build.mjs` built, and with the page that it embeds. */
export const built = { ...plain, TRIPLET_WEB_ASSETS: folder };
export const embedded = plain;

export async function startServer(environment = built) {
  assert.ok(existsSync(command), `${command} is missing; run cargo build -p triplet-cli`);
  const server = spawn(command, ["web"], { stdio: ["ignore", "pipe", "inherit"], env: environment });
  const [address] = await once(createInterface(server.stdout), "line");
  if (environment === built) {
    const script = await (await fetch(`${address}page.js`)).text();
    assert.ok(
      script === readFileSync(join(folder, "page.js"), "utf8"),
      `${command} serves the page that it embeds: it is not a debug build`,
    );
    const answers = await Promise.all(FILES.map(async (name) => (await fetch(`${address}${name}`)).ok));
    const missing = FILES.filter((_, i) => !answers[i]);
    assert.deepEqual(missing, [], `${command} does not serve these files: run node web/build.mjs, and cargo build -p triplet-cli`);
  }
  return { address, stop: () => server.kill() };
}

export function startBrowser() {
  const executablePath =
    env.CHROMIUM ??
    ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  assert.ok(executablePath, "Chromium is not installed; set CHROMIUM to its path");
  // Without the sandbox, which root in a container cannot have. The browser opens only the page.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** What the page loads beside itself, in any order. */
const LOADED = ["page.css", "page.js", "page.js", "triplet.wasm", "icon.svg", "page.webmanifest", ""];

/** Elements that no text may become. The page's own are counted when it has loaded. */
const FOREIGN = "script, style, link, iframe, frame, object, embed, img, svg, math, video, audio, form, base, meta, a, template";

/** The server and the browser of a file of tests, from its first test to its last. */
export function served(environment = built) {
  const it = {};
  before(async () => {
    it.server = await startServer(environment);
    it.browser = await startBrowser();
  });
  after(async () => {
    await it.browser?.close();
    it.server?.stop();
  });
  return it;
}

/** Opens the page, presses the button of a `mode`, and records what it requests after load, which scripts run, and which elements appear. */
export async function open(
  browser,
  address,
  {
    locale = "en-US",
    colorScheme = "light",
    viewport = { width: 1280, height: 900 },
    init,
    more = {},
    ready = true,
    options = true,
    mode = options ? "decode" : "",
    folds = true,
  } = {},
) {
  const context = await browser.newContext({
    locale,
    colorScheme,
    viewport,
    permissions: address.startsWith("http") ? ["clipboard-read", "clipboard-write"] : [],
    ...more,
  });
  if (env.QUICK) context.setDefaultTimeout(5000);
  const page = await context.newPage();
  const seen = { requests: [], errors: [], dialogs: [] };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") seen.errors.push(message.text());
  });
  page.on("pageerror", (error) => seen.errors.push(error.stack ?? error.message));
  page.on("dialog", (dialog) => {
    seen.dialogs.push(dialog.message());
    dialog.dismiss();
  });
  page.on("worker", (worker) => worker.on("close", () => {}));
  // What the page loads: its own files, once each, and its script for the Worker too. All else is a request after load, whenever it is.
  const rest = [...LOADED];
  // The file of a language that is chosen is loaded then: its name, and nothing else, is asked of the page's own server.
  const isLanguage = (url) => FILES.some((name) => url === `${address.split("#")[0]}${name}`);
  context.on("request", (request) => {
    const url = request.url();
    if (url.startsWith("blob:") || isLanguage(url)) return;
    const at = rest.findIndex((name) => url === `${address.split("#")[0]}${name}`);
    if (at >= 0) rest.splice(at, 1);
    else if (url !== address) seen.requests.push(url);
  });
  await page.addInitScript(() => {
    globalThis.violations = [];
    addEventListener(
      "securitypolicyviolation",
      (event) => violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      true,
    );
    globalThis.ran = 0;
  });
  if (init) await page.addInitScript(init);
  await page.goto(address);
  if (ready) await page.waitForSelector("html[data-ready]");
  // Most options are closed at first; a person opens them once.
  if (ready && mode && (await page.evaluate(() => document.body.dataset.view)) === "explain") await page.locator(`#mode-${mode}`).click();
  if (ready && options && (await page.locator("#more").count()) > 0) await page.locator("#more > summary").click();
  // So are sections of the parts, which stay open for the next text.
  if (ready && folds)
    await page.evaluate(() => {
      for (const fold of document.querySelectorAll("#panel-reference details")) fold.open = true;
    });
  const foreign = await page.locator(FOREIGN).count();
  return {
    page,
    context,
    /** Asserts that nothing forbidden has happened; `links` is the number of elements that the test has added. */
    async clean({ links = 0 } = {}) {
      assert.deepEqual(seen.requests, [], "requests after load");
      assert.deepEqual(seen.errors, [], "errors on the console");
      assert.deepEqual(seen.dialogs, [], "dialogs");
      const [happened, elements, title] = await page.evaluate(
        (names) => [[violations, ran], document.querySelectorAll(names).length, document.title],
        FOREIGN,
      );
      assert.deepEqual(happened, [[], 0], "violations, and scripts that ran");
      assert.equal(elements, foreign + links, "elements that a text became");
      // The title says the state, and nothing of the text.
      assert.match(title, /^Triplet$|^[\p{L} /]{2,20} – Triplet$/u);
    },
    seen,
    close: () => context.close(),
  };
}

/** A test on a page whose options are closed, as a person finds it; afterwards nothing forbidden must have happened. */
export function onPage(it, name, run, options = {}) {
  test(name, async () => {
    const opened = await open(it.browser, it.server.address, { options: false, ...options });
    try {
      await run(opened.page, opened);
      await opened.clean(options.allowed);
    } finally {
      await opened.close();
    }
  });
}

/** What a page does at its start so that `blobAt` finds the blobs that its links download: the bytes without the wait for a download. */
export function rememberBlobs() {
  const make = URL.createObjectURL;
  globalThis.blobs = new Map();
  URL.createObjectURL = (blob) => {
    const address = make.call(URL, blob);
    blobs.set(address, blob);
    return address;
  };
}

/** The bytes that a link downloads. */
export async function blobAt(link) {
  const base64 = await link.evaluate(async ({ href }) => {
    const bytes = new Uint8Array(await blobs.get(href).arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 1 << 15) text += String.fromCharCode(...bytes.subarray(at, at + (1 << 15)));
    return btoa(text);
  });
  return Buffer.from(base64, "base64");
}

/** Drops files on a place of the page. */
export async function dropOn(page, place, ...files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { content, name } of files) transfer.items.add(new File([content], name));
    return transfer;
  }, files);
  await page.dispatchEvent(place, "dragover", { dataTransfer: transfer });
  await page.dispatchEvent(place, "drop", { dataTransfer: transfer });
}

/** Runs on the items of a list, four at a time: each waits for a page most of the time. */
export async function fourAtATime(list, run) {
  const left = [...list.entries()];
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift()) await run(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: 4 }, one));
}

/** Chooses a language, and waits for its file. */
export async function speak(page, language) {
  await page.locator("#language").selectOption(language);
  await page.waitForSelector(`html[data-language="${language}"]`);
}

export const value = (page, id) => page.locator(`#${id}`).inputValue();

/** Replaces the text of a pane as a paste does. */
export async function paste(page, id, text) {
  await page.locator(`#${id}`).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
}
