// The npm package in a browser, compared with the built-in functions; and streams.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root, startBrowser } from "./browser.mjs";

const TYPES = { js: "text/javascript", wasm: "application/wasm", html: "text/html" };
let server;
let browser;
before(async () => {
  server = createServer((request, response) => {
    const name = request.url.slice(1);
    if (name === "") return response.writeHead(200, { "content-type": TYPES.html }).end("<!doctype html><title>npm</title>");
    if (!/^[\w-]+\.js$|^triplet\.wasm$/.test(name)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[name.split(".")[1]] }).end(readFileSync(join(root, "npm", name)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("in a browser, the same results as the built-in functions", async () => {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const result = await page.evaluate(async () => {
    const triplet = await import("/index.js");
    const { browserStrings } = await import("/browser-strings.js");
    const { Engine } = await import("/engine.js");
    const engine = new Engine(await WebAssembly.compileStreaming(fetch("/triplet.wasm")), browserStrings);
    const outcome = (run) => {
      try {
        return run();
      } catch (error) {
        return error instanceof URIError ? "URIError" : `threw ${error}`;
      }
    };
    const different = [];
    let count = 0;
    const parts = [
      "%",
      "%4",
      "%41",
      "%u4F60",
      "%uD83D",
      "%C3",
      "%A9",
      "%F0%9F%98%80",
      "%C0%AF",
      "%2F",
      "é",
      "你",
      "\u{1F600}",
      "\uD83D",
      "\uDE00",
      "\uFFFD",
      "a",
      "\0",
      "x".repeat(49),
      "é".repeat(30),
    ];
    for (const first of parts)
      for (const second of parts)
        for (const name of ["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent", "escape", "unescape"]) {
          // Short strings are passed to the built-in functions, long ones to the module.
          for (const before of ["", "x".repeat(140), "x".repeat(500)]) {
            const input = before + first + second;
            const [ours, theirs] = [outcome(() => triplet[name](input)), outcome(() => globalThis[name](input))];
            count++;
            if (ours !== theirs) different.push([name, input, ours, theirs]);
          }
        }
    // Each length with each kind of character, around the lengths at which the code path changes.
    for (const unit of ["a", "é", "你", "\u{1F600}", "%41", "%E4%BD%A0", "%C3%A9"])
      for (let length = 0; length < 600; length++) {
        const input = unit.repeat(length);
        count++;
        for (const before of ["", "x".repeat(129)]) {
          if (triplet.encodeURIComponent(before + input) !== encodeURIComponent(before + input)) different.push(["encode", unit, length]);
          if (triplet.decodeURIComponent(before + input) !== decodeURIComponent(before + input)) different.push(["decode", unit, length]);
          if (triplet.encode(input, { set: "ecmascript:uri-component" }) !== encodeURIComponent(input))
            different.push(["module, encode", unit, length]);
          if (triplet.decode(input) !== decodeURIComponent(input)) different.push(["module, decode", unit, length]);
        }
      }
    // Strings are copied in parts of 4,096 code units: characters of each length, and lone surrogates, at their boundaries.
    for (const one of [
      "\x7F",
      "\x80",
      "\u07FF",
      "\u0800",
      "\uD7FF",
      "\uE000",
      "\uFFFF",
      "\u{10000}",
      "\u{1F6BF}",
      "\u{10FFFF}",
      "\uD83D",
      "\uDE00",
    ])
      for (const filler of ["你", "b你"])
        for (const place of [4094, 4095, 4096, 4097, 8191, 8192])
          for (const after of ["", "c", "你", "\uD83D", "\uDE00", "\x80\x80\x80\x80百", "百分号".repeat(999)]) {
            const input = filler.repeat(place).slice(0, place) + one + after;
            count++;
            const length = engine.one(input);
            const at = engine.wasm.input(0);
            if (`${engine.bytes().subarray(at, at + length)}` !== `${new TextEncoder().encode(input)}`)
              different.push(["UTF-8", place, one, after]);
            if (outcome(() => triplet.encodeURIComponent(input)) !== outcome(() => encodeURIComponent(input)))
              different.push(["encode", place, one, after]);
          }
    const readable = new Blob(["a b/", "é"]).stream().pipeThrough(new triplet.EncodeStream());
    const streamed = await new Response(readable).text();
    let error;
    try {
      triplet.decode("x%zz");
    } catch (caught) {
      error = [caught.name, caught.kind, caught.offset];
    }
    return { different, count, streamed, error, own: engine.strings.writes("你".repeat(999)) };
  });
  assert.deepEqual(result.different, []);
  assert.ok(result.count > 2000);
  assert.ok(result.own, "strings are copied by the builtins");
  assert.equal(result.streamed, "a%20b%2F%C3%A9");
  assert.deepEqual(result.error, ["TripletError", "not-hex", 1]);
});
