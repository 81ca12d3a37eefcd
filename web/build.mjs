// Builds the page into crates/triplet-cli/assets/web/: `node web/build.mjs` after `npm ci` in web/. The same sources give
// the same bytes on every machine: the compiler and the tools are of fixed versions, and no path is in what they write.
// `--check` builds elsewhere and compares. Both put the module into npm/, as `npm pack` does.
// `--sizes` prints what a visitor downloads.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { env, argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Engine } from "../npm/engine.js";

const web = fileURLToPath(new URL(".", import.meta.url));
const root = join(web, "..");
const assets = join(root, "crates/triplet-cli/assets/web");

/** Another compiler gives other bytes. */
const RUST = "1.95.0";
const BUDGET = 100_000;

function run(program, args, more = {}) {
  execFileSync(program, args, { stdio: "inherit", cwd: root, ...more, env: { ...env, ...more.env } });
}

/** The module, optimised for size but for `triplet-utf16`: with `opt-level` 3 for all it has 12 kB more after compression, and
 * is a tenth faster. */
function module(to) {
  const list = (...args) => execFileSync("rustup", args, { encoding: "utf8" }).split("\n");
  // An install of what is there would download it again.
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
      // What cargo sets for its children would choose its own compiler.
      CARGO: undefined, RUSTC: undefined, RUSTFLAGS: undefined,
      RUSTUP_TOOLCHAIN: RUST,
      CARGO_TARGET_DIR: target,
      CARGO_ENCODED_RUSTFLAGS: [
        "-Ctarget-feature=+simd128",
        // A kilobyte less after compression. What has to be fast is `inline(always)`.
        "-Cllvm-args=-inline-threshold=40",
        `--remap-path-prefix=${root.replace(/\/$/, "")}=/triplet`,
        `--remap-path-prefix=${home}=/cargo`,
      ].join("\x1f"),
    },
  });
  const features = ["simd", "bulk-memory", "bulk-memory-opt", "sign-ext", "mutable-globals", "nontrapping-float-to-int", "multivalue", "reference-types"];
  run(process.execPath, [
    join(web, "node_modules/binaryen/bin/wasm-opt"),
    // Below 1,024 is the end of the stack, and no constant address.
    "-O3", "--converge", "--reorder-functions", "--low-memory-unused", ...features.map((feature) => `--enable-${feature}`), "--strip-debug", "--strip-producers", "--strip-target-features",
    join(target, "wasm32-unknown-unknown/wasm/triplet_wasm.wasm"), "-o", to,
  ]);
  rmSync(target, { recursive: true });
}

/** The module that makes strings, as a section of its own behind the other one: there it is not compiled, and need not stand in
 * JavaScript as text. */
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

/** The languages have the same keys, which the page need not have four times: each becomes a list of texts. So do the
 * descriptions of the sets, in the order of the module. */
