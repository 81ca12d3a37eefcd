// The table of the pairs of a query: read and written as the link is read, and what is not edited stays byte for byte.

import assert from "node:assert/strict";
import { onPage, served, speak, value } from "./browser.mjs";

const it = served();
const inPage = (name, run, options) => onPage(it, name, run, options);

/** Pastes a link over everything, and shows its table. */
async function opened(page, link) {
  await page.evaluate((link) => navigator.clipboard.writeText(link), link);
  await page.locator("#encoded").focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
  await page.locator("#tab-reference").click();
}
const field = (page, label) => page.getByLabel(label, { exact: true });
const link = (page) => value(page, "encoded");
/** Presses keys at the end of a field. */
async function press(page, label, ...keys) {
  await field(page, label).focus();
  await page.keyboard.press("Control+End");
  for (const key of keys) await page.keyboard.press(key);
}
/** One key and its deletion, and then undone. */
async function keyAndBack(page, label, before) {
  await press(page, label, "x");
  assert.notEqual(await link(page), before);
  await page.keyboard.press("Backspace");
  assert.equal(await link(page), before, label);
}

const GBK = "https://example.com/%B0%D9?q=%D6%D0%B9%FA&%C3%FB=%ce%c4+%20%41#%D6%D0";

inPage("a link in GBK is read and written in it", async (page) => {
  await opened(page, GBK);
  assert.equal(await page.locator(".tree select").first().inputValue(), "gb18030");
  assert.deepEqual(
    [await field(page, "Value 1").inputValue(), await field(page, "Name 2").inputValue(), await field(page, "Value 2").inputValue()],
    ["中国", "名", "文  A"],
  );
  await press(page, "Value 1", "a");
  assert.equal(await link(page), GBK.replace("%B9%FA", "%B9%FAa"));
  await page.keyboard.press("Backspace");
  assert.equal(await link(page), GBK);
  await page.keyboard.insertText("文");
  assert.equal(await link(page), GBK.replace("%B9%FA", "%B9%FA%CE%C4"));
  assert.match(await value(page, "plain"), /\?q=中国文&/);
  await page.keyboard.press("Control+z");
  assert.equal(await link(page), GBK);
  // The components too, and the round trip.
  const text = await page.locator("#panel-reference").innerText();
  assert.match(text, /fragment\s*中/);
  assert.match(text, /Segment 1\s*百/);
  assert.doesNotMatch(text, /\uFFFD|EF%BF%BD/);
});

inPage("a charset that is chosen applies, and what it lacks leaves the link as it is", async (page) => {
  await page.locator("#mode-decode").click();
  await page.locator("#encoded").fill("/?q=%E9%8A");
  await page.locator("#charset").selectOption("windows-1252");
  await page.locator("#tab-reference").click();
  assert.equal(await field(page, "Value 1").inputValue(), "éŠ");
  await press(page, "Value 1");
  await page.keyboard.insertText("你");
  assert.equal(await link(page), "/?q=%E9%8A");
  assert.equal(await page.locator(".pairs [role=alert]").innerText(), "✗ windows-1252 has no U+4F60.");
  assert.equal(await field(page, "Value 1").getAttribute("aria-invalid"), "true");
  await page.keyboard.press("Backspace");
  await page.keyboard.insertText("ü");
  assert.equal(await link(page), "/?q=%E9%8A%FC");
  assert.equal(await page.locator(".pairs [role=alert]").count(), 0);
  assert.equal(await field(page, "Value 1").getAttribute("aria-invalid"), "false");
  // Characters outside ASCII that are raw are text, and are kept.
  await page.locator("#encoded").fill("/?q=%E9你");
  await press(page, "Value 1", "ArrowLeft", "!");
  assert.equal(await link(page), "/?q=%E9!你");
});

