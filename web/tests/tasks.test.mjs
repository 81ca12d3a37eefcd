// Twelve tasks, done as a person does them from an empty page, with the number of presses. A paste is one press, and so is a key, a choice
// in a list and a click; a text that is typed is one. The table in docs/page.md has these numbers.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { open, root, served, value } from "./browser.mjs";

const it = served();
const counted = {};

/** What a person does; each counts its presses. */
function person(page) {
  const me = { presses: 0 };
  const press = async (action) => {
    me.presses++;
    await action();
  };
  Object.assign(me, {
    // The first box has no focus when the page opens: one press for it, one for the paste.
    paste: async (text, place = page.locator("#encoded")) => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), text);
      await press(() => place.click());
      await press(() => page.keyboard.press("Control+v"));
    },
    click: (place) => press(() => place.click()),
    choose: (place, what) => press(() => place.selectOption(what)),
    type: (text) => press(() => page.keyboard.insertText(text)),
    drop: (place, name, content) => press(async () => {
      const dataTransfer = await page.evaluateHandle(([name, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], name));
        return transfer;
      }, [name, content]);
      await page.dispatchEvent(place, "drop", { dataTransfer });
    }),
  });
  return me;
}

function task(name, most, run, allowed) {
  test(name, async () => {
    const opened = await open(it.browser, it.server.address, { options: false });
    try {
      const me = person(opened.page);
      await run(opened.page, me);
      assert.equal(me.presses, most);
      counted[name] = me.presses;
      await opened.clean(allowed);
    } finally {
      await opened.close();
    }
  });
}

const plain = (page) => value(page, "plain");
const panel = (page) => page.locator("#panel-reference");

task("Read a broken link of an old Korean site", 2, async (page, me) => {
  await me.paste("http://example.com/%BE%C8%B3%E7%C7%CF%BC%BC%BF%E4.html");
  assert.equal(await plain(page), "http://example.com/안녕하세요.html");
});

task("Read a link that was encoded twice", 2, async (page, me) => {
  await me.paste("https://example.com/?next=%252Fcaf%25C3%25A9");
  assert.equal(await plain(page), "https://example.com/?next=/café");
});

task("Say what a line of a log asks for", 2, async (page, me) => {
  await me.paste("10.0.0.7 - - \"GET /find?q=%E3%81%8A%E8%8C%B6 HTTP/1.1\" 200 512");
  assert.match(await page.locator("#what-text").innerText(), /URLs/);
  assert.match(await plain(page), /q=お茶 HTTP/);
});

task("Repair a URL with a space and a lone %", 3, async (page, me) => {
  await me.paste("https://example.com/a b?q=100%");
  await me.click(page.locator("[data-guess=mend]"));
  assert.equal(await value(page, "encoded"), "https://example.com/a%20b?q=100%25");
});

task("Encode a file name for a path", 3, async (page, me) => {
  await me.paste("50% off/été.pdf");
  await me.choose(page.locator("#purpose"), "rfc3986:segment");
  assert.equal(await value(page, "encoded"), "50%25%20off%2F%C3%A9t%C3%A9.pdf");
});

task("Encode a value for a query, a URL itself", 3, async (page, me) => {
  await me.paste("https://example.com/?a=1&b=2", page.locator("#plain"));
  await me.choose(page.locator("#purpose"), "rfc3986:query-value");
  assert.ok(!(await value(page, "encoded")).includes("&"));
});

task("Read what a form has sent", 2, async (page, me) => {
  await me.paste("name=J%C3%BCrgen+M%C3%BCller&note=1%2B1");
  assert.equal(await plain(page), "name=Jürgen Müller&note=1+1");
});

task("Read JavaScript’s escape()", 2, async (page, me) => {
  await me.paste("%u4F60%u597D%20%E9");
  assert.equal(await plain(page), "你好 é");
});

task("Say whether two links are the same, and why", 5, async (page, me) => {
  await me.paste("HTTP://Example.com:80/%7Euser/../a");
  await me.click(page.locator("#tab-reference"));
  await me.paste("http://example.com:80/a", panel(page).getByRole("textbox", { name: "Compare with" }));
  assert.match(await panel(page).innerText(), /= Equivalent, by: .*case of the scheme/);
});

task("Change one parameter, and keep all else", 5, async (page, me) => {
  await me.paste("https://example.com/?q=a%20b&page=1&x=%C3%A9");
  await me.click(page.locator("#tab-reference"));
  // A double click selects the word that is replaced.
  await me.click({ click: () => panel(page).getByRole("textbox", { name: "Value 2" }).dblclick() });
  await me.type("2");
  assert.equal(await value(page, "encoded"), "https://example.com/?q=a%20b&page=2&x=%C3%A9");
});

task("Find which octets a character has", 3, async (page, me) => {
  await me.paste("%E4%BD%A0%E5%A5%BD");
  await me.click(page.locator("#panel-bytes .bytes .byte").nth(1));
  assert.match(await page.locator("#panel-bytes .detail").innerText(), /E5 A5 BD[\s\S]*1110\|0101 10\|100101 10\|111101[\s\S]*U\+597D = 0101 100101 111101/);
});

task("Decode a file", 3, async (page, me) => {
  await me.drop("#encoded", "list.encoded.txt", "%41%0A".repeat(1000));
  await me.click(page.locator("#panel-files").getByRole("button", { name: "Start" }));
  const link = page.locator("#panel-files").getByRole("link");
  await link.waitFor();
  const download = page.waitForEvent("download");
  await me.click(link);
  assert.equal(readFileSync(await (await download).path(), "utf8"), "A\n".repeat(1000));
}, { links: 1 });

test("the table of the documentation has these numbers", () => {
  const rows = readFileSync(join(root, "docs/page.md"), "utf8").matchAll(/^\| (.+?) \| (\d+) \| [^|]+ \| [^|]+ \|$/gm);
  const table = Object.fromEntries([...rows].map(([, name, presses]) => [name, Number(presses)]));
  assert.deepEqual(table, counted);
});
