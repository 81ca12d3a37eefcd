// Unexpected arguments: each result is right, or an error that says what is wrong.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { MessageChannel } from "node:worker_threads";
import * as triplet from "triplet";

const { encode, decode, decodeToBytes, parseForm, lint, layers, readers, normalize, compare, requote } = triplet;
const OF_BYTES = { encode, decode, decodeToBytes, parseForm, lint, layers, readers };
const OF_TEXT = { normalize, requote, compare: (input) => compare(input, "a"), "the second of compare": (input) => compare("a", input) };

test("bytes in buffers and views of each kind", () => {
  const bytes = Uint8Array.from([0x61, 0x3d, 0x25, 0x32, 0x46, 0x20]);
  const shared = new SharedArrayBuffer(6);
  new Uint8Array(shared).set(bytes);
  const wide = new Uint16Array(bytes.buffer.slice(0));
  const inside = new Uint8Array(20);
  inside.set(bytes, 7);
  const foreign = runInContext(
    "const a = new Uint8Array([0x61, 0x3d, 0x25, 0x32, 0x46, 0x20]); [a, a.buffer, new DataView(a.buffer)]",
    createContext(),
  );
  const kinds = [
    bytes,
    bytes.buffer,
    shared,
    new Uint8Array(shared),
    wide,
    new DataView(inside.buffer, 7, 6),
    new Int8Array(inside.buffer, 7, 6),
    new Uint8ClampedArray(bytes),
    Buffer.from(bytes),
    ...foreign,
  ];
  for (const input of kinds) {
    assert.equal(encode(input), "a%3D%252F%20");
    assert.equal(decode(input), "a=/ ");
    assert.deepEqual(decodeToBytes(input), new Uint8Array(Buffer.from("a=/ ")));
    assert.deepEqual(parseForm(input), [["a", "/ "]]);
    for (const name of ["lint", "layers", "readers"]) assert.deepEqual(OF_BYTES[name](input), OF_BYTES[name]("a=%2F "));
  }
  assert.equal(encode(new ArrayBuffer(2)), "%00%00");
  assert.equal(encode(new Float64Array([1])), "%00%00%00%00%00%00%F0%3F");
  for (const empty of [new ArrayBuffer(0), new Uint8Array(), new DataView(new ArrayBuffer(0)), ""]) assert.equal(encode(empty), "");
});

test("a detached buffer is an error, not empty", () => {
  const { port1 } = new MessageChannel();
  for (const make of [
    (buffer) => buffer,
    (buffer) => new Uint8Array(buffer),
    (buffer) => new Float32Array(buffer),
    (buffer) => new DataView(buffer),
  ]) {
    const buffer = new ArrayBuffer(8);
    const input = make(buffer);
    port1.postMessage(null, [buffer]);
    for (const [name, run] of Object.entries(OF_BYTES))
      assert.throws(() => run(input), { name: "TypeError", message: `${name}: the buffer is detached` }, name);
  }
  port1.close();
});

test("a value that is neither text nor bytes is an error", () => {
  class Url {
    toString() {
      return "x";
    }
  }
  const inputs = [
    undefined,
    null,
    5,
    true,
    5n,
    Symbol("s"),
    {},
    [],
    ["a"],
    () => "",
    new Url(),
    new Date(),
    new Proxy(new Uint8Array(2), {}),
    { [Symbol.toStringTag]: "ArrayBuffer", byteLength: 2 },
    Promise.resolve("a"),
  ];
  for (const input of inputs) {
    for (const [name, run] of Object.entries(OF_BYTES))
      assert.throws(() => run(input), { name: "TypeError", message: new RegExp(`^${name} takes a string or bytes .*, not `) });
    for (const [name, run] of Object.entries(OF_TEXT))
      assert.throws(() => run(input), { name: "TypeError", message: /^\w+ takes a string, not / }, name);
  }
  for (const run of Object.values(OF_TEXT)) assert.throws(() => run(new Uint8Array(1)), TypeError);
});

