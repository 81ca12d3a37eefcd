// The views under the boxes: bytes, parts, other decoders and code.

import assert from "node:assert/strict";
import { dropOn, onPage, served, speak, value } from "./browser.mjs";

const it = served();
// These tests begin with both boxes and all options open.
const inPage = (name, run, options) => onPage(it, name, run, { options: true, ...options });

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

inPage("the components of a URI, and findings that are selected in the box", async (page) => {
  await page.locator("#encoded").fill("HTTP://User@Example.com:80/%7euser/..%2f?q=tea+%26#top");
  await page.getByRole("tab", { name: "Parts" }).click();
  const panel = page.locator("#panel-reference");
  const text = await panel.innerText();
  for (const part of [/^HTTP:\/\/User@Example\.com:80\/~user\/\.\.%2f\n/, /segment 2\s*\.\.\//i, /q\s*tea &\n/, /fragment\s*top\n/])
    assert.match(text, part);
  assert.ok(text.includes("http://User@example.com:80/~user/..%2F?q=tea+%26#top"));
  await panel.locator("details").getByLabel("Level").selectOption("scheme");
  assert.ok((await panel.innerText()).includes("http://User@example.com/~user/..%2F?q=tea+%26#top"));
  await panel.getByRole("textbox", { name: "Compare with" }).fill("http://User@example.com/~user/../?q=tea+%26#top");
  assert.match(await panel.innerText(), /≠ Different: in the path/);
  await panel.getByRole("textbox", { name: "Compare with" }).fill("http://User@example.com/~user/..%2F?q=tea+%26#top");
  assert.match(await panel.innerText(), /= Equivalent, by: .*default port/);
  const finding = panel.locator(".findings li", { hasText: "encoded-separator" });
  assert.match(await finding.innerText(), /ⓘ note[^]*→ Split first/);
  await finding.getByRole("button").click();
  const selected = () => page.evaluate(() => getSelection().toString());
  assert.equal(await selected(), "%2f");
  assert.ok(await panel.isVisible());
  // What is no reference is selected too, and the brackets of programs are no error.
  await page.locator("#encoded").fill("https://a.com/a b?q=1");
  await panel.locator(".notice.error").getByRole("button", { name: "column 16" }).click();
  assert.equal(await selected(), " ");
  await page.locator("#encoded").fill("https://a.com/?filter[a]=1");
  assert.match(await panel.locator(".notice").first().innerText(), /Not a valid reference/);
  assert.equal(await panel.locator(".notice.error").count(), 0);
});

inPage("an invalid reference is not called normal or valid", async (page) => {
  await page.locator("#tab-reference").click();
  const panel = page.locator("#panel-reference");
  const normal = panel
    .locator("details")
    .filter({ has: page.locator("select") })
    .first();
  const findings = panel.locator("details").last();
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
    await page.locator("#encoded").fill("http://h:80/");
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
  // A value makes its `=`, and takes it away again.
  await panel.getByLabel("Value 3", { exact: true }).fill("v");
  assert.equal(await value(page, "encoded"), "/p?a=x%26y%20%C3%A9&a=1&b=v&&c=%7e#f");
  await panel.getByLabel("Value 3", { exact: true }).fill("");
  assert.equal(await value(page, "encoded"), "/p?a=x%26y%20%C3%A9&a=1&b&&c=%7e#f");
  await panel.getByRole("button", { name: "Remove 4" }).click();
  assert.equal(await value(page, "encoded"), "/p?a=x%26y%20%C3%A9&a=1&b&c=%7e#f");
  await panel.getByRole("button", { name: "Add a pair" }).click();
  await page.keyboard.type("n=");
  assert.equal(await value(page, "encoded"), "/p?a=x%26y%20%C3%A9&a=1&b&c=%7e&n%3D=#f");
  assert.equal(await page.evaluate(() => document.activeElement.value), "n=");
});

inPage("decoders side by side", async (page) => {
  await page.locator("#encoded").fill("a+b%zz");
  await page.getByRole("tab", { name: "Other decoders" }).click();
  const text = await page.locator("#panel-readers").innerText();
  assert.match(text, /WHATWG form\ta b%zz/);
  assert.match(text, /Go QueryUnescape\t✗ refused/);
});

inPage("code in five languages", async (page) => {
  await page.locator("#set").selectOption("rfc3986:segment");
  await page.locator("#plain").fill("it's 5\"");
  await page.getByRole("tab", { name: "Code", exact: true }).click();
  const blocks = await page.locator("#panel-code pre").allInnerTexts();
  assert.equal(blocks.length, 5);
  assert.equal(blocks[4], "triplet encode --set rfc3986:segment -- 'it'\\''s 5\"'");
  await page.locator("#panel-code button").nth(4).click();
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith("triplet"));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), blocks[4]);
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
    await dropOn(page, "body", { content: "a", name: `${"x".repeat(200)}.txt` });
    await page.locator("#panel-files").getByRole("button", { name: "Start" }).click();
    await page.locator("#panel-files").getByRole("link").waitFor();
    const [inner, scroll] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    assert.ok(scroll <= inner, `files: ${scroll} > ${inner}`);
  },
  { viewport: { width: 360, height: 740 }, allowed: { links: 1 } },
);

inPage("the link that is offered for an IRI has its host in Punycode", async (page) => {
  await page.locator("#tab-reference").click();
  for (const [written, offered] of [
    ["https://München.de/straße", "https://xn--mnchen-3ya.de/stra%C3%9Fe"],
    ["https://a@例え.jp:81/", "https://a@xn--r8jz45g.jp:81/"],
    // No domain name.
    ["https://é%2F.example/", "https://%C3%A9%2F.example/"],
  ]) {
    await page.locator("#encoded").fill(written);
    await page.locator("#panel-reference [data-remedy=requote]").click();
    assert.equal(await value(page, "encoded"), offered);
  }
});
