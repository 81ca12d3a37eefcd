// What is selected or pointed at in one pane lights up in the other and among the bytes; a URL as an object.

import assert from "node:assert/strict";
import { onPage, served, value } from "./browser.mjs";

const it = served();

const inPage = (name, run, options) => onPage(it, name, run, { mode: "decode", ...options });

/** What is lit in both panes, among the bytes, and the code point that is explained. */
const lit = (page) =>
  page.evaluate(() => [
    ...["encoded", "plain"].map((id) => document.querySelector(`#back-${id} mark`)?.textContent ?? ""),
    [...document.querySelectorAll(".byte.linked")].map((node) => node.textContent).join(""),
    [...document.querySelectorAll("#panel-bytes dt")].find((node) => node.textContent === "Code point")?.nextElementSibling.textContent ??
      "",
  ]);
const select = (page, id, from, to) =>
  page.locator(`#${id}`).evaluate(
    (node, [from, to]) => {
      node.focus();
      node.setSelectionRange(from, to);
    },
    [from, to],
  );
const settled = async (page, expected) => {
  await page.waitForFunction((text) => document.querySelector("#back-plain mark")?.textContent === text, expected[1]);
  assert.deepEqual(await lit(page), expected);
};

inPage("a selection lights up in the other pane and among the bytes, with the bits of its code point", async (page) => {
  await page.locator("#encoded").fill("caf%C3%A9/%E4%BD%A0%F0%9F%98%80+x");
  await select(page, "plain", 5, 6);
  await settled(page, ["%E4%BD%A0", "你", "%E4%BD%A0", "U+4F60 = 0100 111101 100000"]);
  await select(page, "plain", 3, 6);
  await settled(page, ["%C3%A9/%E4%BD%A0", "é/你", "%C3%A9/%E4%BD%A0", "U+00E9 = 00011 101001"]);
  // Any part of a triplet is its whole character.
  await select(page, "encoded", 20, 20);
  await settled(page, ["%F0%9F%98%80", "\u{1F600}", "%F0%9F%98%80", "U+1F600 = 000 011111 011000 000000"]);
  // By keyboard.
  await page.locator("#plain").focus();
  await page.keyboard.press("Control+Home");
  await settled(page, ["c", "c", "c", "U+0063"]);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await settled(page, ["ca", "ca", "ca", "U+0063"]);
  // What is typed moves the cursor, and the mark with it; at the end of the text there is nothing to mark.
  await page.keyboard.type("z");
  await settled(page, ["f", "f", "f", "U+0066"]);
  await page.keyboard.press("Control+End");
  await page.waitForFunction(() => !document.querySelector("#back-plain mark"));
});

inPage("a byte that is pointed at or focused lights up in both panes", async (page) => {
  await page.locator("#plain").fill("x é\u4f60");
  const cells = page.locator("#panel-bytes .bytes .byte");
  await cells.nth(2).hover();
  assert.deepEqual((await lit(page)).slice(0, 2), ["%C3%A9", "é"]);
  await cells.nth(2).click();
  await page.keyboard.press("ArrowRight");
  assert.deepEqual((await lit(page)).slice(0, 2), ["%E4%BD%A0", "你"]);
  await page.keyboard.press("Home");
  assert.deepEqual((await lit(page)).slice(0, 2), ["x", "x"]);
  // The marks are where the letters are: the copy behind a pane breaks its lines as the pane does.
  await page.locator("#plain").fill(`${"wide text ".repeat(60)}é end`);
  await cells.first().hover();
  for (const id of ["encoded", "plain"]) {
    const same = await page.evaluate((id) => {
      const [pane, back] = [document.getElementById(id), document.getElementById(`back-${id}`)];
      return Math.abs(pane.scrollHeight - back.scrollHeight) < 30 && pane.clientWidth === back.clientWidth;
    }, id);
    assert.ok(same, id);
  }
});

inPage("in a legacy charset, a character is linked with its octets, and explained by them", async (page) => {
  await page.locator("#more > summary").click();
  await page.locator("#charset").selectOption("shift_jis");
  // The second octet of `ソ` is a backslash, that of `本` a brace; a raw letter is text.
  await page.locator("#encoded").fill("a%93%FA%96%7B%83\\é%41");
  assert.equal(await value(page, "plain"), "a日本ソéA");
  await select(page, "plain", 1, 2);
  await settled(page, ["%93%FA", "日", "%93%FA", "U+65E5 = Shift_JIS 93 FA"]);
  await select(page, "encoded", 15, 15);
  await settled(page, ["%83\\", "ソ", "%83\\", "U+30BD = Shift_JIS 83 5C"]);
  await select(page, "plain", 3, 6);
  await settled(page, ["%83\\é%41", "ソéA", "%83\\é%41", "U+30BD = Shift_JIS 83 5C"]);
  await page.locator("#panel-bytes .byte", { hasText: "%7B" }).hover();
  assert.deepEqual((await lit(page)).slice(0, 2), ["%96%7B", "本"]);
  // A charset with escape sequences; each belongs to the character after it.
  await page.locator("#charset").selectOption("iso-2022-jp");
  await page.locator("#plain").fill("a日本");
  await select(page, "plain", 2, 3);
  await settled(page, ["K%5C", "本", "K%5C", "U+672C = ISO-2022-JP 4B 5C"]);
  // The last one has no character after it: it is explained as what it is written as.
  await page.locator("#panel-bytes .byte").last().hover();
  assert.equal((await lit(page))[3], "U+0042");
});