test("an object with an address is a reference", () => {
  const written = "https://a.example/b%20c?q=%C3%A9#d";
  const base = { get href() { return written; } }; // prettier-ignore
  for (const input of [
    new URL(written),
    base,
    { href: written, toString: () => "x" },
    runInContext(`({ href: "${written}" })`, createContext()),
  ]) {
    for (const name of ["normalize", "requote", "lint", "explain", "readable"])
      assert.deepEqual(triplet[name](input), triplet[name](written), name);
    assert.equal(compare(input, written).same, true);
    assert.equal(compare("https://a.example/", input).same, false);
    assert.throws(() => encode(input), TypeError);
  }
  // An anchor of SVG has an object as its `href`.
  for (const input of [{ href: { baseVal: "a" } }, { href: undefined }, Object.create(null)])
    assert.throws(() => normalize(input), { name: "TypeError", message: "normalize takes a string, not an object" });
});

test("an unknown option is an error that names the known ones", () => {
  const form = [["a", "b"]];
  for (const [run, names] of [
    [(options) => encode("a", options), "set, alsoKeep, alsoEncode, plus, lower, keepTriplets, crlf, lines"],
    [(options) => decode("a", options), "plus, lenient, lossy, keepInvalid, keepTripletsOf"],
    [(options) => decodeToBytes("a", options), "plus, lenient, keepTripletsOf"],
    [(options) => parseForm("a", options), "strict, stripQuestionMark, maxPairs, maxBytes"],
    [(options) => triplet.serializeForm(form, options), "plus, crlf"],
    [(options) => normalize("a", options), "level"],
    [(options) => compare("a", "b", options), "level, plus"],
    [(options) => lint("a", options), "as, max"],
    [(options) => layers("a", options), "max"],
    [(options) => new triplet.EncodeStream(options), "set, alsoKeep, alsoEncode, plus, lower, keepTriplets"],
    [(options) => new triplet.DecodeStream(options), "plus, lenient"],
  ]) {
    assert.throws(() => run({ plsu: true }), { name: "TypeError", message: new RegExp(`has no option "plsu"; it has ${names}$`) });
    assert.throws(() => run({ toString: true }), /has no option "toString"/);
    assert.throws(() => run({ __proto__: { inherited: 1 } }), /has no option "inherited"/);
    for (const options of [null, 5, "plus", true])
      assert.throws(() => run(options), { name: "TypeError", message: /the options are an object, not / });
    for (const options of [
      undefined,
      {},
      Object.freeze({}),
      Object.create(null),
      new Proxy({}, {}),
      Object.fromEntries(names.split(", ").map((name) => [name, undefined])),
    ])
      run(options);
  }
});

test("the type of an option is checked", () => {
  assert.throws(() => encode("a", { plus: "no" }), {
    name: "TypeError",
    message: "encode: the option plus is true or false, not a string",
  });
  assert.throws(() => encode("a", { alsoKeep: 5 }), {
    name: "TypeError",
    message: "encode: the option alsoKeep is a string of ASCII characters, not 5",
  });
  assert.throws(() => encode("a", { set: ["rfc3986:path"] }), TypeError);
  // A wrong option is no error of the input.
  for (const [name, key, run] of [
    ["encode", "alsoKeep", encode],
    ["encode", "alsoEncode", encode],
    ["EncodeStream", "alsoKeep", (_, options) => new triplet.EncodeStream(options)],
    ["decode", "keepTripletsOf", decode],
    ["decodeToBytes", "keepTripletsOf", decodeToBytes],
  ])
    assert.throws(() => run("x", { [key]: "aé" }), {
      name: "TypeError",
      message: `${name}: the option ${key} is a string of ASCII characters, not "aé"`,
    });
  for (const max of [-1, 1.5, NaN, Infinity, "8"]) assert.throws(() => layers("a", { max }), TypeError, `${max}`);
  assert.equal(layers("%252541", { max: 2 ** 40 }).count, 3);
  assert.throws(() => normalize("a", { level: "deep" }), RangeError);
  let reads = 0;
  const counting = {
    get plus() {
      reads++;
      return true;
    },
  };
  assert.equal(encode(" ", counting) + reads, "+1");
  assert.equal(encode(" /", Object.freeze({ plus: true, alsoKeep: "/" })), "+/");
  assert.equal(encode(" ", new Proxy({ plus: true }, {})), "+");
});