const languages = (abouts) => ({
  name: "languages",
  setup(build) {
    // English has no words of its own for the rules and the sets: the library says them.
    const names = async () => {
      const { rules, sets, ...texts } = await languageOf("zh.js");
      return [Object.keys(texts), Object.keys(rules)];
    };
    build.onLoad({ filter: /languages\/\w+\.js$/ }, async ({ path }) => {
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
    // The Worker takes no module.
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

const sha256 = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** All of it in one file, which needs no server: its policy allows the one script and the one style sheet by their hashes,
 * and the Worker, which is that script, by a `blob:` address. */
function oneFile({ html, css, js, wasm }) {
  const data = `{"wasm":"${wasm.toString("base64")}"}`;
  const policy = [
    "default-src 'none'",
    `script-src ${sha256(js)} 'wasm-unsafe-eval'`,
    "worker-src blob:",
    `style-src ${sha256(css)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types triplet-worker",
  ].join("; ");
  const replace = (text, from, to) => {
    if (text.split(from).length !== 2) throw new Error(`index.html has not one ${from}`);
    return text.replace(from, () => to);
  };
  let out = html.replace(/(<meta http-equiv="Content-Security-Policy" content=")[^"]*/, (_, start) => start + policy);
  out = replace(out, '<link rel="stylesheet" href="page.css">', `<style>${css}</style>`);
  out = replace(out, '<link rel="preload" href="triplet.wasm" as="fetch" crossorigin>\n', "");
  // Data, not a script: no policy has to allow it.
  out = replace(out, '<script type="module" src="page.js"></script>', `<script type="application/json" id="embedded">${data}</script>`);
  return replace(out, "</body>", `<script type="module">${js}</script>\n</body>`);
}

/** What is hidden until the page has chosen a language need not have its English, which the script has too. */
function withoutTexts(html) {
  const [start, app, end] = html.split(/(?<=<div id="app" hidden>)|(?=<\/main>)/);
  return start + app.replace(/( data-text="\w+">)[^<]*/g, "$1") + end;
}

async function all(folder) {
  // No file of before stays.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const put = (name, content) => writeFileSync(join(folder, name), content);
  module(join(folder, "triplet.wasm"));
  appendFileSync(join(folder, "triplet.wasm"), strings());
  const wasm = readFileSync(join(folder, "triplet.wasm"));
  const abouts = new Engine(new WebAssembly.Module(wasm), () => ({})).sets().map(({ about }) => about);
  const js = await bundle("page.js", abouts);
  const css = await bundle("page.css", abouts, { format: undefined });
  const html = withoutTexts(readFileSync(join(web, "src/index.html"), "utf8"));
  put("index.html", html);
  put("page.css", css);
  put("page.js", js);
  put("one-file.html", oneFile({ html, css: css.trim(), js: js.trim(), wasm }));
}

function sizes(folder) {
  const row = (name, bytes) => {
    const [gzip, brotli] = [gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length];
    console.log(`${name.padEnd(16)} ${String(bytes.length).padStart(8)} ${String(gzip).padStart(8)} ${String(brotli).padStart(8)}`);
    return [bytes.length, gzip, brotli];
  };
  console.log(`${"".padEnd(16)} ${"bytes".padStart(8)} ${"gzip -9".padStart(8)} ${"brotli".padStart(8)}`);
  const sums = [0, 0, 0];
  for (const name of ["index.html", "page.css", "page.js", "triplet.wasm"]) {
    row(name, readFileSync(join(folder, name))).forEach((size, i) => (sums[i] += size));
  }
  console.log(`${"in all".padEnd(16)} ${sums.map((sum) => String(sum).padStart(8)).join(" ")}`);
  row("one-file.html", readFileSync(join(folder, "one-file.html")));
  if (sums[2] > BUDGET) {
    console.error(`the page has ${sums[2]} bytes after compression by brotli, more than ${BUDGET}`);
    exit(1);
  }
}

if (argv.includes("--sizes")) {
  sizes(assets);
} else if (argv.includes("--check")) {
  const fresh = mkdtempSync(join(tmpdir(), "triplet-page-"));
  await all(fresh);
  const names = readdirSync(fresh).sort();
  const committed = readdirSync(assets).sort();
  const different = [...new Set([...names, ...committed])].filter((name) => {
    return !names.includes(name) || !committed.includes(name) || !readFileSync(join(fresh, name)).equals(readFileSync(join(assets, name)));
  });
  run(process.execPath, [join(root, "npm/prepack.mjs"), join(fresh, "triplet.wasm")]);
  rmSync(fresh, { recursive: true });
  if (different.length > 0) {
    console.error(`not what the sources give: ${different.join(", ")}; run node web/build.mjs`);
    exit(1);
  }
  console.log(`${names.length} files are equal to a fresh build`);
  sizes(assets);
} else {
  await all(assets);
  run(process.execPath, [join(root, "npm/prepack.mjs"), join(assets, "triplet.wasm")]);
  sizes(assets);
}
