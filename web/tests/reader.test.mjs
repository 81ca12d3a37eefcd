// What belongs to the reader: the link to a text, language and theme, phones, and the keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { onPage, open, served, speak, value } from "./browser.mjs";

const it = served();
const at = (fragment = "") => `${it.server.address}${fragment && `#${fragment}`}`;
// These tests begin with both boxes and all options open.
const inPage = (name, run, options) => onPage(it, name, run, { options: true, ...options });

test("a link has text and options, and no server receives them", async () => {
  const first = await open(it.browser, at());
  await first.page.locator("#set").selectOption("rfc3986:path");
  await first.page.locator("#lines").check();
  await first.page.locator("#plain").fill("a&b=ü/c d\n#%\u202E");
  const encoded = await value(first.page, "encoded");
  await first.page.locator("#share").click();
  await first.page.waitForFunction(() => document.querySelector("#shared").textContent !== "");
  const link = await first.page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, first.page.url());
  assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/#[\x21-\x7e]+$/);
  await first.clean();
  await first.close();
  const second = await open(it.browser, link);
  assert.equal(await value(second.page, "plain"), "a&b=ü/c d\n#%\u202E");
  assert.equal(await value(second.page, "encoded"), encoded);
  assert.equal(await value(second.page, "set"), "rfc3986:path");
  // The page takes a new fragment without loading.
  await second.page.evaluate(() => {
    location.hash = "e=caf%25C3%25A9";
  });
  await second.page.waitForFunction(() => document.querySelector("#plain").value === "café");
  await second.page.locator("#clear").click();
  assert.equal(await value(second.page, "encoded"), "");
  assert.ok(!second.page.url().includes("#"));
  await second.clean();
  await second.close();
});

inPage(
  "four languages, by the browser's and by choice",
  async (page) => {
    assert.equal(await page.locator("html").getAttribute("lang"), "ja");
    assert.match(await page.locator(".tagline").innerText(), /パーセント/);
    await page.locator("#encoded").fill("%zz");
    const seen = new Set();
    for (const [code, lang, words] of [
      ["en", "en", "A % is not followed"],
      ["zh", "zh-Hans", "十六进制数字"],
      ["ko", "ko", "16진 숫자"],
      ["ja", "ja", "16 進数字"],
    ]) {
      await speak(page, code);
      assert.equal(await page.locator("html").getAttribute("lang"), lang);
      assert.ok((await page.locator("#notes-encoded").innerText()).includes(words), code);
      for (const text of await page.locator("[data-text]:visible, [role=tab]").allInnerTexts()) seen.add(`${code} ${text}`);
      const segment = { en: "one segment of a path", zh: "路径的一段", ko: "경로의 한 부분", ja: "パスの一部分" }[code];
      assert.equal(await page.locator('#set option[value="rfc3986:segment"]').innerText(), `rfc3986:segment — ${segment}`);
      assert.equal(await value(page, "encoded"), "%zz");
    }
    const all = await page.locator("[data-text]:visible, [role=tab]").count();
    // Except names that are the same in every language.
    assert.ok(seen.size > 3.5 * all, `${seen.size} texts for ${all} places`);
  },
  { locale: "ja-JP" },
);

test("language and theme are remembered", async () => {
  const { page, close } = await open(it.browser, at());
  await speak(page, "ko");
  await page.locator("#theme").selectOption("contrast");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.deepEqual([await value(page, "language"), await value(page, "theme")], ["ko", "contrast"]);
  await close();
});

for (const [locale, code] of [
  ["zh-TW", "zh-Hant"],
  ["zh-Hant-HK", "zh-Hant"],
  ["zh-CN", "zh"],
  ["ko-KR", "ko"],
  ["fr-FR", "fr"],
  ["de-AT", "de"],
  ["es-MX", "es"],
  ["ru-RU", "ru"],
  ["la-VA", "en"],
  // Konkani, which is not Korean.
  ["kok-IN", "en"],
]) {
  inPage(`the language of ${locale}`, async (page) => assert.equal(await value(page, "language"), code), { locale });
}

inPage(
  "themes, by the system and by choice",
  async (page) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    const dark = await ground();
    await page.locator("#theme").selectOption("light");
    assert.notEqual(await ground(), dark);
    await page.locator("#theme").selectOption("contrast");
    assert.equal(await ground(), "rgb(0, 0, 0)");
  },
  { colorScheme: "dark" },
);

inPage(
  "everything by keyboard, and announced",
  async (page) => {
    const focused = () => page.evaluate(() => document.activeElement.id);
    // The box has the focus at first.
    assert.equal(await focused(), "encoded");
    // The elements with an id that a key reaches, up to the last one.
    const reached = async (key, last) => {
      const met = [];
      for (let i = 0; i < 24 && met.at(-1) !== last; i++) {
        await page.keyboard.press(key);
        const id = await focused();
        if (id) met.push(id);
      }
      return met;
    };
    assert.deepEqual(await reached("Shift+Tab", "mode-explain"), ["share", "clear", "mode-decode", "mode-encode", "mode-explain"]);
    await page.locator("#encoded").focus();
    assert.deepEqual(await reached("Tab", "tab-reference"), ["tab-reference"]);
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "tab-bytes");
    assert.ok(await page.locator("#panel-bytes").isVisible());
    await page.locator("#mode-encode").click();
    assert.equal(await focused(), "plain");
    await page.keyboard.type("ä");
    await page.waitForFunction(() => document.querySelector("#status").textContent === "Encoded: 6 bytes");
    assert.equal(await page.locator("#status").getAttribute("aria-live"), "polite");
  },
  { options: false },
);
