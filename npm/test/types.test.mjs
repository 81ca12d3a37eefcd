// The types of the package that `npm pack` makes, in each module resolution of the TypeScript compiler: with only the library of the
// language, and with those of a browser. `npm ci --prefix npm/test/tools` installs the compiler.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { installed, run } from "./packed.mjs";

const tsc = fileURLToPath(new URL("tools/node_modules/typescript/bin/tsc", import.meta.url));

let at;
before(() => {
  at = installed();
});
after(() => at?.remove());

/** The output of the compiler: empty if the files are right. */
function said(files, ...options) {
  for (const [name, text] of Object.entries(files)) at.put(name, text);
  try {
    return run(at.folder, process.execPath, tsc, "--noEmit", "--strict", "--target", "es2022", ...Object.keys(files), ...options);
  } catch (error) {
    return error.stdout || String(error);
  }
}

const ALONE = ["--lib", "es2022"];
const USE = `
interface Pairs { q: string; page?: number }
interface Variables { q: string; tags: string[]; pairs: Pairs; none: null; all: Set<string> }
declare const pairsOf: Pairs, variables: Variables, record: { readonly [name: string]: string | number };
serializeForm(pairsOf); serializeForm(record); expand("/{q}", pairsOf); expand("/{q}", variables); expand("/{q}", record);
expand("/{q}", { q: "a", list: ["b"], map: { a: 1 }, none: undefined }); expand("/{q}", new Map([["q", "a"]])); expand("/{q}", {});
readings("a", { languages: ["de"] as readonly string[] });
// @ts-expect-error
expand("/{q}", { q: () => "a" });
// @ts-expect-error
expand("/{q}", { q: { a: { b: "c" } } });
// @ts-expect-error
expand("/{q}", "a");
const text: string = encode("a", { set: "rfc3986:path", plus: true }) + encode(new ArrayBuffer(2)) + decode(new DataView(new ArrayBuffer(1)));
const bytes: Uint8Array = decodeToBytes("a", { lenient: true });
const pairs: [string, string][] = parseForm("?a=1", { stripQuestionMark: true });
serializeForm(pairs); serializeForm(pairs.map(([name, value]) => [name, value])); serializeForm([["a", 1]].values()); serializeForm({ a: 1 });
parseForm("a=1", { maxPairs: 100, maxBytes: 10_000 }); serializeForm(new Map([["a", 1]]));
const { same } = compare("a", "b");
const reading: string = readings("%E4", { languages: "de, fr" })[0].words;
const stream = new EncodeStream({ lower: true });
stream.readable; stream.writable;
const where: number = ((error: unknown) => (error instanceof TripletError ? error.offset : 0))(1);
const started: Promise<void> = init();
// @ts-expect-error
encode(5);
// @ts-expect-error
encode("a", { plsu: true });
// @ts-expect-error
encode("a", { set: "rfc3986:pth" });
// @ts-expect-error
decode("a", { lines: true });
// @ts-expect-error
serializeForm(["a"]);
const chosen: string = text, set = SETS.find((name) => name === chosen);
encode("a", { set }); lint("a", { as: CONTEXTS[0] }); const rules: readonly string[] = RULES;
compare({ href: "a" }, "b", { level: LEVELS[3], plus: true }); normalize({ href: "a" }); lint({ href: "a" });
// @ts-expect-error
normalize({ url: "a" });
// @ts-expect-error
encode({ href: "a" });
`;
const NAMES =
  "compare, CONTEXTS, expand, LEVELS, lint, normalize, readings, RULES, decode, decodeToBytes, encode, EncodeStream, init, parseForm, serializeForm, SETS, TripletError";
const ESM = `import { ${NAMES} } from "triplet";\n${USE}export { text, bytes, same, where, started };\n`;
const CJS = `import triplet = require("triplet");\nconst { ${NAMES} } = triplet;\n${USE}`;
const INIT = `
import { encode, init, initSync, type ModuleSource } from "triplet/init";
import module from "triplet/triplet.wasm";
const source: ModuleSource = module;
await init(module); await init(Promise.resolve(source)); await init("/triplet.wasm"); initSync(new Uint8Array(1));
// @ts-expect-error
initSync(undefined);
export const text: string = encode("a");
`;

const CODEC = `
import { decode, EncodeStream, encode, init, initSync, parseForm, TripletError, type EncodeOptions, type ModuleSource, type SetName } from "triplet/codec";
import module from "triplet/codec.wasm";
const source: ModuleSource = module;
await init(source); initSync(new Uint8Array(1));
const set: SetName = "rfc3986:path", options: EncodeOptions = { set };
export const text: string = encode("a", options) + decode("a") + parseForm("a")[0][0], stream = new EncodeStream(options);
export const where = (error: unknown) => (error instanceof TripletError ? error.offset : 0);
// @ts-expect-error
import { lint } from "triplet/codec";
`;
const CODEC_CJS = `import codec = require("triplet/codec");\nexport const text: string = codec.encode("a", { lower: true });\n`;

for (const way of ["node16", "nodenext"]) {
  test(`${way}, both kinds of module, alone`, () => {
    assert.equal(
      said(
        { "use.mts": ESM, "use.cts": CJS, "init.mts": INIT, "codec.mts": CODEC, "codec.cts": CODEC_CJS },
        "--module",
        way,
        "--moduleResolution",
        way,
        ...ALONE,
      ),
      "",
    );
  });
}

test("bundler, alone", () => {
  assert.equal(
    said({ "use.mts": ESM, "init.mts": INIT, "codec.mts": CODEC }, "--module", "esnext", "--moduleResolution", "bundler", ...ALONE),
    "",
  );
});

test("node10, which ignores `exports`", () => {
  assert.equal(
    said({ "use.ts": ESM }, "--module", "commonjs", "--moduleResolution", "node10", "--ignoreDeprecations", "5.0", ...ALONE),
    "",
  );
});

test("with the library of a browser, streams have its types", () => {
  const streams = `
    import { DecodeStream, decodeToBytes, normalize, requote } from "triplet";
    const through: ReadableStream<Uint8Array<ArrayBuffer>> = new Blob(["a"]).stream().pipeThrough(new DecodeStream());
    normalize(new URL("http://a/")); requote(location);
    export const answer = new Response(through), blob = new Blob([decodeToBytes("a")]);
  `;
  const more = `${INIT}await init(fetch("/triplet.wasm")); await init(new URL("http://a/")); initSync(await WebAssembly.compile(new Uint8Array(1)));`;
  for (const library of ["es2022,dom", "esnext,webworker"]) {
    assert.equal(
      said(
        { "use.mts": ESM, "init.mts": more, "streams.mts": streams },
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "--lib",
        library,
      ),
      "",
    );
  }
});