test("the question mark of a form", () => {
  assert.deepEqual(parseForm("?a=1"), [["?a", "1"]]);
  assert.deepEqual(parseForm("?a=1", { stripQuestionMark: true }), [["a", "1"]]);
  assert.deepEqual(parseForm("??a=1", { stripQuestionMark: true }), [["?a", "1"]]);
  assert.deepEqual(parseForm("a=1?", { stripQuestionMark: true }), [["a", "1?"]]);
  assert.deepEqual(parseForm(Buffer.from("?é=1"), { stripQuestionMark: true }), [["é", "1"]]);
  assert.throws(() => parseForm("?a=%zz", { stripQuestionMark: true, strict: true }), { kind: "not-hex", offset: 3 });
});

test("a lone surrogate is an error, except in forms", () => {
  assert.throws(() => encode("a\uD800"), { message: "the text at offset 1: half of a surrogate pair, which is not a character" });
  for (const input of ["\uD800", "a\uDC00b", "\u{1F600}\uD83D"]) {
    for (const run of [encode, decode, decodeToBytes, lint, layers, readers, ...Object.values(OF_TEXT)])
      assert.throws(() => run(input), { kind: "lone-surrogate", offset: input.search(/\p{Surrogate}/u) });
    assert.equal(parseForm(input)[0][0], input.replace(/\p{Surrogate}/gu, "\uFFFD"));
    assert.throws(() => parseForm(input, { strict: true }), { kind: "lone-surrogate" });
  }
});

test("a hundred million characters", { timeout: 120_000 }, () => {
  const input = "a b/c%".repeat(17_000_000);
  const encoded = encode(input);
  assert.equal(encoded.length, 17_000_000 * 12);
  assert.equal(encoded.slice(-24), "a%20b%2Fc%25a%20b%2Fc%25");
  assert.equal(decode(encoded) === input, true);
  assert.throws(() => decode(`${input.slice(0, 100_000_002)}`), { kind: "not-hex", offset: 5 });
  // The result would be longer than a string can be.
  assert.throws(() => encode("%".repeat(250_000_000)), RangeError);
  assert.equal(encode("a b"), "a%20b");
});

async function collected(readable) {
  const parts = [];
  for await (const part of readable) parts.push(part);
  return Buffer.concat(parts).toString();
}

test("streams of each kind of chunk, and wrong chunks", async () => {
  const chunks = ["a b", new ArrayBuffer(1), new DataView(new ArrayBuffer(1)), Buffer.from("é"), "\uD83D", "\uDE00"];
  const source = (list) =>
    new ReadableStream({
      start(controller) {
        list.forEach((chunk) => controller.enqueue(chunk));
        controller.close();
      },
    });
  assert.equal(await collected(source(chunks).pipeThrough(new triplet.EncodeStream())), "a%20b%00%00%C3%A9%F0%9F%98%80");
  for (const wrong of [5, null, undefined, {}, ["a"]])
    await assert.rejects(collected(source(["a", wrong]).pipeThrough(new triplet.EncodeStream())), {
      name: "TypeError",
      message: /^a stream takes a string or bytes/,
    });
  // A high surrogate and then bytes: it is a lone one. Its offset counts from the start of the stream.
  await assert.rejects(collected(source(["abc", "d\uD83D", Buffer.from("x")]).pipeThrough(new triplet.EncodeStream())), {
    kind: "lone-surrogate",
    offset: 4,
  });
  await assert.rejects(collected(source(["abc", "d\uD83D"]).pipeThrough(new triplet.EncodeStream())), {
    kind: "lone-surrogate",
    offset: 4,
  });
});

