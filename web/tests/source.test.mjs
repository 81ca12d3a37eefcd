// Tests without a browser: languages are complete, snippets quote every text, the source parses no markup.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { LANGUAGES } from "./browser.mjs";
import { ADVICE } from "../src/i18n/advice.js";
import { LANGUAGES as NAMES } from "../src/i18n/language.js";
import { REASONS } from "../src/i18n/messages.js";
import { fromPunycode, isLookalike, otherHost } from "../src/model/host.js";
import { nameOf } from "../src/model/names.js";
import { javascript, python, rust, shell, snippets } from "../src/model/snippets.js";
import { deceptive, visible } from "../src/model/visible.js";

const command = process.env.TRIPLET ?? fileURLToPath(new URL("../../target/debug/triplet", import.meta.url));
const src = fileURLToPath(new URL("../src/", import.meta.url));
const codes = ["en", ...LANGUAGES];
const languages = Object.fromEntries(
  await Promise.all(codes.map(async (code) => [code, (await import(`../src/i18n/languages/${code.toLowerCase()}.js`)).default])),
);
const placeholders = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test("each language has a file, a line in the page's list, and its name in the documentation", () => {
  const files = readdirSync(join(src, "i18n/languages")).sort();
  const listed = codes.map((code) => `${code.toLowerCase()}.js`).sort();
  assert.deepEqual(files, listed, "the files in web/src/i18n/languages/ are those that web/src/i18n/language.js lists");
  const page = readFileSync(new URL("../../docs/page.md", import.meta.url), "utf8");
  for (const name of Object.values(NAMES)) assert.ok(page.includes(name), `docs/page.md does not name ${name}`);
});

test("every language has every text, with the same placeholders", () => {
  const { rules: none, sets: neither, ...english } = languages.en;
  assert.deepEqual([none, neither], [{}, {}]);
  for (const code of codes) {
    const { rules, sets, ...texts } = languages[code];
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(english).sort(), code);
    for (const [key, text] of Object.entries(texts)) {
      assert.deepEqual(placeholders(text), placeholders(english[key]), `${code}: ${key}`);
      assert.ok(text.trim() !== "", `${code}: ${key}`);
    }
  }
});

/** How each language calls the text that is not encoded, and words that no text of it has: those of cryptography, and those made for what
 * the field calls %XX and byte. */
const WORDS = {
  de: ["Text", /Klartext|Triplett|Oktett/],
  es: ["Texto", /texto plano|tripleta|octeto/i],
  fr: ["Texte", /texte (en )?clair|triplet(?!\.wasm| lint)/i],
  ru: ["Исходный текст", /открыт(ый|ого) текст|триплет|октет/i],
  zh: ["原文", /明文|三元组|八位组/],
  "zh-Hant": ["原文", /明文|三元組|字符|質量|軟件|網絡|鏈接/],
  ja: ["元の文字列", /平文|三つ組|オクテット/],
  ko: ["원문", /평문|삼중자|옥텟/],
};

test("no text says what its readers do not say", () => {
  assert.deepEqual(Object.keys(WORDS).sort(), LANGUAGES.toSorted(), "WORDS in source.test.mjs has a line for each language");
  for (const [code, [plain, words]] of Object.entries(WORDS)) {
    assert.equal(languages[code].plain, plain, code);
    const found = Object.values(languages[code])
      .flatMap((text) => (typeof text === "string" ? [text] : Object.values(text)))
      .filter((text) => words.test(text));
    assert.deepEqual(found, [], code);
  }
});

test("exactly the rules of lint are translated", () => {
  // The module of the page is built without the feature that has the other rules.
  const [source] = readFileSync(join(src, "../../crates/triplet-inspect/src/lint/rules.rs"), "utf8").split("const MORE: ");
  const ids = [...source.matchAll(/ name: "([a-z0-9-]+)", severity: /g)].map(([, id]) => id);
  assert.ok(ids.length > 30);
  for (const code of codes.slice(1)) assert.deepEqual(Object.keys(languages[code].rules).sort(), [...ids].sort(), code);
  // And each says what to do.
  assert.deepEqual(Object.keys(ADVICE).sort(), [...ids].sort());
  assert.deepEqual(
    [...new Set(Object.values(ADVICE))].sort(),
    Object.keys(languages.en)
      .filter((key) => key.startsWith("advice"))
      .sort(),
  );
});

