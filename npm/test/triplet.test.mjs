// The package in Node, compared with the built-in functions.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as triplet from "triplet";
import { browserStrings } from "../browser-strings.js";
import { Engine } from "../engine.js";
import { RULES } from "../vocabulary.js";

const NAMES = ["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent", "escape", "unescape"];

/** The result of a function, or the type of its error. */
function outcome(run) {
  try {
    return run();
  } catch (error) {
    return error instanceof URIError ? "URIError" : `threw ${error}`;
  }
}

// The module itself, because the package passes short strings to the built-in functions; with the string functions of a browser.
const engine = new Engine(new WebAssembly.Module(readFileSync(new URL("../triplet.wasm", import.meta.url))), browserStrings);
const viaEngine = (number, input) => {
  try {
    return engine.javascript(number, input);
  } catch (error) {
    throw error instanceof triplet.TripletError ? new URIError(error.message) : error;
  }
};
const LONG = "x".repeat(200);

function same(input) {
  for (const [number, name] of NAMES.entries()) {
    const theirs = outcome(() => globalThis[name](input));
    assert.equal(
      outcome(() => triplet[name](input)),
      theirs,
      `${name}(${JSON.stringify(input)})`,
    );
    assert.equal(
      outcome(() => viaEngine(number, input)),
      theirs,
      `the module's ${name}(${JSON.stringify(input)})`,
    );
    const long = theirs === "URIError" ? theirs : LONG + theirs;
    assert.equal(
      outcome(() => triplet[name](LONG + input)),
      long,
      `a long ${name}(${JSON.stringify(input)})`,
    );
  }
}

test("every code unit is as in ECMA-262", () => {
  for (let unit = 0; unit <= 0xffff; unit++) same(String.fromCharCode(unit));
});

test("every triplet, and every pair of octets above ASCII", () => {
  const hex = (octet) => `%${octet.toString(16).padStart(2, "0")}`;
  for (let octet = 0; octet < 256; octet++) {
    same(hex(octet));
    same(`a${hex(octet).toUpperCase()}b`);
  }
  for (let first = 0xc0; first < 256; first++) {
    for (let second = 0x70; second < 0xd0; second++) same(hex(first) + hex(second));
  }
});

test("strings of awkward parts", () => {
  const parts = [
    "%",
    "%4",
    "%41",
    "%zz",
    "%u",
    "%u4F60",
    "%uD83D",
    "%uDE00",
    "%C3",
    "%A9",
    "%F0%9F%98%80",
    "%ED%A0%80",
    "%C0%AF",
    "%2F",
    "%23",
    "é",
    "你",
    "\u{1F600}",
    "\uD83D",
    "\uDE00",
    "\uFFFD",
    "a",
    "+",
    " ",
    "\0",
    "\u{FEFF}",
    "x".repeat(47),
    "y".repeat(49),
    "é".repeat(30),
  ];
  let seed = 1;
  const next = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
  for (const part of parts) same(part);
  for (const first of parts) for (const second of parts) same(first + second);
  for (let round = 0; round < 5000; round++) same(Array.from({ length: 1 + next(8) }, () => parts[next(parts.length)]).join(""));
});

test("arguments become strings", () => {
  for (const input of [undefined, null, 0, -1.5, true, ["a b"], { toString: () => "x/y" }]) same(input);
  assert.throws(() => triplet.encodeURIComponent(Symbol("s")), TypeError);
});

test("an error says what and where", () => {
  assert.throws(() => triplet.decode("100% sure"), { name: "TripletError", kind: "not-hex", offset: 3 });
  assert.throws(() => triplet.decode("é%C3%28"), { kind: "invalid-utf-8", offset: 2 });
  assert.throws(() => triplet.encode("a\uD800"), { kind: "lone-surrogate", offset: 1 });
  assert.throws(() => triplet.decodeURIComponent("ok%E4%BD"), { name: "URIError", kind: "invalid-utf-8", offset: 2 });
  assert.throws(() => triplet.encode("a", { set: "no:such" }), RangeError);
});

