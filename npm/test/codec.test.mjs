// The entry `triplet/codec`, with its small module: the same results as the whole package, alone and beside it.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const moduleOf = (name) => readFileSync(new URL(`../${name}`, import.meta.url));

const LONG = "x".repeat(300);
const PLAIN = ["", "a b", "50% é你\u{1F600}/?#[]@!$&'()*+,;=~\n", `${LONG}é你`, "\uD800", `${LONG}\uDC00a`, "a\0b\r\nc", "%41%zz"];
const ENCODED = [
  "",
  "a+b%20c",
  "%C3%A9%E4%BD%A0%F0%9F%98%80",
  `${LONG}%2F%2f`,
  "é%zz",
  "你%C3%28",
  "\u{1F600}%4",
  "%ED%A0%80",
  "%u4F60",
  "%FF%41",
];
const BYTES = [new Uint8Array([0xff, 0x41, 0x20]), new TextEncoder().encode("é%C3%A9%FF%zz")];

/** What each function returns or throws, each with each input and each option. */
async function results(triplet) {
  const all = [];
  const note = (what, run) => {
    try {
      all.push([what, run()]);
    } catch ({ name, kind, offset, index, message }) {
      all.push([what, { name, kind, offset, index, message }]);
    }
  };
  const sets = triplet.sets();
  all.push(["sets", sets]);
  const encodings = [
    ...sets.map(({ name }) => ({ set: name })),
    { alsoKeep: "/", alsoEncode: "~x" },
    { alsoKeep: "é" },
    { set: "none" },
    { plus: true, lower: true },
    { set: "whatwg:form", plus: false },
    { keepTriplets: true },
    { crlf: true },
    { lines: true },
    { line: true },
  ];
  for (const input of [...PLAIN, ...BYTES, 5])
    for (const options of encodings) note(`encode ${input} ${JSON.stringify(options)}`, () => triplet.encode(input, options));
  const decodings = [
    {},
    { plus: true },
    { lenient: true },
    { lossy: true },
    { keepInvalid: true },
    { lenient: true, lossy: true },
    { keepTripletsOf: "/A" },
    { keepTripletsOf: "é" },
  ];
  for (const input of [...ENCODED, ...PLAIN, ...BYTES, null])
    for (const options of decodings) {
      for (const name of ["decode", "decodeToBytes"])
        note(`${name} ${input} ${JSON.stringify(options)}`, () => triplet[name](input, options));
    }
  for (const input of [...ENCODED, ...PLAIN])
    for (const before of ["", LONG])
      for (const name of ["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent", "escape", "unescape"])
        note(`${name} ${before}${input}`, () => triplet[name](before + input));
  for (const input of [...ENCODED, "?a=1&b=%FF&c=%zz&=é", ...BYTES])
    for (const options of [{}, { strict: true }, { stripQuestionMark: true }])
      note(`parseForm ${input} ${JSON.stringify(options)}`, () => triplet.parseForm(input, options));
  for (const pairs of [[], [["a", "\0"]], PLAIN.map((text) => [text, LONG + text]), { a: LONG, b: { c: 1 } }])
    for (const options of [{}, { plus: false }, { crlf: true }])
      note(`serializeForm ${JSON.stringify([pairs, options])}`, () => triplet.serializeForm(pairs, options));
  for (const input of [...ENCODED, ...PLAIN])
    for (const name of ["EncodeStream", "DecodeStream"]) {
      const chunks = new ReadableStream({
        start(controller) {
          for (const unit of input) controller.enqueue(unit);
          controller.close();
        },
      });
      const text = await new Response(chunks.pipeThrough(new triplet[name]())).text().catch(({ kind, offset }) => ({ kind, offset }));
      all.push([`${name} ${input}`, text]);
    }
  return all;
}

/** What the thread `alone` reports: the results by the small module, and that the whole one did not run. */
async function alone() {
  const triplet = await import("../codec.js");
  assert.throws(() => triplet.encode("a"), /call `await init/);
  await triplet.init(moduleOf("codec.wasm"));
  const all = await results(triplet);
  const { isRunning } = await import("../running.js");
  assert.equal(isRunning(), false);
  return all;
}

/** The thread `both` has both entries, the small one first. */
async function both() {
  const codec = await import("../codec.js");
  const init = await import("../init.js");
  assert.throws(() => init.initSync(moduleOf("codec.wasm")), /not the module triplet\.wasm/);
  codec.initSync(moduleOf("codec.wasm"));
  assert.throws(() => init.lint("a"), /call `await init/);
  assert.equal(codec.encode("a b"), "a%20b");
  const stream = new codec.DecodeStream();
  const writer = stream.writable.getWriter();
  const text = new Response(stream.readable).text();
  await writer.write("a%C3");
  init.initSync(moduleOf("triplet.wasm"));
  assert.equal(init.lint("%zz").findings.length, 1);
  assert.equal(codec.encode("a b", { set: "whatwg:form" }), "a+b");
  // The stream stays with the module that began it.
  await writer.write("%A9");
  await writer.close();
  assert.equal(await text, "aé");
  assert.equal(init.TripletError, codec.TripletError);
  await codec.init("nothing: it has its module");
}

/** What another thread reports; an error there is one here. */
const inThread = async (name) => (await once(new Worker(new URL(import.meta.url), { workerData: name }), "message"))[0];

if (!isMainThread) parentPort.postMessage(await (workerData === "alone" ? alone() : both()));
else {
  test("the small module gives the same results and errors as the whole one", async () => {
    const all = await inThread("alone");
    const expected = await results(await import("../index.js"));
    assert.ok(all.length > 1500, `${all.length}`);
    assert.deepEqual(all, expected);
    const places = all.filter(([, { offset, index }]) => index > 0 && offset !== index);
    assert.ok(places.length > 10, "errors whose places in bytes and in code units differ");
  });

  test("a program may have both entries", () => inThread("both"));

  test("it has the names of the whole package but those of the other operations", async () => {
    const [codec, init] = [await import("../codec.js"), await import("../init.js")];
    const missing = Object.keys(init).filter((name) => !(name in codec));
    assert.deepEqual(missing.sort(), [
      "CONTEXTS",
      "LEVELS",
      "RULES",
      "SETS",
      "compare",
      "expand",
      "explain",
      "layers",
      "lint",
      "normalize",
      "readable",
      "readers",
      "readings",
      "requote",
    ]);
    for (const name of Object.keys(codec)) assert.ok(name in init, name);
  });
}
