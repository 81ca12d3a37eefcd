// How the page converts the parts of a file, compared with the command: the same bytes under every option, wherever the parts end.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bufferStrings } from "../../npm/buffer-strings.js";
import { Engine } from "../../npm/engine.js";
import { convert } from "../src/work/conversion.js";
import { encodedOffset } from "../src/model/malformed.js";
import { streamOf } from "../src/work/steps.js";
import { command, root } from "./browser.mjs";

const engine = new Engine(new WebAssembly.Module(readFileSync(join(root, "npm/triplet.wasm"))), bufferStrings);
const none = {
  set: "rfc3986:unreserved",
  alsoKeep: "",
  alsoEncode: "",
  charset: "utf-8",
  plus: false,
  lines: false,
  crlf: false,
  keepTriplets: false,
  escape: false,
  lenient: false,
  lossy: false,
};

/** What the command makes of bytes, or the offset of its error. */
function byCommand(args, input) {
  // With `-l` and `--exact`, a carriage return is text.
  const { status, stdout, stderr } = spawnSync(command, args.includes("-l") ? args : [...args, "--exact"], { input });
  assert.ok(status === 0 || stderr.length > 0, args.join(" "));
  return status === 0 ? stdout.toString("latin1") : undefined;
}

/** What the page makes of them in parts; an error becomes its kind and offset. */
function inParts(operation, options, parts) {
  const stream = streamOf(engine, operation, { ...none, ...options });
  try {
    return Buffer.concat(parts.map((part, i) => stream.push(part, i === parts.length - 1))).toString("latin1");
  } catch (error) {
    stream.release();
    if (!error.kind) throw error;
    return [error.kind, error.offset];
  }
}

