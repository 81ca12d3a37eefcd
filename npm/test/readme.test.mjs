// Runs the examples of the package's README and of docs/page.md where the package is installed. The comment after a call is its
// result: a string, JSON, or `TripletError: KIND at OFFSET`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { installed } from "./packed.mjs";

let at;
before(() => {
  at = installed();
});
after(() => at?.remove());

const blocks = (file) => [...readFileSync(file, "utf8").matchAll(/^```js\n([^]*?)^```$/gm)].map(([, text]) => text);

/** The block, with each call compared with its result. */
function checked(block) {
  let count = 0;
  const text = block.replace(/^(\w+\(.*); \/\/ (.*)$/gm, (_, call, result) => {
    count++;
    return `check(() => ${call}, ${JSON.stringify(result)});`;
  });
  return { count, text };
}

globalThis.check = (run, expected) => {
  const [, kind, offset] = /^TripletError: (\S+) at (\d+)$/.exec(expected) ?? [];
  if (kind) return assert.throws(run, { name: "TripletError", kind, offset: Number(offset) });
  const result = run();
  if (typeof result === "string") assert.equal(result, expected);
  else assert.deepEqual(result, JSON.parse(expected));
};

async function runs(name, file, least) {
  const examples = blocks(file).map(checked);
  assert.ok(examples.length >= least && examples[0].count > 0);
  const from = process.cwd();
  process.chdir(join(at.folder, "node_modules/triplet"));
  try {
    for (const [i, { text }] of examples.entries()) await import(at.put(`${name}-${i}.mjs`, text));
  } finally {
    process.chdir(from);
  }
}

test("the examples of the README", () => runs("readme", join(at.folder, "node_modules/triplet/README.md"), 3));
test("the examples of docs/page.md", () => runs("page", fileURLToPath(new URL("../../docs/page.md", import.meta.url)), 1));

test("the README names each function", async () => {
  const text = readFileSync(join(at.folder, "node_modules/triplet/README.md"), "utf8");
  for (const name of Object.keys(await import("triplet/init"))) assert.ok(text.includes(name), name);
});
