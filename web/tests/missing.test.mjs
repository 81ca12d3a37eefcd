// A browser that lacks something: WebAssembly, the module, or scripts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, served, speak, value } from "./browser.mjs";

const it = served();
const at = (fragment = "") => `${it.server.address}${fragment && `#${fragment}`}`;

for (const [name, init] of [
  [
    "missing",
    () => {
      delete globalThis.WebAssembly;
    },
  ],
  [
    "refused",
    () => {
      WebAssembly.compile = WebAssembly.compileStreaming = async () => {
        throw new WebAssembly.CompileError("refused");
      };
    },
  ],
]) {
  test(`WebAssembly is ${name}: the page says so`, async () => {
    const opened = await open(it.browser, at(), { init, ready: false });
    const message = opened.page.getByRole("alert");
    await opened.page.waitForFunction(() => document.querySelector("#fatal.error"));
    assert.match(await message.innerText(), /needs WebAssembly/);
    await opened.close();
  });
}

test("without WebAssembly, the browser's own functions encode and decode", async () => {
  const opened = await open(it.browser, at(), {
    init: () => {
      delete globalThis.WebAssembly;
    },
    options: true,
  });
  const { page } = opened;
  for (const missing of ["#tabs", "#what", "#set", "#charset", "#undo", "#share", "#crlf", "#lines"])
    assert.ok(!(await page.locator(missing).isVisible()), missing);
  await page.locator("#plain").fill("a b+é~!'()*\n日");
  assert.equal(await value(page, "encoded"), "a%20b%2B%C3%A9~%21%27%28%29%2A%0A%E6%97%A5");
  await page.locator("#plus").selectOption("1");
  assert.equal(await value(page, "encoded"), "a+b%2B%C3%A9~%21%27%28%29%2A%0A%E6%97%A5");
  await page.locator("#encoded").fill("a+b%2b%C3%A9");
  assert.equal(await value(page, "plain"), "a b+é");
  // Nothing is lost, and the place is said where it is known.
  for (const [text, says] of [
    ["ab%zz", /two hexadecimal digits\. \(column 3\)/],
    ["ab\nc%4", /ends within a triplet: .* \(line 2, column 2\)/],
    ["%C3%28", /not UTF-8/],
  ]) {
    await page.locator("#encoded").fill(text);
    assert.match(await page.locator("#notes-encoded").innerText(), says);
    assert.deepEqual([await value(page, "encoded"), await value(page, "plain")], [text, ""]);
  }
  await page.locator("#escape").check();
  await page.locator("#encoded").fill("%u65E5%20+");
  assert.equal(await value(page, "plain"), "日 +");
  await page.locator("#plain").fill("é日 +");
  assert.equal(await value(page, "encoded"), "%E9%u65E5%20+");
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "%E9%u65E5%20+");
  await speak(page, "de");
  assert.match(await page.getByRole("alert").innerText(), /WebAssembly[^]*Zeichensätze/);
  await page.locator("#clear").click();
  assert.deepEqual([await value(page, "encoded"), await value(page, "plain")], ["", ""]);
  await opened.clean();
  await opened.close();
});

// A truncated file is not reported as a fault of the browser.
for (const [name, answer, reason] of [
  ["not there", (route) => route.fulfill({ status: 404, body: "no such file" }), "HTTP 404"],
  ["blocked", (route) => route.abort("blockedbyclient"), "Failed to fetch"],
  ["another file", (route) => route.fulfill({ contentType: "text/html", body: "<!doctype html><title>App</title>" }), "magic"],
  [
    "cut",
    async (route) => route.fulfill({ contentType: "application/wasm", body: (await (await route.fetch()).body()).subarray(0, 5000) }),
    "",
  ],
]) {
  test(`the module is ${name}: the page says that, and nothing of the browser`, async () => {
    const context = await it.browser.newContext({ locale: "en-US" });
    const page = await context.newPage();
    await page.route("**/triplet.wasm", answer);
    for (const [locale, words] of [
      ["en", "triplet.wasm cannot be loaded"],
      ["zh", "无法加载"],
      ["ko", "불러올 수 없습니다"],
      ["ja", "読み込めません"],
    ]) {
      await page.addInitScript((locale) => Object.defineProperty(navigator, "languages", { value: [locale], configurable: true }), locale);
      await page.goto(at());
      await page.waitForFunction(() => document.querySelector("#fatal.error"));
      const said = await page.getByRole("alert").innerText();
      assert.ok(said.includes(words) && said.includes(reason), said);
      assert.doesNotMatch(said, /SIMD/);
      await page.locator("#plain").fill("a b");
      assert.equal(await value(page, "encoded"), "a%20b");
    }
    await context.close();
  });
}

test("a module served as text is compiled too", async () => {
  const init = () => {
    const real = fetch;
    globalThis.fetch = async (...request) =>
      new Response(await (await real(...request)).arrayBuffer(), { headers: { "content-type": "text/plain" } });
    WebAssembly.compileStreaming = () => {
      throw new Error("this is not called");
    };
  };
  const opened = await open(it.browser, at("p=a+b"), { init });
  assert.equal(await value(opened.page, "encoded"), "a%20b");
  await opened.clean();
  await opened.close();
});

test("without scripts the page says what it needs", async () => {
  const context = await it.browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(at());
  assert.match(await page.locator("#fatal").innerText(), /lacks or blocks JavaScript or WebAssembly/);
  await context.close();
});