test("a text has the charset that the command finds", async () => {
  const { readings } = await import("../../npm/index.js");
  for (const text of [
    "%BE%C8%B3%E7",
    "%C4%E3%BA%C3",
    "%93%FA%96%7B%8C%EA",
    "%C6%FC%CB%DC%B8%EC",
    "%EF%F0%E8%E2%E5%F2",
    "%FCberm%E4%DFig",
    "%A7A%A6n",
    "%E1%E2%E3%F9%ED",
    "%EA%E1%EB%E7%EC%DD%F1%E1",
    "%CA%C7%D1%CA%B4%D5",
    "caf%C3%A9",
    "%1B$BF%7C%1B(B",
  ]) {
    const found = execFileSync(command, ["decode", "--charset", "auto", "--", text], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).replace(/\n$/, "");
    assert.equal(readings(text)[0].text, found, text);
  }
});

test("every set is described in each language, unless its description is a name", async () => {
  const triplet = await import("../../npm/index.js");
  const abouts = new Set(triplet.sets().flatMap(({ about }) => about.split(/(?=; space is \+$)/)));
  const isName = (about) =>
    /^(encodeURI|encodeURIComponent|Java .*|Python .*|Go .*|PHP .*|Spark .*|DuckDB .*|ClickHouse .*|\.NET .*|Ruby .*|Perl .*|Elixir .*|Swift .*|R .*|Dart .*|AWS Signature Version 4|OAuth 1\.0)$/.test(
      about,
    );
  const expected = [...abouts].filter((about) => !isName(about)).sort();
  assert.ok(expected.length > 40);
  for (const code of codes.slice(1)) {
    assert.deepEqual(Object.keys(languages[code].sets).sort(), expected, code);
    for (const [about, text] of Object.entries(languages[code].sets)) assert.notEqual(text, about, code);
  }
});

