// Compares the speed of the package with the built-in functions: `node web/bench.mjs`, with `--chromium` in a browser too, with
// `--only=serialize` one task only, with `--quick` a short run, with `--short` texts of 10 to 100 characters.
//
// Each round calls every contestant in turn, so that other work on the machine slows all of them. The output has medians, copies into and
// out of the module included, and ratios to the built-in function. Rows where the package loses stay. *Moving* is a call without the work
// of the module: the input is copied into memory, and a string is made of a result that is there already. No module can be faster.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { argv, env, version } from "node:process";
import { fileURLToPath } from "node:url";

/** Runs in Node and in a browser; returns rows `[task, corpus, size, {contestant: nanoseconds}]`. */
async function race(contestants, options, stringsOf) {
  const memory = new WebAssembly.Memory({ initial: 1024 });
  const [bytes, strings, utf8] = [new Uint8Array(memory.buffer), stringsOf(memory), new TextEncoder()];
  /** Moves an input into memory, and a result out of it. */
  function moving(input, result) {
    const at = 1 << 25;
    const ascii = /^[\0-\x7f]*$/.test(result);
    const end = at + (ascii ? 1 : 2) * result.length;
    if (ascii) utf8.encodeInto(result, bytes.subarray(at));
    else new Uint16Array(memory.buffer, at).set(Array.from({ length: result.length }, (_, i) => result.charCodeAt(i)));
    return () => {
      if (!strings.writes(input) || strings.write(bytes, input, 0) < 0) utf8.encodeInto(input, bytes);
      return ascii ? strings.ascii(bytes, at, end) : strings.wide(bytes, at, end);
    };
  }
  const corpora = {
    // A query, mostly ASCII; a page of a book; a text in another script than Latin.
    ascii: 'name=John Smith&city=New York/Brooklyn; zip 11201 + note: call before 5pm, ask for "Ann". ',
    french: "Les élèves français étaient très étonnés: où est passé le gâteau à la crème? ",
    chinese: "百分号编码是一种把字符写成三元组的方法，统一资源标识符由它而来。",
  };
  const sizes = options.sizes ?? [16, 1024, 65536, 1 << 20];
  // Forms to serialize: the number of pairs, and the length of a value.
  const forms = {
    "1 pair": [1, 16],
    "3 pairs": [3, 16],
    "30 pairs": [30, 16],
    "1,000 pairs": [1000, 16],
    "64 kB": [1, 65536],
    "30 × 1 kB": [30, 1024],
  };
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
  const rows = [];
  for (const [task, runners] of Object.entries(contestants)) {
    if (options.only && task !== options.only) continue;
    for (const [corpus, base] of Object.entries(corpora)) {
      for (const size of task === "serialize" ? Object.keys(forms) : sizes) {
        const [count, length] = forms[size] ?? [1, size];
        const plain = base.repeat(Math.ceil(length / base.length)).slice(0, length);
        const input =
          task === "serialize"
            ? Array.from({ length: count }, (_, i) => [`name${i}`, plain])
            : task === "decode"
              ? encodeURIComponent(plain)
              : task === "parse"
                ? new URLSearchParams(Array.from({ length: Math.max(1, size >> 6) }, (_, i) => [`k${i}`, plain.slice(0, 48)])).toString()
                : plain;
        const expected = runners["built-in"](input);
        const all = task === "parse" || task === "serialize" ? runners : { ...runners, moving: moving(input, expected) };
        const usable = Object.entries(all).filter(([name, run]) => {
          const same = JSON.stringify(run(input)) === JSON.stringify(expected);
          if (!same && (name === "triplet" || name === "moving")) throw new Error(`${task}, ${corpus}, ${size}: another result`);
          return same;
        });
        const times = Object.fromEntries(usable.map(([name]) => [name, []]));
        // A round must be long enough for a coarse clock.
        const calls = Math.max(1, Math.round(2_000_000 / (count * (length + 200))));
        let sink = 0;
        const end = performance.now() + (options.milliseconds ?? 1500);
        for (let round = 0; round < 7 || (performance.now() < end && round < 101); round++) {
          for (const [name, run] of usable) {
            const start = performance.now();
            for (let i = 0; i < calls; i++) sink += run(input).length;
            times[name].push(((performance.now() - start) / calls) * 1e6);
          }
        }
        if (sink < 0) throw new Error("no result");
        rows.push([task, corpus, size, Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]))]);
      }
    }
  }
  return rows;
}

function print(where, rows) {
  console.log(`\n${where}\n`);
  console.log("task      | text    |        size | triplet, ns | built-in, ns | × built-in | moving: × built-in | others, ns");
  console.log("----------|---------|------------:|------------:|-------------:|-----------:|-------------------:|-----------");
  for (const [task, corpus, size, { triplet, "built-in": own, moving, ...others }] of rows) {
    const rest = Object.entries(others)
      .map(([name, time]) => `${name} ${time.toFixed(0)}`)
      .join(", ");
    console.log(
      `${task.padEnd(9)} | ${corpus.padEnd(7)} | ${String(size).padStart(11)} | ${triplet.toFixed(0).padStart(11)} | ${own.toFixed(0).padStart(12)} | ${(own / triplet).toFixed(2).padStart(10)} | ${(moving ? (own / moving).toFixed(2) : "").padStart(18)} | ${rest}`,
    );
  }
}

/** The times of the page in milliseconds, medians of fresh profiles. It is opened with a text in its address: from the load event and
 * from the request until the text is converted. Then, from the first typed text until its result is in the other pane. */