test("a message says the index in a string, the offset in bytes, and what the package has", () => {
  const message = (run) => {
    try {
      return run();
    } catch (error) {
      return error.message;
    }
  };
  assert.match(
    message(() => triplet.decode("日本%zz")),
    /^`%z` at index 2: /,
  );
  assert.match(
    message(() => triplet.decode(new TextEncoder().encode("日本%zz"))),
    /^`%z` at offset 6: /,
  );
  assert.equal(
    message(() => triplet.decode("é%E9")),
    "octet E9 at index 1: not UTF-8; use decodeToBytes, or the option lossy or keepInvalid",
  );
  // The name of a `URIError` is not in its message too.
  for (const before of ["é", "x".repeat(300)]) {
    const said = message(() => triplet.decodeURIComponent(`${before}%zz`));
    assert.ok(said.startsWith(`at index ${before.length}: two hexadecimal digits`), said);
  }
  assert.match(
    message(() => triplet.encodeURIComponent("é\uD800")),
    /^at index 1: /,
  );
  // A set that is unknown, and those that may be meant.
  assert.equal(
    message(() => triplet.encode("a", { set: "query" })),
    'the option set is a name that sets() lists, such as rfc3986:query or whatwg:query or rfc2732:query or rfc2396:query, not "query"',
  );
  assert.match(
    message(() => triplet.encode("a", { set: "nothing" })),
    /such as rfc3986:unreserved/,
  );
});

test("the rules of lint are those that the README lists", () => {
  const [source] = readFileSync(new URL("../../crates/triplet-inspect/src/lint/rules.rs", import.meta.url), "utf8").split("const MORE: ");
  const ids = [...source.matchAll(/ name: "([a-z0-9-]+)", severity: /g)].map(([, id]) => id);
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, list] = /\n## The rules of lint\n([^]*?)\n## /.exec(readme);
  assert.deepEqual(
    [...list.matchAll(/`([a-z0-9-]+)`/g)].map(([, id]) => id).filter((id) => RULES.includes(id)),
    ids,
  );
  assert.ok(list.includes(`${ids.length} of the ${RULES.length} rules`));
  // The types say where the list ends.
  assert.equal(RULES[ids.length - 1], "windows-device");
  assert.deepEqual(triplet.lint("https://user:pw@a.com/").findings, []);
});

test("encode and decode with their options", () => {
  assert.equal(triplet.encode("a b/é"), "a%20b%2F%C3%A9");
  assert.equal(triplet.encode("a b/é", { set: "rfc3986:path", plus: true, lower: true }), "a+b/%c3%a9");
  const form = (options) => triplet.encode("a b+~", { set: "whatwg:form", ...options });
  assert.deepEqual([form(), form({ plus: true }), form({ plus: false })], ["a+b%2B%7E", "a+b%2B%7E", "a%20b%2B%7E"]);
  assert.deepEqual([form({ plus: false, alsoKeep: "+ " }), form({ plus: true, alsoKeep: "+" })], ["a b+%7E", "a+b%2B%7E"]);
  assert.equal(triplet.encode("a%20b!c", { keepTriplets: true, alsoKeep: "!", alsoEncode: "c" }), "a%20b!%63");
  assert.equal(triplet.encode(new Uint8Array([0xff, 0x41])), "%FFA");
  assert.equal(triplet.encode("a b\nc", { lines: true }), "a%20b\nc");
  assert.equal(triplet.encode("a\nb", { crlf: true }), "a%0D%0Ab");
  assert.equal(triplet.encode("引 x", { set: "rfc3987:isegment" }), "引%20x");
  assert.equal(triplet.decode("a+b%2Fc", { plus: true, keepTripletsOf: "/" }), "a b%2Fc");
  assert.equal(triplet.decode("50%", { lenient: true }), "50%");
  assert.equal(triplet.decode("%FFx", { lossy: true }), "\uFFFDx");
  assert.equal(triplet.decode("%C3%A9%FF%25", { keepInvalid: true }), "é%FF%");
  assert.equal(triplet.decode("50% %FF+", { keepInvalid: true, lenient: true, plus: true }), "50% %FF ");
  assert.throws(() => triplet.decode("50%", { keepInvalid: true }), { kind: "truncated", offset: 2 });
  assert.throws(() => triplet.decode("a", { keepInvalid: true, lossy: true }), TypeError);
  assert.equal(triplet.decode("%EF%BB%BFx"), "\uFEFFx");
  assert.deepEqual(triplet.decodeToBytes("%FFx"), new Uint8Array([0xff, 0x78]));
  // A call does not use the set of the previous one.
  assert.equal(triplet.encode("/", { set: "rfc3986:path" }) + triplet.encode("/"), "/%2F");
  assert.ok(triplet.sets().some(({ name, keeps }) => name === "rfc3986:unreserved" && keeps.length === 66));
});

