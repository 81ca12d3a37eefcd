// Builds the page: `node web/build.mjs`, after `npm ci --prefix web`.
//
// The result is in target/web/, where the tests of the page look for it. Its module is put into npm/, as `npm pack` does, and beside
// it codec.wasm, the small module that only the package has. The sizes that a visitor downloads are printed, and more than the
// budget is an error.
//
//   --scripts   takes the modules of the last build, for work on the page alone
//   --release   also writes the page to crates/triplet-cli/assets/web/, which is committed and which the command embeds
//   --released  also checks that the committed page is byte for byte the same
//
// The same sources give the same bytes on every machine: the versions of the compiler and of the tools are fixed, and no path is in
// what they write.

import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { env, argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { minify } from "terser";
import { KEYS, RULES, STAMP } from "./src/i18n/language.js";

const web = fileURLToPath(new URL(".", import.meta.url));
const root = join(web, "..");
const built = join(root, "target/web");
const released = join(root, "crates/triplet-cli/assets/web");

/** Another compiler would give other bytes. */
const RUST = "1.95.0";
const BUDGET = 179_600;
/** The part of the module. */
const MODULE = 127_500;
/** The entry `triplet/codec` of the package: its module and its script. */
const CODEC = 45_000;

function run(program, args, more = {}) {
  execFileSync(program, args, { stdio: "inherit", cwd: root, ...more, env: { ...env, ...more.env } });
}

/** The module, optimised for size except for `triplet-utf16`. With `opt-level` 3 for all of it, it was 16 kB larger after
 * compression, and a tenth faster: docs/page.md. With the configuration `triplet_codec` it has some of the operations. */
function module(to, ...configuration) {
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
  // The same path on every machine: Cargo names what it compiles by its arguments too.
  const trap = "target/libtriplet_trap.rlib";
  mkdirSync(join(root, "target"), { recursive: true });
  // Without SIMD: `trap.rs` says why.
  const source = "crates/triplet-wasm/src/trap.rs";
  const wasm = ["--target", "wasm32-unknown-unknown"];
  run("rustup", [
    "run",
    RUST,
    "rustc",
    source,
    "--edition=2024",
    "--crate-name=triplet_trap",
    "--crate-type=rlib",
    ...wasm,
    "-Copt-level=z",
    "-o",
    trap,
  ]);
  const args = [
    "run",
    RUST,
    "cargo",
    "rustc",
    "--quiet",
    "--locked",
    "-p",
    "triplet-wasm",
    ...wasm,
    "--profile",
    "wasm",
    "--",
    "--cfg=triplet_trap",
    `--extern=triplet_trap=${trap}`,
  ];
  run("rustup", args, {
    env: {
      // Under `cargo run`, these would choose another compiler.
      CARGO: undefined,
      RUSTC: undefined,
      RUSTFLAGS: undefined,
      RUSTUP_TOOLCHAIN: RUST,
      CARGO_TARGET_DIR: target,
      CARGO_ENCODED_RUSTFLAGS: [
        // The browser decodes legacy charsets: crates/triplet/src/charset/platform.rs.
        "--cfg=triplet_platform_charsets",
        ...configuration.map((name) => `--cfg=${name}`),
        "-Ctarget-feature=+simd128",
        `--remap-path-prefix=${root.replace(/\/$/, "")}=/triplet`,
        `--remap-path-prefix=${home}/registry/src=c`,
      ].join("\x1f"),
    },
  });
  const features = [
    "simd",
    "bulk-memory",
    "bulk-memory-opt",
    "sign-ext",
    "mutable-globals",
    "nontrapping-float-to-int",
    "multivalue",
    "reference-types",
  ];
  run(process.execPath, [
    join(web, "node_modules/binaryen/bin/wasm-opt"),
    // `--low-memory-unused`: the first 1,024 bytes are the end of the stack, and no constant is there.
    "-O3",
    "--converge",
    "--reorder-functions",
    // Two hundred segments without the zeros between them are a kilobyte larger after compression than a few with the zeros.
    "--skip-pass=memory-packing",
    "--low-memory-unused",
    ...features.map((feature) => `--enable-${feature}`),
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
    join(target, "wasm32-unknown-unknown/wasm/triplet_wasm.wasm"),
    "-o",
    to,
  ]);
  rmSync(target, { recursive: true });
  appendFileSync(to, strings());
}

/** The module that makes strings, as a custom section to append to the other: the engine does not compile it there, and
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

/** The languages but English, which is in the script. */
const LANGUAGES = readdirSync(join(web, "src/i18n/languages"))
  .map((name) => basename(name, ".js"))
  .filter((name) => name !== "en");

const languageOf = async (name) => (await import(join(web, "src/i18n/languages", `${name}.js`))).default;

/** The file of a language: the texts in the order in which the script has them in English, without their keys. */
async function languageFile(name) {
  const [english, own] = [await languageOf("en"), await languageOf(name)];
  return JSON.stringify({
    stamp: STAMP,
    texts: KEYS.map((key) => (own[key] === english[key] ? 0 : own[key])),
    rules: RULES.map((id) => own.rules[id]),
    sets: own.sets,
  });
}

async function bundle(entry, more = {}) {
  const result = await build({
    entryPoints: [join(web, "src", entry)],
    bundle: true,
    minify: true,
    // The Worker is a classic script.
    format: "iife",
    target: ["chrome111", "firefox113", "safari16.4"],
    charset: "utf8",
    // The settings of the types change nothing in the scripts.
    tsconfigRaw: {},
    legalComments: "none",
    write: false,
    logLevel: "warning",
    ...more,
  });
  return result.outputFiles[0].text;
}

/** A script of the page as esbuild makes it, shortened once more: that saves a twenty-fifth of it after compression. What makes it shorter only before
 * compression is left out. */
async function shortened(entry) {
  const { code } = await minify(await bundle(entry), { ecma: 2020, compress: { passes: 3, sequences: false, collapse_vars: false } });
  return code;
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
  else module(join(folder, "triplet.wasm"));
  put("index.html", withoutTexts(readFileSync(join(web, "src/index.html"), "utf8")));
  put("page.css", await bundle("page.css", { format: undefined }));
  put("page.js", await shortened("page.js"));
  put("offline.js", await bundle("work/offline.js"));
  put("page.webmanifest", JSON.stringify(JSON.parse(readFileSync(join(web, "src/page.webmanifest"), "utf8"))));
  for (const name of ["icon.svg", "icon-192.png", "icon-512.png"]) copyFileSync(join(web, "src", name), join(folder, name));
  for (const name of LANGUAGES) put(`${name}.json`, await languageFile(name));
  replace(built, folder);
  rmSync(folder, { recursive: true });
}

/** Replaces a folder by the files of another one. */
function replace(folder, by) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(by)) copyFileSync(join(by, name), join(folder, name));
}

