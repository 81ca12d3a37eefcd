// What a person does who has read nothing: pastes with what is around a text, ends an edit by Enter, changes to another task, takes a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { RULES } from "../../npm/vocabulary.js";
import { ADVICE, ALL_RULES } from "../src/i18n/advice.js";
import { LANGUAGES, onPage, open, rememberBlobs, served, speak, value } from "./browser.mjs";

const it = served();
const inPage = (name, run, options) => onPage(it, name, run, options);

/** Pastes over all that a box has. */
async function pasted(page, text, box = "encoded") {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.locator(`#${box}`).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
const focused = (page) =>
  page.evaluate(() => document.activeElement.id || document.activeElement.ariaLabel || document.activeElement.localName);
const panel = (page) => page.locator("#panel-reference");
const PHONE = { viewport: { width: 320, height: 640 } };

// ---- what is said

inPage("the page says which rules it checks", async (page) => {
  assert.equal(ALL_RULES, RULES.length);
  const says = `This page checks ${Object.keys(ADVICE).length} of ${ALL_RULES} rules`;
  let pressed = false;
  // The command has findings in the first two.
  for (const text of ["https://user:pw@a.com/", "https://a.com/?password=x", "https://a.com/%7e"]) {
    await pasted(page, text);
    const found = panel(page).locator("details", { hasText: says });
    // Findings are open, and where there are none, the title says so.
    const count = Number(/^Findings \((\d+)\)/.exec(await found.innerText())[1]);
    assert.equal(count > 0, text.includes("%"), text);
    const isOpen = await found.evaluate(({ open }) => open);
    if (!pressed) assert.equal(isOpen, count > 0);
    // What the reader opens or closes stays so.
    else assert.ok(isOpen);
    if (!isOpen) await found.locator("summary").click();
    pressed = true;
    assert.ok((await found.innerText()).includes(says), text);
  }
});

inPage("a region is named in every language, and characters are not called letters", async (page) => {
  await pasted(page, "https://a.com/?q=caf%E9");
  for (const language of LANGUAGES) {
    await speak(page, language);
    const said = await page.locator(".tree-note").first().innerText();
    assert.doesNotMatch(said, /155/, language);
    assert.match(said, /windows-1252/, language);
  }
  await speak(page, "de");
  assert.match(await page.locator(".tree-note").first().innerText(), /häufige Zeichen: Westeuropa/);
});

inPage("a text is named in one sentence", async (page) => {
  for (const [text, says] of [
    ["see https://a.com/x?b=1 there", /^A text with one URL$/],
    ["see https://a.com/ and https://b.com/", /^A text with 2 URLs$/],
    ["mailto:a@b.example?subject=x", /^A link that starts an e-mail$/],
    ["https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.com%2F&data=05", /Safe Links\), a URL$/],
  ]) {
    await pasted(page, text);
    assert.match(await page.locator("#what-text").innerText(), says, text);
  }
});

inPage("the lines of a mail are no attack", async (page) => {
  await pasted(page, "Dear all,\n\nsee https://a.com/x?b=1\n\nbye");
  assert.doesNotMatch(await panel(page).innerText(), /crlf|control-char/);
  await pasted(page, "https://a.com/x%0D%0Ay");
  assert.match(await panel(page).innerText(), /crlf/);
});

test("the speed and the time of a small file are short", async () => {
  const { page, clean, close } = await open(it.browser, it.server.address, { options: false, init: rememberBlobs });
  await page.locator("#tab-files").click();
  await page.locator("#file").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("0123456789") });
  await page.getByRole("button", { name: "Start" }).click();
  const link = page.locator("#panel-files a");
  await link.waitFor();
  assert.match(await page.locator("#panel-files [role=status]").innerText(), /^10 B became 10 B in \d\.\d\d s, \d+(\.\d+)? k?B\/s\.\s*$/);
  await clean({ links: 1 });
  await close();
});

// ---- what is pasted

