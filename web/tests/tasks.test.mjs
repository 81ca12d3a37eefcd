// What people bring a text for, each done as a person does it from an empty page, with the number of presses. A paste is one press, and so is a key, a choice
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
    // The box has the focus when the page opens.
    paste: async (text) => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), text);
      await press(() => page.keyboard.press("Control+v"));
    },
    click: (place) => press(() => place.click()),
    choose: (place, what) => press(() => place.selectOption(what)),
    type: (text) => press(() => page.keyboard.insertText(text)),
    drop: (place, name, content) =>
      press(async () => {
        const dataTransfer = await page.evaluateHandle(
          ([name, content]) => {
            const transfer = new DataTransfer();
            transfer.items.add(new File([content], name));
            return transfer;
          },
          [name, content],
        );
        await page.dispatchEvent(place, "drop", { dataTransfer });
      }),
  });
  return me;
}

function task(name, most, run, allowed) {
  test(name, async () => {
    const opened = await open(it.browser, it.server.address, { options: false, folds: false });
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
/** The parts as they are shown, with spaces for lines. */
const parts = async (page) => (await panel(page).innerText()).replace(/\s+/g, " ");
const said = (page) => page.locator("#what-text").innerText();

/** Pastes a text; what is said of it and what is in its parts. */
const shows = (name, text, sentence, ...seen) =>
  task(name, 1, async (page, me) => {
    await me.paste(text);
    assert.match(await said(page), sentence);
    for (const words of seen) assert.match(await parts(page), words);
  });

shows(
  "Read a link that is encoded twice",
  "https%253A%252F%252Fa.example%252F%253Fq%253Dcaf%2525C3%2525A9",
  /^Encoded text, encoded twice, a URL/,
  /^https:\/\/a\.example\/ q ?café/,
);
shows("Read a link in GBK", "https://www.example.cn/s?wd=%D6%D0%B9%FA%D0%C2%CE%C5&ie=gbk", /GB18030 inside/, /wd ?中国新闻/);
shows(
  "Read a link of an old Korean site",
  "https://search.example.kr/?query=%C7%D1%B1%B9%BE%EE%20%BB%E7%C0%FC",
  /EUC-KR inside/,
  /query ?한국어 사전 EUC-KR: frequent Korean syllables/,
);
shows(
  "Say what a line of a log asks for",
  '192.0.2.1 - - [10/Oct/2025:13:55:36 +0000] "GET /caf%C3%A9?q=%E4%BD%A0 HTTP/1.1" 200 12',
  /^A text with one URL/,
  /\/café/,
  /q ?你/,
);
shows(
  "Read a link that leads through another site",
  "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fa.example%2Fx%3Fq%3Dcaf%25C3%25A9&data=05%7C02%7C&sdata=a%3D&reserved=0",
  /^A link that leads through another site/,
  /https:\/\/a\.example\/x q ?café/,
);
shows(
  "Read a log-in three deep",
  "https://login.example/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcb%3Fnext%3Dhttps%253A%252F%252Fapp.example%252Fgo%253Fto%253D%25252Fhome",
  /^A URL, 2 links inside/,
  /redirect_uri ?https:\/\/app\.example\/cb ?Open next ?https:\/\/app\.example\/go ?Open to ?\/home/,
);
shows(
  "Read what a form has sent",
  "name=Zo%C3%AB+K.&note=tea%0D%0Amilk&plus=1%2B1",
  /^A form body/,
  /name ?Zoë K\. note ?tea milk plus ?1\+1/,
);
shows("Read a key of S3", "photos/2024/a+b%28c%29+%C3%A9.jpg", /./, /perhaps .*photos\/2024\/a b\(c\) é\.jpg/);
shows(
  "Read emoji and letters from right to left",
  "q=%F0%9F%98%80%20%D7%A9%D7%9C%D7%95%D7%9D%E2%80%AE",
  /^A form body/,
  /q ?😀 שלום⟨U\+202E⟩/,
);
shows("Read an encoded lone surrogate", "a%ED%A0%80b", /^Encoded text, surrogates inside/, /half of a surrogate pair/);
shows("Read an international name", "https://xn--r8jz45g.jp/", /^A URL/, /https:\/\/例え\.jp\/ host ?例え\.jp \(xn--r8jz45g\.jp\)/);
shows("Read a line of a log with backslashes", "10:01 GET /caf\\xC3\\xA9 200", /./, /café/);
shows(
  "Read a mail with lines",
  "mailto:a@b.example?subject=Caf%C3%A9+1&body=one%0D%0Atwo",
  /^A link that starts an e-mail/,
  /subject ?Café\+1 body ?one two/,
);
shows("Read a parameter filename*", "filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", /^A parameter of a header/, /naïve €\.txt/);
shows(
  "Read a drawing in a data: URL",
  "data:image/svg+xml,%3Csvg%20xmlns%3D%22http%3A%2F%2Fwww.w3.org%2F2000%2Fsvg%22%2F%3E",
  /^A data: URL/,
  /image\/svg\+xml/,
  /<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"\/>/,
);
shows("Read JavaScript’s escape()", "%u4F60%u597D%20a", /^JavaScript’s %u form/, /你好 a/);
shows("Read a link out of HTML", "https://a.example/?a=1&amp;b=%C3%A9", /./, /b ?é/);
shows("Read quoted-printable of a mail", "Click https://a.example/?q=3Dcaf=\n%C3%A9&amp;x=3D1", /./, /q ?café/);

task("Repair a connection string with a raw password", 2, async (page, me) => {
  await me.paste("mongodb://me:p@ss/w#rd@h1.example:27017,h2.example/app");
  assert.match(await parts(page), /p@ss\/w#rd/);
  await me.click(page.locator("[data-remedy]"));
  assert.equal(await value(page, "encoded"), "mongodb://me:p%40ss%2Fw%23rd@h1.example:27017,h2.example/app");
});

task("Repair a URL with a space and a lone %", 2, async (page, me) => {
  await me.paste("https://example.com/a b?q=100%");
  await me.click(page.locator("[data-remedy]"));
  assert.equal(await value(page, "encoded"), "https://example.com/a%20b?q=100%25");
});

task("Remove tracking", 2, async (page, me) => {
  await me.paste("https://a.example/?utm_source=x&q=1&utm_id=2");
  await me.click(page.locator("[data-untrack]"));
  assert.equal(await value(page, "encoded"), "https://a.example/?q=1");
});

task("Encode a file name for a path", 2, async (page, me) => {
  await me.paste("50% off/été.pdf");
  await me.choose(page.locator("#purpose"), "rfc3986:segment");
  assert.equal(await value(page, "encoded"), "50%25%20off%2F%C3%A9t%C3%A9.pdf");
});

task("Encode a value for a query, a URL itself", 3, async (page, me) => {
  await me.click(page.locator("#mode-encode"));
  await me.paste("https://example.com/?a=1&b=2");
  await me.choose(page.locator("#purpose"), "rfc3986:query-value");
  assert.equal(await plain(page), "https://example.com/?a=1&b=2");
  assert.ok(!(await value(page, "encoded")).includes("&"));
});

task("Say whether two links are the same, and why", 3, async (page, me) => {
  await me.paste("HTTP://Example.com:80/%7Euser/../a");
  await me.click(panel(page).getByRole("textbox", { name: "Compare with" }));
  await me.paste("http://example.com:80/a");
  assert.match(await panel(page).innerText(), /= Equivalent, by: .*case of the scheme/);
});

task("Change one parameter, and keep all else", 3, async (page, me) => {
  await me.paste("https://example.com/?q=a%20b&page=1&x=%C3%A9");
  await me.click(panel(page).getByRole("button", { name: "Edit: page" }));
  await me.type("2");
  assert.equal(await value(page, "encoded"), "https://example.com/?q=a%20b&page=2&x=%C3%A9");
});

task("Find which octets a character has", 3, async (page, me) => {
  await me.paste("%E4%BD%A0%E5%A5%BD");
  await me.click(page.locator("#tab-bytes"));
  await me.click(page.locator("#panel-bytes .bytes .byte").nth(1));
  assert.match(
    await page.locator("#panel-bytes .detail").innerText(),
    /E5 A5 BD[\s\S]*1110\|0101 10\|100101 10\|111101[\s\S]*U\+597D = 0101 100101 111101/,
  );
});

task("Read a small file", 1, async (page, me) => {
  await me.drop("#encoded", "link.txt", "https://a.example/?q=%E4%BD%A0");
  await page.locator(".tree", { hasText: "你" }).waitFor();
});

task(
  "Decode a file",
  3,
  async (page, me) => {
    await me.drop("#encoded", "list.encoded.txt", "%41%0A".repeat(20_000));
    await me.click(page.locator("#panel-files").getByRole("button", { name: "Start" }));
    const link = page.locator("#panel-files").getByRole("link");
    await link.waitFor();
    const download = page.waitForEvent("download");
    await me.click(link);
    assert.equal(readFileSync(await (await download).path(), "utf8"), "A\n".repeat(20_000));
  },
  { links: 1 },
);

test("the table of the documentation has these numbers", () => {
  const rows = readFileSync(join(root, "docs/page.md"), "utf8").matchAll(/^\| (.+?) \| (\d+) \| [^|]+ \| [^|]+ \|$/gm);
  const table = Object.fromEntries([...rows].map(([, name, presses]) => [name, Number(presses)]));
  assert.deepEqual(table, counted);
});
