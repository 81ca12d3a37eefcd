// The page as one file, opened from disk.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { built, command, open, startBrowser, value } from "./browser.mjs";

let browser;
let folder;
let address;
before(async () => {
  browser = await startBrowser();
  folder = mkdtempSync(join(tmpdir(), "triplet-one-file-"));
  execFileSync(command, ["web", "--export", join(folder, "page.html")], { env: built });
  address = pathToFileURL(join(folder, "page.html")).href;
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

test("it converts, explains, and reads its fragment", async () => {
  const opened = await open(browser, `${address}#e=caf%25C3%25A9`);
  assert.equal(await value(opened.page, "plain"), "café");
  await opened.page.locator("#plain").fill("a b");
  assert.equal(await value(opened.page, "encoded"), "a%20b");
  assert.equal(await opened.page.locator("#panel-bytes .byte[role=option]").count(), 3);
  await opened.page.locator("#clear").click();
  await opened.clean();
  await opened.close();
});

test("its Worker converts a file", async () => {
  const opened = await open(browser, address);
  const { page } = opened;
  assert.equal(page.workers().length, 1);
  await page.getByRole("tab", { name: "Files" }).click();
  await page.locator("#file").setInputFiles({ name: "x.txt", mimeType: "text/plain", buffer: Buffer.from("ä ".repeat(1_000_000)) });
  await page.getByRole("button", { name: "Start" }).click();
  await page.locator("#panel-files").getByRole("link").waitFor();
  assert.match(await page.locator("#panel-files").innerText(), /3\.00 MB became 9\.00 MB/);
  await opened.clean({ links: 1 });
  await opened.close();
});

test("it shares a link to itself", async () => {
  const opened = await open(browser, address);
  await opened.page.locator("#plain").fill("ü");
  await opened.page.locator("#share").click();
  await opened.page.waitForFunction(() => document.querySelector("#shared").textContent !== "");
  assert.ok(opened.page.url().endsWith("page.html#p=%C3%BC"), opened.page.url());
  await opened.clean();
  await opened.close();
});