inPage("what is around a pasted link is not part of it", async (page) => {
  const link = "https://a.com/?x=%20y";
  for (const text of [`  ${link}  \n`, `${link}\n`, `\r\n\t${link}\r\n`]) {
    await pasted(page, text);
    assert.equal(await value(page, "encoded"), link, JSON.stringify(text));
    assert.equal(await panel(page).locator("[data-remedy], .notice.error").count(), 0);
  }
  // Where text is decoded, and in other texts, each line break counts.
  await pasted(page, "a%20b\nc\n");
  assert.equal(await value(page, "encoded"), "a%20b\nc\n");
  await page.locator("#mode-decode").click();
  await pasted(page, `${link}\n`);
  assert.equal(await value(page, "plain"), "https://a.com/?x= y\n");
  // And when it is typed, no repair writes it into the link.
  await page.locator("#mode-explain").click();
  await page.locator("#encoded").fill("");
  await page.locator("#encoded").pressSequentially("https://a.com/?x=yé\n");
  assert.deepEqual(await panel(page).locator("output", { hasText: "%0A" }).allInnerTexts(), []);
  assert.equal(await panel(page).locator("output", { hasText: "%C3" }).first().innerText(), "https://a.com/?x=y%C3%A9");
});

inPage("a text is read alike, typed and pasted", async (page) => {
  await page.locator("#mode-decode").click();
  const error = page.locator("#notes-encoded .error");
  await page.locator("#encoded").pressSequentially("abc%zz");
  assert.match(await error.innerText(), /not followed by two/);
  await pasted(page, "abc%zz");
  assert.match(await error.innerText(), /not followed by two/);
  assert.equal(await value(page, "plain"), "");
  // A charset that was guessed is named, and can be taken back.
  await pasted(page, "%E9t%E9");
  assert.equal(await value(page, "plain"), "été");
  const note = page.locator("#notes-encoded .notice", { hasText: "windows-1252 is guessed" });
  await note.getByRole("button", { name: "Read as UTF-8" }).click();
  assert.equal(await value(page, "plain"), "");
  assert.equal(await note.count(), 0);
  // In Explain, a typed text has its code too.
  await page.locator("#mode-explain").click();
  await page.locator("#encoded").fill("");
  await page.locator("#encoded").pressSequentially("https://a.com/?q=%C4%E3%BA%C3&b=100%");
  await page.locator("#tab-code").click();
  assert.match(await page.locator("#panel-code").innerText(), /encoding="gb18030"/);
});

inPage("what was guessed for a text goes with that text", async (page) => {
  await pasted(page, "https://s.example.cn/q?k=%C4%E3%BA%C3");
  await page.locator("#tab-files").click();
  assert.match(await page.locator("#panel-files").innerText(), /UTF-8/);
  await page.locator("#mode-encode").click();
  await page.locator("#plain").fill("你好 é");
  assert.equal(await value(page, "encoded"), "%E4%BD%A0%E5%A5%BD%20%C3%A9");
  // A form, and then a text.
  await page.locator("#mode-explain").click();
  await pasted(page, "name=J%C3%BCrgen+M&x=1");
  await page.locator("#mode-encode").click();
  await pasted(page, "a b", "plain");
  assert.equal(await value(page, "encoded"), "a%20b");
  // In Decode, a text that replaces all is another text.
  await page.locator("#mode-decode").click();
  await pasted(page, "%C4%E3%BA%C3");
  assert.equal(await value(page, "plain"), "你好");
  await pasted(page, "é", "plain");
  assert.equal(await value(page, "encoded"), "%C3%A9");
  // What the reader has chosen stays.
  await page.locator("#charset").selectOption("shift_jis");
  await page.locator("#mode-explain").click();
  await pasted(page, "https://s.example.cn/q?k=%C4%E3%BA%C3");
  await page.locator("#mode-encode").click();
  assert.equal(await page.locator("#charset").inputValue(), "shift_jis");
});

// ---- edits

