// The committed page, which the command embeds, may be older than the sources: all other tests run against the page that
// `node web/build.mjs` built. The embedded page must work with this command, as a server and as one file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { command, embedded, open, served, value } from "./browser.mjs";

const it = served(embedded);

async function converts(address) {
  const opened = await open(it.browser, `${address}#e=caf%25C3%25A9`);
  assert.equal(await value(opened.page, "plain"), "café");
  await opened.page.locator("#plain").fill("a b");
  assert.equal(await value(opened.page, "encoded"), "a%20b");
  // The URI view is the Worker's and the module's.
  await opened.page.locator("#encoded").fill("http://a/b?c");
  await opened.page.getByRole("tab", { name: "Parts" }).click();
  await opened.page.locator("#panel-reference table").first().waitFor();
  await opened.clean();
  await opened.close();
}

test("the embedded page converts", () => converts(it.server.address));

test("the embedded page as one file converts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "triplet-released-"));
  execFileSync(command, ["web", "--export", join(folder, "page.html")], { env: embedded });
  await converts(pathToFileURL(join(folder, "page.html")).href);
  rmSync(folder, { recursive: true });
});
