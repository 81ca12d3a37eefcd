// The page in a browser, used by pointer and keyboard.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { open, paste, served, speak, value } from "./browser.mjs";

const it = served();

const at = (fragment = "") => `${it.server.address}${fragment && `#${fragment}`}`;

/** Runs a test in a fresh page, and asserts that nothing forbidden happened. */
function inPage(name, run, options = {}) {
  test(name, async () => {
    const opened = await open(it.browser, at(options.fragment), options);
    try {
      await run(opened.page, opened);
      await opened.clean(options.allowed);
    } finally {
      await opened.close();
    }
  });
}

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
  assert.equal(await value(page, "plain"), "");
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
  assert.equal(await value(page, "plain"), "");
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
    assert.equal(await page.locator("#panel-bytes .byte[aria-selected=true]").innerText(), "%");
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
  assert.match(await page.locator("#panel-reference").innerText(), /http:\/\/例え\.jp\/引\?q=1/);
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

inPage("every byte is explained, by pointer and by keyboard", async (page) => {
  await page.locator("#encoded").fill("https://h/%41%2f%C3%A9%FF%zé");
  const cells = page.locator("#panel-bytes .bytes .byte");
  const kinds = await cells.evaluateAll((list) => list.map((cell) => [cell.textContent, cell.dataset.kind]));
  assert.deepEqual(kinds.slice(5), [
    [":", "gen-delim"],
    ["/", "gen-delim"],
    ["/", "gen-delim"],
    ["h", "unreserved"],
    ["/", "gen-delim"],
    ["%41", "needless"],
    ["%2f", "lower-case"],
    ["%C3%A9", "triplet"],
    ["%FF", "not-utf-8"],
    ["%", "malformed"],
    ["z", "unreserved"],
    ["é", "non-ascii"],
  ]);
  const detail = page.locator("#panel-bytes dl.detail");
  await cells.nth(12).hover();
  assert.match(
    await detail.innerText(),
    /C3 A9[\s\S]*110\|00011 10\|101001[\s\S]*16–21[\s\S]*3–4[\s\S]*U\+00E9[\s\S]*LATIN SMALL LETTER E WITH ACUTE[\s\S]*path[\s\S]*RFC 3986 2\.1/,
  );
  await cells.first().focus();
  await page.keyboard.press("End");
  assert.match(await detail.innerText(), /C3 A9[\s\S]*not ASCII[\s\S]*RFC 3987/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  assert.match(await detail.innerText(), /25[\s\S]*malformed/);
  // Not by colour alone: each class has its own line, frame or sign.
  const looks = await cells.evaluateAll((list) => [
    ...new Set(
      list
        .filter((cell) => cell.dataset.kind !== "unreserved")
        .map((cell) => {
          const style = getComputedStyle(cell);
          return [
            style.borderTopStyle,
            style.borderBottomStyle,
            style.borderBottomWidth,
            style.fontStyle,
            getComputedStyle(cell, "::before").content,
          ].join();
        }),
    ),
  ]);
  assert.equal(looks.length, 7);
});

inPage("the octets of a character are shown with their bits, and triplets are counted", async (page) => {
  const cells = page.locator("#panel-bytes .bytes .byte");
  const legend = page.locator("#panel-bytes .legend");
  const shown = async (index) => {
    await cells.nth(index).hover();
    const [names, values] = await Promise.all(["dt", "dd"].map((name) => page.locator(`#panel-bytes dl.detail ${name}`).allInnerTexts()));
    return Object.fromEntries(names.map((name, i) => [name, values[i]]));
  };
  const names = {
    en: ["Octets", "Bits", "Triplets", "triplet 8"],
    zh: ["字节", "二进制", "%XX", "%XX 8"],
    ja: ["バイト", "ビット", "%XX", "%XX 8"],
    ko: ["바이트", "비트", "%XX", "%XX 8"],
  };
  for (const [language, [octets, bits, triplets, counted]] of Object.entries(names)) {
    await speak(page, language);
    await page.locator("#encoded").fill("a%E5%93%8A%F0%9F%98%80%20é%FF%C3");
    for (const [index, expected] of [
      [0, ["61", "0|1100001", undefined]],
      [1, ["E5 93 8A", "1110|0101 10|010011 10|001010", "1–3"]],
      [2, ["F0 9F 98 80", "11110|000 10|011111 10|011000 10|000000", "4–7"]],
      [3, ["20", "0|0100000", "8"]],
      [4, ["C3 A9", "110|00011 10|101001", undefined]],
      [5, ["FF", "11111111", "9"]],
      [6, ["C3", "110|00011", "10"]],
    ]) {
      const facts = await shown(index);
      assert.deepEqual([facts[octets], facts[bits], facts[triplets]], expected, `${language} ${index}`);
    }
    assert.ok((await legend.innerText()).includes(counted), await legend.innerText());
  }
  assert.match(JSON.stringify(await shown(1)), /U\+54CA.*CJK UNIFIED IDEOGRAPH-54CA/);
});

inPage("a long text is explained in parts", async (page) => {
  await page.locator("#plain").fill("é".repeat(3000));
  assert.equal(await page.locator("#panel-bytes .byte[role=option]").count(), 167);
  await page.locator("#panel-bytes").getByRole("button", { name: "Show more" }).click();
  assert.equal(await page.locator("#panel-bytes .byte[role=option]").count(), 667);
});

inPage("the components of a URI, and findings with a link to their byte", async (page) => {
  await page.locator("#encoded").fill("HTTP://User@Example.com:80/%7euser/..%2f?q=tea+%26#top");
  await page.getByRole("tab", { name: "Parts" }).click();
  const panel = page.locator("#panel-reference");
  const text = await panel.innerText();
  for (const part of [/^HTTP:\/\/User@Example\.com:80\/~user\/\.\.%2f\n/, /segment 2\s*\.\.\//i, /q\s*tea &\n/, /fragment\s*top\n/])
    assert.match(text, part);
  assert.ok(text.includes("http://User@example.com:80/~user/..%2F?q=tea+%26#top"));
  await panel.getByLabel("Level").selectOption("scheme");
  assert.ok((await panel.innerText()).includes("http://User@example.com/~user/..%2F?q=tea+%26#top"));
  await panel.getByRole("textbox", { name: "Compare with" }).fill("http://User@example.com/~user/../?q=tea+%26#top");
  assert.match(await panel.innerText(), /≠ Different: in the path/);
  await panel.getByRole("textbox", { name: "Compare with" }).fill("http://User@example.com/~user/..%2F?q=tea+%26#top");
  assert.match(await panel.innerText(), /= Equivalent, by: .*default port/);
  const finding = panel.locator(".findings li", { hasText: "encoded-separator" });
  assert.match(await finding.innerText(), /ⓘ note[^]*→ Split first/);
  await finding.getByRole("button").click();
  assert.equal(await page.locator("#panel-bytes .byte[aria-selected=true]").innerText(), "%2f");
});

inPage("an invalid reference is not called normal or valid", async (page) => {
  await page.locator("#tab-reference").click();
  const panel = page.locator("#panel-reference");
  const normal = panel
    .locator("section")
    .filter({ has: page.locator("select") })
    .first();
  const findings = panel.locator("section").last();
  const words = {
    en: ["Not a valid reference", "It is in its normal form", "not a reference", /fault/],
    zh: ["不符合引用的语法", "已是规范形式", "没有规范形式", /没有发现问题/],
    ja: ["参照の文法に合いません", "すでに正規形です", "正規形はありません", /問題/],
    ko: ["참조의 문법에 맞지 않습니다", "이미 정규형입니다", "정규형이 없습니다", /문제/],
  };
  for (const [language, [invalid, already, none, faultless]] of Object.entries(words)) {
    await speak(page, language);
    for (const [text, normalized] of [
      ["http://h:x/", undefined],
      ["http://[::1/", undefined],
      ["/a b%7e", "/a b~"],
      ["http://h/%zz", undefined],
      ["://%2f", "://%2F"],
    ]) {
      await page.locator("#encoded").fill(text);
      assert.ok((await panel.innerText()).includes(invalid), text);
      const said = await normal.innerText();
      assert.ok(!said.includes(already) && said.includes(none), `${text}: ${said}`);
      assert.equal(
        (await normal.locator("output").first().isVisible()) ? await normal.locator("output").first().innerText() : undefined,
        normalized,
        text,
      );
      assert.doesNotMatch(await findings.innerText(), faultless);
    }
    await page.locator("#encoded").fill("http://h/");
    assert.ok((await normal.innerText()).includes(already));
    // A repair that is still invalid is not offered.
    await page.locator("#encoded").fill("http://h:x/a b");
    assert.equal(await panel.locator(".notice.error + .line").count(), 0);
    await page.locator("#encoded").fill("http://h/a b");
    assert.match(await panel.locator(".notice.error + .line").innerText(), /http:\/\/h\/a%20b/);
    // An IRI is valid: no repair is offered.
    await page.locator("#encoded").fill("http://h/é");
    const encoded = await page.locator("label[for=encoded]").innerText();
    const colon = ["zh", "ja"].includes(language) ? "：" : ":";
    assert.ok((await panel.locator(".line:has([data-remedy])").innerText()).startsWith(`${encoded}${colon}`));
  }
});

inPage("a query is edited as a table", async (page) => {
  await page.locator("#encoded").fill("/p?a=1&a=2&b&&c=%7e#f");
  await page.getByRole("tab", { name: "Parts" }).click();
  const panel = page.locator("#panel-reference");
  await panel.getByLabel("Value 2", { exact: true }).fill("x&y é");
  // Names and values that were not edited are not encoded again.
  assert.equal(await value(page, "encoded"), "/p?a=1&a=x%26y%20%C3%A9&b&&c=%7e#f");
  await panel.getByRole("button", { name: "Down 1" }).click();
  assert.equal(await value(page, "encoded"), "/p?a=x%26y%20%C3%A9&a=1&b&&c=%7e#f");
  await panel.getByLabel("= in pair 3").check();
  assert.equal(await value(page, "encoded"), "/p?a=x%26y%20%C3%A9&a=1&b=&&c=%7e#f");
  await panel.getByRole("button", { name: "Remove 4" }).click();
  assert.equal(await value(page, "encoded"), "/p?a=x%26y%20%C3%A9&a=1&b=&c=%7e#f");
  assert.match(await panel.innerText(), /the query is different/);
  await panel.getByRole("button", { name: "Add a pair" }).click();
  await page.keyboard.type("n=");
  assert.equal(await value(page, "encoded"), "/p?a=x%26y%20%C3%A9&a=1&b=&c=%7e&n%3D=#f");
  assert.equal(await page.evaluate(() => document.activeElement.value), "n=");
});

inPage("decoders side by side", async (page) => {
  await page.locator("#encoded").fill("a+b%zz");
  await page.getByRole("tab", { name: "Other decoders" }).click();
  const text = await page.locator("#panel-readers").innerText();
  assert.match(text, /WHATWG form\ta b%zz/);
  assert.match(text, /Go QueryUnescape\t✗ refused/);
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
      ["ko", "ko", "십육진 숫자"],
      ["ja", "ja", "十六進数字"],
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
  ["pt-BR", "en"],
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
    assert.deepEqual(await reached("Shift+Tab", "mode-explain"), [
      "copy-encoded",
      "share",
      "clear",
      "mode-decode",
      "mode-encode",
      "mode-explain",
    ]);
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

inPage("code in six languages", async (page) => {
  await page.locator("#set").selectOption("rfc3986:segment");
  await page.locator("#plain").fill("it's 5\"");
  await page.getByRole("tab", { name: "Code", exact: true }).click();
  const blocks = await page.locator("#panel-code pre").allInnerTexts();
  assert.equal(blocks.length, 6);
  assert.equal(blocks[5], "triplet encode --set rfc3986:segment -- 'it'\\''s 5\"'");
  await page.locator("#panel-code button").nth(4).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("SELECT"));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), "SELECT 'it''s%205%22' AS encoded;");
});

inPage("code is shown with its invisible characters, and copied as it is", async (page) => {
  await page.locator("#plain").fill("a\u202Eb\u3164c");
  await page.locator("#tab-code").click();
  const shell = page.locator("#panel-code pre").last();
  assert.match(await shell.innerText(), /'a⟨U\+202E⟩b⟨U\+3164⟩c'$/);
  assert.doesNotMatch(await page.locator("#panel-code").innerText(), /[\u202E\u3164]/);
  const copy = page.locator("#panel-code button").last();
  await copy.click();
  assert.match(await copy.innerText(), /U\+202E, U\+3164/);
  await copy.click();
  await page.waitForFunction(() => [...document.querySelectorAll("#panel-code button")].at(-1).textContent === "Copied");
  assert.ok((await page.evaluate(() => navigator.clipboard.readText())).endsWith("'a\u202Eb\u3164c'"));
});

inPage(
  "no layout is wider than a phone",
  async (page) => {
    await page.locator("#encoded").fill(`https://example.com/${"a".repeat(300)}?q=%FF${"%41".repeat(100)}`);
    for (const tab of ["bytes", "reference", "charsets", "readers", "files", "code"]) {
      await page.locator(`#tab-${tab}`).click();
      const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
      assert.ok(scroll <= inner, `${tab}: ${scroll} > ${inner}`);
    }
    // Also with a file of a long name, and its result.
    await dropFile(page, { content: "a", name: `${"x".repeat(200)}.txt` });
    await page.locator("#panel-files").getByRole("button", { name: "Start" }).click();
    await page.locator("#panel-files").getByRole("link").waitFor();
    const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    assert.ok(scroll <= inner, `files: ${scroll} > ${inner}`);
  },
  { viewport: { width: 360, height: 740 }, allowed: { links: 1 } },
);

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

// ---- files

async function dropOn(page, place, ...files) {
  const transfer = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { content, name } of files) transfer.items.add(new File([content], name));
    return transfer;
  }, files);
  await page.dispatchEvent(place, "dragover", { dataTransfer: transfer });
  await page.dispatchEvent(place, "drop", { dataTransfer: transfer });
}