const row = (name, numbers) => console.log(name.padEnd(22) + numbers.map((number) => ` ${number}`.padStart(9)).join(""));

/** Prints the sizes of one file. */
function weighed(name, bytes) {
  const numbers = [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
  row(name, numbers);
  return numbers;
}

/** Prints the sizes; says whether they are within the budget: what one visitor downloads is the page, the module and the largest
 * language. */
function sizes() {
  const measured = (names) => names.map((name) => weighed(name, readFileSync(join(built, name))));
  row("", ["bytes", "gzip -9", "brotli"]);
  const page = measured(["index.html", "page.css", "page.js", "offline.js", "page.webmanifest", "triplet.wasm"]);
  const languages = measured(LANGUAGES.map((name) => `${name}.json`));
  const largest = languages.reduce((a, b) => (a[2] > b[2] ? a : b));
  const sums = largest.map((size, i) => page.reduce((sum, numbers) => sum + numbers[i], size));
  row("with largest language", sums);
  return sums[2] <= BUDGET && page.at(-1)[2] <= MODULE;
}

/** The same for the entry `triplet/codec`. */
async function codecSizes() {
  const script = await bundle("../../npm/codec.js", { format: "esm" });
  const sum = weighed("npm/codec.wasm", readFileSync(codec))[2] + weighed("its script", Buffer.from(script))[2];
  return sum <= CODEC;
}

function differences() {
  const [ours, theirs] = [built, released].map((folder) => readdirSync(folder));
  const same = (name) =>
    ours.includes(name) && theirs.includes(name) && readFileSync(join(built, name)).equals(readFileSync(join(released, name)));
  return [...new Set([...ours, ...theirs])].filter((name) => !same(name));
}

function fail(message) {
  console.error(message);
  exit(1);
}

await page();
const codec = join(root, "npm/codec.wasm");
if (!argv.includes("--scripts") || !existsSync(codec)) {
  // By renaming: a test may be reading it.
  const part = join(root, "target/codec.wasm");
  module(part, "triplet_codec");
  renameSync(part, codec);
}
run(process.execPath, [join(root, "npm/prepack.mjs")], { env: { TRIPLET_WEB_ASSETS: built } });
if (!sizes()) fail(`after compression by brotli, the page is larger than ${BUDGET} bytes, or its module than ${MODULE}`);
if (!(await codecSizes())) fail(`after compression by brotli, the entry triplet/codec is larger than ${CODEC} bytes`);
if (argv.includes("--release")) replace(released, built);
if (argv.includes("--released")) {
  const names = differences();
  if (names.length > 0) fail(`the committed page differs from the build: ${names.join(", ")}; run node web/build.mjs --release`);
  console.log("the committed page is the same as the build");
}
