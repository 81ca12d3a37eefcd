// Puts into the package the files that are not committed here: the module, the same as text within a script, the scripts and types
// for `require`, and the licences. Then it uses the package.
//
// The module is the one of the page that the command embeds, or of the page in the folder TRIPLET_WEB_ASSETS. The small module, which
// no page has, is here already: `node web/build.mjs` puts it here. `npm pack` and `npm publish` run this script first, and it needs
// only Node. `cargo xtask page-release` checks that the embedded page is a build of
// the current sources.

import assert from "node:assert/strict";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const read = (name) => readFileSync(here(name), "utf8");

/** Writes a file if its content changes, by renaming: another process may be reading it. */
function put(name, content) {
  if (existsSync(here(name)) && readFileSync(here(name)).equals(Buffer.from(content))) return;
  const part = here(`${name}.${process.pid}`);
  writeFileSync(part, content);
  renameSync(part, here(name));
}

/** The scripts that `require` can load too. `workerd.js` is not among them: its platform has no `require`. */
const SCRIPTS = [
  "arguments",
  "browser-strings",
  "buffer-strings",
  "bytes",
  "codec-functions",
  "codec",
  "core",
  "engine",
  "form",
  "functions",
  "index",
  "init",
  "module",
  "passed",
  "platform",
  "readings",
  "running",
  "template",
  "vocabulary",
];

/** Translates an ES module of this package for `require`. The translation knows the few forms of import and export that these files use, each on
 * its own line; any other form stays, and is then a syntax error. */
function required(text) {
  const names = [];
  const list = (inner) =>
    inner
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean);
  const file = (name) => `require("./${name}.cjs")`;
  const body = text
    .replace(/^import \{([^}]*)\} from "\.\/([\w-]+)\.js";$/gm, (_, inner, name) => `const { ${list(inner).join(", ")} } = ${file(name)};`)
    .replace(/^export \* from "\.\/([\w-]+)\.js";$/gm, (_, name) => {
      // Name by name, so that an ES module that imports this file finds them.
      const { names: all } = required(read(`${name}.js`));
      names.push(...all);
      return all.map((one) => `exports.${one} = ${file(name)}.${one};`).join("\n");
    })
    .replace(/^export \{([^}]*)\} from "\.\/([\w-]+)\.js";$/gm, (_, inner, name) => {
      names.push(...list(inner));
      return list(inner)
        .map((one) => `exports.${one} = ${file(name)}.${one};`)
        .join("\n");
    })
    .replace(/^export (const|class|function|async function) (\w+)/gm, (_, kind, name) => {
      names.push(name);
      return `${kind} ${name}`;
    });
  const exported = names.filter((name) => !body.includes(`exports.${name} =`)).map((name) => `exports.${name} = ${name};`);
  return { names, text: `"use strict";\n${body}${exported.join("\n")}\n` };
}

const wasm = join(process.env.TRIPLET_WEB_ASSETS ?? here("../crates/triplet-cli/assets/web"), "triplet.wasm");
if (!existsSync(wasm)) throw new Error(`${wasm} is missing; node web/build.mjs builds it`);
const bytes = readFileSync(wasm);
const operations = new Set(WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name));
for (const name of ["core.js", "engine.js"]) {
  for (const call of read(name).matchAll(/\.call\((?:[\w.]+ \? )?"(\w+)"(?: : "(\w+)")?|\bwasm\.(\w+)\(/g)) {
    for (const operation of call.slice(1).filter(Boolean))
      assert.ok(
        operations.has(operation),
        `${wasm} has no operation ${operation}, which ${name} calls; node web/build.mjs --release builds it again`,
      );
  }
}

put("triplet.wasm", bytes);
put("module.js", `// Written by prepack.mjs: triplet.wasm.\nexport const base64 = "${bytes.toString("base64")}";\n`);
for (const name of SCRIPTS) put(`${name}.cjs`, required(read(`${name}.js`)).text);
for (const name of ["codec", "index", "init", "vocabulary"]) {
  put(`${name}.d.cts`, read(`${name}.d.ts`).replaceAll(/from "\.\/(\w+)\.js"/g, 'from "./$1.cjs"'));
}
for (const name of ["LICENSE-MIT", "LICENSE-APACHE"]) put(name, read(`../${name}`));

// Every file that package.json names exists, and both kinds of module run.
const { files } = JSON.parse(read("package.json"));
for (const name of files) assert.ok(existsSync(here(name)), `${name}, which package.json names, is missing; node web/build.mjs builds it`);
const require = createRequire(import.meta.url);
// The small module is first: with the other one, its functions would use that.
for (const [name, module] of [
  ["codec", "codec.wasm"],
  ["index", "triplet.wasm"],
  ["init", "triplet.wasm"],
]) {
  const [esm, cjs] = [await import(`./${name}.js`), require(`./${name}.cjs`)];
  assert.deepEqual(Object.keys(cjs).sort(), Object.keys(esm).sort(), `${name}.cjs has the names of ${name}.js`);
  for (const triplet of [esm, cjs]) {
    await triplet.init(readFileSync(here(module)));
    assert.equal(triplet.decode(triplet.encode("50% é你\u{1F600}")), "50% é你\u{1F600}");
    // Long enough to be serialized by the module.
    const pairs = [
      ["a b", "é&".repeat(200)],
      ["", "~"],
    ];
    assert.deepEqual(
      triplet.parseForm(triplet.serializeForm(pairs)),
      pairs,
      `${module} is not of the same sources as these scripts; node web/build.mjs --release builds it again`,
    );
    assert.throws(() => triplet.decode("x%zz"), { kind: "not-hex", offset: 1 });
    assert.ok(triplet.sets().length > 10);
  }
}
