// What Reload and Back bring back, and how the page forgets it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { INITIAL } from "../src/model/state.js";
import { recalled, remembered } from "../src/model/remembered.js";
import { LONGEST } from "../src/model/link.js";
import { onPage, paste, served, value } from "./browser.mjs";

const it = served();
const inPage = (name, run) => onPage(it, name, run);
/** Loads the page again. The check of requests counts one load only, so the page must not have asked for anything else. */
async function reload(page, opened) {
  await page.waitForTimeout(400);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.deepEqual(
    opened.seen.requests
      .splice(0)
      .map((url) => new URL(url).pathname.slice(1))
      .filter((name) => !/^(?:page\.(?:css|js|webmanifest)|triplet\.wasm|icon\.svg|)$/.test(name)),
    [],
  );
}
const LINK = "https://a.example/?q=%E4%BD%A0&n=1";

inPage("Reload brings back the text, the options and the view", async (page, opened) => {
  await paste(page, "encoded", LINK);
  await reload(page, opened);
  assert.equal(await value(page, "encoded"), LINK);
  assert.match(await page.locator(".tree").first().innerText(), /你/);
  await page.locator("#mode-encode").click();
  await page.locator("#plain").fill("a b\nc");
  await page.locator("#plus").selectOption("1");
  await reload(page, opened);
  assert.equal(await value(page, "plain"), "a b\nc");
  assert.equal(await value(page, "encoded"), "a+b%0Ac");
});

inPage("Back brings back the text of the page that was left", async (page, opened) => {
  await paste(page, "encoded", LINK);
  await page.waitForFunction((link) => history.state?.encoded === link, LINK);
  await page.goto("about:blank");
  await page.goBack();
  await page.waitForSelector("html[data-ready]");
  opened.seen.requests.length = 0;
  assert.equal(await value(page, "encoded"), LINK);
});

inPage("an edit after a link with a text is what Reload brings back", async (page, opened) => {
  await page.goto(`${it.server.address}#e=a%2520b`);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await value(page, "encoded"), "a%20b");
  await page.locator("#encoded").fill("c%20d");
  await page.waitForFunction(() => history.state?.encoded === "c%20d");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await value(page, "encoded"), "c%20d");
  opened.seen.requests.length = 0;
});

inPage("a link that is followed within the page has its own text, however soon", async (page) => {
  await paste(page, "encoded", LINK);
  for (let i = 0; i < 20; i++) {
    const text = await page.evaluate(async (i) => {
      const box = document.getElementById("encoded");
      box.value = `typed${i}`;
      box.dispatchEvent(new InputEvent("input"));
      const came = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
      location.hash = `e=link${i}`;
      // What was planned for the entry before may run first.
      for (const end = performance.now() + 20 * i; performance.now() < end;);
      await came;
      return box.value;
    }, i);
    assert.equal(text, `link${i}`);
  }
});

inPage("Clear forgets it: nothing is in the history or in a store", async (page, opened) => {
  await paste(page, "encoded", LINK);
  await page.waitForFunction(() => history.state !== null);
  await page.locator("#clear").click();
  await page.waitForFunction(() => history.state === null);
  await reload(page, opened);
  assert.equal(await value(page, "encoded"), "");
  assert.deepEqual(await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie, history.state]), [
    0,
    0,
    "",
    null,
  ]);
});

test("an entry has no text that is empty or too long, and only what differs from the empty page", () => {
  const state = { ...INITIAL, encoded: "a%20b", plain: "a b" };
  assert.deepEqual(remembered(state), { encoded: "a%20b" });
  assert.equal(remembered(INITIAL), null);
  assert.equal(remembered({ ...state, encoded: "a".repeat(LONGEST + 1) }), null);
});

test("an entry of another version, or of no version, does no harm", () => {
  const known = { sets: ["rfc3986:unreserved"], charsets: ["utf-8"] };
  for (const entry of [null, undefined, 1, "a", [], {}, { encoded: 1 }, { encoded: "" }]) assert.equal(recalled(entry, known), undefined);
  const odd = {
    encoded: "a",
    set: "none",
    charset: "klingon",
    view: "x",
    source: "y",
    plus: "1",
    gone: true,
    constructor: "a",
    readAs: { "": "klingon" },
    outer: { 0: 1 },
  };
  assert.deepEqual(recalled(odd, known), { ...INITIAL, encoded: "a" });
});