test("lengths around the sizes of vectors and of memory pages", () => {
  for (const length of [0, 1, 15, 16, 17, 31, 47, 48, 49, 63, 64, 65, 1000, 65535, 65536, 1 << 20]) {
    for (const unit of ["a", "/", "é", "%"]) {
      const input = unit.repeat(length);
      const encoded = triplet.encodeURIComponent(input);
      assert.equal(encoded, encodeURIComponent(input));
      assert.equal(triplet.decodeURIComponent(encoded), input);
    }
  }
});

test("too little memory is an error, and the next call works", () => {
  // More than the memory of the module can hold; the pages of this array are never touched.
  assert.throws(() => triplet.encode(new Uint8Array(3_900_000_000)), RangeError);
  assert.equal(triplet.encode("a b"), "a%20b");
  // A result that is too long for a string.
  assert.throws(() => triplet.encode(new Uint8Array(200_000_000)), RangeError);
  assert.equal(triplet.encode("a b"), "a%20b");
});

test("forms as URLSearchParams", () => {
  const forms = ["a=1&a=2", "", "&&", "a", "=b", "a=b=c", "q=tea+%26+milk", "%zz=%", "é=%FF", "a=1;b=2", "?x=1"];
  for (const form of forms)
    assert.deepEqual(triplet.parseForm(form), [...new URLSearchParams(form.startsWith("?") ? `&${form}` : form)], form);
  const pairs = [
    ["a b", "c&d=e"],
    ["", ""],
    ["é", "~*-._"],
    ["x", "\uD800"],
    ["n", 7],
  ];
  assert.equal(triplet.serializeForm(pairs), new URLSearchParams(pairs.map(([n, v]) => [n, String(v)])).toString());
  assert.equal(triplet.serializeForm({ a: "b c" }, { plus: false }), "a=b%20c");
  assert.throws(() => triplet.parseForm("a=%zz", { strict: true }), { kind: "not-hex", offset: 2 });
  for (const form of ["é=1&b=2", "é=1&b=2&"]) {
    const bytes = Buffer.byteLength(form);
    for (const input of [form, Buffer.from(form)]) {
      assert.deepEqual(triplet.parseForm(input, { maxPairs: 2, maxBytes: bytes }), triplet.parseForm(form));
      assert.deepEqual(triplet.parseForm(input, { maxPairs: Number.MAX_SAFE_INTEGER, maxBytes: 2 ** 32 }), triplet.parseForm(form));
      assert.throws(() => triplet.parseForm(input, { maxPairs: 1 }), {
        kind: "too-many-pairs",
        offset: 5,
        message: /the limit of pairs is 1 \(`maxPairs`\)$/,
      });
      assert.throws(() => triplet.parseForm(input, { maxBytes: bytes - 1 }), {
        kind: "too-many-bytes",
        message: /the limit of bytes is \d+ \(`maxBytes`\), and the form has \d+$/,
      });
    }
    assert.throws(() => triplet.parseForm(form, { maxPairs: 0 }), { kind: "too-many-pairs", offset: 0, index: 0 });
    assert.throws(() => triplet.parseForm(form, { maxPairs: 1 }), { index: 4 });
  }
  assert.deepEqual(triplet.parseForm("", { maxPairs: 0, maxBytes: 0 }), []);
});

