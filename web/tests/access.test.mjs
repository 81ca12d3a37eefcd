// axe-core in every language, theme and view.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LANGUAGES, open, speak, startBrowser, startServer, web } from "./browser.mjs";

const axe = readFileSync(join(web, "node_modules/axe-core/axe.min.js"), "utf8");
const TEXT = "https://user@example.com/caf%C3%A9/%E4%BD%A0%E5%A5%BD/a%2fb/%7Euser?q=tea+%26+milk&x=%zz&y=%FF&z#%E2%80%AEtop";
const VIEWS = ["bytes", "reference", "charsets", "readers", "files", "code"];

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/** What axe finds, by all rules or by those that `options` choose. */
async function violations(page, options = {}) {
  const found = await page.evaluate(async (options) => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`,
    );
  }, options);
  return found;
}

// All rules in English and light. A theme changes colours only, so the other themes are tried by the rule of colours, and colours do
// not depend on the language, so the other languages are tried by all other rules.
const COLOURS = "color-contrast";
const themes = ["dark", "contrast"].map((theme) => [theme, "en", { runOnly: [COLOURS] }]);
const others = LANGUAGES.filter((code) => code !== "en").map((code) => ["light", code, { rules: { [COLOURS]: { enabled: false } } }]);
for (const [theme, language, rules] of [["light", "en"], ...themes, ...others]) {
  test(`axe finds nothing: ${theme}, ${language}`, async () => {
    const { page, close } = await open(browser, server.address);
    await page.evaluate(axe);
    await page.locator("#theme").selectOption(theme);
    await speak(page, language);
    assert.deepEqual(await violations(page, rules), [], "empty");
    for (const text of [TEXT, TEXT.replace("%zz", "%25%32%35")]) {
      await page.locator("#encoded").fill(text);
      await page.locator("details.grid").evaluate((details) => {
        details.open = true;
      });
      for (const view of VIEWS) {
        await page.locator(`#tab-${view}`).click();
        assert.deepEqual(await violations(page, rules), [], `${view}, ${text}`);
      }
    }
    await close();
  });
}

test("axe finds nothing on the page without WebAssembly, and in a file's errors", async () => {
  const without = await open(browser, server.address, {
    init: () => {
      delete globalThis.WebAssembly;
    },
  });
  await without.page.evaluate(axe);
  await without.page.locator("#encoded").fill("%zz");
  assert.deepEqual(await violations(without.page), []);
  await without.close();
  const { page, close } = await open(browser, server.address);
  await page.evaluate(axe);
  await page.locator("#tab-files").click();
  await page.locator("#file").setInputFiles({ name: "a.encoded.txt", mimeType: "text/plain", buffer: Buffer.from("%zz") });
  await page.locator("#panel-files").getByRole("button", { name: "Start" }).click();
  await page.locator("#panel-files").getByRole("button", { name: "Read on" }).click();
  await page.locator("#panel-files").getByRole("link").waitFor();
  assert.deepEqual(await violations(page), []);
  await close();
});

test("on a phone each pair of a query is whole with its buttons, and no cell of a table overflows", async () => {
  for (const [width, language] of [
    [390, "en"],
    [360, "fr"],
    [320, "de"],
    [320, "es"],
    [320, "ru"],
  ]) {
    const { page, close } = await open(browser, server.address, { viewport: { width, height: 844 } });
    await speak(page, language);
    await page.locator("#encoded").fill(TEXT.replace("%zz&y=%FF&z", "1"));
    await page.locator("#tab-reference").click();
    const fields = page.locator(".pairs").locator("input, textarea, button");
    assert.equal(await fields.count(), 10);
    for (const field of await fields.all()) {
      const { x, width: wide } = await field.boundingBox();
      assert.ok(x >= 0 && x + wide <= width, `${language}: ${x} to ${x + wide} of ${width}`);
    }
    for (const cell of await page.locator(".parts th, .parts td").all()) {
      const [wide, room] = await cell.evaluate((node) => [node.scrollWidth, node.clientWidth]);
      assert.ok(wide <= room, `${language}: ${await cell.textContent()}`);
    }
    await page.locator(".pairs button", { hasText: "✕" }).first().click();
    assert.match(await page.locator("#encoded").inputValue(), /~user\?x=1#|%7Euser\?x=1#/u);
    await close();
  }
});
