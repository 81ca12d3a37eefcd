// A file of a gigabyte through the page in Chromium: `node web/gigabyte.mjs [CHARSET]`, after `node web/build.mjs` and
// `cargo build -p triplet-cli`. The result must be the command's; the time and the longest pause of the page are printed.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv } from "node:process";
import { command, open, startBrowser, startServer } from "./tests/browser.mjs";

const [, , charset = "utf-8"] = argv;
const SIZE = 1e9;
const folder = mkdtempSync(join(tmpdir(), "triplet-gigabyte-"));
const file = join(folder, "large.txt");
const lines = Buffer.from("https://example.com/日本 a b?q=é&x=1 some ordinary text of a log line\n".repeat(1 << 14));
const out = openSync(file, "w");
for (let written = 0; written < SIZE;) written += writeSync(out, lines);
closeSync(out);

const server = await startServer();
const browser = await startBrowser();
try {
  const { page, close } = await open(browser, server.address);
  await page.locator("#charset").selectOption(charset);
  await page.locator("#tab-files").click();
  await page.locator("#file").setInputFiles(file);
  await page.evaluate(() => {
    globalThis.tasks = [];
    globalThis.longest = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }, 5);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      entryTypes: ["longtask"],
    });
  });
  const panel = page.locator("#panel-files");
  await panel.getByRole("button", { name: "Start" }).click();
  await panel.getByRole("link").waitFor({ timeout: 600_000 });
  const [said] = (await panel.innerText()).match(/[^\n]*became[^\n]*/);
  const [longest, tasks] = await page.evaluate(() => [longest, tasks]);
  console.log(`${charset}: ${said} The page paused for at most ${longest.toFixed(0)} ms, and had ${tasks.length} long tasks.`);
  const [download] = await Promise.all([page.waitForEvent("download"), panel.getByRole("link").click()]);
  const result = await download.path();
  assert.ok(
    execFileSync("sh", [
      "-c",
      `"$0" encode --exact --charset "$1" < "$2" | cmp - "$3" && echo same`,
      command,
      charset,
      file,
      result,
    ]).toString() === "same\n",
  );
  console.log("The result is the command's.");
  await close();
} finally {
  await browser.close();
  server.stop();
  rmSync(folder, { recursive: true });
}
