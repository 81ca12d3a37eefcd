// Serializing forms, compared with `URLSearchParams`, and arguments that are not pairs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { serializeForm } from "triplet";
import { browserStrings } from "../browser-strings.js";
import { Engine } from "../engine.js";

// The module itself, as the page calls it.
const engine = new Engine(new WebAssembly.Module(readFileSync(new URL("../triplet.wasm", import.meta.url))), browserStrings);

const expected = (pairs) => new URLSearchParams(pairs.map((pair) => pair.map(String))).toString();
// In a form, each `+` is a space.
const percent = (form) => form.replaceAll("+", "%20");
const crlf = (pairs) =>
  pairs.map((pair) =>
    pair.map((part) =>
      String(part)
        .split(/\r\n|\r|\n/)
        .join("\r\n"),
    ),
  );

function same(pairs) {
  const what = JSON.stringify(pairs).slice(0, 200);
  if (pairs.length < 100) {
    assert.equal(engine.formSerialize(pairs), expected(pairs), what);
    assert.equal(engine.formSerialize(pairs, { plus: false, crlf: true }), percent(expected(crlf(pairs))), what);
  }
  assert.equal(serializeForm(pairs), expected(pairs), what);
  assert.equal(serializeForm(pairs, { plus: false }), percent(expected(pairs)), what);
  assert.equal(serializeForm(pairs, { crlf: true }), expected(crlf(pairs)), what);
  assert.equal(serializeForm(pairs, { crlf: true, plus: false }), percent(expected(crlf(pairs))), what);
}

// Short forms are serialized in JavaScript, others by the module.
const FILLER = "filler-".repeat(40);

test("every code unit, in short and in long forms", () => {
  for (let first = 0; first <= 0xffff; first += 64) {
    const units = Array.from({ length: 64 }, (_, i) => String.fromCharCode(first + i));
    for (const unit of units) assert.equal(serializeForm([[unit, unit]]), expected([[unit, unit]]));
    same(units.map((unit) => [unit, `${unit}x`]));
  }
});

test("pairs of awkward parts, at each length around the bound of short forms", () => {
  const parts = [
    "",
    " ",
    "+",
    "&",
    "=",
    "%",
    "%41",
    "~",
    "!'()*",
    "-._",
    "é",
    "你",
    "\u{1F600}",
    "\uD83D",
    "\uDE00",
    "\0",
    "\x01",
    "\r",
    "\n",
    "\r\n",
    "\n\r",
    "a b\nc",
    FILLER,
  ];
  for (const name of parts)
    for (const value of parts) {
      same([[name, value]]);
      same([
        [name, value],
        [FILLER, name],
        [value, ""],
      ]);
      same([
        [FILLER, `${name}\uD83D`],
        [`\uDE00${value}`, name],
      ]);
    }
  for (let length = 0; length < 300; length++) {
    for (const unit of ["a", " ", "é", "你", "\uD800"]) same([["n", unit.repeat(length)]]);
    same(Array.from({ length }, (_, i) => ["", i % 2 ? "" : "x"]));
  }
});

test("no pairs, and many", () => {
  assert.equal(serializeForm([]), "");
  for (const count of [1, 3, 30, 1000, 20_000]) same(Array.from({ length: count }, (_, i) => [`name ${i}`, `é value & ${i}`]));
  same([["q", "百分号 ".repeat(100_000)]]);
  same([["q", `\0${"a ".repeat(100_000)}`]]);
});

test("pairs from each kind of iterable, and from objects", () => {
  const pairs = [
    ["a", "1"],
    ["b b", "é"],
    ["a", "2"],
  ];
  function* generated() {
    yield* pairs;
  }
  assert.equal(serializeForm(generated()), "a=1&b+b=%C3%A9&a=2");
  assert.equal(serializeForm(new URLSearchParams(pairs)), "a=1&b+b=%C3%A9&a=2");
  assert.equal(
    serializeForm(
      new Map([
        ["a", 1],
        ["b", null],
      ]),
    ),
    "a=1&b=null",
  );
  assert.equal(serializeForm({ a: 1, b: undefined, c: true }), "a=1&b=undefined&c=true");
  assert.equal(serializeForm(Object.assign(Object.create(null), { a: ["x", "y"] })), "a=x%2Cy");
  assert.equal(serializeForm({}), "");
  assert.equal(serializeForm([new Set(["a", "b"])]), "a=b");
  assert.equal(serializeForm(Object.freeze([Object.freeze(["a", "b"])])), "a=b");
  assert.equal(serializeForm(new Proxy(pairs, {})), "a=1&b+b=%C3%A9&a=2");
  assert.equal(serializeForm([["d", new Date(0)]], {}).slice(0, 5), "d=Thu");
  class Fields {
    a = 1;
  }
  assert.equal(serializeForm(new Fields()), "a=1");
});

test("an argument that is not pairs is an error that says where", () => {
  const wrong = (pairs, message) => assert.throws(() => serializeForm(pairs), { name: "TypeError", message }, JSON.stringify(pairs));
  wrong([["a"]], /pair 0 is not \[name, value\]/);
  wrong(
    [
      ["a", "b"],
      ["a", "b", "c"],
    ],
    /pair 1 is not/,
  );
  wrong([["a", "b"], "ab"], /pair 1 is not/);
  wrong(["ab"], /pair 0 is not/);
  wrong([[]], /pair 0 is not/);
  wrong([{ name: "a", value: "b" }], /pair 0 is not/);
  wrong([null], /pair 0 is not/);
  wrong([, ["a", "b"]], /pair 0 is not/);
  wrong("a=b", /takes pairs/);
  wrong(undefined, /takes pairs/);
  wrong(null, /takes pairs/);
  wrong(5, /takes pairs/);
  wrong(new ArrayBuffer(2), /takes pairs/);
  wrong(new Uint8Array(2), /pair 0 is not/);
  wrong(Promise.resolve([["a", "b"]]), /takes pairs/);
  wrong(new Date(), /takes pairs/);
  wrong([["a", {}]], /pair 0 contains an object/);
  wrong({ a: {} }, /pair named "a" contains an object/);
  wrong([["file", new Blob(["x"])]], /pair 0 contains an object/);
  assert.throws(() => serializeForm([["a", Symbol("s")]]), TypeError);
});