async function firsts(browser, address, rounds) {
  const times = { afterLoad: [], inAll: [], typed: [] };
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.addInitScript(() => {
      new MutationObserver(() => (globalThis.readyAt ??= performance.now())).observe(document, {
        subtree: true,
        attributes: true,
        attributeFilter: ["data-ready"],
      });
    });
    await page.goto(`${address}#p=caf%C3%A9+%26+cr%C3%A8me`);
    await page.waitForSelector("html[data-ready]");
    const { load, ready, result, typed, second } = await page.evaluate(() => {
      const [encoded, plain] = ["encoded", "plain"].map((id) => document.getElementById(id));
      const result = encoded.value;
      plain.value = "你好";
      const start = performance.now();
      plain.dispatchEvent(new InputEvent("input"));
      const typed = performance.now() - start;
      return {
        load: performance.getEntriesByType("navigation")[0].loadEventEnd,
        ready: globalThis.readyAt,
        result,
        typed,
        second: encoded.value,
      };
    });
    if (result !== "caf%C3%A9%20%26%20cr%C3%A8me" || second !== "%E4%BD%A0%E5%A5%BD")
      throw new Error(`the page shows ${result}, ${second}`);
    times.afterLoad.push(ready - load);
    times.inAll.push(ready);
    times.typed.push(typed);
    await context.close();
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, list.sort((a, b) => a - b)[list.length >> 1]]));
}

const only = argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length);
const options = argv.includes("--short")
  ? { milliseconds: 700, sizes: [10, 20, 50, 100], only }
  : argv.includes("--quick")
    ? { milliseconds: 100, sizes: [16, 1024, 65536], only }
    : { only };
const triplet = await import("../npm/index.js");
const { bufferStrings } = await import("../npm/buffer-strings.js");
const require = createRequire(import.meta.url);
const [fastQuery, fastDecode] = [require("fast-querystring"), require("fast-decode-uri-component")];
const pairs = (object) => Object.entries(object).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
print(
  `Node ${version}`,
  await race(
    {
      encode: { triplet: triplet.encodeURIComponent, "built-in": encodeURIComponent },
      decode: {
        triplet: triplet.decodeURIComponent,
        "built-in": decodeURIComponent,
        "fast-decode-uri-component": (text) => fastDecode(text) ?? "",
      },
      parse: {
        triplet: triplet.parseForm,
        "built-in": (text) => [...new URLSearchParams(text)],
        "fast-querystring": (text) => pairs(fastQuery.parse(text)),
      },
      serialize: { triplet: triplet.serializeForm, "built-in": (pairs) => new URLSearchParams(pairs).toString() },
    },
    options,
    (memory) => bufferStrings(memory, null),
  ),
);

if (argv.includes("--chromium")) {
  const { chromium } = await import("playwright-core");
  const executablePath =
    env.CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
  const folder = fileURLToPath(new URL("../npm/", import.meta.url));
  const assets = fileURLToPath(new URL("../target/web/", import.meta.url));
  const types = { js: "text/javascript", wasm: "application/wasm", css: "text/css", html: "text/html" };
  const server = createServer((request, response) => {
    if (request.url.startsWith("/page/")) {
      const name = request.url.slice("/page/".length) || "index.html";
      const known = /^(index\.html|page\.(js|css)|triplet\.wasm)$/.test(name);
      response.writeHead(known ? 200 : 404, { "content-type": known ? types[name.split(".")[1]] : "text/plain" });
      return response.end(known ? readFileSync(assets + name) : "");
    }
    const name = request.url.slice(1);
    const known = /^[\w-]+\.js$|^triplet\.wasm$/.test(name);
    // A page that is isolated from other origins has a finer clock.
    response.writeHead(known || name === "" ? 200 : 404, {
      "content-type": known ? types[name.split(".")[1]] : "text/html",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
    });
    response.end(known ? readFileSync(folder + name) : "<!doctype html><title>bench</title>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const rows = await page.evaluate(
    async ([source, options]) => {
      const triplet = await import("/index.js");
      const { browserStrings } = await import("/browser-strings.js");
      const module = await WebAssembly.compileStreaming(fetch("/triplet.wasm"));
      const race = new Function(`return ${source}`)();
      return race(
        {
          encode: { triplet: triplet.encodeURIComponent, "built-in": encodeURIComponent },
          decode: { triplet: triplet.decodeURIComponent, "built-in": decodeURIComponent },
          parse: { triplet: triplet.parseForm, "built-in": (text) => [...new URLSearchParams(text)] },
          serialize: { triplet: triplet.serializeForm, "built-in": (pairs) => new URLSearchParams(pairs).toString() },
        },
        options,
        (memory) => browserStrings(memory, module),
      );
    },
    [race.toString(), options],
  );
  print(`Chromium ${browser.version()}`, rows);
  const { afterLoad, inAll, typed } = await firsts(browser, `http://127.0.0.1:${server.address().port}/page/`, 15);
  console.log(
    `\nThe page: first conversion ${afterLoad.toFixed(0)} ms after the load event, ${inAll.toFixed(0)} ms after the request; of the first typed text ${typed.toFixed(1)} ms`,
  );
  await browser.close();
  server.close();
}
const cpu = existsSync("/proc/cpuinfo") ? /model name\s*: (.*)/.exec(readFileSync("/proc/cpuinfo", "utf8"))?.[1] : undefined;
console.log(`\n${cpu ?? ""} ${execFileSync("uname", ["-sm"], { encoding: "utf8" }).trim()}`);
