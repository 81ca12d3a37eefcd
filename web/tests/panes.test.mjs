// The two boxes: which one is the source, the options, errors with their positions, charsets, and copying.

import assert from "node:assert/strict";
import { onPage, served, speak, value } from "./browser.mjs";

const it = served();
// These tests begin with both boxes and all options open.
const inPage = (name, run, options) => onPage(it, name, run, { options: true, ...options });

inPage("the last edited pane is the source", async (page) => {
  await page.locator("#plain").pressSequentially("tea & é/你");
  assert.equal(await value(page, "encoded"), "tea%20%26%20%C3%A9%2F%E4%BD%A0");
  assert.ok(await page.locator("#pane-plain.is-source").isVisible());
  await page.locator("#encoded").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("caf%C3%A9+%2B");
  assert.equal(await value(page, "plain"), "café++");
  assert.ok(await page.locator("#pane-encoded.is-source").isVisible());
  await page.locator("#plus").selectOption("1");
  assert.equal(await value(page, "plain"), "café +");
  assert.equal(await value(page, "encoded"), "caf%C3%A9+%2B");
});

inPage("pasting", async (page) => {
  await page.evaluate(() => navigator.clipboard.writeText("%E4%BD%A0%20a%2Fb"));
  await page.locator("#encoded").focus();
  await page.keyboard.press("Control+v");
  assert.equal(await value(page, "plain"), "你 a/b");
});

inPage("sets, their grid, and changing a set", async (page) => {
  await page.locator("#plain").fill("a/b c:~");
  await page.locator("#set").selectOption("rfc3986:path");
  assert.equal(await value(page, "encoded"), "a/b%20c:~");
  await page.locator(".grid summary").click();
  const colon = page.locator("#grid button", { hasText: /^:$/ });
  assert.equal(await colon.getAttribute("aria-pressed"), "true");
  await colon.click();
  assert.equal(await colon.getAttribute("aria-pressed"), "false");
  assert.equal(await value(page, "encoded"), "a/b%20c%3A~");
  // By keyboard: to the space before `!`, and keep it.
  await page.locator("#grid button").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  assert.equal(await value(page, "encoded"), "a/b c%3A~");
  await page.locator("#grid-note button").click();
  assert.equal(await value(page, "encoded"), "a/b%20c:~");
  await page.locator("#set").selectOption("whatwg:form");
  assert.equal(await value(page, "encoded"), "a%2Fb+c%3A%7E");
  assert.equal(await value(page, "plus"), "1");
});

inPage("lines, line breaks, kept triplets", async (page) => {
  await page.locator("#plain").fill("a b\nc%20d");
  assert.equal(await value(page, "encoded"), "a%20b%0Ac%2520d");
  await page.locator("#crlf").selectOption("1");
  assert.equal(await value(page, "encoded"), "a%20b%0D%0Ac%2520d");
  await page.locator("#notes-plain button").click();
  assert.equal(await value(page, "encoded"), "a%20b%0D%0Ac%20d");
  await page.locator("#lines").check();
  assert.equal(await value(page, "encoded"), "a%20b\nc%20d");
  await page.locator("#encoded").fill("a%0Ab\n%zz\n%41");
  // A triplet of a line break is kept, and so is a line with an error.
  assert.equal(await value(page, "plain"), "a%0Ab\n%zz\nA");
  assert.match(await page.locator("#notes-encoded").innerText(), /\(line 2, column 1\)/);
});

inPage("an error with its position, and its repair", async (page) => {
  await page.locator("#encoded").fill("é 100% sure %41");
  // What can be read is there, in another look.
  assert.equal(await value(page, "plain"), "é 100% sure A");
  assert.equal(await page.locator("#plain").evaluate((node) => getComputedStyle(node).fontStyle), "italic");
  const note = page.locator("#notes-encoded .error");
  assert.match(await note.innerText(), /\(column 6\)/);
  assert.equal(await note.locator("mark").innerText(), "% s");
  assert.equal(await page.locator("#encoded").getAttribute("aria-invalid"), "true");
  await note.getByRole("button", { name: "Show it" }).click();
  assert.equal(
    await page.evaluate(() => {
      const pane = document.querySelector("#encoded");
      return pane.value.slice(pane.selectionStart, pane.selectionEnd);
    }),
    "% s",
  );
  await note.getByRole("button", { name: "Read on" }).click();
  assert.equal(await value(page, "plain"), "é 100% sure A");
  await page.locator("#notes-encoded").getByRole("button", { name: "Read strictly again" }).click();
  assert.equal(await note.count(), 1);
  await note.getByRole("button", { name: "Repair" }).click();
  assert.equal(await value(page, "encoded"), "é 100%25 sure %41");
  assert.equal(await value(page, "plain"), "é 100% sure A");
  assert.equal(await note.count(), 0);
});