inPage("%uXXXX is linked, pairs of surrogates too", async (page) => {
  await page.locator("#more > summary").click();
  await page.locator("#escape").check();
  await page.locator("#encoded").fill("a%u65E5%E9%20%uD83D%uDE00z");
  await select(page, "plain", 1, 2);
  await page.waitForFunction(() => document.querySelector("#back-encoded mark")?.textContent === "%u65E5");
  await select(page, "plain", 2, 6);
  await page.waitForFunction(() => document.querySelector("#back-encoded mark")?.textContent === "%E9%20%uD83D%uDE00");
  await select(page, "encoded", 18, 18);
  await page.waitForFunction(() => document.querySelector("#back-plain mark")?.textContent === "\u{1F600}");
});

inPage("through layers, the innermost of them in a charset", async (page) => {
  await page.evaluate(() => {
    location.hash = `#e=${encodeURIComponent("x%2520%25C4%25E3%2526")}&layers=2&charset=gb18030`;
  });
  await page.waitForFunction(() => document.getElementById("plain").value === "x 你&");
  await select(page, "plain", 2, 3);
  await page.waitForFunction(() => document.querySelector("#back-encoded mark")?.textContent === "%25C4%25E3");
  await select(page, "encoded", 9, 9);
  await page.waitForFunction(() => document.querySelector("#back-plain mark")?.textContent === "你");
  await select(page, "encoded", 2, 2);
  await page.waitForFunction(() => document.querySelector("#back-plain mark")?.textContent === " ");
});

inPage("a long text is linked, and of one that is shown in part, that part", async (page) => {
  await page.locator("#plain").fill(`${"ab ".repeat(8_000)}end`);
  await select(page, "plain", 24_000, 24_003);
  await page.waitForFunction(() => document.querySelector("#back-encoded mark")?.textContent === "end");
  await page.locator("#plain").fill("é日 ".repeat(6_000));
  await page.waitForFunction(() => document.getElementById("encoded").value.startsWith("%C3%A9%E6"));
  await select(page, "plain", 1, 2);
  await page.waitForFunction(() => document.querySelector("#back-encoded mark")?.textContent === "%E6%97%A5");
  await select(page, "encoded", 0, 1);
  await page.waitForFunction(() => document.querySelector("#back-plain mark")?.textContent === "é");
  // What is not shown there cannot be marked.
  await select(page, "plain", 16_000, 16_001);
  await page.waitForFunction(() => !document.querySelector("#back-encoded mark")?.textContent);
});

inPage("texts that are not each other's, piece by piece, are not linked", async (page) => {
  await page.locator("#encoded").fill("%C4%E3");
  await select(page, "encoded", 1, 1);
  await page.waitForTimeout(50);
  assert.deepEqual((await lit(page)).slice(0, 2), ["", ""]);
});

const panel = (page) => page.locator("#panel-reference");

inPage("the parameters of a URL: sorted, moved, with + as a space, raw beside decoded", async (page) => {
  await page.locator("#encoded").fill("https://h/caf%C3%A9/b?z=1&a=x+y&z=%C3%A9");
  await page.locator("#tab-reference").click();
  assert.match(await panel(page).locator(".tree-text").innerText(), /^https:\/\/h\/café\/b$/);
  const raws = () => panel(page).locator(".raw").allTextContents();
  assert.deepEqual(await raws(), ["z=1", "a=x+y", "z=%C3%A9"]);
  // In order of their names; those of the same name stay in order.
  await panel(page).getByRole("button", { name: "Sort by name" }).click();
  assert.equal(await value(page, "encoded"), "https://h/caf%C3%A9/b?a=x+y&z=1&z=%C3%A9");
  await panel(page).getByRole("button", { name: "Up 2" }).click();
  assert.equal(await value(page, "encoded"), "https://h/caf%C3%A9/b?z=1&a=x+y&z=%C3%A9");
  await page.keyboard.press("Control+z");
  assert.equal(await value(page, "encoded"), "https://h/caf%C3%A9/b?a=x+y&z=1&z=%C3%A9");
  const first = panel(page).getByRole("textbox", { name: "Value 1" });
  assert.equal(await first.inputValue(), "x+y");
  await panel(page).getByLabel("+ is a space").check();
  assert.equal(await first.inputValue(), "x y");
  assert.equal(await page.evaluate(() => document.activeElement.id), "query-plus");
  await first.fill("a b+");
  assert.equal((await raws())[0], "a=a+b%2B");
});

inPage("two URLs beside each other, and which parts differ", async (page) => {
  await page.locator("#encoded").fill("https://h/a%2Fb?x=1");
  await page.locator("#tab-reference").click();
  const other = page.getByRole("textbox", { name: "Compare with" });
  await other.fill("https://h/a/b?x=1#f");
  const said = await panel(page).locator("div > div:has(> label input)").innerText();
  assert.match(said, /≠ Different: in the path/);
  assert.match(said, /= host\s+h\s+h/);
  assert.match(said, /≠ fragment\s+∅\s+f/);
  assert.deepEqual(await panel(page).locator("div > div:has(> label input)").locator("mark").allTextContents(), ["%2F", "/"]);
  // The compared URL is undone as everything is.
  await page.keyboard.press("Control+z");
  assert.equal(await other.inputValue(), "");
});