test("URI templates", () => {
  const { expand } = triplet;
  assert.equal(expand("/search{?q,lang}", { q: "a b", lang: "é" }), "/search?q=a%20b&lang=%C3%A9");
  // The values of RFC 6570 section 3.2.
  const values = {
    count: ["one", "two", "three"],
    dom: ["example", "com"],
    dub: "me/too",
    hello: "Hello World!",
    half: "50%",
    var: "value",
    who: "fred",
    base: "http://example.com/home/",
    path: "/foo/bar",
    list: ["red", "green", "blue"],
    keys: { semi: ";", dot: ".", comma: "," },
    v: "6",
    x: "1024",
    y: "768",
    empty: "",
    empty_keys: {},
    undef: null,
  };
  for (const [template, result] of [
    ["{count}", "one,two,three"],
    ["{/count*}", "/one/two/three"],
    ["{;count*}", ";count=one;count=two;count=three"],
    ["{&count*}", "&count=one&count=two&count=three"],
    ["O{empty}X|O{undef}X", "OX%7COX"],
    ["{var:3}", "val"],
    ["{hello}", "Hello%20World%21"],
    ["{keys}", "semi,%3B,dot,.,comma,%2C"],
    ["{keys*}", "semi=%3B,dot=.,comma=%2C"],
    ["{+path:6}/here", "/foo/b/here"],
    ["{#keys*}", "#semi=;,dot=.,comma=,"],
    ["X{.empty_keys*}", "X"],
    ["{?x,y,empty}", "?x=1024&y=768&empty="],
    ["{/var:1,var}", "/v/value"],
    ["{half}", "50%25"],
  ])
    assert.equal(expand(template.replace("|", "%7C"), values), result, template);
  assert.equal(expand("{n}{b}{big}", { n: 0, b: false, big: 12345678901234567890n }), "0false12345678901234567890");
  assert.equal(
    expand(
      "{?a*,b*}",
      new Map([
        ["a", new Set(["x", null, "y"])],
        [
          "b",
          new Map([
            ["k&", 1],
            ["none", undefined],
          ]),
        ],
      ]),
    ),
    "?a=x&a=y&k%26=1",
  );
  assert.equal(expand("{?m*}", { m: { "a&b": 1 } }, { literalNames: true }), "?a&b=1");
  assert.equal(expand("{?m*}", Object.assign(Object.create(null), { m: "" })), "?m=");
  assert.throws(() => expand("/é{?tag page}", {}), { name: "TripletError", kind: "disallowed-in-name", offset: 8 });
  assert.throws(() => expand("{list:3}", { list: ["a"] }), { kind: "prefix-of-composite", offset: 5 });
  for (const wrong of [
    undefined,
    null,
    "a",
    ["a"],
    1,
    new Date(0),
    { a: new Date(0) },
    { a: [["b"]] },
    { a: { b: {} } },
    { a: Symbol("s") },
    { a: () => 1 },
    { a: "\uD800" },
    { "\uD800": "a" },
    { a: ["\uDC00"] },
  ]) {
    assert.throws(() => expand("{a}", wrong), TypeError);
  }
  assert.throws(() => expand("\uD800", {}), { kind: "lone-surrogate", offset: 0 });
  assert.throws(() => expand(1, {}), TypeError);
  assert.throws(() => expand("{a}", {}, { literal: true }), /no option "literal"; it has literalNames/);
});