inPage("positions count from one, in characters of their line, in every language", async (page) => {
  const note = page.locator("#notes-encoded .error");
  // In one line: the fourth character, after eight bytes.
  const one = { en: "(column 4)", zh: "(第 4 列)", ja: "(4 列目)", ko: "(4열)" };
  const more = { en: "(line 2, column 4)", zh: "(第 2 行第 4 列)", ja: "(2 行目 4 列目)", ko: "(2행 4열)" };
  for (const [language, place] of Object.entries(one)) {
    await speak(page, language);
    await page.locator("#encoded").fill("é\u{1F600}a%zz");
    assert.ok((await note.innerText()).includes(place), await note.innerText());
    await page.locator("#encoded").fill("first line\né\u{1F600}a%zz\nthird");
    assert.ok((await note.innerText()).includes(more[language]), await note.innerText());
    await page.locator("#lines").check();
    assert.ok((await note.innerText()).includes(more[language]), await note.innerText());
    await page.locator("#lines").uncheck();
    // Also in a URI, in a finding, and in a compared URI.
    await page.locator("#encoded").fill("/é\u{1F600}%zz");
    await page.locator("#tab-reference").click();
    const panel = page.locator("#panel-reference");
    assert.ok((await panel.locator(".notice.error").innerText()).includes(one[language]));
    const leads = panel.locator(".findings li", { hasText: "malformed-escape" }).getByRole("button");
    assert.equal(await leads.innerText(), one[language].slice(1, -1));
    await panel.getByRole("textbox").last().fill("/é\u{1F600}b%zz");
    assert.match(await panel.locator('[role="status"]').innerText(), /≠.*4.*4/);
    await leads.click();
    assert.equal(await page.evaluate(() => getSelection().toString()), "%zz");
  }
});

inPage("a lone surrogate is an error with its position, in each pane and charset, in every language", async (page) => {
  const type = (pane, text) =>
    page.locator(`#${pane}`).evaluate(
      (node, units) => {
        node.value = String.fromCharCode(...units);
        node.dispatchEvent(new InputEvent("input"));
      },
      Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
    );
  const words = { en: "lone surrogate", zh: "孤立的代理项", ja: "孤立サロゲート", ko: "짝 없는 서로게이트" };
  for (const [language, said] of Object.entries(words)) {
    await speak(page, language);
    for (const [pane, other] of [
      ["plain", "encoded"],
      ["encoded", "plain"],
    ]) {
      for (const charset of ["utf-8", "gb18030"]) {
        await page.locator("#charset").selectOption(charset);
        for (const [text, place] of [
          ["a\nb\u{1F600}\uD83Dc", "3"],
          ["é\u{1F600}\uDE00\uD83D", "3"],
        ]) {
          await type(pane, text);
          assert.equal(await value(page, other), "", `${text} in ${pane}`);
          const note = await page.locator(`#notes-${pane} .error`).innerText();
          assert.ok(note.includes(said) && note.includes(place), note);
          assert.match(note, /⟨U\+D83D⟩/);
          await page.locator(`#notes-${pane} .error button`).first().click();
          const marked = await page
            .locator(`#${pane}`)
            .evaluate((node) => node.value.charCodeAt(node.selectionStart).toString(16) + (node.selectionEnd - node.selectionStart));
          assert.equal(marked, text.startsWith("a") ? "d83d1" : "de001");
        }
      }
    }
    await page.locator("#charset").selectOption("utf-8");
  }
  // `escape` encodes code units, also lone surrogates.
  await page.locator("#escape").check();
  await type("plain", "a\uD83D");
  assert.equal(await value(page, "encoded"), "a%uD83D");
});

inPage("encoded twice", async (page) => {
  await page.locator("#encoded").fill("caf%25C3%25A9");
  assert.equal(await value(page, "plain"), "caf%C3%A9");
  const note = page.locator("#notes-encoded");
  assert.match(await note.innerText(), /Encoded 2 times/);
  await note.getByRole("button", { name: "one more layer" }).click();
  assert.equal(await value(page, "encoded"), "caf%C3%A9");
  assert.equal(await value(page, "plain"), "café");
  assert.equal(await note.innerText(), "");
});

