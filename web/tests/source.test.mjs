// What can be held without a browser: languages are whole, snippets quote every text, the source parses no markup.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { nameOf } from "../src/names.js";
import { javascript, python, rust, shell, snippets, sql } from "../src/snippets.js";
import { deceptive, visible } from "../src/visible.js";

const src = fileURLToPath(new URL("../src/", import.meta.url));
const codes = ["en", "zh", "ja", "ko"];
const languages = Object.fromEntries(await Promise.all(codes.map(async (code) => [code, (await import(`../src/languages/${code}.js`)).default])));
const placeholders = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("every language has every text, with the same values in it", () => {
  const { rules: none, ...english } = languages.en;
  assert.deepEqual(none, {});
  for (const code of codes) {
    const { rules, ...texts } = languages[code];
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort(), code);
    for (const [key, text] of Object.entries(texts)) {
      assert.deepEqual(placeholders(text), placeholders(english[key]), `${code}: ${key}`);
      assert.ok(text.trim() !== "", `${code}: ${key}`);
    }
  }
});

test("every rule of lint is translated, and none that there is not", () => {
  const source = readFileSync(join(src, "../../crates/triplet/src/inspect/rule.rs"), "utf8");
  const ids = [...source.matchAll(/^ {4}\w+ "([a-z0-9-]+)" (?:Error|Warn|Info) /gm)].map(([, id]) => id);
  assert.ok(ids.length > 30);
  for (const code of ["zh", "ja", "ko"]) assert.deepEqual(Object.keys(languages[code].rules).sort(), [...ids].sort(), code);
});

test("every text that the source asks for is there", () => {
  const used = new Set();
  for (const file of readdirSync(src).filter((name) => /\.(js|html)$/.test(name))) {
    const text = readFileSync(join(src, file), "utf8");
    for (const [, key] of text.matchAll(/\bt\("(\w+)"|data-text="(\w+)"/g)) if (key) used.add(key);
    for (const [, key] of text.matchAll(/data-text="(\w+)"/g)) used.add(key);
  }
  assert.ok(used.size > 80);
  for (const key of used) assert.ok(key in languages.en, key);
});

test("nothing parses markup or code, or keeps a list of hosts", () => {
  for (const file of readdirSync(src).filter((name) => name.endsWith(".js"))) {
    const text = readFileSync(join(src, file), "utf8");
    for (const word of ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "eval(", "new Function", "srcdoc", "setHTML", "createContextualFragment", "https://", "http://"]) {
      const allowed = word === "https://" && file === "snippets.js";
      assert.ok(allowed || !text.includes(word), `${file}: ${word}`);
    }
    for (const word of ["encodeURI", "decodeURI", "unescape(", "URLSearchParams", "new URL("]) assert.ok(!text.includes(word), `${file}: ${word}: the library does that`);
  }
});

const AWKWARD = ["plain", "it's \"5\" \\ `x` $HOME $(x) !! %s %41 {0} #{x}", "a\nb\tc\rd", "\u202Ex\u2066\u{E0001}", "é你\u{1F600}", "-n", "--", "';--", "\\'", "\\u0041", "\x01\x1b\x7f\u009b", ""];

test("quotes of the shell, Python, JavaScript, Rust and SQL", () => {
  for (const text of AWKWARD) {
    assert.equal(execFileSync("sh", ["-c", `printf %s ${shell(text)}`], { encoding: "utf8" }), text);
    assert.equal(execFileSync("python3", ["-c", `import sys; sys.stdout.buffer.write(${python(text)}.encode())`], { encoding: "utf8" }), text);
    assert.equal(JSON.parse(execFileSync(process.execPath, ["-e", `process.stdout.write(JSON.stringify(${javascript(text)}))`], { encoding: "utf8" })), text);
    if (!sql(text).startsWith("U&")) {
      const ask = "import sqlite3, sys; sys.stdout.buffer.write(sqlite3.connect(':memory:').execute(sys.stdin.buffer.read().decode()).fetchone()[0].encode())";
      assert.equal(execFileSync("python3", ["-c", ask], { input: `SELECT ${sql(text)}`, encoding: "utf8" }), text);
    }
    for (const quoted of [python(text), javascript(text), rust(text), sql(text)]) assert.deepEqual(deceptive(quoted), [], quoted);
  }
  assert.equal(sql("a\u202E'\\"), "U&'a\\202e''\\\\'");
  const folder = mkdtempSync(join(tmpdir(), "triplet-quotes-"));
  const tests = AWKWARD.map((text) => `    assert_eq!(${rust(text)}.as_bytes(), Vec::<u8>::from([${[...Buffer.from(text)].join(", ")}]));`);
  writeFileSync(join(folder, "quotes.rs"), `fn main() {\n${tests.join("\n")}\n}\n`);
  execFileSync("rustc", ["--edition", "2024", "-o", join(folder, "quotes"), join(folder, "quotes.rs")]);
  execFileSync(join(folder, "quotes"));
  rmSync(folder, { recursive: true });
});