test("references", () => {
  assert.equal(triplet.normalize("HTTP://Example.com/%7euser/../b%2fc"), "http://example.com/b%2Fc");
  assert.equal(triplet.normalize("http://a:80", { level: "scheme" }), "http://a/");
  assert.deepEqual(triplet.compare("http://a/%7eb", "HTTP://a/~b"), {
    same: true,
    reason: "same by unreserved triplet, scheme case",
    steps: ["unreserved triplet", "scheme case"],
  });
  assert.deepEqual(triplet.compare("http://a/b/c", "http://a/b%2Fc"), {
    same: false,
    reason: "different: in the path at offset 10 and 10: a reserved character is not its triplet",
    component: "path",
    first: 10,
    second: 10,
    reserved: true,
    disallowed: false,
  });
  assert.equal(triplet.compare("/?q=a+b", "/?q=a%20b", { level: "decoded" }).same, false);
  assert.deepEqual(triplet.compare("/?q=a+b", "/?q=a%20b", { level: "decoded", plus: true }), {
    same: true,
    reason: "same by decoded triplet, plus as space",
    steps: ["decoded triplet", "plus as space"],
  });
  assert.equal(triplet.compare("/?q=a%2Bb", "/?q=a%20b", { level: "decoded", plus: true }).same, false);
  for (const level of [undefined, "percent", "path", "scheme"])
    assert.throws(() => triplet.compare("/", "/", { level, plus: true }), { name: "RangeError", message: /the level decoded/ });
  const { disallowed, reserved, reason } = triplet.compare("http://e/é", "http://e/%C3%A9");
  assert.deepEqual(
    [reserved, disallowed, reason],
    [false, true, "different: in the path at offset 9 and 9: a URI has characters outside ASCII only as triplets; compare them as IRIs"],
  );
  assert.equal(triplet.requote("https://a/b c?q=50%"), "https://a/b%20c?q=50%25");
  assert.deepEqual(
    triplet.lint("/..%2f").findings.map(({ id, offset }) => [id, offset]),
    [
      ["dot-segment", 1],
      ["encoded-separator", 3],
    ],
  );
  const [finding] = triplet.lint("/a?to=%zz").findings;
  assert.deepEqual(finding, {
    id: "malformed-escape",
    severity: "error",
    offset: 6,
    length: 1,
    layer: 0,
    message: finding.message,
    reference: "RFC 3986 2.1",
    advice: finding.advice,
  });
  assert.match(finding.advice, /%25/);
  assert.throws(() => triplet.lint("x", { as: "nothing" }), RangeError);
  assert.deepEqual(triplet.layers("%252541"), { count: 3, limited: false });
  assert.deepEqual(
    triplet.readers("a%zz").find(({ reader }) => reader.startsWith("ECMA")),
    { reader: "ECMAScript decodeURIComponent", refused: true },
  );
});

test("readings of octets in unknown charsets", () => {
  const [first, second] = triplet.readings("%BE%C8%B3%E7%C7%CF%BC%BC%BF%E4");
  assert.deepEqual(first, {
    charset: "euc-kr",
    text: "안녕하세요",
    malformed: 0,
    evidence: "plausible",
    reason: "frequent",
    words: "frequent Korean syllables",
    writing: 12,
    score: 100,
  });
  assert.ok(second.score < 100 && second.charset !== "euc-kr");
  assert.equal(triplet.readings("%C3%A9t%C3%A9")[0].charset, "utf-8");
  assert.deepEqual(triplet.readings("a+%41", { plus: true }), [
    { charset: "utf-8", text: "a A", malformed: 0, evidence: "ascii-only", reason: "ascii", words: "all octets are ASCII", score: 100 },
  ]);
  // Raw letters are text in every charset, and a malformed % is kept.
  assert.equal(triplet.readings("é %zz %93%FA%96%7B%8C%EA")[0].text, "é %zz 日本語");
  // The reader's languages decide between readings that are about as likely.
  const of = (languages) => triplet.readings("%C4%E3%BA%C3", { languages })[0].text;
  assert.equal(of("zh-CN,zh;q=0.9"), "你好");
  // As `Accept-Language` or as `navigator.languages` has them.
  for (const [text, list] of [
    ["zh-CN,zh;q=0.9", ["zh-CN", "zh"]],
    ["ko", ["ko"]],
    ["", []],
  ])
    assert.deepEqual(triplet.readings("%C4%E3", { languages: list }), triplet.readings("%C4%E3", { languages: text }));
  assert.notDeepEqual(triplet.readings("%C4%E3", { languages: ["ko"] }), triplet.readings("%C4%E3", { languages: ["zh"] }));
  assert.deepEqual(triplet.explain("%C4%E3", { languages: ["ko"] }), triplet.explain("%C4%E3", { languages: "ko" }));
  for (const languages of [5, [5], {}])
    assert.throws(() => triplet.readings("a", { languages }), { name: "TypeError", message: /a string or an array of strings/ });
  assert.throws(() => triplet.readings(new Uint8Array(1)), TypeError);
  assert.throws(() => triplet.readings("\uD800"), { kind: "lone-surrogate" });
});

