// Files: dropped or chosen, converted by the Worker, and downloaded.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { dropOn, onPage, open, paste, served, speak, value } from "./browser.mjs";

const it = served();
const at = (fragment = "") => `${it.server.address}${fragment && `#${fragment}`}`;
// These tests begin with both boxes and all options open.
const inPage = (name, run, options) => onPage(it, name, run, { options: true, ...options });

inPage(
  "a file is dropped, converted by the Worker, and downloaded",
  async (page) => {
    await dropOn(page, "body", { content: "ä b\n".repeat(1000), name: "text.txt" });
    const panel = page.locator("#panel-files");
    assert.match(await panel.innerText(), /text\.txt, 5\.00 kB/);
    assert.equal(page.workers().length, 1);
    await panel.getByRole("button", { name: "Start" }).click();
    const link = panel.getByRole("link");
    await link.waitFor();
    assert.match(await panel.innerText(), /5\.00 kB became 13\.0 kB/);
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    assert.equal(download.suggestedFilename(), "text.encoded.txt");
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    assert.equal(Buffer.concat(parts).toString(), "%C3%A4%20b%0A".repeat(1000));
  },
  { allowed: { links: 1 } },
);

inPage(
  "an error in a file has its offset; an empty file is converted",
  async (page) => {
    await dropOn(page, "body", { content: `${"%41".repeat(400_000)}%4`, name: "broken.txt" });
    const panel = page.locator("#panel-files");
    await panel.getByLabel("Operation").selectOption("decode");
    await panel.getByRole("button", { name: "Start" }).click();
    await page.waitForFunction(() => /At offset 1,200,000/.test(document.querySelector("#panel-files").innerText));
    await dropOn(page, "body", { content: "", name: "empty" });
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.getByRole("link").waitFor();
  },
  { allowed: { links: 1 } },
);

/** The bytes of the one result. */
async function result(page) {
  const link = page.locator("#panel-files").getByRole("link");
  await link.waitFor();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFileSync(await download.path());
}

inPage(
  "the options apply to a file, and the view says which",
  async (page) => {
    const panel = page.locator("#panel-files");
    const start = () => panel.getByRole("button", { name: "Start" }).click();
    await page.locator("#charset").selectOption("iso-2022-jp");
    await page.locator("#crlf").selectOption("1");
    // The parts of a file end anywhere, and the state of the charset goes on.
    const text = "日本語\n".repeat(200_000);
    await dropOn(page, "body", { content: text, name: "a.txt" });
    assert.match(await panel.innerText(), /Options: rfc3986:unreserved · ISO-2022-JP · CRLF/);
    await start();
    const encoded = await result(page);
    const line = "%1B%24BF%7CK%5C8l%1B%28B%0D%0A";
    assert.equal(encoded.length, line.length * 200_000);
    assert.equal(encoded.toString(), line.repeat(200_000));
    // And back, in a file whose state goes on over the ends of its parts.
    await dropOn(page, "body", { content: encoded.toString(), name: "a.encoded.txt" });
    assert.match(await panel.innerText(), /Options: ISO-2022-JP(?! · CRLF)/);
    await start();
    assert.equal((await result(page)).toString(), text.replaceAll("\n", "\r\n"));
    await page.locator("#charset").selectOption("gb18030");
    await page.locator("#lines").check();
    await dropOn(page, "#plain", { content: "a b\n你好\r\n", name: "b.txt" });
    assert.match(await panel.innerText(), /Options: rfc3986:unreserved · GB18030 · Each line separately/);
    await start();
    assert.equal((await result(page)).toString(), "a%20b\n%C4%E3%BA%C3\r\n");
    // A character that the charset lacks has its place.
    await page.locator("#charset").selectOption("shift_jis");
    await start();
    await panel.getByText("At offset 4: Shift_JIS has no U+4F60").waitFor();
    await page.locator("#escape").check();
    await start();
    assert.equal((await result(page)).toString(), "a%20b%0A%u4F60%u597D%0D%0A");
    assert.match(await panel.innerText(), /Options: JavaScript’s %uXXXX\n/);
  },
  { allowed: { links: 1 } },
);

