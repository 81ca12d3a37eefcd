// The encoders of the page compared with those of the command, for every character in every charset. A browser has no encoders.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { command, startBrowser, web } from "./browser.mjs";

let server;
let page;
let browser;
before(async () => {
  server = createServer((request, response) => {
    const types = { "/": "text/html", "/legacy.js": "text/javascript" };
    response.writeHead(types[request.url] ? 200 : 404, { "content-type": types[request.url] ?? "text/plain" });
    response.end(request.url === "/legacy.js" ? readFileSync(join(web, "src/model/legacy.js")) : "<!doctype html><title>charsets</title>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  browser = await startBrowser();
  page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Every character of plane 0, some of planes 1 and 2, and the last ones, without the line breaks that separate them here. */
const isThere = (code) => code !== 0x0a && code !== 0x0d && (code < 0xd800 || code > 0xdfff) && (code < 0x10000 || code % 16 === 0);
const codes = [...Array.from({ length: 0x30000 }, (_, code) => code).filter(isThere), 0xe0001, 0xf0000, 0x10ffff];

/** The octets of a character in hexadecimal; nothing if it has none. Browsers hand over one long text much faster than many lists. */
const hex = (octets) => Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");

for (const charset of [
  "gb18030",
  "big5",
  "euc-kr",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "windows-1252",
  "windows-1251",
  "koi8-r",
  "windows-1250",
  "iso-8859-2",
  "windows-1253",
  "iso-8859-7",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-874",
  "windows-1258",
]) {
  test(`${charset} as the command writes it`, async () => {
    const text = codes.map((code) => String.fromCodePoint(code)).join("\n");
    const encoded = execFileSync(command, ["encode", "--charset", charset, "--html"], {
      input: text,
      maxBuffer: 1 << 26,
      encoding: "utf8",
    }).split("%0A");
    assert.equal(encoded.length, codes.length);
    const expected = encoded.map((one, i) => {
      // Unmappable characters. ISO-2022-JP also refuses three controls, which would begin an escape sequence.
      if (one === `%26%23${codes[i]}%3B` || one === "%26%2365533%3B") return null;
      return one.replace(/%(..)|[^]/g, (octet, digits) => digits?.toLowerCase() ?? hex([octet.charCodeAt(0)]));
    });
    const given = await page.evaluate(
      async ([charset, text]) => {
        const { encodeLegacy, Unmappable } = await import("/legacy.js");
        // Those that are not in the charset are lines with a question mark.
        const lines = text.split("\n").map((character) => {
          try {
            return Array.from(encodeLegacy(character, charset), (octet) => octet.toString(16).padStart(2, "0")).join("");
          } catch (error) {
            if (!(error instanceof Unmappable) || error.codePoint !== character.codePointAt(0) || error.offset !== 0) throw error;
            return "?";
          }
        });
        return lines.join("\n");
      },
      [charset, text],
    );
    const ours = given.split("\n").map((line) => (line === "?" ? null : line));
    assert.equal(ours.length, codes.length);
    // A line feed within a text keeps the state Roman.
    const roman = (octets) => (charset === "iso-2022-jp" && octets?.slice(2, 6) === "284a" ? octets.slice(0, 8) : octets);
    const different = codes.flatMap((code, i) => (roman(ours[i]) === expected[i] ? [] : [[code.toString(16), ours[i], expected[i]]]));
    assert.deepEqual(different.slice(0, 40), []);
    assert.ok(expected.filter((octets) => octets === null).length < codes.length);
  });
}

test("a text whose state changes, and the position of an unmappable character", async () => {
  const texts = ["abc日本\\¥~‾ｱﾞ−a\\\n日", "¥a\\b", "日本", "", "‾日~"];
  for (const text of texts) {
    const expected = execFileSync(command, ["encode", "--charset", "iso-2022-jp", "--exact"], { input: text, encoding: "utf8" });
    const octets = await page.evaluate(async (text) => [...(await import("/legacy.js")).encodeLegacy(text, "iso-2022-jp")], text);
    const ours = execFileSync(command, ["encode", "--exact"], { input: Uint8Array.from(octets), encoding: "utf8" });
    assert.equal(ours, expected, text);
  }
  const lacking = await page.evaluate(async () => {
    try {
      (await import("/legacy.js")).encodeLegacy("日本\u{1F600}a", "shift_jis");
    } catch (error) {
      return [error.codePoint, error.offset];
    }
  });
  assert.deepEqual(lacking, [0x1f600, 2]);
});