inPage("the charset is one of the innermost layer, and %uXXXX is read as such", async (page) => {
  const twice = "https://example.com/s?q=%25D6%25D0%25B9%25FA&b=1";
  await opened(page, twice);
  assert.equal(await field(page, "Value 1").inputValue(), "%D6%D0%B9%FA");
  await keyAndBack(page, "Value 1", twice);
  await press(page, "Value 2");
  await page.keyboard.insertText("文");
  assert.match(await page.locator(".tree").first().innerText(), /q\s*%D6%D0%B9%FA[^]*中国[^]*b\s*1文/);
  await opened(page, "/?q=%u4F60%20b&c=%E9");
  assert.deepEqual([await field(page, "Value 1").inputValue(), await field(page, "Value 2").inputValue()], ["你 b", "é"]);
  await press(page, "Value 1");
  await page.keyboard.insertText("好");
  assert.equal(await link(page), "/?q=%u4F60%20b%u597D&c=%E9");
  assert.equal(await value(page, "plain"), "/?q=你 b好&c=é");
});

inPage("line breaks are kept, and are typed in the form of the first", async (page) => {
  const body = "/send?body=a%0D%0Ab&c=1%0d2%0A3&d=4";
  await opened(page, body);
  assert.deepEqual([await field(page, "Value 1").inputValue(), await field(page, "Value 2").inputValue()], ["a\nb", "1\n2\n3"]);
  // Each line is visible.
  const [one, two] = [(await field(page, "Value 3").boundingBox()).height, (await field(page, "Value 1").boundingBox()).height];
  assert.ok(two > 1.5 * one && one < 50, `${one} and ${two}`);
  await keyAndBack(page, "Value 1", body);
  await keyAndBack(page, "Value 2", body);
  await press(page, "Value 1", "Shift+Enter", "z");
  assert.equal(await link(page), body.replace("%0Ab", "%0Ab%0D%0Az"));
  assert.equal(await field(page, "Value 1").evaluate((node) => node.rows), 3);
  await press(page, "Value 2", "Shift+Enter");
  assert.equal(await link(page), body.replace("%0Ab", "%0Ab%0D%0Az").replace("%0A3", "%0A3%0D"));
  await press(page, "Value 3", "Shift+Enter");
  assert.match(await link(page), /d=4%0A$/);
});

const AWKWARD = [
  "/?a=%00b%00",
  "/?a=%FF%C3&b=%ED%A0%80",
  "/?x=%ed%b0%80%F0%9F%98%80\u{1F600}",
  "/p?a=b+c%20d&a=1&a=1&&=&b&=x&c==#f?&g",
  "/?%6e%2F=%2f%2b%7e%41",
  "/?a=100%&b=%zz%4",
  "?a=%E2%80%AE%E2%80%8B%EF%BB%BF&b=%EF%BF%BD",
  "//h?a=%0D%0D%0A%0A&b=%09%20+",
  "/?a=%EF%BB%BF",
  "mailto:a@b?subject=a%0D%0Ab&body=%C3%A9%e9",
];

inPage("one key and its deletion restore every link, and so does undo", async (page) => {
  for (const text of AWKWARD) {
    await page.locator("#encoded").fill(text);
    await page.locator("#tab-reference").click();
    const labels = await page.locator(".pairs textarea").evaluateAll((list) => list.map((node) => node.getAttribute("aria-label")));
    assert.ok(labels.length > 0, text);
    for (const label of labels) {
      await field(page, label).focus();
      assert.equal(await field(page, label).evaluate((node) => node.readOnly), false);
      assert.equal(await link(page), text);
      await keyAndBack(page, label, text);
      // At the start too.
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("x");
      await page.keyboard.press("Backspace");
      assert.equal(await link(page), text, label);
    }
    await press(page, labels.at(-1), "x");
    assert.notEqual(await link(page), text);
    for (let i = 0; i < 20 && (await link(page)) !== text; i++) await page.keyboard.press("Control+z");
    assert.equal(await link(page), text);
  }
});

inPage("a lone surrogate stays in the link", async (page) => {
  await page.evaluate(() => {
    const pane = document.querySelector("#encoded");
    pane.value = "/?a=\uD800b&c=%41%zz";
    pane.dispatchEvent(new InputEvent("input"));
  });
  await page.locator("#tab-reference").click();
  const now = () => page.evaluate(() => document.querySelector("#encoded").value === "/?a=\uD800b&c=%41%zz");
  assert.ok(await now());
  await press(page, "Value 2", "x", "Backspace");
  assert.ok(await now());
  await press(page, "Value 1", "x", "Backspace");
  assert.ok(await now());
});

