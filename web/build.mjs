// Builds the page: `node web/build.mjs`, after `npm ci --prefix web`.
//
// The result is in target/web/, where the tests of the page look for it. Its module is put into npm/, as `npm pack` does. The
// sizes that a visitor downloads are printed, and more than the budget is an error.
//
//   --scripts   takes the module of the last build, for work on the page alone
//   --release   also writes the page to crates/triplet-cli/assets/web/, which is committed and which the command embeds
//   --released  also checks that the committed page is byte for byte the same
//
// The same sources give the same bytes on every machine: the versions of the compiler and of the tools are fixed, and no path is in
// what they write.

import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { env, argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Engine } from "../npm/engine.js";

const web = fileURLToPath(new URL(".", import.meta.url));
const root = join(web, "..");
const built = join(root, "target/web");
const released = join(root, "crates/triplet-cli/assets/web");

/** Another compiler would give other bytes. */
const RUST = "1.95.0";
const BUDGET = 130_000;
/** The part of the module. */
const MODULE = 100_000;

function run(program, args, more = {}) {
  execFileSync(program, args, { stdio: "inherit", cwd: root, ...more, env: { ...env, ...more.env } });
}

/** The module, optimised for size except for `triplet-utf16`. With `opt-level` 3 for all of it, it is 12 kB larger after
 * compression, and a tenth faster. */
function module(to) {
  const list = (...args) => execFileSync("rustup", args, { encoding: "utf8" }).split("\n");
  // Installing a toolchain that is installed would download it again.
  if (!list("toolchain", "list").some((line) => line.startsWith(`${RUST}-`))) {
    run("rustup", ["toolchain", "install", RUST, "--profile", "minimal", "--no-self-update"]);
  }
  if (!list("target", "list", "--installed", "--toolchain", RUST).includes("wasm32-unknown-unknown")) {
    run("rustup", ["target", "add", "wasm32-unknown-unknown", "--toolchain", RUST]);
  }
  const target = mkdtempSync(join(tmpdir(), "triplet-wasm-"));
  const home = env.CARGO_HOME ?? join(env.HOME, ".cargo");
  const args = ["run", RUST, "cargo", "build", "--quiet", "--locked", "-p", "triplet-wasm", "--target", "wasm32-unknown-unknown", "--profile", "wasm"];
  run("rustup", args, {
    env: {
      // Under `cargo run`, these would choose another compiler.
      CARGO: undefined, RUSTC: undefined, RUSTFLAGS: undefined,
      RUSTUP_TOOLCHAIN: RUST,
      CARGO_TARGET_DIR: target,
      CARGO_ENCODED_RUSTFLAGS: [
        "-Ctarget-feature=+simd128",
        // Saves a kilobyte after compression. The functions that must be fast are `inline(always)`.
        "-Cllvm-args=-inline-threshold=40",
        `--remap-path-prefix=${root.replace(/\/$/, "")}=/triplet`,
        `--remap-path-prefix=${home}=/cargo`,
      ].join("\x1f"),
    },
  });
  const features = ["simd", "bulk-memory", "bulk-memory-opt", "sign-ext", "mutable-globals", "nontrapping-float-to-int", "multivalue", "reference-types"];
  run(process.execPath, [
    join(web, "node_modules/binaryen/bin/wasm-opt"),
    // `--low-memory-unused`: the first 1,024 bytes are the end of the stack, and no constant is there.
    "-O3", "--converge", "--reorder-functions", "--low-memory-unused", ...features.map((feature) => `--enable-${feature}`), "--strip-debug", "--strip-producers", "--strip-target-features",
    join(target, "wasm32-unknown-unknown/wasm/triplet_wasm.wasm"), "-o", to,
  ]);
  rmSync(target, { recursive: true });
}

/** The module that makes strings, as a custom section to append to the large module: the engine does not compile it there, and
 * JavaScript need not hold it as text. */
function strings() {
  const features = ["gc", "reference-types", "bulk-memory", "sign-ext", "mutable-globals"].map((feature) => `--enable-${feature}`);
  const folder = mkdtempSync(join(tmpdir(), "triplet-strings-"));
  const [plain, small] = [join(folder, "strings.wasm"), join(folder, "small.wasm")];
  const binaryen = (name, ...args) => run(process.execPath, [join(web, "node_modules/binaryen/bin", name), ...features, ...args]);
  binaryen("wasm-as", join(root, "crates/triplet-wasm/src/strings.wat"), "-o", plain);
  binaryen("wasm-opt", "-O3", plain, "-o", small);
  const content = Buffer.concat([Buffer.from("\x07strings"), readFileSync(small)]);
  rmSync(folder, { recursive: true });
  const length = content.length;
  if (length >= 1 << 14) throw new Error("its length needs more than two bytes");
  return Buffer.concat([Buffer.of(0, (length & 0x7f) | 0x80, length >> 7), content]);
}

const languageOf = async (name) => (await import(join(web, "src/languages", name))).default;

/** The languages have the same keys, and the bundle has them once: each language becomes a list of texts. So do the
 * descriptions of the sets, in the order of the module. */
