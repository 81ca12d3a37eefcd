// The package that `npm pack` makes, installed in an empty folder: in Node as both kinds of module and in a Worker, in Bun and in
// Deno. `npm ci --prefix npm/test/tools` installs the runtimes.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { installed, run } from "./packed.mjs";

const tool = (name) => fileURLToPath(new URL(`tools/node_modules/.bin/${name}`, import.meta.url));

let at;
before(() => {
  at = installed();
});
after(() => at?.remove());

/** Uses each part of the package: strings that go to the module, forms, objects, errors, streams. */
const USE = `
const long = "x".repeat(300) + "é你\\u{1F600}/ ";
const facts = {
  encode: triplet.encode("a b/é"),
  long: triplet.encodeURIComponent(long) === encodeURIComponent(long) && triplet.decodeURIComponent(encodeURIComponent(long)) === long,
  form: triplet.parseForm("a=%C3%A9&b"),
  serialized: triplet.serializeForm(Array.from({ length: 100 }, (_, i) => [\`k\${i}\`, long])) === new URLSearchParams(Array.from({ length: 100 }, (_, i) => [\`k\${i}\`, long])).toString(),
  lint: triplet.lint("/..%2f").findings.map(({ id }) => id),
  error: (() => { try { triplet.decode("x%zz"); } catch (error) { return [error instanceof triplet.TripletError, error.kind, error.offset]; } })(),
};
const stream = new Blob(["a b/", "é"]).stream().pipeThrough(new triplet.EncodeStream());
new Response(stream).text().then((streamed) => print(JSON.stringify({ ...facts, streamed })));
`;
const USED = {
  encode: "a%20b%2F%C3%A9",
  long: true,
  form: [
    ["a", "é"],
    ["b", ""],
  ],
  serialized: true,
  lint: ["dot-segment", "encoded-separator"],
  error: [true, "not-hex", 1],
  streamed: "a%20b%2F%C3%A9",
};
const ESM = `import * as triplet from "triplet";\nconst print = console.log;\n${USE}`;
const CJS = `const triplet = require("triplet");\nconst print = console.log;\n${USE}`;

test("it has its module, and no file of the tests", () => {
  for (const name of ["triplet.wasm", "codec.wasm"]) assert.ok(at.files.includes(name));
  assert.ok(at.files.includes("README.md"));
  assert.deepEqual(
    at.files.filter((name) => /test|prepack|\.mjs$/.test(name)),
    [],
  );
  const named = [
    at.package.main,
    at.package.module,
    at.package.types,
    JSON.stringify(at.package.exports)
      .match(/"\.\/[^"]*\.[^"]*"(?!:)/g)
      .map((name) => JSON.parse(name)),
  ].flat();
  for (const name of named) assert.ok(at.files.includes(name.replace(/^\.\//, "")), `${name} is in the package`);
});

test("what is published to JSR is the same package", () => {
  const source = (name) => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");
  const jsr = JSON.parse(source("jsr.json"));
  assert.deepEqual([jsr.version, jsr.license], [at.package.version, at.package.license]);
  for (const [entry, script] of Object.entries(jsr.exports)) {
    const { types, default: main } = at.package.exports[entry].default;
    assert.equal(script, main);
    assert.ok(source(script).startsWith(`/* @ts-self-types="${types}" */`), script);
  }
});

test("import in Node", () => {
  assert.deepEqual(JSON.parse(run(at.folder, process.execPath, at.put("use.mjs", ESM))), USED);
});

test("require in Node, also without `require` of ES modules", () => {
  const file = at.put("use.cjs", CJS);
  assert.deepEqual(JSON.parse(run(at.folder, process.execPath, file)), USED);
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || minor >= 17) {
    assert.deepEqual(JSON.parse(run(at.folder, process.execPath, "--no-experimental-require-module", file)), USED);
  }
});

test("both kinds of module have the same names, also for `init` and for the small entry", () => {
  const names = `.then(([a, b]) => console.log(JSON.stringify([Object.keys(a), Object.keys(b)].map((list) => list.filter((name) => !["default", "module.exports", "__esModule"].includes(name)).sort()))))`;
  for (const entry of ["triplet", "triplet/init", "triplet/codec"]) {
    const [esm, cjs] = JSON.parse(
      run(at.folder, process.execPath, at.put("names.cjs", `Promise.all([import("${entry}"), require("${entry}")])${names}`)),
    );
    assert.deepEqual(esm, cjs);
    assert.ok(esm.includes("init") && esm.includes("encode"), `${esm}`);
    // Node finds the names of a CommonJS module in its text, so an import by name works.
    assert.equal(
      run(
        at.folder,
        process.execPath,
        at.put(
          "named.mjs",
          `import { encode, TripletError } from "./node_modules/triplet/${entry === "triplet" ? "index" : entry.slice("triplet/".length)}.cjs"; console.log(typeof encode, typeof TripletError);`,
        ),
      ),
      "function function\n",
    );
  }
});

test("the small entry, with its module as a file, as each kind of module", () => {
  const use = `triplet.initSync(require("node:fs").readFileSync(require.resolve("triplet/codec.wasm")));\n${USE.replace(/  lint: .*\n/, "")}`;
  const { lint, ...used } = USED;
  const esm = `import { createRequire } from "node:module"; import * as triplet from "triplet/codec"; const require = createRequire(import.meta.url);`;
  for (const [name, text] of [
    ["codec.mjs", esm],
    ["codec.cjs", 'const triplet = require("triplet/codec");'],
  ]) {
    assert.deepEqual(JSON.parse(run(at.folder, process.execPath, at.put(name, `${text}\nconst print = console.log;\n${use}`))), used);
  }
});

test("an old resolver, which reads only `main`", () => {
  const file = at.put("main.cjs", CJS.replace('"triplet"', `"./node_modules/triplet/${at.package.main}"`));
  assert.deepEqual(JSON.parse(run(at.folder, process.execPath, file)), USED);
});

test("in two Workers of Node", () => {
  at.put(
    "worker.mjs",
    `import { parentPort } from "node:worker_threads"; import * as triplet from "triplet"; const print = (text) => parentPort.postMessage(text);\n${USE}`,
  );
  at.put(
    "worker.cjs",
    `const { parentPort } = require("node:worker_threads"); const triplet = require("triplet"); const print = (text) => parentPort.postMessage(text);\n${USE}`,
  );
  const file = at.put(
    "workers.mjs",
    `
    import { once } from "node:events";
    import { Worker } from "node:worker_threads";
    const results = await Promise.all(["worker.mjs", "worker.cjs"].map((name) => once(new Worker(new URL(name, import.meta.url)), "message")));
    console.log(\`[\${results.flat()}]\`);
  `,
  );
  assert.deepEqual(JSON.parse(run(at.folder, process.execPath, file)), [USED, USED]);
});

test("in Bun", () => {
  assert.deepEqual(JSON.parse(run(at.folder, tool("bun"), at.put("use.mjs", ESM))), USED);
  assert.deepEqual(JSON.parse(run(at.folder, tool("bun"), at.put("use.cjs", CJS))), USED);
});

test("in Deno, with only the permission to read", () => {
  assert.deepEqual(
    JSON.parse(
      run(at.folder, tool("deno"), "run", "--no-remote", "--node-modules-dir=manual", `--allow-read=${at.folder}`, at.put("use.mjs", ESM)),
    ),
    USED,
  );
});

test("the tools are installed", () => {
  for (const name of ["bun", "deno"]) assert.ok(existsSync(tool(name)), `${name}: npm ci --prefix npm/test/tools`);
});