const dropFile = (page, file) => dropOn(page, "body", file);

inPage(
  "a file is dropped, converted by the Worker, and downloaded",
  async (page) => {
    await dropFile(page, { content: "ä b\n".repeat(1000), name: "text.txt" });
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
    await dropFile(page, { content: `${"%41".repeat(400_000)}%4`, name: "broken.txt" });
    const panel = page.locator("#panel-files");
    await panel.getByLabel("Operation").selectOption("decode");
    await panel.getByRole("button", { name: "Start" }).click();
    await page.waitForFunction(() => /At offset 1,200,000/.test(document.querySelector("#panel-files").innerText));
    await dropFile(page, { content: "", name: "empty" });
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
    await dropFile(page, { content: text, name: "a.txt" });
    assert.match(await panel.innerText(), /Options: rfc3986:unreserved · ISO-2022-JP · CRLF/);
    await start();
    const encoded = await result(page);
    const line = "%1B%24BF%7CK%5C8l%1B%28B%0D%0A";
    assert.equal(encoded.length, line.length * 200_000);
    assert.equal(encoded.toString(), line.repeat(200_000));
    // And back, in a file whose state goes on over the ends of its parts.
    await dropFile(page, { content: encoded.toString(), name: "a.encoded.txt" });
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
    await dropFile(page, { content: "a ".repeat(4_000_000), name: "long.txt" });
    const panel = page.locator("#panel-files");
    await panel.getByRole("button", { name: "Start" }).click();
    await page.locator("#plain").focus();
    await panel.getByRole("link").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.id), "plain");
    await dropFile(page, { content: "a", name: "\u202Egpj.exe" });
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

// ---- missing features

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
