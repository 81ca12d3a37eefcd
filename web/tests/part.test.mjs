// One name or value under edits, without a browser: what is not edited stays byte for byte, and what is written is read as what was
// typed. The oracle reads triplets by itself, and charsets by the platform's decoders.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bufferStrings } from "../../npm/buffer-strings.js";
import { Engine } from "../../npm/engine.js";
import { TRIED } from "../../npm/vocabulary.js";
import { partOf } from "../src/model/part.js";
import { root } from "./browser.mjs";

const engine = new Engine(new WebAssembly.Module(readFileSync(join(root, "npm/triplet.wasm"))), bufferStrings);
const CASES = 400;

/** A small generator (mulberry32): the same cases in each run. */
function random(seed) {
  return (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** What is written, as text: a line break is as it is, unless `field`. `undefined` with `fatal` if octets are malformed. */
function read(raw, { charset, plus }, { fatal = false, field = true } = {}) {
  let text = "";
  for (const part of raw.split(/([^\0-\x7f]+)/u)) {
    const octets = [];
    for (let i = 0; i < part.length; i++) {
      const hex = /^%([0-9A-Fa-f]{2})/.exec(part.slice(i, i + 3));
      octets.push(hex ? Number(`0x${hex[1]}`) : plus && part[i] === "+" ? 32 : part.charCodeAt(i));
      if (hex) i += 2;
    }
    try {
      text += /[^\0-\x7f]/.test(part) ? part : new TextDecoder(charset, { fatal, ignoreBOM: true }).decode(Uint8Array.from(octets));
    } catch {
      return undefined;
    }
  }
  return field ? text.replace(/\r\n?/g, "\n") : text;
}

const hex = (octet) => `%${octet.toString(16).padStart(2, "0")}`;

/** What a link might have: letters, triplets of both cases, spaces of both forms, line breaks, stray `%`, raw letters, octets. */
function made(below, charset) {
  const octet = () => (charset === "iso-2022-jp" ? 0x20 : 0x80) + below(charset === "iso-2022-jp" ? 0x5f : 0x80);
  const kinds = [
    () => "ab1-"[below(4)],
    () => hex(0x61 + below(6)),
    () => hex(0x2f).toUpperCase(),
    () => "+",
    () => "%20",
    () => "%",
    () => "é",
    () => "你",
    () => ["%0D%0A", "%0d", "%0A", "%00"][below(4)],
    () => hex(octet()) + hex(octet()),
    () => hex(octet()).toUpperCase() + hex(octet()),
    () => (charset === "iso-2022-jp" ? "%1B$B%46%7C%1B(B" : hex(octet())),
    () => hex(octet()) + "A",
    () => Array.from(new TextEncoder().encode("é日\u{1F600}"), hex).join(""),
  ];
  return Array.from({ length: below(9) }, () => kinds[below(kinds.length)]()).join("");
}

/** An edit at a caret: the value and the caret after it. */
const inserted = (value, at, text) => [value.slice(0, at) + text + value.slice(at), at + text.length];
const removed = (value, at, length = 1) => [value.slice(0, at) + value.slice(at + length), at];
/** The places between characters. */
const places = (value) => [...value].reduce((all, character) => [...all, all.at(-1) + character.length], [0]);
const common = (a, b) => {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  return at;
};
const reversed = (text) => [...text].reverse().join("");

// Node 20 decodes windows-1252 wrongly: 0xFF alone becomes nothing. The table is tested in it in Chromium, by `table.test.mjs`.
for (const charset of TRIED.filter((charset) => charset !== "windows-1252")) {
  test(`a part is read as the charset says, and one key and its deletion restore it: ${charset}`, () => {
    const below = random(charset.length);
    let wellFormed = 0;
    for (let i = 0; i < CASES; i++) {
      const options = { charset, plus: i % 2 === 0, escape: false, crlf: false };
      const raw = made(below, charset);
      const part = partOf(engine, raw, options);
      const value = part.text();
      assert.equal(part.raw(), raw);
      const text = read(raw, options, { fatal: true });
      wellFormed += text !== undefined;
      if (text !== undefined || charset !== "iso-2022-jp") assert.equal(value, read(raw, options), raw);
      if (text !== undefined) assert.equal(part.plain(), read(raw, options, { field: false }));
      for (const at of places(value)) {
        for (const key of ["z", "4", "\n", "=", "+", " "]) {
          part.edit(...inserted(value, at, key));
          const edited = part.raw();
          // All that was written is there still.
          if (key === "z" && charset !== "iso-2022-jp")
            assert.ok(common(raw, edited) + common(reversed(raw), reversed(edited)) >= raw.length, `${raw} ${edited}`);
          if (text !== undefined) assert.equal(read(edited, options), value.slice(0, at) + key + value.slice(at), `${raw} ${edited}`);
          part.edit(value, at);
          assert.equal(part.raw(), raw);
          // Also by a field that was drawn in between, unless a new writing of what is beside the key was needed.
          if (key === "z" && charset !== "iso-2022-jp" && text !== undefined) {
            const again = partOf(engine, edited, options);
            again.edit(value, at);
            assert.equal(again.raw(), raw, `${raw} ${edited}`);
          }
        }
      }
    }
    assert.ok(wellFormed > CASES / 20, `${wellFormed} of ${CASES} are well-formed`);
  });

  test(`what is written is what was typed, after any number of edits: ${charset}`, () => {
    const below = random(charset.length + 1);
    let [edits, refused] = [0, 0];
    for (let i = 0; i < CASES; i++) {
      const options = { charset, plus: i % 2 === 0, escape: false, crlf: i % 3 === 0 };
      const raw = made(below, charset);
      if (read(raw, options, { fatal: true }) === undefined) continue;
      const part = partOf(engine, raw, options);
      const letters = `aF%4+ &\n${part.text()}`;
      for (let count = 0; count < 12; count++) {
        const old = part.text();
        const all = places(old);
        const at = all[below(all.length)];
        const character = [...letters][below([...letters].length)];
        const [value, caret] =
          below(3) === 0 && at < old.length ? removed(old, at, [...old.slice(at)][0].length) : inserted(old, at, character);
        const before = part.raw();
        edits++;
        try {
          part.edit(value, caret);
        } catch (error) {
          // The charset can be decoded only: nothing changes.
          assert.ok(error.codePoint > 0x7f, error);
          assert.equal(part.raw(), before);
          refused++;
          continue;
        }
        assert.equal(part.text(), value);
        assert.equal(read(part.raw(), options, { fatal: true }), value, `${before} ${part.raw()}`);
        assert.doesNotMatch(part.raw(), /[&=\n]/);
      }
      part.edit(partOf(engine, raw, options).text(), 0);
      assert.equal(part.raw(), raw);
    }
    assert.ok(edits > CASES / 4 && refused < edits / 4, `${refused} of ${edits} refused`);
  });
}

const UTF8 = { charset: "utf-8", plus: false, escape: false, crlf: false };

test("octets that are not text stay, and are never written as U+FFFD", () => {
  for (const [charset, raw, value, expected] of [
    ["utf-8", "a%FFb", "a\uFFFDbc", "a%FFbc"],
    ["utf-8", "%E4%BDx%ED%A0%80", "\uFFFD\uFFFD\uFFFD\uFFFD", "%E4%BD%ED%A0%80"],
    ["utf-8", "%ff%Fe", "\uFFFD", "%ff"],
    // Even where all of the value changes at once.
    ["utf-8", "a%FFb%FEc", "x\uFFFDy\uFFFDz", "x%FFy%FEz"],
    ["utf-8", "%FF", "\uFFFD\uFFFD", "%FF%EF%BF%BD"],
    ["shift_jis", "%83!a", "\uFFFD!ab", "%83!ab"],
    ["gb18030", "%810%81Ax", "\uFFFD0丄xy", "%810%81Axy"],
    ["iso-8859-7", "%D2!", "\uFFFD?", "%D2?"],
  ]) {
    const part = partOf(engine, raw, { ...UTF8, charset });
    const old = part.text();
    part.edit(value, value.length);
    assert.equal(part.raw(), expected, `${charset} ${raw} ${old}`);
  }
});

test("a line break keeps its form, a new one is like the first, and what becomes adjacent is not another thing", () => {
  const edit = (raw, value, caret = value.length, more = {}) => {
    const part = partOf(engine, raw, { ...UTF8, ...more });
    part.edit(value, caret);
    return part.raw();
  };
  assert.equal(edit("a%0d%0Ab", "a\nbc"), "a%0d%0Abc");
  assert.equal(edit("a%0D%0Ab%0Ac%0dd", "a\nb\nc\nd\n"), "a%0D%0Ab%0Ac%0dd%0D%0A");
  assert.equal(edit("a%0Db", "a\nb\n"), "a%0Db%0D");
  assert.equal(edit("a", "a\n"), "a%0A");
  assert.equal(edit("a", "a\n", 2, { crlf: true }), "a%0D%0A");
  assert.equal(edit("a%0A", "a\n\n", 3, { crlf: true }), "a%0A%0A");
  // CR and LF that have become adjacent are two line breaks still.
  assert.equal(edit("%0Dx%0A", "\n\n", 1), "%0D%0D%0A");
  // A stray `%` before digits would begin a triplet.
  assert.equal(edit("100%", "100%41"), "100%2541");
  assert.equal(edit("%x41", "%41", 1), "%2541");
  assert.equal(edit("100%", "100%4"), "100%4");
  // Of equal characters, the one at the caret.
  assert.equal(edit("a%61", "a", 0), "%61");
  assert.equal(edit("a%61", "a", 1), "a");
});

test("%uXXXX is read and written as escape() does, and what a charset lacks changes nothing", () => {
  const options = { ...UTF8, escape: true };
  const part = partOf(engine, "%u4F60+%e9%uD83D%uDE00%uD800", options);
  assert.equal(part.text(), "你+é\u{1F600}\uD800");
  part.edit("你!+é\u{1F600}\uD800", 2);
  part.edit("你!+é\u{1F600}\uD800好", 8);
  assert.equal(part.raw(), "%u4F60%21+%e9%uD83D%uDE00%uD800%u597D");
  const other = partOf(engine, "%E9", { ...UTF8, charset: "windows-1254" });
  assert.throws(() => other.edit("é你", 2), { codePoint: 0x4f60 });
  assert.equal(other.raw(), "%E9");
  other.edit("éü", 2);
  assert.equal(other.raw(), "%E9%FC");
  assert.throws(() => partOf(engine, "", UTF8).edit("\uD800", 1), { kind: "lone-surrogate" });
});
