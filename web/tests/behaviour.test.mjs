// The behaviour of the page on awkward inputs. The rows are those of the tests with the same name of the library and of the command;
// a comment says which rows apply only to these or to the package.

import assert from "node:assert/strict";
import { test } from "node:test";
import { blobAt, open, paste, rememberBlobs, served, value } from "./browser.mjs";

const it = served();

function inPage(name, run) {
  test(name, async () => {
    const opened = await open(it.browser, it.server.address, { init: rememberBlobs });
    try {
      await run(opened.page, opened);
      await opened.clean({ links: await opened.page.locator("#panel-files a").count() });
    } finally {
      await opened.close();
    }
  });
}

/** Enters a text: pasted, in the address, or dropped. */
async function by(way, { page, context }, pane, text) {
  await page.locator("#clear").click();
  if (way === "paste") return paste(page, pane, text);
  if (way === "fragment") {
    const fragment = new URLSearchParams([[pane === "encoded" ? "e" : "p", text]]).toString();
    await page.evaluate((fragment) => {
      location.hash = fragment;
    }, fragment);
  } else {
    const session = await context.newCDPSession(page);
    const box = await page.locator(`#${pane}`).boundingBox();
    const data = { items: [{ mimeType: "text/plain", data: text }], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await session.send("Input.dispatchDragEvent", { type, x: box.x + 20, y: box.y + 20, data });
    await session.detach();
  }
  await page.waitForFunction(([pane, text]) => document.getElementById(pane).value === text, [pane, text]);
}
const WAYS = ["paste", "fragment", "drop"];

/** Drops a file and converts it; returns the result, or the message. */
async function asFile(page, operation, bytes) {
  const transfer = await page.evaluateHandle(
    (bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], "input.txt"));
      return transfer;
    },
    [...bytes],
  );
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  const panel = page.locator("#panel-files");
  await panel.locator("select").selectOption(operation);
  await panel.getByRole("button", { name: "Start" }).click();
  await panel
    .locator("a, [role=status]")
    .filter({ hasText: /Download|At offset/ })
    .first()
    .waitFor();
  if ((await panel.locator("a").count()) === 0) return panel.locator("[role=status]").innerText();
  return blobAt(panel.locator("a"));
}

const note = (page, pane = "encoded") => page.locator(`#notes-${pane} .error`);

inPage("decode: malformed triplets", async (page, opened) => {
  for (const [input, at, says, lenient] of [
    ["%", 0, "ends within a triplet", "%"],
    ["a%", 1, "ends within a triplet", "a%"],
    ["%4", 0, "ends within a triplet", "%4"],
    ["%zz", 0, "not followed by two hexadecimal digits", "%zz"],
    ["%4z", 0, "not followed by two hexadecimal digits", "%4z"],
    ["%%41", 0, "not followed by two hexadecimal digits", "%A"],
    ["%+1", 0, "not followed by two hexadecimal digits", "%+1"],
    ["% 1", 0, "not followed by two hexadecimal digits", "% 1"],
    ["%0x", 0, "not followed by two hexadecimal digits", "%0x"],
    ["%\uFF14\uFF11", 0, "not followed by two hexadecimal digits", "%\uFF14\uFF11"],
    ["%u4E2D", 0, "not followed by two hexadecimal digits", "%u4E2D"],
    ["100% hello%20world", 3, "not followed by two hexadecimal digits", "100% hello world"],
  ]) {
    for (const way of WAYS) {
      await by(way, opened, "encoded", input);
      // What can be read is shown.
      assert.equal(await value(page, "plain"), lenient === input ? "" : lenient, `${input} by ${way}`);
      const said = await note(page).innerText();
      assert.ok(said.includes(says) && said.includes(`(column ${at + 1})`), `${input} by ${way}: ${said}`);
      const marked = (await note(page).locator("mark").innerText()).replace("∎", "");
      assert.ok(marked.startsWith("%") && input.startsWith(marked.replace("␣", " "), at), `${input}: ${marked}`);
      await note(page).getByRole("button", { name: "Read on" }).click();
      assert.equal(await value(page, "plain"), lenient, `${input} by ${way}`);
    }
    // *Read on* applies to files too.
    assert.deepEqual(await asFile(page, "decode", Buffer.from(input)), Buffer.from(lenient), input);
    await page.locator("#panel-files").getByRole("button", { name: "Read strictly again" }).click();
    assert.match(await asFile(page, "decode", Buffer.from(input)), new RegExp(`^At offset ${at}: .*${says}`), input);
  }
  // The page explains `%uXXXX`, and offers to read it.
  await by("paste", opened, "encoded", "%u4E2D");
  await note(page).getByRole("button", { name: "Read %uXXXX" }).click();
  assert.equal(await value(page, "plain"), "中");
});