inPage("Enter ends the edit of a name or a value", async (page) => {
  await pasted(page, "https://a.com/s?lang=de&y=1");
  await page.getByLabel("Value 1", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("x");
  await page.keyboard.press("Enter");
  assert.equal(await value(page, "encoded"), "https://a.com/s?lang=dex&y=1");
  assert.equal(await focused(page), "Name 2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Shift+Enter");
  assert.equal(await value(page, "encoded"), "https://a.com/s?lang=dex&y=1%0A");
  // Escape takes back what was edited since the field was drawn.
  await page.keyboard.press("Escape");
  assert.equal(await value(page, "encoded"), "https://a.com/s?lang=dex&y=1");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Add a pair");
});

inPage("the pencil: Escape takes back, Enter ends, and the focus returns", async (page) => {
  const text = "https://a.com/s?lang=d%65+1&y=1+1&z=3";
  await pasted(page, text);
  const pencil = page.locator(".tree .edit");
  await pencil.first().click();
  await page.keyboard.type("ABC");
  assert.notEqual(await value(page, "encoded"), text);
  await page.keyboard.press("Escape");
  assert.equal(await value(page, "encoded"), text);
  assert.equal(await page.locator(".tree-field").count(), 0);
  assert.equal(await focused(page), "Edit: lang");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  assert.equal(await value(page, "encoded"), text.replace("+1&y", "+12&y"));
  assert.equal(await page.locator(".tree-field").count(), 0);
  assert.equal(await focused(page), "Edit: lang");
  // Another pencil closes the first field.
  await pencil.nth(1).click();
  await page.locator(".tree .edit").first().click();
  assert.equal(await page.locator(".tree-field").count(), 1);
});

inPage("the focus is never lost", async (page) => {
  await pasted(page, "https://a.com/my file.pdf?x=50%");
  await panel(page).locator("[data-remedy=requote]").first().click();
  assert.equal(await focused(page), "encoded");
  // Ctrl+Z in a field of the table: what is typed next is there.
  await pasted(page, "https://a.com/?a=1&b=2");
  await page.getByLabel("Value 2", { exact: true }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("x");
  await page.keyboard.press("Control+z");
  assert.equal(await value(page, "encoded"), "https://a.com/?a=1&b=2");
  assert.equal(await focused(page), "Value 2");
  await page.keyboard.press("End");
  await page.keyboard.type("3");
  assert.equal(await value(page, "encoded"), "https://a.com/?a=1&b=23");
  await page.locator("#mode-decode").click();
  await pasted(page, "caf%25C3%25A9");
  await page.getByRole("button", { name: "Decode one more layer" }).click();
  assert.equal(await focused(page), "encoded");
  await pasted(page, "%zz");
  await page.getByRole("button", { name: "Read on" }).click();
  assert.equal(await focused(page), "encoded");
  await page.getByRole("button", { name: "Read strictly again" }).click();
  assert.equal(await focused(page), "encoded");
});

inPage("nothing is not copied", async (page) => {
  await page.locator("#mode-encode").click();
  assert.ok(await page.locator("#copy-encoded").isDisabled());
  await page.locator("#charset").selectOption("shift_jis");
  await page.locator("#plain").fill("ç");
  assert.ok(await page.locator("#copy-encoded").isDisabled());
  assert.ok(await page.locator("#copy-plain").isEnabled());
  assert.equal(await page.locator("#encoded").getAttribute("placeholder"), "");
});

inPage("a lone surrogate has one note, and a repair", async (page) => {
  await page.locator("#mode-encode").click();
  await page.locator("#plain").evaluate((pane) => {
    pane.value = "a\ud800b";
    pane.dispatchEvent(new InputEvent("input"));
  });
  assert.equal(await page.locator("#notes-plain .notice").count(), 1);
  await page.getByRole("button", { name: "Replace invalid sequences" }).click();
  assert.equal(await value(page, "encoded"), "a%EF%BF%BDb");
});

// ---- links

inPage("a link that cannot be written readably has no button for it", async (page) => {
  await pasted(page, "https://s.example.cn/q?k=%C4%E3%BA%C3");
  assert.equal(await page.locator("#copy-readable").count(), 0);
  // And a readable one is well-formed.
  await pasted(page, "https://a.com/%E4%BD%A0?b=100%");
  await page.locator("#copy-readable").click();
  await page.waitForFunction(() => document.querySelector("#copy-readable").textContent === "Copied");
  assert.equal(await clipboard(page), "https://a.com/你?b=100%25");
  // Of a text with links, the text is copied, with its lines.
  await pasted(page, "id,url\n1,https://a.com/%C3%A9\n2,https://b.com/%C3%A9");
  assert.equal(await page.locator("#copy-readable").innerText(), "Copy the readable text");
  await page.locator("#copy-readable").click();
  await page.waitForFunction(() => document.querySelector("#copy-readable").textContent === "Copied");
  assert.equal(await clipboard(page), "id,url\n1,https://a.com/é\n2,https://b.com/é");
});

inPage(
  "on a phone the link is copied after an edit, and Share moves no button",
  async (page) => {
    await pasted(page, "https://a.com/?q=a");
    await page.locator(".tree .edit").click();
    await page.keyboard.type("b");
    await page.keyboard.press("Enter");
    await page.locator("#copy-encoded").click();
    await page.waitForFunction(() => document.querySelector("#copy-encoded").textContent === "Copied");
    const text = await clipboard(page);
    assert.ok(text !== "https://a.com/?q=a" && text === (await value(page, "encoded")), text);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      await page.evaluate(() => document.querySelector("#shared").replaceChildren());
      const before = await page.locator("#share").boundingBox();
      await page.locator("#share").click();
      await page.waitForFunction(() => document.querySelector("#shared").textContent !== "");
      assert.deepEqual(await page.locator("#share").boundingBox(), before, `${width}`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }
  },
  PHONE,
);

inPage("what the page itself cuts off is no error of the text", async (page) => {
  for (const character of ["%E4%BD%A0", "%F0%9F%98%80", "%20%26%20"])
    for (const before of ["", "a", "aa"]) {
      await pasted(page, `https://a.com/?q=${before}${character.repeat(8000)}`);
      assert.equal(await page.locator("#what-text").innerText(), "A URL");
      assert.doesNotMatch(await panel(page).innerText(), /malformed|utf8|column/, before + character);
    }
});

inPage("a value is copied by one press, and nothing is offered that changes nothing", async (page) => {
  await pasted(page, "photos/2024/a+b%28c%29+%C3%A9.jpg");
  assert.equal(await panel(page).getByRole("button", { name: "Open" }).count(), 0);
  assert.doesNotMatch(await panel(page).innerText(), /Add a pair|Normal form/);
  const copied = async (place) => {
    await place.click();
    await place.filter({ hasText: "Copied" }).waitFor();
    return clipboard(page);
  };
  assert.equal(await copied(panel(page).locator(".copy")), "photos/2024/a b(c) é.jpg");
  await pasted(page, "https://a.com/?q=%D6%D0%B9%FA&u=https%3A%2F%2Fb.com%2F%3Fx%3D1");
  assert.equal(await copied(panel(page).getByRole("button", { name: "Copy: 中国" })), "中国");
  // Of a link inside, all of it.
  assert.equal(await copied(panel(page).getByRole("button", { name: "Copy: https://b.com/" })), "https://b.com/?x=1");
});

inPage("a host that looks like another one is not shown as that one", async (page) => {
  const link = "https://xn--pple-43d.com/caf%C3%A9";
  await pasted(page, link);
  assert.match(await panel(page).innerText(), /xn--pple-43d\.com\s*⚠ looks like another name/);
  await page.locator("#copy-readable").click();
  await page.waitForFunction(() => document.querySelector("#copy-readable").textContent === "Copied");
  assert.equal(await clipboard(page), "https://xn--pple-43d.com/café");
});

inPage("the purpose is not asked of a text that is decoded", async (page) => {
  await page.locator("#mode-decode").click();
  assert.ok(await page.locator("#purpose").isVisible());
  await pasted(page, "a%20b");
  assert.ok(!(await page.locator("#purpose").isVisible()));
  await pasted(page, "a b", "plain");
  assert.ok(await page.locator("#purpose").isVisible());
});

inPage(
  "on a phone every tab is seen",
  async (page) => {
    await pasted(page, "https://a.com/?q=a");
    for (const language of ["ru", "de"]) {
      await speak(page, language);
      const out = await page
        .locator("[role=tab]")
        .evaluateAll((list) => list.filter((tab) => tab.getBoundingClientRect().right > innerWidth).length);
      assert.equal(out, 0, language);
    }
  },
  PHONE,
);

inPage("the table shows by its code what a field cannot show", async (page) => {
  await pasted(page, "https://a.com/?r=%E2%80%AEevil.exe");
  assert.equal(await panel(page).locator(".raw").innerText(), "r=%E2%80%AEevil.exe → ⟨U+202E⟩evil.exe");
  await page.getByLabel("Value 1", { exact: true }).fill("a");
  assert.equal(await panel(page).locator(".raw").innerText(), "r=a");
});

inPage("a link that leads through another site shows that site, and opens its target", async (page) => {
  const target = "https://shop.example.com/a?utm_source=mail&id=1";
  const through = "https://eur01.safelinks.protection.outlook.com/";
  await pasted(page, `${through}?url=${encodeURIComponent(target)}&data=05%7C02%7Cjane%40contoso.com`);
  assert.equal(await page.locator("#copy-readable").innerText(), "Copy the target");
  assert.match(await panel(page).innerText(), /host: eur01\.safelinks\.protection\.outlook\.com/);
  assert.equal(await page.getByLabel("Value 2", { exact: true }).inputValue(), "05|02|jane@contoso.com");
  await panel(page).getByRole("button", { name: "Open" }).first().click();
  assert.equal(await value(page, "encoded"), target);
  await page.locator("[data-untrack]").click();
  assert.equal(await value(page, "encoded"), "https://shop.example.com/a?id=1");
});

inPage("what the rules of a later level make equal is said to be equal", async (page) => {
  const compared = async (a, b) => {
    await pasted(page, a);
    await panel(page).getByRole("textbox", { name: "Compare with" }).fill(b);
    return panel(page).locator(".notice[role=status]").innerText();
  };
  const first = "HTTP://Example.com:80/%7euser/a%2fb?x=1&y=2";
  assert.match(await compared(first, "http://example.com/~user/a%2Fb?x=1&y=2"), /^= Equivalent, by: .*default port.*rules of the scheme/);
  assert.match(await compared("http://a.com/?x=1&y=2", "http://a.com/?y=2&x=1"), /^≠ The pairs are the same, in another order/);
  assert.match(await compared("http://A.com:80/?x=1&y=2", "http://a.com/?y=2&x=1"), /^≠ The pairs are the same, in another order/);
  assert.match(await compared("http://a.com:81/", "http://a.com/"), /^≠ Different: only one of them has this part: port/);
  assert.match(await compared("http://a.com/a", "http://a.com/b"), /^≠ Different: in the path, at column 14 and column 14/);
});

test("Reload brings back what is compared, and the box has the focus", async () => {
  const { page, close } = await open(it.browser, it.server.address, { options: false });
  await pasted(page, "http://a.com/a");
  await panel(page).getByRole("textbox", { name: "Compare with" }).fill("http://a.com/b");
  await page.waitForFunction(() => history.state?.other === "http://a.com/b");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await panel(page).getByRole("textbox", { name: "Compare with" }).inputValue(), "http://a.com/b");
  assert.equal(await focused(page), "encoded");
  await close();
});

inPage("each piece that differs is marked", async (page) => {
  await pasted(page, "https://a.com/?a=%7e1&long=unchanged&d=%7e2");
  // A healthy link has no marks: nothing is compared with it.
  assert.equal(await panel(page).locator("mark").count(), 0);
  await panel(page).getByRole("textbox", { name: "Compare with" }).fill("https://a.com/?a=~1&long=unchanged&d=~2");
  const marks = await panel(page).locator("output:has(mark)").first().locator("mark").allInnerTexts();
  assert.deepEqual(marks, ["%7e", "%7e"]);
});

inPage("a link without a query has no empty table", async (page) => {
  await pasted(page, "https://xn--bcher-kva.example/");
  assert.ok(!(await page.locator(".pairs").isVisible()));
  await page.getByRole("button", { name: "Add a pair" }).click();
  await page.keyboard.type("q");
  assert.equal(await value(page, "encoded"), "https://xn--bcher-kva.example/?q=");
});

inPage("letters from right to left stay in their part", async (page) => {
  await pasted(page, "https://he.wikipedia.org/wiki/%D7%A9%D7%9C%D7%95%D7%9D/%D7%91/x?%D7%90=%D7%91");
  // Where the letters of a text are on the screen.
  const left = (locator, text) =>
    locator.evaluate((node, text) => {
      const walk = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      for (let at = walk.nextNode(); at; at = walk.nextNode()) {
        const index = at.data.indexOf(text);
        if (index < 0) continue;
        const range = document.createRange();
        range.setStart(at, index);
        range.setEnd(at, index + text.length);
        return range.getBoundingClientRect().left;
      }
    }, text);
  const readable = panel(page).locator(".tree-text");
  const places = await Promise.all(["wiki", "שלום", "ב", "x"].map((text) => left(readable, text)));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  const row = panel(page).locator(".tree > li", { hasText: "א" });
  const [name, column] = await Promise.all([
    left(row.locator(".tree-name"), "א"),
    row.locator(".tree-name").evaluate((node) => node.getBoundingClientRect().left),
  ]);
  assert.ok(name - column < 2, `${name} and ${column}`);
});

inPage("a family is one emoji", async (page) => {
  await pasted(page, "https://a.com/?x=%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9%E2%80%8D%F0%9F%91%A7");
  assert.match(await page.locator(".tree").first().innerText(), /👨‍👩‍👧/u);
});

// ---- screens

const LOGIN =
  "https://accounts.example.com/login?continue=https%3A%2F%2Fshop.example.com%2Fcart%3Fnext%3Dhttps%253A%252F%252Fpay.example.com&utm_source=mail&name=%D6%D0%B9%FA&b=100%";

inPage(
  "on a phone, each reading of a charset has all the width",
  async (page) => {
    await pasted(page, LOGIN);
    for (const language of ["en", "de", "ja"]) {
      if (language !== "en") await speak(page, language);
      for (const [tab, least] of [
        ["charsets", 230],
        ["readers", 230],
      ]) {
        await page.locator(`#tab-${tab}`).click();
        const widths = await page
          .locator(`#panel-${tab} tbody td:nth-child(2)`)
          .evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
        assert.ok(widths.length > 10 && Math.min(...widths) >= least, `${language} ${tab}: ${Math.min(...widths)}`);
        const height = await page.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(height < 5500, `${language} ${tab}: ${height}`);
      }
    }
  },
  PHONE,
);

inPage("the readings of a charset show what differs", async (page) => {
  await pasted(page, LOGIN);
  await page.locator("#tab-charsets").click();
  const row = await page.locator("#panel-charsets tbody tr").first().innerText();
  assert.match(row, /^GB18030\s+…ource=mail&name=中国&b=100%/);
  assert.equal(await page.locator("#panel-charsets th").nth(2).innerText(), "Why");
});

for (const language of ["en", "ru"])
  inPage(
    `with more options the page is as wide as the window, in ${language}`,
    async (page) => {
      await page.locator("#mode-encode").click();
      if (language !== "en") await speak(page, language);
      await page.locator("#more > summary").click();
      for (const width of [740, 768, 820, 889, 1024]) {
        await page.setViewportSize({ width, height: 800 });
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
        const out = await page.locator("#more label").evaluateAll((labels) => {
          const { right } = document.querySelector(".options").getBoundingClientRect();
          return labels.filter((label) => label.getBoundingClientRect().right > right).map((label) => label.textContent);
        });
        assert.deepEqual(out, [], `${width}`);
      }
    },
    { viewport: { width: 768, height: 800 } },
  );

inPage(
  "the tools are on one line on a phone",
  async (page) => {
    for (const language of ["en", ...LANGUAGES]) {
      if (language !== "en") await speak(page, language);
      const tops = await page.locator("#steps button").evaluateAll((list) => [...new Set(list.map((node) => node.offsetTop))]);
      assert.equal(tops.length, 1, language);
    }
  },
  PHONE,
);

inPage(
  "with forced colours, what is chosen has a frame of its own",
  async (page) => {
    await pasted(page, "https://a.com/?a=1");
    const width = (selector) => page.locator(selector).evaluate((node) => getComputedStyle(node).borderTopWidth);
    assert.deepEqual([await width("#mode-explain"), await width("#mode-encode")], ["3px", "1px"]);
    assert.deepEqual([await width("#tab-reference"), await width("#tab-bytes")], ["3px", "1px"]);
  },
  { more: { forcedColors: "active" } },
);