inPage("charsets side by side, and none chosen while a text is typed", async (page) => {
  await page.locator("#encoded").fill("%C4%E3%BA%C3");
  assert.equal(await value(page, "plain"), "");
  await page.locator("#notes-encoded").getByRole("button", { name: "Try other charsets" }).click();
  const row = page.locator("#panel-charsets tr", { hasText: "GB18030" });
  assert.match(await row.innerText(), /你好\s+✓ well-formed/);
  assert.match(await page.locator("#panel-charsets tr", { hasText: "UTF-8" }).innerText(), /✗ [1-9]/);
  assert.equal(await page.locator("#panel-charsets tbody tr").count(), 19);
  assert.match(
    await page.locator("#panel-charsets tbody tr").first().innerText(),
    /^GB18030[\s\S]*frequent characters of simplified Chinese/,
  );
  await row.getByRole("button").click();
  assert.equal(await value(page, "plain"), "你好");
  assert.equal(await value(page, "charset"), "gb18030");
  await page.locator("#charset").selectOption("euc-jp");
  await page.locator("#encoded").fill("%C4%FF");
  assert.match(await page.locator("#notes-encoded").innerText(), /not EUC-JP/);
  // Raw letters are kept as text; ASCII characters may be trail octets.
  await page.locator("#charset").selectOption("shift_jis");
  await page.locator("#encoded").fill("日本%93%FA %83A");
  assert.equal(await value(page, "plain"), "日本日 ア");
  assert.match(await page.locator("#panel-charsets tr", { hasText: "Shift_JIS" }).innerText(), /日本日 ア\s+✓ well-formed/);
  await page.locator("#encoded").fill("%83日");
  assert.match(await page.locator("#notes-encoded").innerText(), /not Shift_JIS/);
});

inPage("a space as + encodes +", async (page) => {
  await page.locator("#set").selectOption("rfc3986:query");
  await page.locator("#plain").fill("a+b c");
  assert.equal(await value(page, "encoded"), "a+b%20c");
  await page.locator("#plus").selectOption("1");
  assert.equal(await value(page, "encoded"), "a%2Bb+c");
});

inPage("text is encoded in a charset, and an unmappable character is an error with its position", async (page) => {
  await page.locator("#charset").selectOption("gb18030");
  await page.locator("#plain").fill("你好 €\u{1F600}");
  assert.equal(await value(page, "encoded"), "%C4%E3%BA%C3%20%A2%E3%949%FC6");
  // Octets of a charset are encoded, even under a set for IRIs, which keeps letters.
  await page.locator("#set").selectOption("rfc3987:isegment");
  assert.equal(await value(page, "encoded"), "%C4%E3%BA%C3%20%A2%E3%949%FC6");
  await page.locator("#set").selectOption("rfc3986:segment");
  await page.locator("#charset").selectOption("big5");
  assert.equal(await value(page, "encoded"), "");
  const note = page.locator("#notes-plain");
  assert.match(await note.innerText(), /Big5 has no U\+1F600\. \(column 5\)/);
  assert.equal((await note.locator("mark").innerText()).replace("∎", ""), "\u{1F600}");
  await note.getByRole("button", { name: "Show it" }).click();
  assert.deepEqual(await page.locator("#plain").evaluate((pane) => [pane.selectionStart, pane.selectionEnd]), [4, 6]);
  await page.keyboard.press("Delete");
  assert.equal(await value(page, "encoded"), "%A7A%A6n%20%A3%E1");
  await page.locator("#charset").selectOption("iso-2022-jp");
  await page.locator("#plain").fill("日\n本");
  assert.equal(await value(page, "encoded"), "%1B$BF%7C%1B(B%0A%1B$BK%5C%1B(B");
  await page.locator("#lines").check();
  assert.equal(await value(page, "encoded"), "%1B$BF%7C%1B(B\n%1B$BK%5C%1B(B");
  // The encoded text decodes to the original.
  await page.locator("#lines").uncheck();
  await page.locator("#encoded").fill("%1B$BF%7C%1B(B%0A%1B$BK%5C%1B(B");
  assert.equal(await value(page, "plain"), "日\n本");
  await page.locator("#tab-code").click();
  assert.match(await page.locator("#panel-code").innerText(), /triplet decode --charset iso-2022-jp --/);
});

