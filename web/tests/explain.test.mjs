// The tree of the module is that of the command, whose charsets are other tables.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as triplet from "../../npm/index.js";
import { command, root } from "./browser.mjs";

const byCommand = (text, ...more) => execFileSync(command, ["explain", ...more], { input: text, encoding: "utf8", maxBuffer: 1 << 26 });

/** What the module leaves out (the feature `all-notations` of `triplet-inspect`): kinds of nodes, and of remedies. */
const LEFT_OUT = {
  kinds: ["base64", "caret", "cookie", "defanged", "encoded-word", "jwt", "mojibake"],
  remedies: ["remove-tracking", "encode-number-sign"],
};

/** A tree without what the module leaves out, and without what lint found: the module has some of its rules. */
function reduced({ findings, charset, remedies, children, ...node }) {
  // A face in another language says the writing, and the name that names a charset, in its own words.
  const { writing, named_by, ...read } = charset ?? {};
  const left = (remedies ?? []).filter(({ kind }) => !LEFT_OUT.remedies.includes(kind));
  const inner = (children ?? []).filter(({ kind }) => !LEFT_OUT.kinds.includes(kind)).map(reduced);
  return { ...node, ...(charset && { charset: read }), ...(left.length && { remedies: left }), ...(inner.length && { children: inner }) };
}

/** The texts of the tasks of the command. */
const rust = readFileSync(join(root, "crates/triplet-cli/tests/it/tasks.rs"), "utf8");
const TASKS = [...rust.matchAll(/^    (?:task\("[^"]*", &\[|piped\("[^"]*", b)"((?:[^"\\]|\\.)*)"/gm)]
  .map(([, text]) =>
    text
      .replace(/\\x([0-9A-F]{2})/g, "%$1")
      .replace(/\\n/g, "\n")
      .replace(/\\(["\\])/g, "$1"),
  )
  .filter((text) => !["uri", "compare", "encode"].includes(text))
  // Escapes of other languages in a link are of `all-notations` too.
  .filter((text) => !text.includes("\\%"));

// Node's decoders are not all those of the standard, which browsers have: these are.
const LABELS = [
  "utf-8",
  "gb18030",
  "gbk",
  "euc-kr",
  "shift_jis",
  "euc-jp",
  "iso-2022-jp",
  "windows-1251",
  "koi8-r",
  "ibm866",
  "utf-16le",
  "iso-8859-8-i",
  "hz-gb-2312",
  "klingon",
  "utf-32",
  "x-iso-8859-1",
];
const OCTETS = ["%D6%D0%B9%FA", "%1B%24B%46%7C%1B%28B", "%C3%A9", "%93%FA%96%7B%8C%EA", "%00%D8%41", "%A1", "%8F%A2%AF"];

test("the tree of the module is that of the command", () => {
  assert.ok(TASKS.length > 18, TASKS.join("\n"));
  const named = LABELS.flatMap((label) =>
    OCTETS.flatMap((octets) => [`https://a.example/?ie=${label}&q=${octets}`, `data:text/plain;charset=${label},${octets}`]),
  );
  const other = [
    ...OCTETS,
    ...OCTETS.map((octets) => `q=é${octets}b${octets}`),
    "filename*=iso-8859-1''%A3%80.txt",
    "a%ED%A0%80b",
    "x &amp;&eacute; y",
    "",
    " \n",
    "\u{1F600}%F0%9F",
    "%C4%E3%BA%C3".repeat(900),
  ];
  // The module has no tables for domain names: the page reads Punycode by itself.
  for (const text of [...TASKS.filter((text) => !text.includes("xn--")), ...named, ...other]) {
    assert.deepEqual(reduced(triplet.explain(text)), reduced(JSON.parse(byCommand(text, "--json"))), text.slice(0, 200));
  }
});

test("a link that a person reads, and that works", () => {
  for (const text of TASKS.filter((text) => !text.includes("xn--"))) {
    const readable = triplet.readable(text);
    const printed = byCommand(text, "--readable").replace(/\n$/, "");
    if (readable !== undefined) assert.equal(readable, printed.trim(), text);
  }
  assert.equal(triplet.readable("https://a.example/caf%C3%A9?q=%2F"), "https://a.example/café?q=%2F");
  assert.equal(triplet.readable("tea"), undefined);
});

test("the languages of the reader decide between readings that are as likely", () => {
  const value = (tree) => tree.children.find(({ kind }) => kind === "pair").children[1].read;
  assert.equal(value(triplet.explain("/?q=%E4%E0", { languages: "ru, en;q=0.5" })), "да");
  assert.equal(value(triplet.explain("/?q=%E4%E0", { languages: "he" })), "הא");
  assert.throws(() => triplet.explain(1), TypeError);
  assert.throws(() => triplet.explain("a", { language: "ru" }), /has no option/);
  assert.throws(() => triplet.explain("a\ud800"), { kind: "lone-surrogate", offset: 1 });
});