test("the code of each language gives what the page shows", async () => {
  const triplet = await import("../../npm/node.js");
  let count = 0;
  for (const { name: set, keeps: own, nonAscii, triplets, plus: always } of triplet.sets()) {
    // Python's `quote` has no way to keep characters outside ASCII, triplets, or a space.
    if (nonAscii || triplets || own.includes(" ")) continue;
    for (const plus of [false, true]) {
      const plain = " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~é";
      const encoded = triplet.encode(plain, { set, plus });
      const code = Object.fromEntries(snippets({ encoding: true, encoded, plain, set, keeps: own, plus: plus || always, keep: "", also: "" }));
      const lines = code.Python.split("\n");
      assert.equal(execFileSync("python3", ["-c", `${lines[0]}\nprint(${lines.at(-1)})`], { encoding: "utf8" }), `${encoded}\n`, `${set} ${plus}`);
      count++;
    }
  }
  assert.ok(count > 80, `${count} sets`);
});

test("names of characters", () => {
  const names = { 0: "NULL", 0x25: "PERCENT SIGN", 0x41: "LATIN CAPITAL LETTER A", 0x7f: "DELETE", 0xe9: "LATIN SMALL LETTER E WITH ACUTE", 0x202e: "RIGHT-TO-LEFT OVERRIDE", 0x4f60: "CJK UNIFIED IDEOGRAPH-4F60", 0xac00: "HANGUL SYLLABLE GA", 0xd55c: "HANGUL SYLLABLE HAN", 0x436: "Cyrillic small letter", 0x1f600: "emoji" };
  for (const [code, name] of Object.entries(names)) assert.equal(nameOf(Number(code)), name);
  // Those that Python knows, where a whole name is given.
  const ask = "import unicodedata\nfor c in list(range(0x20, 0x7f)) + list(range(0xa0, 0x100)) + list(range(0x2000, 0x2065)) + list(range(0x2066, 0x2070)) + list(range(0xac00, 0xd7a4)): print(unicodedata.name(chr(c)))";
  const known = execFileSync("python3", ["-c", ask], { encoding: "utf8" }).trimEnd().split("\n");
  const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);
  const asked = [...range(0x20, 0x7f), ...range(0xa0, 0x100), ...range(0x2000, 0x2065), ...range(0x2066, 0x2070), ...range(0xac00, 0xd7a4)];
  asked.forEach((code, i) => assert.equal(nameOf(code), known[i]));
});

test("what deceives is shown, in every range", () => {
  for (const code of [0, 8, 0x0b, 0x1b, 0x7f, 0x80, 0x9b, 0xad, 0x34f, 0x61c, 0x180e, 0x200b, 0x200e, 0x202a, 0x202e, 0x2028, 0x2066, 0x2069, 0x3164, 0xfeff, 0xfff9, 0xffff, 0xe0001, 0xe0041, 0xd800]) {
    const character = String.fromCodePoint(code);
    assert.equal(deceptive(`a${character}b`).length, 1, code.toString(16));
    assert.notEqual(visible(character), character, code.toString(16));
  }
  for (const text of ["plain\n\ttext", "é你ü", "👨‍👩‍👧", "❤️", "1️⃣", "क्‍ष", "می‌خواهم"]) assert.deepEqual(deceptive(text), [], text);
});