inPage("many pairs, and a query that becomes empty or begins", async (page) => {
  const many = `/?${Array.from({ length: 205 }, (_, i) => `n${i}=%7e`).join("&")}&&x#f`;
  await page.locator("#encoded").fill(many);
  await page.locator("#tab-reference").click();
  await keyAndBack(page, "Value 200", many);
  for (const [before, after] of [
    ["/p#f", "/p?n=#f"],
    ["/p", "/p?n="],
    ["/p?#f", "/p?&n=#f"],
  ]) {
    await page.locator("#encoded").fill(before);
    await page.getByRole("button", { name: "Add a pair" }).click();
    await page.keyboard.press("n");
    assert.equal(await link(page), after);
  }
  await page.locator("#encoded").fill("/p?a=1#f");
  await page.getByRole("button", { name: "Remove 1" }).click();
  assert.equal(await link(page), "/p#f");
});

inPage("a field is as high as its text", async (page) => {
  await opened(page, `${GBK.replace("#", "&body=a%0D%0Ab&long=" + "%D6%D0".repeat(60) + "#")}`);
  await speak(page, "zh");
  await page.locator(".pairs").scrollIntoViewIfNeeded();
  const wide = await page
    .locator(".pairs textarea")
    .evaluateAll((list) => list.filter((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 1).length);
  assert.equal(wide, 0);
});

inPage("a value is edited where it is read: its line breaks, its charset and the tree under it", async (page) => {
  await opened(page, "https://a.example/?wd=%D6%D0&to=https%3A%2F%2Fb.example%2F%3Fx%3D1&t=a%0D%0Ab");
  const begin = (name) => page.locator(".tree > li", { hasText: name }).first().locator(".edit").click();
  await begin("wd");
  const field = page.locator(".tree-field textarea");
  assert.equal(await field.inputValue(), "中");
  await field.press("End");
  await field.pressSequentially("国", { delay: 20 });
  assert.equal(await value(page, "encoded"), "https://a.example/?wd=%D6%D0%B9%FA&to=https%3A%2F%2Fb.example%2F%3Fx%3D1&t=a%0D%0Ab");
  assert.equal(await page.locator(".pairs textarea").nth(1).inputValue(), "中国");
  // What the charset lacks is said, and the link stays.
  await opened(page, "https://a.example/?ie=windows-1252&q=caf%E9");
  await begin("caf");
  await field.press("End");
  await page.keyboard.insertText("你");
  assert.equal(await page.locator(".tree-field [role=alert]").innerText(), "✗ windows-1252 has no U+4F60.");
  assert.equal(await value(page, "encoded"), "https://a.example/?ie=windows-1252&q=caf%E9");
});

inPage("an inner link follows the edit of its value", async (page) => {
  await opened(page, "https://a.example/?to=https%3A%2F%2Fb.example%2F%3Fx%3D1&t=a%0D%0Ab");
  await page.locator(".tree .edit").first().click();
  const field = page.locator(".tree-field textarea");
  await field.press("End");
  await field.pressSequentially("23", { delay: 20 });
  assert.match(await page.locator(".tree .tree").first().innerText(), /x\s*123/);
  assert.ok(await field.evaluate((node) => document.activeElement === node));
  // The value at the end of the tree.
  await page.locator(".tree .edit").last().click();
  assert.equal(await field.inputValue(), "a\nb");
  await field.press("End");
  await field.press("Shift+Enter");
  await field.pressSequentially("c");
  assert.equal(await value(page, "encoded"), "https://a.example/?to=https%3A%2F%2Fb.example%2F%3Fx%3D123&t=a%0D%0Ab%0D%0Ac");
});

inPage("a link of more pairs than the tree can have", async (page) => {
  const pairs = Array.from({ length: 6000 }, () => "a=b").join("&");
  await opened(page, `https://a.example/?${pairs}`);
  await field(page, "Value 1").fill("c");
  assert.equal(await link(page), `https://a.example/?${pairs.replace("b", "c")}`);
});

inPage("a value is edited wherever its link stands, and all else stays", async (page) => {
  const link = "https://a.example/?q=1";
  for (const [before, after] of [
    [`<${link}>`, `<${link}2>`],
    [`- ${link}&b=%7e\n`, `- ${link}2&b=%7e\n`],
    [`10.0.0.7 "GET /%7e?q=1&b=2 HTTP/1.1" 200`, `10.0.0.7 "GET /%7e?q=12&b=2 HTTP/1.1" 200`],
    // Through two layers; a line break, and a character that is encoded anew in each.
    [`${link.replace("q=1", "u=")}https%3a%2F%2Fb.example%2F%3fq%3D1%26t%3Da%250D%250Ab`, undefined],
  ]) {
    await opened(page, before);
    await page.locator(".tree li", { hasText: /^q/ }).last().locator(".edit").first().click();
    const field = page.locator(".tree-field textarea");
    assert.equal(await field.inputValue(), "1", before);
    await field.press("End");
    await field.pressSequentially("2", { delay: 20 });
    const text = after ?? before.replace("q%3D1", "q%3D12");
    assert.equal(await value(page, "encoded"), text);
    if (after) continue;
    await field.pressSequentially("é&", { delay: 20 });
    assert.equal(await value(page, "encoded"), text.replace("q%3D12", "q%3D12%25C3%25A9%2526"));
    for (let i = 0; i < 9 && (await value(page, "encoded")) !== before; i++) await page.keyboard.press("Control+z");
    assert.equal(await value(page, "encoded"), before);
  }
});

inPage("what is only the head of a long text, or is in a notation that is only read, has no value to edit", async (page) => {
  for (const text of [
    `https://a.example/?q=1&b=${"x".repeat(65 << 10)}`,
    "https://a.example/?q=1&amp;u=https%3A%2F%2Fb.example%2F%3Fq%3D1&amp;x=2",
  ]) {
    await opened(page, "https://a.example/?q=1");
    await page.locator(".tree .edit").waitFor();
    await opened(page, text);
    assert.match(await page.locator(".tree").first().innerText(), /q\s*1/, text.slice(0, 40));
    assert.equal(await page.locator(".edit").count(), 0, text.slice(0, 40));
  }
});

inPage("after Open, one press leads back, with what was changed", async (page, { seen }) => {
  const text = "https://a.example/?u=https%3A%2F%2Fb.example%2F%3Fv%3Dhttps%253A%252F%252Fc.example%252F%253Fx%253D1&z=%7e";
  await opened(page, text);
  const open = page.locator(".tree .open");
  const back = page.getByRole("button", { name: "Back to the outer link" });
  assert.equal(await back.count(), 0);
  await open.first().click();
  await open.first().click();
  assert.equal(await value(page, "encoded"), "https://c.example/?x=1");
  await page.locator(".tree .edit").click();
  await page.locator(".tree-field textarea").press("End");
  await page.keyboard.insertText("é");
  await back.click();
  assert.equal(await value(page, "encoded"), "https://b.example/?v=https%3A%2F%2Fc.example%2F%3Fx%3D1%25C3%25A9");
  await back.click();
  assert.equal(await value(page, "encoded"), text.replace("x%253D1", "x%253D1%2525C3%2525A9"));
  assert.equal(await back.count(), 0);
  // Undo knows the way too.
  for (let i = 0; i < 3; i++) await page.keyboard.press("Control+z");
  assert.equal(await value(page, "encoded"), "https://c.example/?x=1");
  assert.equal(await back.count(), 1);
  await page.waitForFunction(() => history.state?.encoded === "https://c.example/?x=1");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  seen.requests.length = 0;
  await back.click();
  assert.equal(await value(page, "encoded"), "https://b.example/?v=https%3A%2F%2Fc.example%2F%3Fx%3D1");
  // A text that is pasted is in no other one.
  await open.first().click();
  await opened(page, "https://d.example/?x=1");
  assert.equal(await back.count(), 0);
});