async function through(chunks, stream) {
  const readable = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const parts = [];
  for await (const part of readable.pipeThrough(stream)) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("streams give the same result for every pair of chunks", async () => {
  const plain = "a b/é你\u{1F600}%";
  const encoded = triplet.encode(plain);
  for (let cut = 0; cut <= plain.length; cut++) {
    assert.equal(await through([plain.slice(0, cut), plain.slice(cut)], new triplet.EncodeStream()), encoded, `${cut}`);
  }
  const bytes = Buffer.from(encoded);
  for (let cut = 0; cut <= bytes.length; cut++) {
    assert.equal(await through([bytes.subarray(0, cut), bytes.subarray(cut)], new triplet.DecodeStream()), plain, `${cut}`);
  }
});

test("many streams at once, errors and ends", async () => {
  const chunk = "x y/".repeat(5000);
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      through(Array(i).fill(chunk), new triplet.EncodeStream({ set: i % 2 ? "rfc3986:path" : "rfc3986:unreserved" })),
    ),
  );
  all.forEach((result, i) => assert.equal(result, triplet.encode(chunk.repeat(i), { set: i % 2 ? "rfc3986:path" : "rfc3986:unreserved" })));
  await assert.rejects(through(["abc", "%z", "z"], new triplet.DecodeStream()), { kind: "not-hex", offset: 3 });
  await assert.rejects(through(["abc%4"], new triplet.DecodeStream()), { kind: "truncated", offset: 3 });
  await assert.rejects(through(["a\uD800"], new triplet.EncodeStream()), { kind: "lone-surrogate" });
  await assert.rejects(through(["a\uD800", "b"], new triplet.EncodeStream()), { kind: "lone-surrogate" });
  const reader = new triplet.DecodeStream().readable.getReader();
  await reader.cancel();
});

test("the types declare each export", async () => {
  const { readFileSync } = await import("node:fs");
  const types = readFileSync(new URL("../index.d.ts", import.meta.url), "utf8");
  const declared = [...types.matchAll(/export declare (?:function|class) (\w+)/g)].map(([, name]) => name);
  for (const [, names] of types.matchAll(/^export \{(.*)\} from/gm)) declared.push(...names.trim().split(", "));
  const exported = Object.keys(triplet).filter((name) => name !== "start");
  assert.deepEqual([...new Set(declared)].sort(), exported.sort());
});

test("the types of the engine, for the page, name methods that it has", async () => {
  const { readFileSync } = await import("node:fs");
  const [, body] = readFileSync(new URL("../engine.d.ts", import.meta.url), "utf8").split("export declare class Engine {");
  const names = [...body.matchAll(/^  (\w+)\(/gm)].map(([, name]) => name).filter((name) => name !== "constructor");
  assert.ok(names.length > 20);
  for (const name of names) assert.equal(typeof engine[name], "function", name);
});

test("an error in a string has its index in code units beside its offset in bytes", async () => {
  const triplet = await import("../index.js");
  const cases = [
    [() => triplet.decode("é你\u{1F600}%zz"), "not-hex", 9, 4],
    [() => triplet.decode("é%FF"), "invalid-utf-8", 2, 1],
    [() => triplet.decodeToBytes("\u{1F600}%"), "truncated", 4, 2],
    [() => triplet.encode("é\ud800"), "lone-surrogate", 1, 1],
    [() => triplet.parseForm("é=%zz", { strict: true }), "not-hex", 3, 2],
    [() => triplet.expand("é{", {}), "unclosed-expression", 2, 1],
    [() => triplet.decodeURIComponent("é%zz"), "malformed", 2, 1],
    [() => triplet.encodeURIComponent("你\ud800"), "lone-surrogate", 1, 1],
    // Bytes have no code units.
    [() => triplet.decode(new TextEncoder().encode("é%zz")), "not-hex", 2, undefined],
  ];
  for (const [run, kind, offset, index] of cases) {
    assert.throws(run, (error) => {
      assert.deepEqual([error.kind, error.offset, error.index], [kind, offset, index], `${run}`);
      return true;
    });
  }
});

test("the names of sets, rules, levels and contexts are exported", () => {
  assert.deepEqual(
    [...triplet.SETS],
    triplet.sets().map(({ name }) => name),
  );
  for (const level of triplet.LEVELS) assert.equal(triplet.compare("/", "/", { level }).same, true);
  for (const as of triplet.CONTEXTS) assert.equal(triplet.lint("%00", { as }).findings[0].severity, "error");
  for (const { id } of triplet.lint("/%2e%2e/%00?%zz").findings) assert.ok(triplet.RULES.includes(id));
});