test("every text that the source uses exists", () => {
  const used = new Set();
  for (const file of readdirSync(src, { recursive: true }).filter((name) => /\.(js|html)$/.test(name))) {
    const text = readFileSync(join(src, file), "utf8");
    for (const [, key] of text.matchAll(/\bt\("(\w+)"|data-text="(\w+)"/g)) if (key) used.add(key);
    for (const [, key] of text.matchAll(/data-text="(\w+)"/g)) used.add(key);
  }
  assert.ok(used.size > 80);
  for (const key of used) assert.ok(key in languages.en, key);
});

test("each reason of the library's ranking has a text in each language", () => {
  const library = readFileSync(new URL("../../crates/triplet/src/readings/mod.rs", import.meta.url), "utf8");
  const names = [...library.matchAll(/Reason::\w+(?:\(_\))? => [({\s]*"([a-z0-9-]+)",/g)]
    .map(([, name]) => name)
    .filter((name) => name !== "malformed");
  assert.ok(names.length > 8 && names.includes("surrogates"), names.join());
  for (const name of names) assert.ok(REASONS[name] in languages.en, name);
});

test("the source parses no markup or code, and has no list of hosts", () => {
  // The examples are of names that are reserved for examples.
  for (const [, host] of readFileSync(join(src, "ui/examples.js"), "utf8").matchAll(/\/\/([\w.]+)/g))
    assert.match(host, /(^|\.)example\.(com|org)$/);
  for (const file of readdirSync(src, { recursive: true }).filter((name) => name.endsWith(".js") && !name.startsWith("i18n/languages"))) {
    const text = readFileSync(join(src, file), "utf8");
    for (const word of [
      "innerHTML",
      "outerHTML",
      "insertAdjacentHTML",
      "document.write",
      "DOMParser",
      "eval(",
      "new Function",
      "srcdoc",
      "setHTML",
      "createContextualFragment",
      "https://",
      "http://",
    ]) {
      const allowed =
        (word === "https://" && ["model/snippets.js", "ui/examples.js"].includes(file)) || (word === "http://" && file === "model/host.js");
      assert.ok(allowed || !text.includes(word), `${file}: ${word}`);
    }
    for (const word of ["encodeURI", "decodeURI", "unescape(", "URLSearchParams", "new URL("]) {
      // The module cannot validate domain names in Unicode, and `builtin.js` works where there is none.
      assert.ok(
        !text.includes(word) || (word === "new URL(" && file === "model/host.js") || file === "work/builtin.js",
        `${file}: ${word}: the library does that`,
      );
    }
  }
});

const AWKWARD = [
  "plain",
  'it\'s "5" \\ `x` $HOME $(x) !! %s %41 {0} #{x}',
  "a\nb\tc\rd",
  "\u202Ex\u2066\u{E0001}",
  "x\u3164y\u034f\uFE00",
  "é你\u{1F600}",
  "-n",
  "--",
  "';--",
  "\\'",
  "\\u0041",
  "\x01\x1b\x7f\u009b",
  "",
];

test("quotes of the shell, Python, JavaScript and Rust", () => {
  for (const text of AWKWARD) {
    assert.equal(execFileSync("sh", ["-c", `printf %s ${shell(text)}`], { encoding: "utf8" }), text);
    assert.equal(
      execFileSync("python3", ["-c", `import sys; sys.stdout.buffer.write(${python(text)}.encode())`], { encoding: "utf8" }),
      text,
    );
    assert.equal(
      JSON.parse(execFileSync(process.execPath, ["-e", `process.stdout.write(JSON.stringify(${javascript(text)}))`], { encoding: "utf8" })),
      text,
    );
    for (const quoted of [python(text), javascript(text), rust(text)]) assert.deepEqual(deceptive(quoted), [], quoted);
  }
  const folder = mkdtempSync(join(tmpdir(), "triplet-quotes-"));
  const tests = AWKWARD.map((text) => `    assert_eq!(${rust(text)}.as_bytes(), Vec::<u8>::from([${[...Buffer.from(text)].join(", ")}]));`);
  writeFileSync(join(folder, "quotes.rs"), `fn main() {\n${tests.join("\n")}\n}\n`);
  execFileSync("rustc", ["--edition", "2024", "-o", join(folder, "quotes"), join(folder, "quotes.rs")]);
  execFileSync(join(folder, "quotes"));
  rmSync(folder, { recursive: true });
});

test("the code of each language gives what the page shows", async () => {
  const triplet = await import("../../npm/index.js");
  /** The commands of the shell, the programs in Python, and what each prints. One process runs all of a language. */
  const [commands, programs, expected] = [[], [], []];
  for (const { name: set, keeps: own, nonAscii, keepsTriplets, plus: always } of triplet.sets()) {
    // Python's `quote` cannot keep characters outside ASCII, triplets, or a space.
    if (nonAscii || keepsTriplets || own.includes(" ")) continue;
    for (const plus of [false, true]) {
      const plain = " !\"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~é";
      const encoded = triplet.encode(plain, { set, plus });
      const code = Object.fromEntries(
        snippets({
          encoding: true,
          encoded,
          plain,
          set,
          keeps: own,
          plus,
          setPlus: always,
          alsoKeep: "",
          alsoEncode: "",
          charset: "utf-8",
        }),
      );
      const [, call] = code.JavaScript.split("\n\n");
      assert.equal(new Function("encode", `return ${call}`)(triplet.encode), encoded, code.JavaScript);
      commands.push(code.Shell.replace(/^triplet/, command));
      const lines = code.Python.split("\n");
      programs.push(`${lines[0]}\nprint(${lines.at(-1)})`);
      expected.push(encoded);
    }
  }
  const printed = (program, args) => execFileSync(program, args, { encoding: "utf8" }).trimEnd().split("\n");
  const differs = (given, from) =>
    expected.map((encoded, i) => [from[i], given[i], encoded]).filter(([, given, encoded]) => given !== encoded);
  assert.deepEqual(differs(printed("sh", ["-c", commands.join("\n")]), commands), []);
  // Each in a namespace of its own: what one imports, another one lacks.
  const python = printed("python3", ["-c", "import sys\nfor each in sys.argv[1:]: exec(each, {})", ...programs]);
  assert.deepEqual(differs(python, programs), []);
  const count = expected.length;
  assert.ok(count > 80, `${count} sets`);
});

test("the code for another charset gives what the page shows", () => {
  const [plain, encoded] = ["中 文'", "%D6%D0%20%CE%C4%27"];
  const rest = {
    encoded,
    plain,
    set: "rfc3986:unreserved",
    keeps: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~",
    plus: false,
    setPlus: false,
    alsoKeep: "",
    alsoEncode: "",
    charset: "gb18030",
  };
  const code = (encoding) => Object.fromEntries(snippets({ ...rest, encoding }));
  const python = (lines) =>
    execFileSync("python3", ["-c", `${lines[0]}\nprint(${lines.at(-1)})`], {
      encoding: "utf8",
      env: { ...process.env, PYTHONIOENCODING: "utf-8" },
    });
  assert.equal(python(code(true).Python.split("\n")), `${encoded}\n`);
  assert.equal(python(code(false).Python.split("\n")), `${plain}\n`);
  const run = (line) => execFileSync("sh", ["-c", line.replace(/^triplet/, command)], { encoding: "utf8" });
  assert.equal(run(code(true).Shell).trimEnd(), encoded);
  assert.equal(run(code(false).Shell).trimEnd(), plain);
  assert.ok(!("JavaScript" in code(true)));
  const script = code(false)
    .JavaScript.replace('"triplet"', JSON.stringify(new URL("../../npm/index.js", import.meta.url).href))
    .replace("new TextDecoder", "globalThis.result = new TextDecoder");
  assert.equal(
    execFileSync(process.execPath, ["--input-type=module", "-e", `${script}\nprocess.stdout.write(result)`], { encoding: "utf8" }),
    plain,
  );
});

test("the code for a link gives its pairs", () => {
  const link = "https://a.example/?q=%D6%D0'&r=a%26b+c&s=";
  const code = Object.fromEntries(
    snippets({
      encoding: false,
      isLink: true,
      encoded: link,
      plain: "",
      set: "rfc3986:unreserved",
      keeps: "",
      plus: false,
      setPlus: false,
      alsoKeep: "",
      alsoEncode: "",
      charset: "gb18030",
    }),
  );
  const lines = code.Python.split("\n");
  const printed = execFileSync("python3", ["-c", `${lines[0]}\nimport json\nprint(json.dumps(${lines.at(-1)}))`], { encoding: "utf8" });
  assert.deepEqual(JSON.parse(printed), [
    ["q", "中'"],
    ["r", "a&b c"],
    ["s", ""],
  ]);
  const tree = execFileSync("sh", ["-c", code.Shell.replace(/^triplet/, command)], { encoding: "utf8" });
  assert.match(tree, /a&b c/);
  assert.equal(code.Rust, `triplet_inspect::explain(${rust(link)})`);
});

test("hosts in Unicode and in Punycode", () => {
  // RFC 3492 section 7.1, without the samples that are not normalized.
  const samples = {
    ihqwcrb4cv8a8dqg056pqjye: "他们为什么不说中文",
    ihqwctvzc91f659drss3x8bo0yb: "他們爲什麽不說中文",
    "Proprostnemluvesky-uyb24dma41a": "Pročprostěnemluvíčesky",
    n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa: "なぜみんな日本語を話してくれないのか",
    "-> $1.00 <--": "-> $1.00 <-",
    "3B-ww4c5e180e575a65lsy2b": "3年B組金八先生",
    b1abfaaepdrnnbgefbadotcwatmq2g4l: "почемужеонинеговорятпорусски",
    "": "",
  };
  for (const [encoded, text] of Object.entries(samples)) assert.equal(fromPunycode(encoded), text);
  for (const wrong of ["é", "99999999", "-9", "a-ä", "999999999999999999b"]) assert.equal(fromPunycode(wrong), undefined, wrong);
  assert.equal(otherHost("xn--r8jz45g.jp"), "例え.jp");
  assert.equal(otherHost("XN--R8JZ45G.jp"), "例え.jp");
  assert.equal(otherHost("例え.jp"), "xn--r8jz45g.jp");
  assert.equal(otherHost("BÜCHER.example"), "xn--bcher-kva.example");
  // Invalid names, names that would not convert back, and names with only one form.
  for (const host of [
    "example.com",
    "xn--",
    "xn--a",
    "xn--99999999.com",
    "xn--zca\u00e9",
    "é/evil",
    "é@x",
    "é:80",
    "é x",
    "",
    "127.0.0.1",
    "[::1]",
    "xn--www-.com",
  ])
    assert.equal(otherHost(host), undefined, host);
  // Names that may be taken for others stay in Punycode, and others do not.
  for (const [letters, isOther] of [
    ["аpple.com", true],
    ["pаypal.example", true],
    ["аррӏе.com", true],
    ["googlе.com", true],
    ["αpple.com", true],
    ["пример.рф", false],
    ["почта.com", false],
    ["bücher.example", false],
    ["例え.jp", false],
    ["παράδειγμα.gr", false],
  ]) {
    const ascii = new URL(`http://${letters}`).hostname;
    assert.equal(isLookalike(ascii), isOther, letters);
    assert.equal(otherHost(ascii), isOther ? undefined : letters, letters);
  }
});

test("names of characters", () => {
  const names = {
    0: "NULL",
    0x25: "PERCENT SIGN",
    0x41: "LATIN CAPITAL LETTER A",
    0x7f: "DELETE",
    0xe9: "LATIN SMALL LETTER E WITH ACUTE",
    0x202e: "RIGHT-TO-LEFT OVERRIDE",
    0x4f60: "CJK UNIFIED IDEOGRAPH-4F60",
    0xac00: "HANGUL SYLLABLE GA",
    0xd55c: "HANGUL SYLLABLE HAN",
    0x436: "CYRILLIC SMALL LETTER ZHE",
    0x1ead: "LATIN SMALL LETTER A WITH CIRCUMFLEX AND DOT BELOW",
    0x3042: "HIRAGANA LETTER A",
    0xff21: "FULLWIDTH LATIN CAPITAL LETTER A",
    0x5d0: "Hebrew letter",
    0x1f600: "emoji",
  };
  for (const [code, name] of Object.entries(names)) assert.equal(nameOf(Number(code)), name);
  // A name in capital letters is the name in Unicode, as Python has it.
  const ask = "import json, unicodedata\nprint(json.dumps([unicodedata.name(chr(c), '') for c in range(0x30000)]))";
  let whole = 0;
  JSON.parse(execFileSync("python3", ["-c", ask], { encoding: "utf8", maxBuffer: 1 << 26 })).forEach((name, code) => {
    if (name === "" || /[a-z]/.test(nameOf(code))) return;
    assert.equal(nameOf(code), name);
    whole++;
  });
  assert.ok(whole > 70_000, `${whole} names`);
});

// DerivedCoreProperties.txt and PropList.txt of Unicode: Default_Ignorable_Code_Point, and White_Space without the space, the tab,
// LF and CR. Each character of the ranges is tested.
const IGNORABLE =
  "AD 34F 61C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0 FFF0-FFF8 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF";
const BLANK = "B-C 85 A0 1680 2000-200A 2028-2029 202F 205F 3000";
const each = (ranges) =>
  ranges.split(" ").flatMap((range) => {
    const [from, to = from] = range.split("-").map((code) => parseInt(code, 16));
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });

test("deceptive characters are shown, in every range", () => {
  // A braille pattern without dots is blank but not white space. A lone CR is not shown as a line break.
  for (const code of [...each(IGNORABLE), ...each(BLANK), 0, 8, 0x0d, 0x1b, 0x7f, 0x80, 0x9b, 0x2800, 0xfff9, 0xffff, 0x10ffff, 0xd800]) {
    const character = String.fromCodePoint(code);
    assert.equal(deceptive(`a${character}b`).length, 1, code.toString(16));
    assert.notEqual(visible(character), character, code.toString(16));
  }
  for (const text of [
    "plain\n\ttext\r\nline",
    "é你 ü",
    "👨‍👩‍👧",
    "❤️",
    "1️⃣",
    "क्‍ष",
    "می‌خواهم",
    "全角　空白",
    "　段落",
    "Ça va\u202f? «\u00a0Oui\u00a0»",
    "10\u202f000",
  ])
    assert.deepEqual(deceptive(text), [], text);
});