inPage(
  "an error in a file has a button that reads on",
  async (page) => {
    const panel = page.locator("#panel-files");
    const start = () => panel.getByRole("button", { name: "Start" }).click();
    await dropOn(page, "#encoded", { content: "100%%41%zz", name: "a.txt" });
    await start();
    await panel.getByText("At offset 3").waitFor();
    await panel.getByRole("button", { name: "Read on" }).click();
    assert.equal((await result(page)).toString(), "100%A%zz");
    assert.match(await panel.innerText(), /A malformed % is kept/);
    await panel.getByRole("button", { name: "Read strictly again" }).click();
    await start();
    await panel.getByText("At offset 3").waitFor();
    await page.locator("#charset").selectOption("gb18030");
    await dropOn(page, "#encoded", { content: "%C4%E3%FF%C4%E3", name: "a.txt" });
    await start();
    await panel.getByText("At offset 6").waitFor();
    await panel.getByRole("button", { name: "U+FFFD" }).click();
    assert.equal((await result(page)).toString(), "你\uFFFD你");
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    assert.ok(!(await panel.getByRole("button", { name: "Read strictly again" }).isVisible()));
  },
  { allowed: { links: 1 } },
);

inPage("an error in a charset has its position in the text", async (page) => {
  await page.locator("#charset").selectOption("gb18030");
  await paste(page, "encoded", "é ab%C4%E3\n%C4%E3%C4!%FF");
  const note = page.locator("#notes-encoded .error");
  assert.match(await note.innerText(), /line 2, column 7/);
  assert.equal(await note.locator("mark").innerText(), "%C4");
  await note.getByRole("button", { name: "Show it" }).click();
  assert.equal(
    await page.evaluate(() => {
      const pane = document.activeElement;
      return pane.value.slice(pane.selectionStart, pane.selectionEnd);
    }),
    "%C4",
  );
  // In an inner layer the position would not be one of this text.
  await page.evaluate(() => {
    location.hash = "#e=ab%2525C4%2525E3%2525FF&layers=2&charset=gb18030";
  });
  await page.waitForFunction(() => document.getElementById("encoded").value === "ab%25C4%25E3%25FF");
  assert.match(await note.innerText(), /not GB18030/);
  assert.doesNotMatch(await note.innerText(), /column|Show it/);
});

onPage(it, "in Explain only the name of a file says what is done with it, and the box says that it takes files", async (page) => {
  await dropOn(page, "#encoded", { content: "\xff".repeat(70_000), name: "photo.png" });
  const operation = page.locator("#file-operation");
  await operation.waitFor();
  assert.equal(await operation.inputValue(), "encode");
  await page.locator("#tab-reference").click();
  const border = () =>
    page
      .locator(".field")
      .first()
      .evaluate((node) => getComputedStyle(node).backgroundColor);
  const before = await border();
  await page.evaluate(() => document.body.classList.add("dropping"));
  assert.notEqual(await border(), before);
  await page.evaluate(() => document.body.classList.remove("dropping"));
});

inPage("the offered operation follows from where a file is dropped, or from its name", async (page) => {
  const operation = page.locator("#file-operation");
  for (const [place, name, offered] of [
    ["#encoded", "a.txt", "decode"],
    ["#plain", "a.encoded.txt", "encode"],
    ["#notes-encoded", "a.txt", "decode"],
    ["#plain", "a.txt", "encode"],
    ["body", "a.encoded.txt", "decode"],
    ["#plain", "a", "encode"],
    ["body", ".encoded.txt", "encode"],
    ["body", "a.txt", "encode"],
    ["body", "a.encoded", "decode"],
  ]) {
    await dropOn(page, place, { content: "%41", name });
    assert.equal(await operation.inputValue(), offered, `${name} on ${place}`);
  }
  await operation.selectOption("encode");
  await page.locator("#file").setInputFiles({ name: "b.encoded.html", mimeType: "text/html", buffer: Buffer.from("%41") });
  assert.equal(await operation.inputValue(), "decode");
});

