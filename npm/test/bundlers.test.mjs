// The package that `npm pack` makes, through four bundlers with their defaults; each bundle runs on its platform.
// `npm ci --prefix npm/test/tools` installs the bundlers.

import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { runInContext, createContext } from "node:vm";
import { brotliCompressSync } from "node:zlib";
import { installed, run } from "./packed.mjs";

const require = createRequire(new URL("tools/package.json", import.meta.url));
const tool = (name) => require(name);

const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };

let at, server, origin, browser;
before(async () => {
  at = installed();
  server = createServer((request, response) => {
    const path = join(at.folder, new URL(request.url, "http://a").pathname);
    if (!existsSync(path)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(readFileSync(path));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${server.address().port}`;
  const executablePath =
    process.env.CHROMIUM ??
    ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
  browser = await tool("playwright-core").chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
after(async () => {
  await browser?.close();
  server?.close();
  at?.remove();
});

// Short strings go to the built-in functions; this one goes to the module, whose error has a kind.
const LONG = `${"x".repeat(300)}é你`;
const USE = `const report = (triplet) => {
  let kind;
  try { triplet.decodeURIComponent("${"x".repeat(300)}%zz"); } catch (error) { kind = error.kind; }
  return JSON.stringify([triplet.encode("a b/é"), triplet.encodeURIComponent("${LONG}"), triplet.parseForm("q=tea+%26+milk"), kind]);
};
`;
const USED = ["a%20b%2F%C3%A9", encodeURIComponent(LONG), [["q", "tea & milk"]], "malformed"];
const IMPORT = `import * as triplet from "triplet";\n${USE}`;
const REQUIRE = `const triplet = require("triplet");\n${USE}`;
const INIT = `import * as triplet from "triplet/init";\n${USE}`;

/** What a script of a page reports. Asserts that the page had no error. */
async function inPage(script, kind = "") {
  const page = await browser.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.stack));
  page.on("requestfailed", (request) => errors.push(request.url()));
  at.put(
    `${script}.html`,
    script.endsWith(".html")
      ? readFileSync(join(at.folder, script))
      : `<!doctype html><meta charset="utf-8"><title>bundle</title><script ${kind} src="/${script}"></script>`,
  );
  await page.goto(`${origin}/${script.endsWith(".html") ? script : `${script}.html`}`);
  const reported = page.waitForFunction(() => globalThis.reported, undefined, { timeout: 20_000 });
  const result = await reported.then(
    (handle) => handle.jsonValue(),
    (error) => assert.fail(`${errors.join("\n")} ${error}`),
  );
  assert.deepEqual(errors, []);
  await page.close();
  return JSON.parse(result);
}

/** Weighs what a bundler has written: the module is in its scripts once as text, which is a third longer, and little else is. */
function weigh(...names) {
  const scripts = names.map((name) => readFileSync(join(at.folder, name), "utf8"));
  const module = readFileSync(join(at.folder, "node_modules/triplet/triplet.wasm"));
  const start = module.subarray(0, 60).toString("base64");
  const modules = scripts.map((script) => script.split(start).length - 1);
  assert.equal(
    modules.reduce((sum, number) => sum + number),
    1,
    names.map((name, i) => `${name}: ${modules[i]}`).join(", "),
  );
  const size = scripts.reduce((sum, { length }) => sum + length, 0);
  assert.ok(size < (4 / 3) * module.length + 150_000, `${size} characters for a module of ${module.length} bytes`);
}

/** The scripts in a folder. */
const scriptsIn = (folder) =>
  readdirSync(join(at.folder, folder))
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, name));

/** Runs a bundle alone in a folder. */
function alone(file) {
  const folder = mkdtempSync(join(tmpdir(), "triplet-bundle-"));
  const name = `bundle${extname(file)}`;
  writeFileSync(join(folder, name), readFileSync(file));
  try {
    return JSON.parse(run(folder, process.execPath, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const esbuild = (entry, outfile, more) =>
  tool("esbuild").build({
    absWorkingDir: at.folder,
    entryPoints: [entry],
    outfile: join(at.folder, outfile),
    bundle: true,
    logLevel: "silent",
    ...more,
  });

const CODEC = `import * as triplet from "triplet/codec";\n${USE}`;

/** Weighs what a bundler has written for a page of the small entry: its module is a file, once, and all is at most 45 kB compressed. */
function weighCodec(folder) {
  const files = readdirSync(join(at.folder, folder), { recursive: true }).filter((name) => /\.(js|wasm)$/.test(name));
  assert.equal(files.filter((name) => name.endsWith(".wasm")).length, 1, `${files}`);
  const sizes = files.map((name) => brotliCompressSync(readFileSync(join(at.folder, folder, name))).length);
  const sum = sizes.reduce((a, b) => a + b);
  assert.ok(sum <= 45_000, files.map((name, i) => `${name}: ${sizes[i]}`).join(", "));
}

test("esbuild: a classic script, and a module, for a page", async () => {
  at.put("page.mjs", `${IMPORT}globalThis.reported = report(triplet);`);
  await esbuild("page.mjs", "esbuild/iife.js", { format: "iife", minify: true });
  assert.deepEqual(await inPage("esbuild/iife.js"), USED);
  await esbuild("page.mjs", "esbuild/esm.js", { format: "esm" });
  assert.deepEqual(await inPage("esbuild/esm.js", 'type="module"'), USED);
  weigh("esbuild/iife.js");
  weigh("esbuild/esm.js");
});

test("esbuild: for Node, as each kind of module, from `import` and from `require`", async () => {
  at.put("node.mjs", `${IMPORT}console.log(report(triplet));`);
  at.put("node.cjs", `${REQUIRE}console.log(report(triplet));`);
  for (const entry of ["node.mjs", "node.cjs"]) {
    for (const [format, extension] of [
      ["cjs", "cjs"],
      ["iife", "cjs"],
      ["esm", "mjs"],
    ]) {
      const outfile = `esbuild/${entry}.${format}.${extension}`;
      await esbuild(entry, outfile, { platform: "node", format });
      assert.deepEqual(alone(join(at.folder, outfile)), USED, outfile);
    }
  }
});

test("esbuild: the module as a file, as bytes and as a data URL, by `init`", async () => {
  at.put(
    "init.mjs",
    `${INIT}import module from "triplet/triplet.wasm";\ntriplet.init(module).then(() => { globalThis.reported = report(triplet); });`,
  );
  for (const loader of ["file", "binary", "dataurl"]) {
    await esbuild("init.mjs", `esbuild/${loader}.js`, { format: "iife", loader: { ".wasm": loader }, publicPath: "/esbuild" });
    assert.deepEqual(await inPage(`esbuild/${loader}.js`), USED, loader);
  }
});

test("esbuild: a bundle with `init` does not contain the module", async () => {
  at.put("small.mjs", 'import { encodeURIComponent } from "triplet/init";\nglobalThis.reported = encodeURIComponent("a b");');
  const { metafile } = await esbuild("small.mjs", "esbuild/small.js", { format: "esm", metafile: true });
  assert.ok(!Object.keys(metafile.inputs).some((name) => name.endsWith("module.js")), "the module's text");
});

test("esbuild: the small entry", async () => {
  at.put(
    "codec.mjs",
    `${CODEC}import module from "triplet/codec.wasm";\ntriplet.init(module).then(() => { globalThis.reported = report(triplet); });`,
  );
  await esbuild("codec.mjs", "codec-esbuild/page.js", {
    format: "iife",
    minify: true,
    loader: { ".wasm": "file" },
    publicPath: "/codec-esbuild",
  });
  assert.deepEqual(await inPage("codec-esbuild/page.js"), USED);
  weighCodec("codec-esbuild");
});

test("Vite: the small entry", async () => {
  at.put(
    "codec-vite/main.js",
    `${CODEC}import address from "triplet/codec.wasm?url";\ntriplet.init(address).then(() => { globalThis.reported = report(triplet); });`,
  );
  at.put(
    "codec-vite/index.html",
    '<!doctype html><meta charset="utf-8"><title>vite</title><script type="module" src="./main.js"></script>',
  );
  await tool("vite").build({ root: join(at.folder, "codec-vite"), base: "/codec-vite/dist/", logLevel: "silent", configFile: false });
  assert.deepEqual(await inPage("codec-vite/dist/index.html"), USED);
  weighCodec("codec-vite/dist");
});

test("webpack and Rollup: the small entry, by the address of its module", async () => {
  at.put(
    "codec-webpack.mjs",
    `${CODEC}triplet.init(new URL("triplet/codec.wasm", import.meta.url)).then(() => { globalThis.reported = report(triplet); });`,
  );
  await webpack({
    entry: "./codec-webpack.mjs",
    output: { path: join(at.folder, "codec-webpack"), filename: "page.js", publicPath: "/codec-webpack/" },
  });
  assert.deepEqual(await inPage("codec-webpack/page.js"), USED);
  weighCodec("codec-webpack");
  // Rollup copies no files and makes no names shorter: the page has the module beside its script, which esbuild minifies.
  at.put("codec-rollup.mjs", `${CODEC}triplet.init("/codec-rollup/codec.wasm").then(() => { globalThis.reported = report(triplet); });`);
  const bundle = await tool("rollup").rollup({
    input: join(at.folder, "codec-rollup.mjs"),
    plugins: [tool("@rollup/plugin-node-resolve").nodeResolve({ browser: true })],
    onwarn: (warning) => assert.fail(warning.message),
  });
  const { output } = await bundle.generate({ format: "iife" });
  await bundle.close();
  at.put("codec-rollup/page.js", (await tool("esbuild").transform(output[0].code, { minify: true })).code);
  at.put("codec-rollup/codec.wasm", readFileSync(join(at.folder, "node_modules/triplet/codec.wasm")));
  assert.deepEqual(await inPage("codec-rollup/page.js"), USED);
  weighCodec("codec-rollup");
});

test("Vite: a page with a Worker of the default kind, and the module by its address", async () => {
  at.put("vite/worker.js", `${IMPORT}postMessage(report(triplet));`);
  at.put(
    "vite/main.js",
    `
    ${INIT}
    import address from "triplet/triplet.wasm?url";
    const worker = new Worker(new URL("./worker.js", import.meta.url));
    worker.onerror = (event) => { globalThis.reported = JSON.stringify(\`the Worker: \${event.message}\`); };
    worker.onmessage = async ({ data }) => {
      await triplet.init(address);
      globalThis.reported = \`[\${data},\${report(triplet)}]\`;
    };
  `,
  );
  at.put("vite/index.html", '<!doctype html><meta charset="utf-8"><title>vite</title><script type="module" src="./main.js"></script>');
  await tool("vite").build({ root: join(at.folder, "vite"), base: "/vite/dist/", logLevel: "silent", configFile: false });
  assert.deepEqual(await inPage("vite/dist/index.html"), [USED, USED]);
  // The Worker has it as text, and the page loads it by its address.
  weigh(...scriptsIn("vite/dist/assets"));
});

test("Vite: on its server, unbundled, with a module Worker", async () => {
  const main = readFileSync(join(at.folder, "vite/main.js"), "utf8");
  at.put("vite/main.js", main.replace("import.meta.url)", 'import.meta.url), { type: "module" }'));
  const vite = await tool("vite").createServer({
    root: join(at.folder, "vite"),
    logLevel: "silent",
    configFile: false,
    server: { port: 0, host: "127.0.0.1" },
    cacheDir: join(at.folder, "vite/cache"),
  });
  try {
    await vite.listen();
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${vite.httpServer.address().port}/`);
    const result = await page.waitForFunction(() => globalThis.reported, undefined, { timeout: 30_000 });
    assert.deepEqual(JSON.parse(await result.jsonValue()), [USED, USED]);
    await page.close();
  } finally {
    await vite.close();
  }
});

function webpack(config) {
  return new Promise((resolve, reject) => {
    tool("webpack")({ context: at.folder, mode: "production", ...config }, (error, stats) => {
      if (error || stats.hasErrors()) reject(error ?? new Error(stats.toString()));
      else resolve(stats);
    });
  });
}

test("webpack: a page with a Worker, and the module by its address", async () => {
  at.put("webpack-worker.mjs", `${IMPORT}postMessage(report(triplet));`);
  at.put(
    "webpack.mjs",
    `
    ${INIT}
    const worker = new Worker(new URL("./webpack-worker.mjs", import.meta.url));
    worker.onmessage = async ({ data }) => {
      await triplet.init(new URL("triplet/triplet.wasm", import.meta.url));
      globalThis.reported = \`[\${data},\${report(triplet)}]\`;
    };
  `,
  );
  await webpack({ entry: "./webpack.mjs", output: { path: join(at.folder, "webpack"), filename: "page.js", publicPath: "/webpack/" } });
  assert.deepEqual(await inPage("webpack/page.js"), [USED, USED]);
  weigh(...scriptsIn("webpack"));
});

test("webpack: for Node, from `import` and from `require`", async () => {
  for (const entry of ["node.mjs", "node.cjs"]) {
    const filename = `${entry}.webpack.cjs`;
    await webpack({ entry: `./${entry}`, target: "node", output: { path: join(at.folder, "webpack"), filename } });
    assert.deepEqual(alone(join(at.folder, "webpack", filename)), USED);
  }
});

test("Rollup: a classic script for a page, and one for Node", async () => {
  const { nodeResolve } = tool("@rollup/plugin-node-resolve");
  for (const [input, format, file, browserOnly] of [
    ["page.mjs", "iife", "rollup/page.js", true],
    ["node.mjs", "cjs", "rollup/node.cjs", false],
  ]) {
    const bundle = await tool("rollup").rollup({
      input: join(at.folder, input),
      plugins: [nodeResolve({ browser: browserOnly })],
      onwarn: (warning) => assert.fail(warning.message),
    });
    await bundle.write({ file: join(at.folder, file), format });
    await bundle.close();
  }
  assert.deepEqual(await inPage("rollup/page.js"), USED);
  assert.deepEqual(alone(join(at.folder, "rollup/node.cjs")), USED);
  weigh("rollup/page.js");
  weigh("rollup/node.cjs");
});

/** Like an edge runtime: scripts may not compile modules, and an imported module is compiled already. */
async function atTheEdge(entry, conditions) {
  const module = new WebAssembly.Module(readFileSync(join(at.folder, "node_modules/triplet/triplet.wasm")));
  const { outputFiles } = await esbuild(entry, "edge.js", {
    format: "iife",
    conditions,
    write: false,
    plugins: [
      {
        name: "compiled",
        setup(build) {
          build.onLoad({ filter: /\.wasm$/ }, () => ({ contents: "export default globalThis.compiled" }));
        },
      },
    ],
  });
  const context = createContext(
    { compiled: module, TextEncoder, TextDecoder, TransformStream },
    { codeGeneration: { strings: false, wasm: false } },
  );
  // A module of this context is an instance of another class than that of the new context.
  runInContext("Object.setPrototypeOf(compiled, WebAssembly.Module.prototype)", context);
  assert.throws(() => runInContext("new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))", context), {
    name: "CompileError",
  });
  await runInContext(outputFiles[0].text, context);
  await new Promise((resolve) => setTimeout(resolve, 20));
  return context.reported;
}

test("an edge runtime imports the module: by itself under the condition `workerd`, else by `init`", async () => {
  assert.deepEqual(JSON.parse(await atTheEdge("page.mjs", ["workerd", "worker", "browser"])), USED);
  assert.deepEqual(JSON.parse(await atTheEdge("init.mjs", ["edge-light"])), USED);
});

test("where compiling is forbidden, the error says what to do", async () => {
  at.put(
    "refused.mjs",
    'import { encode } from "triplet";\ntry { encode("é".repeat(200)); } catch (error) { globalThis.reported = error.message; }',
  );
  assert.match(await atTheEdge("refused.mjs", ["edge-light"]), /triplet\/init/);
});

test("without a bundler: scripts of a page as they are", async () => {
  at.put("plain.js", `${IMPORT.replace('"triplet"', '"/node_modules/triplet/index.js"')}globalThis.reported = report(triplet);`);
  assert.deepEqual(await inPage("plain.js", 'type="module"'), USED);
  at.put(
    "plain-init.js",
    `${INIT.replace('"triplet/init"', '"/node_modules/triplet/init.js"')}await triplet.init("/node_modules/triplet/triplet.wasm");\nglobalThis.reported = report(triplet);`,
  );
  assert.deepEqual(await inPage("plain-init.js", 'type="module"'), USED);
});