inPage("a host in Unicode and in Punycode", async (page) => {
  await page.locator("#tab-reference").click();
  const host = page.locator("#panel-reference .tree").first();
  await page.locator("#encoded").fill("http://xn--r8jz45g.jp/%E5%BC%95?q=1");
  assert.match(await host.innerText(), /host\s*例え\.jp \(xn--r8jz45g\.jp\)/);
  assert.match(await page.locator("#panel-reference .tree-text").innerText(), /^http:\/\/例え\.jp\/引$/);
  await page.locator("#encoded").fill("http://%E4%BE%8B%E3%81%88.jp/");
  assert.match(await host.innerText(), /host\s*例え\.jp \(%E4/);
  await page.locator("#encoded").fill("http://xn--99999999/");
  assert.doesNotMatch(await host.innerText(), /\(xn/);
});

inPage("%uXXXX by an option", async (page) => {
  await page.locator("#encoded").fill("%u4F60%u597D");
  assert.equal(await value(page, "plain"), "");
  await page.locator("#notes-encoded").getByRole("button", { name: "Read %uXXXX" }).click();
  assert.equal(await value(page, "plain"), "你好");
  assert.ok(await page.locator("#escape").isChecked());
  await page.locator("#plain").fill("é 你");
  assert.equal(await value(page, "encoded"), "%E9%20%u4F60");
});

inPage("invisible characters are made visible, and copied only on the second press", async (page) => {
  await page.evaluate(() => navigator.clipboard.writeText("before"));
  await page.locator("#encoded").fill("abc%E2%80%AEtxt.exe%00");
  assert.equal(await value(page, "plain"), "abc\u202Etxt.exe\0");
  const note = page.locator("#notes-plain .warn");
  assert.match(await note.innerText(), /U\+202E, U\+0000/);
  assert.match(await note.locator(".context").innerText(), /abc⟨U\+202E⟩txt\.exe␀/);
  const button = page.locator("#copy-plain");
  await button.click();
  assert.equal(await button.innerText(), "Has U+202E, U+0000: copy anyway");
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "before");
  await button.click();
  await page.waitForFunction(() => document.querySelector("#copy-plain").textContent === "Copied");
  assert.notEqual(await page.evaluate(() => navigator.clipboard.readText()), "before");
  // An ordinary text is copied on the first press, also with the joiners of emoji and of Indic scripts.
  await page.locator("#plain").fill("👨‍👩‍👧 ❤️ क्‍ष é");
  assert.equal(await page.locator("#notes-plain .warn").count(), 0);
  await page.locator("#copy-encoded").click();
  await page.waitForFunction(() => document.querySelector("#copy-encoded").textContent === "Copied");
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^%F0%9F%91%A8/);
  // Also with a line break and a tab. A filler and a braille pattern without dots are invisible.
  await page.locator("#encoded").fill("a%0D%0Ab%0A%09c");
  assert.equal(await page.locator("#notes-plain .warn").count(), 0);
  await page.locator("#encoded").fill("a%E3%85%A4b%E2%A0%80c%C2%A0d");
  assert.match(await note.innerText(), /U\+3164, U\+2800, U\+00A0\s+a⟨U\+3164⟩b⟨U\+2800⟩c⟨U\+00A0⟩d/);
});

inPage("nothing is converted while an input method composes", async (page, { context }) => {
  const session = await context.newCDPSession(page);
  await page.locator("#plain").focus();
  await session.send("Input.imeSetComposition", { text: "に", selectionStart: 1, selectionEnd: 1 });
  await session.send("Input.imeSetComposition", { text: "にほ", selectionStart: 2, selectionEnd: 2 });
  assert.equal(await value(page, "plain"), "にほ");
  assert.equal(await value(page, "encoded"), "");
  await session.send("Input.insertText", { text: "日本" });
  assert.equal(await value(page, "plain"), "日本");
  assert.equal(await value(page, "encoded"), "%E6%97%A5%E6%9C%AC");
});

inPage("a megabyte", async (page) => {
  const times = await page.evaluate(async () => {
    const text = "The quick brown fox/jumps & over. ".repeat(30841).slice(0, 1 << 20);
    const [pane, result] = [document.querySelector("#plain"), document.querySelector("#encoded")];
    const convert = async () => {
      const start = performance.now();
      pane.readOnly = false;
      pane.value = text;
      pane.dispatchEvent(new InputEvent("input"));
      while (result.value === "") await new Promise((resolve) => setTimeout(resolve, 1));
      return performance.now() - start;
    };
    // The first conversion grows the memory.
    await convert();
    const time = await convert();
    return { time, equal: encodeURIComponent(text).startsWith(result.value), shown: result.value.length };
  });
  assert.ok(times.equal && times.shown > 10_000);
  console.log(`1 MiB put in and converted in ${times.time.toFixed(1)} ms`);
});

inPage("a second press of Copy says so as long as the first", async (page) => {
  await page.locator("#plain").fill("a b");
  await page.clock.install();
  const button = page.locator("#copy-encoded");
  await button.click();
  await page.waitForFunction(() => document.getElementById("copy-encoded").textContent === "Copied");
  await page.clock.runFor(1_400);
  await button.click();
  await page.evaluate(() => navigator.clipboard.readText());
  await page.clock.runFor(1_000);
  assert.equal(await button.innerText(), "Copied");
  await page.clock.runFor(600);
  assert.equal(await button.innerText(), "Copy");
});