/** Every pair of places that a text can be cut at. */
function* cuts(bytes) {
  for (let first = 0; first <= bytes.length; first++)
    for (let second = first; second <= bytes.length; second++)
      yield [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
}

const TEXT = Buffer.from("a b\r\n日本\n¥+é\rx\r\n\n%41");
const ROWS = [
  ["encode", {}, []],
  ["encode", { crlf: true }, ["--newlines", "crlf"]],
  ["encode", { plus: true, keepTriplets: true, set: "rfc3986:query" }, ["--plus", "--keep-triplets", "--set", "rfc3986:query"]],
  ["encode", { charset: "gb18030" }, ["--charset", "gb18030"]],
  ["encode", { charset: "gb18030", crlf: true }, ["--charset", "gb18030", "--newlines", "crlf"]],
  ["encode", { charset: "iso-2022-jp" }, ["--charset", "iso-2022-jp"], Buffer.from("日本~¥\\abc日ｱ\n¥\r\n日")],
  ["encode", { charset: "iso-2022-jp", lines: true }, ["--charset", "iso-2022-jp", "-l"], Buffer.from("日本~¥\n¥\n\n日")],
  ["encode", { lines: true }, ["-l"], Buffer.from("a b\n日本\n\nc")],
  ["decode", {}, [], Buffer.from("a+b%20%e6%97%a5%FF\r\n%0a")],
  ["decode", { plus: true }, ["--plus"], Buffer.from("a+b%20%e6%97%a5%2b\r\n%0a")],
  ["decode", { lines: true }, ["-l"], Buffer.from("a%0Ab%0d%20\n%41%09\n")],
  ["decode", { lenient: true }, ["--on-error", "keep"], Buffer.from("%zz%4%41%%42%")],
  ["decode", { charset: "gb18030" }, ["--charset", "gb18030"], Buffer.from("%C4%E3+a\xba\xc3%81%30%81%30 ", "latin1")],
  ["decode", { charset: "shift_jis" }, ["--charset", "shift_jis"], Buffer.from("%93%FA%96{%8C%EA\n%41", "latin1")],
  ["decode", { charset: "iso-2022-jp" }, ["--charset", "iso-2022-jp"], Buffer.from("%1B$BF%7C%1B(B a")],
];

for (const [operation, options, args, text = TEXT] of ROWS) {
  test(`${operation} ${args.join(" ")}`, () => {
    const exact = byCommand([operation, ...args], text);
    assert.ok(exact !== undefined);
    // Node refuses some texts in ISO-2022-JP whose parts end behind an escape sequence; browsers do not.
    const all = operation === "decode" && options.charset === "iso-2022-jp" ? [[text]] : cuts(text);
    for (const parts of all) assert.equal(inParts(operation, options, parts), exact, JSON.stringify(parts.map(String)));
  });
}

test("CRLF between lines is kept, as by the command", () => {
  const text = Buffer.from("a b\r\nc\r\n");
  const { stdout } = spawnSync(command, ["encode", "-l"], { input: text });
  for (const parts of cuts(text)) assert.equal(inParts("encode", { lines: true, crlf: true }, parts), stdout.toString());
});

test("escape and unescape are JavaScript's", () => {
  const text = "a é\u{1F600}+日%41\r\n";
  for (const parts of cuts(Buffer.from(text))) assert.equal(inParts("encode", { escape: true }, parts), escape(text));
  const escaped = `${escape(text)}%uD83D%uDE00%u12%zz%`;
  const plain = Buffer.from(unescape(escaped)).toString("latin1");
  for (const parts of cuts(Buffer.from(escaped))) assert.equal(inParts("decode", { escape: true }, parts), plain);
});

test("an error has its offset in the file, wherever the parts end", () => {
  const rows = [
    ["decode", {}, "ab%2", ["truncated", 2]],
    ["decode", { lines: true }, "ab\n%zz", ["not-hex", 3]],
    ["decode", { charset: "gb18030" }, "ab%C4%E3%C4!", ["charset", 8]],
    ["decode", { charset: "gb18030" }, "ab%C4%E3%C4", ["charset", 8]],
    ["decode", { charset: "gb18030", lines: true }, "%0A%0D%C4%E3%FF%FF", ["charset", 12]],
    ["decode", { charset: "gb18030" }, "%C4%E3%zz", ["not-hex", 6]],
    ["decode", { charset: "gb18030" }, "%81%30%81%30%81%30%81%20", ["charset", 12]],
    ["decode", { charset: "gb18030" }, "%810%81 ", ["charset", 0]],
    ["encode", { charset: "gb18030" }, "ab\xff日", ["invalid-utf-8", 2], "latin1"],
    ["encode", { charset: "shift_jis" }, "日é本", ["unmappable", 3]],
    ["encode", { charset: "shift_jis" }, "日 本\u{1F600}", ["unmappable", 7]],
    ["encode", { escape: true }, "é\xff", ["invalid-utf-8", 0], "latin1"],
    ["decode", { escape: true }, "a%20%uD83D%uD83D%uDE00", ["lone-surrogate", 4]],
    ["decode", { escape: true }, "é%uDE00", ["lone-surrogate", 2]],
  ];
  for (const [operation, options, text, expected, encoding = "utf8"] of rows) {
    const bytes = Buffer.from(text, encoding);
    for (const parts of cuts(bytes))
      assert.deepEqual(inParts(operation, options, parts), expected, `${text}: ${JSON.stringify(parts.map(String))}`);
  }
});

test("malformed octets become U+FFFD, if that is asked for", () => {
  const text = Buffer.from("ab%C4%E3%FF%FF!");
  const plain = Buffer.from(new TextDecoder("gb18030").decode(Buffer.from("ab\xc4\xe3\xff\xff!", "latin1"))).toString("latin1");
  for (const parts of cuts(text)) assert.equal(inParts("decode", { charset: "gb18030", lossy: true }, parts), plain);
});

test("an octet is found in its encoded text", () => {
  const encoded = "a%41%zz%0A%0d\xff";
  // `a`, `A`, `%`, `z`, `z`, LF, CR, and the last octet.
  assert.deepEqual(
    [...Array(9).keys()].map((octet) => encodedOffset(encoded, octet)),
    [0, 1, 4, 5, 6, 7, 10, 13, 14],
  );
  assert.deepEqual(
    [5, 6, 8, 11].map((octet) => encodedOffset(encoded, octet, true)),
    [7, 8, 10, 13],
  );
});

test("a file of several parts, its progress, and its error in a later part", async () => {
  const whole = Buffer.from("日本 ".repeat(400_000));
  const read = [];
  const request = { operation: "encode", options: { ...none, charset: "shift_jis" } };
  const report = { report: (done) => read.push(done), isCancelled: () => false };
  const result = await convert(engine, new Blob([whole]), request, report);
  assert.equal(await result.text(), "%93%FA%96%7B%20".repeat(400_000));
  assert.deepEqual(read, [1 << 20, 2 << 20, whole.length]);
  const back = { operation: "decode", options: { ...none, charset: "shift_jis" } };
  assert.ok(Buffer.from(await (await convert(engine, result, back, report)).arrayBuffer()).equals(whole));
  const spoilt = new Blob([result, "%FD"]);
  await assert.rejects(convert(engine, spoilt, back, report), { kind: "charset", offset: result.size });
});