const languages = (abouts) => ({
  name: "languages",
  setup(build) {
    // English has no texts for the rules and the sets: they come from the library.
    const names = async () => {
      const { rules, sets, ...texts } = await languageOf("zh.js");
      return [Object.keys(texts), Object.keys(rules)];
    };
    build.onLoad({ filter: /languages\/[\w-]+\.js$/ }, async ({ path }) => {
      const [keys, ids] = await names();
      const { rules, sets = {}, ...texts } = await languageOf(basename(path));
      const known = abouts.map((about) => {
        const [, text, plus = ""] = /^(.*?)(; space is \+)?$/.exec(about);
        return sets[text] || sets[plus] ? (sets[text] ?? text) + (sets[plus] ?? "") : 0;
      });
      const lists = JSON.stringify([keys.map((key) => texts[key]), ids.map((id) => rules[id]), known.some(Boolean) ? known : []]);
      return { contents: `import { named } from "../language-keys.js";\nexport default named(${lists});`, resolveDir: join(web, "src/languages") };
    });
    build.onResolve({ filter: /language-keys\.js$/ }, () => ({ path: "language-keys", namespace: "keys" }));
    build.onLoad({ filter: /.*/, namespace: "keys" }, async () => {
      const [keys, ids] = await names();
      return {
        contents: `const keys = ${JSON.stringify(keys)}, ids = ${JSON.stringify(ids)};
          const zip = (names, values) => Object.fromEntries(names.map((name, i) => [name, values[i]]));
          export const named = ([texts, rules, sets]) => ({ ...zip(keys, texts), rules: zip(ids, rules), sets });`,
      };
    });
  },
});

async function bundle(entry, abouts, more = {}) {
  const result = await build({
    entryPoints: [join(web, "src", entry)],
    bundle: true,
    minify: true,
    // The Worker is a classic script.
    format: "iife",
    target: ["chrome111", "firefox113", "safari16.4"],
    charset: "utf8",
    legalComments: "none",
    plugins: [languages(abouts)],
    write: false,
    logLevel: "warning",
    ...more,
  });
  return result.outputFiles[0].text;
}

/** The text of elements that are hidden until the page has chosen a language is left out: the script has it too. */
function withoutTexts(html) {
  const [start, app, end] = html.split(/(?<=<div id="app" hidden>)|(?=<\/main>)/);
  return start + app.replace(/( data-text="\w+">)[^<]*/g, "$1") + end;
}

/** Builds into a temporary folder, and then replaces `target/web/`. */
async function page() {
  const folder = mkdtempSync(join(tmpdir(), "triplet-page-"));
  const put = (name, content) => writeFileSync(join(folder, name), content);
  if (argv.includes("--scripts")) copyFileSync(join(built, "triplet.wasm"), join(folder, "triplet.wasm"));
  else {
    module(join(folder, "triplet.wasm"));
    appendFileSync(join(folder, "triplet.wasm"), strings());
  }
  const wasm = readFileSync(join(folder, "triplet.wasm"));
  const abouts = new Engine(new WebAssembly.Module(wasm), () => ({})).sets().map(({ about }) => about);
  put("index.html", withoutTexts(readFileSync(join(web, "src/index.html"), "utf8")));
  put("page.css", await bundle("page.css", abouts, { format: undefined }));
  put("page.js", await bundle("page.js", abouts));
  replace(built, folder);
  rmSync(folder, { recursive: true });
}

/** Replaces a folder by the files of another one. */
function replace(folder, by) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(by)) copyFileSync(join(by, name), join(folder, name));
}

/** Prints the sizes; says whether they are within the budget. */
function sizes() {
  const row = (name, numbers) => console.log(name.padEnd(16) + numbers.map((number) => ` ${number}`.padStart(9)).join(""));
  row("", ["bytes", "gzip -9", "brotli"]);
  const sums = [0, 0, 0];
  for (const name of ["index.html", "page.css", "page.js", "triplet.wasm"]) {
    const bytes = readFileSync(join(built, name));
    const numbers = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
    row(name, numbers);
    numbers.forEach((size, i) => (sums[i] += size));
  }
  row("total", sums);
  return sums[2] <= BUDGET && brotliCompressSync(readFileSync(join(built, "triplet.wasm"))).length <= MODULE;
}

function differences() {
  const [ours, theirs] = [built, released].map((folder) => readdirSync(folder));
  const same = (name) => ours.includes(name) && theirs.includes(name) && readFileSync(join(built, name)).equals(readFileSync(join(released, name)));
  return [...new Set([...ours, ...theirs])].filter((name) => !same(name));
}

function fail(message) {
  console.error(message);
  exit(1);
}

await page();
run(process.execPath, [join(root, "npm/prepack.mjs")], { env: { TRIPLET_WEB_ASSETS: built } });
if (!sizes()) fail(`after compression by brotli, the page is larger than ${BUDGET} bytes, or its module than ${MODULE}`);
if (argv.includes("--release")) replace(released, built);
if (argv.includes("--released")) {
  const names = differences();
  if (names.length > 0) fail(`the committed page differs from the build: ${names.join(", ")}; run node web/build.mjs --release`);
  console.log("the committed page is the same as the build");
}