inPage("decode: well-formed triplets", async (page, opened) => {
  for (const [input, plain] of [
    ["%2f%2F", "//"],
    ["a+b", "a+b"],
    ["%00", "\0"],
    ["%2541", "%41"],
    ["é%C3%A9", "éé"],
    ["%EF%BB%BFa", "\uFEFFa"],
  ]) {
    for (const way of WAYS) {
      await by(way, opened, "encoded", input);
      assert.equal(await value(page, "plain"), plain, `${input} by ${way}`);
      assert.equal(await note(page).count(), 0, input);
    }
    assert.deepEqual(await asFile(page, "decode", Buffer.from(input)), Buffer.from(plain), input);
  }
  await page.locator("#plus").selectOption("1");
  // Clearing would reset the option.
  await paste(page, "encoded", "a+b%2B");
  assert.equal(await value(page, "plain"), "a b+");
  await page.locator("#plus").selectOption("");
  // NUL is decoded, and a finding reports it.
  await by("paste", opened, "encoded", "%00");
  await page.locator("#tab-reference").click();
  assert.match(await page.locator("#panel-reference .findings").innerText(), /nul-byte/);
  // One layer at a time, with a note that there is another.
  await by("paste", opened, "encoded", "%2541");
  assert.match(await page.locator("#notes-encoded").innerText(), /Encoded 2 times/);
});

inPage("decode: octets that are not UTF-8", async (page, opened) => {
  for (const [input, replaced] of [
    ["%C0%AF", "\uFFFD\uFFFD"],
    ["%ED%A0%80", "\uFFFD\uFFFD\uFFFD"],
    ["%F4%90%80%80", "\uFFFD\uFFFD\uFFFD\uFFFD"],
    ["%F4%90%80%80%E4%BD!", "\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD!"],
  ]) {
    for (const way of WAYS) {
      await by(way, opened, "encoded", `ab${input}`);
      assert.equal(await value(page, "plain"), "");
      const said = await note(page).innerText();
      assert.ok(said.includes("not UTF-8") && said.includes("(column 3)"), `${input}: ${said}`);
      assert.equal(await note(page).locator("mark").innerText(), input.slice(0, 3));
      await note(page).getByRole("button", { name: "U+FFFD" }).click();
      assert.equal(await value(page, "plain"), `ab${replaced}`);
    }
    // A file may contain any octets.
    assert.deepEqual(await asFile(page, "decode", Buffer.from(input)), Buffer.from(unescape(input), "latin1"));
  }
});

inPage("decode: a triplet across the boundary of two parts", async (page) => {
  for (const before of [-3, -2, -1, 0]) {
    const start = Buffer.alloc((1 << 20) + before, "x");
    const handle = await page.evaluateHandle((length) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["x".repeat(length), "%C3%A9"], "input.txt"));
      return transfer;
    }, start.length);
    await page.dispatchEvent("body", "drop", { dataTransfer: handle });
    const panel = page.locator("#panel-files");
    await panel.locator("select").selectOption("decode");
    await panel.getByRole("button", { name: "Start" }).click();
    await panel.locator("a").waitFor();
    assert.ok((await blobAt(panel.locator("a"))).equals(Buffer.concat([start, Buffer.from("é")])), `${before}`);
  }
});

// A textarea and a fragment contain no lone surrogates; the tests of the package do.
inPage("encode", async (page, opened) => {
  const encoded = async (set, plain) => {
    await page.locator("#set").selectOption(set);
    const got = [];
    for (const way of WAYS) {
      await by(way, opened, "plain", plain);
      // A link resets the set.
      await page.locator("#set").selectOption(set);
      got.push(await value(page, "encoded"));
    }
    assert.equal(new Set(got).size, 1, plain);
    return got[0];
  };
  assert.equal(await encoded("rfc3986:unreserved", "é/\x7F"), "%C3%A9%2F%7F");
  assert.equal(await encoded("rfc3986:unreserved", "%"), "%25");
  assert.equal(await encoded("whatwg:query", "%"), "%");
  assert.equal(await encoded("rfc3986:unreserved", "%41"), "%2541");
  assert.equal(await encoded("rfc3987:isegment", "é\u202E"), "é%E2%80%AE");
  assert.equal(await encoded("rfc3987:isegment", "\uE000"), "%EE%80%80");
  assert.equal(await encoded("rfc3987:iquery", "\uE000"), "\uE000");
  await page.locator("#set").selectOption("rfc3986:unreserved");
  await page.locator("#keepTriplets").check();
  await paste(page, "plain", "%41%zz");
  assert.equal(await value(page, "encoded"), "%41%25zz");
  await page.locator("#keepTriplets").uncheck();
  await page.locator("#charset").selectOption("windows-1252");
  await paste(page, "plain", "a你");
  assert.equal(await value(page, "encoded"), "");
  assert.match(await note(page, "plain").innerText(), /windows-1252 has no U\+4F60\. \(column 2\)/);
});