test("a reader that cancels ends the stream", async () => {
  let pulled = 0;
  let cancelled;
  const endless = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue("x y/".repeat(1000));
    },
    cancel(reason) {
      cancelled = reason;
    },
  });
  const reader = endless.pipeThrough(new triplet.EncodeStream()).getReader();
  const { value } = await reader.read();
  assert.ok(Buffer.from(value).toString().startsWith("x%20y%2Fx%20y%2F"));
  await reader.cancel("enough");
  await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal(cancelled, "enough");
  assert.ok(pulled < 10, `${pulled}`);
  assert.equal(encode("a b"), "a%20b");
});

test("a stream is lost, and throws, when another input needs more memory than is available", async () => {
  const writer = new triplet.EncodeStream();
  const [input, output] = [writer.writable.getWriter(), writer.readable.getReader()];
  input.write("a ").catch(() => {});
  assert.equal(Buffer.from((await output.read()).value).toString(), "a%20");
  assert.throws(() => encode(new Uint8Array(3_900_000_000)), RangeError);
  const other = new triplet.EncodeStream({ set: "rfc3986:path" });
  input.write("b ").catch(() => {});
  await assert.rejects(output.read(), { name: "RangeError", message: /this stream was lost/ });
  const read = collected(other.readable);
  const second = other.writable.getWriter();
  await second.write("c/ ");
  await second.close();
  assert.equal(await read, "c/%20");
});

test("streams that are never ended release their numbers", async () => {
  // In a process that may force a garbage collection.
  const { execFileSync } = await import("node:child_process");
  const program = `
    import * as triplet from "triplet";
    import { running } from ${JSON.stringify(new URL("../running.js", import.meta.url).href)};
    const numbers = [];
    const { wasm } = (triplet.encode("a"), running());
    const free = () => { const number = wasm.encoder(0); wasm.release(number); return number; };
    for (let round = 0; round < 50; round++) {
      const stream = new triplet.EncodeStream();
      const writer = stream.writable.getWriter();
      writer.write("a b").catch(() => {});
      await stream.readable.getReader().read();
    }
    const before = free();
    for (let round = 0; round < 20 && free() > 5; round++) { await new Promise((resolve) => setTimeout(resolve, 20)); globalThis.gc(); }
    console.log(before >= 50, free() <= 5);
  `;
  const out = execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", program], {
    cwd: new URL("..", import.meta.url),
    encoding: "utf8",
  });
  assert.equal(out, "true true\n");
});

test("another module is refused, and functions throw without one", async () => {
  const { execFileSync } = await import("node:child_process");
  const program = `
    import assert from "node:assert/strict";
    import { readFileSync } from "node:fs";
    import { decodeURIComponent, encode, init, initSync, parseForm } from "triplet/init";
    assert.throws(() => encode("é"), /triplet has no module yet/);
    assert.equal(decodeURIComponent("%C3%A9"), "é");
    const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    for (const source of [undefined, null, 5, {}, []]) await assert.rejects(init(source), TypeError);
    for (const source of [undefined, null, "/triplet.wasm", {}]) assert.throws(() => initSync(source), TypeError);
    await assert.rejects(init(empty), /this is not the module/);
    assert.throws(() => initSync(new WebAssembly.Module(empty)), /this is not the module/);
    await assert.rejects(init(new Uint8Array(4)), WebAssembly.CompileError);
    await assert.rejects(init(new Response("", { status: 404 })), /answers 404/);
    const bytes = readFileSync("triplet.wasm");
    await Promise.all([init(Promise.resolve(new Response(bytes, { headers: { "content-type": "application/wasm" } }))), init(bytes), init(WebAssembly.compile(bytes))]);
    initSync(bytes);
    assert.equal(encode("é"), "%C3%A9");
    console.log("done");
  `;
  assert.equal(
    execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: new URL("..", import.meta.url), encoding: "utf8" }),
    "done\n",
  );
});