inPage(
  "all files that are dropped are converted, each with its own result",
  async (page) => {
    await dropOn(
      page,
      "#encoded",
      { content: "%41".repeat(3000), name: "one.encoded.txt" },
      { content: "%4", name: "two.txt" },
      { content: "%42", name: "three.tar.gz" },
      { content: "", name: "README.encoded" },
    );
    const panel = page.locator("#panel-files");
    for (const name of ["one.encoded.txt, 9.00 kB", "two.txt, 2 B", "three.tar.gz", "README.encoded, 0 B"])
      assert.ok((await panel.innerText()).includes(name), name);
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.getByText("Download README").waitFor();
    const said = (await panel.getByRole("status").innerText()).split("\n");
    assert.match(said[0], /^one\.encoded\.txt: 9\.00 kB became 3\.00 kB/);
    assert.match(said[1], /^two\.txt: At offset 0: The text ends within a triplet/);
    assert.match(said[2], /^three\.tar\.gz: 3 B became 1 B/);
    const links = panel.getByRole("link");
    const results = [];
    for (let i = 0; i < (await links.count()); i++) {
      const [download] = await Promise.all([page.waitForEvent("download"), links.nth(i).click()]);
      results.push([download.suggestedFilename(), readFileSync(await download.path(), "utf8")]);
    }
    assert.deepEqual(results, [
      ["one.txt", "A".repeat(3000)],
      ["three.tar.decoded.gz", "B"],
      ["README", ""],
    ]);
    // Also in another language. The next files replace the results.
    await speak(page, "zh");
    assert.match(await panel.getByRole("status").innerText(), /one\.encoded\.txt：9\.00 kB 变为[^\n]*\ntwo\.txt/);
    await speak(page, "en");
    await dropOn(page, "#plain", { content: "é", name: "one.txt" }, { content: "ü", name: ".profile" });
    assert.equal(await links.count(), 0);
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.getByText("Download .profile").waitFor();
    assert.deepEqual(await links.allInnerTexts(), ["Download one.encoded.txt", "Download .profile.encoded"]);
  },
  { allowed: { links: 2 } },
);

inPage(
  "a finished file does not take the focus from a pane",
  async (page) => {
    await dropOn(page, "body", { content: "a ".repeat(4_000_000), name: "long.txt" });
    const panel = page.locator("#panel-files");
    await panel.getByRole("button", { name: "Start" }).click();
    await page.locator("#plain").focus();
    await panel.getByRole("link").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "plain");
    await dropOn(page, "body", { content: "a", name: "\u202Egpj.exe" });
    assert.match(await panel.innerText(), /⟨U\+202E⟩gpj\.exe/);
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.getByRole("link").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "A");
  },
  { allowed: { links: 1 } },
);

test("a large file leaves the page responsive, and can be cancelled", async () => {
  const folder = mkdtempSync(join(tmpdir(), "triplet-file-"));
  const opened = await open(it.browser, at());
  try {
    const size = 128 << 20;
    const line = Buffer.from("plain text, 你好 & more / 100%\n");
    writeFileSync(join(folder, "large.txt"), Buffer.alloc(size, line));
    const { page } = opened;
    await page.getByRole("tab", { name: "Files" }).click();
    await page.locator("#file").setInputFiles(join(folder, "large.txt"));
    const panel = page.locator("#panel-files");
    await page.evaluate(() => {
      globalThis.longest = globalThis.turns = 0;
      let last = performance.now();
      setInterval(() => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        turns++;
      }, 5);
    });
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.getByRole("progressbar").waitFor();
    await panel.getByRole("button", { name: "Cancel" }).click();
    assert.match(await panel.innerText(), /Cancelled/);
    const before = await page.evaluate(() => turns);
    await panel.getByRole("button", { name: "Start" }).click();
    // Typing works during the conversion.
    await page.locator("#plain").fill("ü");
    assert.equal(await value(page, "encoded"), "%C3%BC");
    await panel.getByRole("link").waitFor({ timeout: 120_000 });
    console.log(
      `${(await panel.innerText()).match(/[^\n]*became[^\n]*/)[0]} The page paused for at most ${(await page.evaluate(() => longest)).toFixed(0)} ms.`,
    );
    // The page's own thread was free many times meanwhile; how long a pause was depends on other work of the machine.
    const turns = (await page.evaluate(() => turns)) - before;
    assert.ok(turns > 20, `${turns} turns`);
    const [download] = await Promise.all([page.waitForEvent("download"), panel.getByRole("link").click()]);
    const hash = createHash("sha256");
    for await (const part of createReadStream(await download.path())) hash.update(part);
    const expected = createHash("sha256");
    // Whole lines, then the rest, which may end within a character: each octet is encoded separately.
    const encodedOf = (bytes) =>
      [...bytes]
        .map((byte) =>
          /[A-Za-z0-9._~-]/.test(String.fromCharCode(byte))
            ? String.fromCharCode(byte)
            : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
        )
        .join("");
    const encodedLine = encodedOf(line);
    const lines = Math.floor(size / line.length);
    const many = Buffer.from(encodedLine.repeat(10_000));
    for (let at = 0; at < lines; at += 10_000) expected.update(many.subarray(0, encodedLine.length * Math.min(lines - at, 10_000)));
    expected.update(encodedOf(line.subarray(0, size % line.length)));
    assert.equal(hash.digest("hex"), expected.digest("hex"));
    await opened.clean({ links: 1 });
  } finally {
    await opened.close();
    rmSync(folder, { recursive: true });
  }
});