// Rows about limits, objects and submitting apply only to the command and the package.
inPage("forms: the query as a table", async (page, opened) => {
  const panel = page.locator("#panel-reference");
  await page.locator("#tab-reference").click();
  for (const [form, pairs] of [
    ["a", [["a", null]]],
    ["a=", [["a", ""]]],
    ["=a", [["", "a"]]],
    ["a=1;b=2", [["a", "1;b=2"]]],
    ["?a=1", [["?a", "1"]]],
    [
      "b=2&a=1&b=3",
      [
        ["b", "2"],
        ["a", "1"],
        ["b", "3"],
      ],
    ],
    [
      "a&&b=%26",
      [
        ["a", null],
        ["", null],
        ["b", "&"],
      ],
    ],
  ]) {
    for (const way of WAYS) {
      await by(way, opened, "encoded", `/p?${form}`);
      const shown = await panel.locator("tr:has(textarea)").evaluateAll((rows) =>
        rows.map((row) => {
          const [name, value] = row.querySelectorAll("textarea");
          return [name.value, value.value || row.querySelector(".raw").textContent.includes("=") ? value.value : null];
        }),
      );
      assert.deepEqual(shown, pairs, `${form} by ${way}`);
    }
  }
  // Line breaks, kept and as CRLF.
  await paste(page, "plain", "1\n2");
  await page.locator("#set").selectOption("whatwg:form");
  assert.equal(await value(page, "encoded"), "1%0A2");
  await page.locator("#crlf").selectOption("1");
  assert.equal(await value(page, "encoded"), "1%0D%0A2");
});

inPage("normal forms and comparison", async (page, opened) => {
  const panel = page.locator("#panel-reference");
  await page.locator("#tab-reference").click();
  for (const [level, reference, normal] of [
    ["percent", "HTTP://A/%7e%2f%2e?%2B", "http://a/~%2F.?%2B"],
    ["path", "http://a/b/%2E%2e/../../c", "http://a/c"],
    ["path", "a:/.//b", null],
    ["scheme", "http://a:80", "http://a/"],
    ["scheme", "wss://a:443/", "wss://a/"],
    ["scheme", "ftp://a:21/b", "ftp://a/b"],
    ["scheme", "file://localhost/b", "file:///b"],
    ["scheme", "urn:EX:%61%2c", "urn:ex:%61%2C"],
    ["percent", "http://h/%zz%7e", "http://h/%zz~"],
  ]) {
    for (const way of WAYS) {
      await by(way, opened, "encoded", reference);
      const section = panel.locator("details", { hasText: "Normal form" });
      // Where no level changes anything, nothing is said.
      if (normal === null) {
        assert.ok(!(await section.isVisible()));
        continue;
      }
      await panel.locator("details").getByLabel("Level").selectOption(level);
      assert.equal(await section.locator("output").first().innerText(), normal, `${reference} by ${way}`);
    }
  }
  // A malformed reference is an error with its position.
  assert.match(await panel.locator(".notice.error").innerText(), /\(column 10\)/);
  await panel.locator("details").getByLabel("Level").selectOption("path");
  for (const [first, second, says] of [
    ["http://h/a", "http://h/a", /= Same text/],
    ["http://h/%2f", "http://h/%2F", /= Equivalent, by: case of digits/],
    ["http://h/A", "http://h/%41", /= Equivalent, by: unreserved triplets/],
    ["http://h/%2F", "http://h//", /≠ Different: in the path, at column 10 and column 10\. A reserved character is not its triplet/],
  ]) {
    await by("paste", opened, "encoded", first);
    await panel.getByRole("textbox", { name: "Compare with" }).fill(second);
    assert.match(await panel.locator("label:has-text('Compare with') ~ div .notice").innerText(), says);
    await panel.getByRole("textbox", { name: "Compare with" }).fill("");
  }
});

inPage("IRIs", async (page, opened) => {
  await page.locator("#tab-reference").click();
  const forPeople = async (reference) => {
    await by("paste", opened, "encoded", reference);
    const copy = page.locator("#copy-readable");
    return (await copy.count()) === 0 ? reference : copy.getAttribute("title");
  };
  assert.equal(await forPeople("http://xn--r8jz45g.jp/%E5%BC%95%E3%81%8D%E5%87%BA%E3%81%97"), "http://例え.jp/引き出し");
  const stays = "http://h/%E2%80%AE%01%20%25%2F%E2%80%8B%FF%EE%80%80";
  assert.equal(await forPeople(stays), stays);
  assert.equal(await forPeople("http://h/?%EE%80%80"), "http://h/?\uE000");
});

inPage("invisible and deceptive characters", async (page, opened) => {
  // The pane contains the raw characters; notes and messages show them by their codes.
  for (const way of WAYS) {
    await by(way, opened, "encoded", "%1B[31m%C2%9B%E2%80%AE");
    assert.equal(await value(page, "plain"), "\x1B[31m\x9B\u202E");
    const said = await page.locator("#notes-plain").innerText();
    assert.match(said, /U\+001B, U\+009B, U\+202E/);
    assert.doesNotMatch(said, /[\x1b\x9b\u202e]/);
    await by(way, opened, "encoded", "\x1B[31m\u202E\x9B%zz");
    assert.doesNotMatch(await note(page).innerText(), /[\x1b\x9b\u202e]/);
  }
  // A decoded line feed adds no line to a message.
  await page.locator("#lines").check();
  await paste(page, "encoded", "a%0Ab\nc%20d");
  assert.equal(await value(page, "plain"), "a%0Ab\nc d");
});
