// Each language other than English is a file, loaded when it is the reader's or is chosen; and no text of any is too long.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGUAGES, onPage, open, paste, served, speak, value } from "./browser.mjs";

const it = served();
const inPage = (name, run, options) => onPage(it, name, run, options);
const fileOf = (url) => new URL(url).pathname.slice(1);

for (const [locale, expected] of [
  ["en-US", []],
  ["fr-CA", ["fr.json"]],
  ["zh-TW", ["zh-hant.json"]],
  ["ru-RU", ["ru.json"]],
  // Latin: the page will not have it.
  ["la-VA", []],
]) {
  test(`a reader of ${locale} downloads ${expected[0] ?? "no other language"}`, async () => {
    const context = await it.browser.newContext({ locale });
    const page = await context.newPage();
    const files = [];
    page.on("response", (response) => files.push(fileOf(response.url())));
    await page.goto(it.server.address);
    await page.waitForSelector("html[data-ready]");
    assert.deepEqual(
      files.filter((name) => name.endsWith(".json")),
      expected,
    );
    await context.close();
  });
}

inPage("a chosen language is loaded then, by its name only", async (page, { context }) => {
  const asked = [];
  // The Worker may load its script still; `clean` asserts that nothing else is loaded.
  context.on("request", (request) => request.url().endsWith(".json") && asked.push(request.url()));
  await page.locator("#encoded").fill("caf%C3%A9");
  await speak(page, "es");
  assert.deepEqual(asked, [`${it.server.address}es.json`]);
  assert.equal(await page.locator("label[for=plain]").innerText(), "Texto");
  assert.equal(await value(page, "plain"), "café");
});

test("a language that cannot be loaded is said, and the page works in the one before", async () => {
  const { page, close } = await open(it.browser, it.server.address);
  await page.route("**/ko.json", (route) => route.abort());
  await page.locator("#language").selectOption("ko");
  await page.waitForFunction(() => document.querySelector("#language-note").textContent !== "");
  assert.equal(await page.locator("#language-note").innerText(), "한국어 can’t be loaded now.");
  assert.equal(await value(page, "language"), "en");
  await paste(page, "plain", "a b");
  assert.equal(await value(page, "encoded"), "a%20b");
  await speak(page, "de");
  assert.equal(await page.locator("#language-note").innerText(), "");
  await close();
});

test("the file of another version is not taken, and the language stays", async () => {
  const { page, close } = await open(it.browser, it.server.address);
  // Such a file has other texts at the same places.
  await page.route("**/de.json", async (route) => {
    const file = await (await route.fetch()).json();
    await route.fulfill({ json: { ...file, stamp: file.stamp + 1 } });
  });
  await page.locator("#language").selectOption("de");
  await page.waitForFunction(() => document.querySelector("#language-note").textContent !== "");
  assert.equal(await page.locator("#language-note").innerText(), "Deutsch can’t be loaded now.");
  assert.equal(await page.locator("#mode-explain").innerText(), "Explain");
  await close();
});

test("of two languages, the one chosen last stays, whichever arrives first", async () => {
  const { page, close } = await open(it.browser, it.server.address);
  let release;
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route("**/ja.json", async (route) => {
    await held;
    await route.continue();
  });
  await page.locator("#language").selectOption("ja");
  await speak(page, "fr");
  const arrived = page.waitForResponse("**/ja.json");
  release();
  await (await arrived).finished();
  assert.equal(await page.locator("label[for=plain]").innerText(), "Texte");
  assert.equal(await value(page, "language"), "fr");
  await close();
});

const LINK = "https://user@example.com/caf%C3%A9/%E4%BD%A0%E5%A5%BD/a%2fb/..%2F/%7Euser?q=tea+%26+milk&x=%00&q=%2525&z#%E2%80%AEtop";
const VIEWS = ["bytes", "reference", "charsets", "readers", "files", "code"];

/** Elements whose text is cut, and the width of the page if it scrolls sideways. What scrolls by itself may be wider. */
const overflows = (page) =>
  page.evaluate(() => {
    const wide =
      document.documentElement.scrollWidth > innerWidth ? [`the page: ${document.documentElement.scrollWidth} of ${innerWidth}`] : [];
    const cut = [...document.querySelectorAll("button, label, p, h1, h2, h3, li, dt, dd, th, summary, legend")].filter((node) => {
      if (!node.checkVisibility() || node.closest(".hidden, .skip, .scroll, #tabs, .preferences span")) return false;
      // What only a screen reader has.
      if (getComputedStyle(node).clipPath === "inset(50%)") return false;
      const { left, right } = node.getBoundingClientRect();
      return (
        (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline") || left < -1 || right > innerWidth + 1
      );
    });
    return [...wide, ...cut.map((node) => `${node.tagName} ${node.id} ${node.textContent.slice(0, 60)}`)];
  });

for (const language of ["en", ...LANGUAGES]) {
  inPage(
    `no text overflows at 320 pixels, in ${language}`,
    async (page) => {
      await speak(page, language);
      assert.deepEqual(await overflows(page), [], "empty");
      await paste(page, "encoded", LINK);
      assert.deepEqual(await overflows(page), [], "explained");
      // All options are shown where a text is encoded.
      await page.locator("#mode-encode").click();
      await page.locator("#more > summary").click();
      await page.locator("details.grid > summary").click();
      assert.deepEqual(await overflows(page), [], "options");
      await page.locator("#mode-decode").click();
      for (const text of [LINK, "%C4%E3%BA%C3%zz+%u4E2D", "GET /a%2520b HTTP/1.1 https://example.com/x https://example.org/y"]) {
        await paste(page, "encoded", text);
        for (const view of VIEWS) {
          await page.locator(`#tab-${view}`).click();
          assert.deepEqual(await overflows(page), [], `${view}: ${text}`);
        }
      }
      await paste(page, "plain", "été %41 \u202e");
      assert.deepEqual(await overflows(page), [], "plain");
    },
    { viewport: { width: 320, height: 640 } },
  );
}
