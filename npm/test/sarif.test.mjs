// What `triplet lint --format sarif` prints is of the types of SARIF 2.1.0, which `@types/sarif` makes from the standard's schema. Not a
// part of the npm package: the compiler of types is here. The environment variable TRIPLET names the command.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const command = env.TRIPLET ?? join(root, "target/debug/triplet");
const modules = join(root, "npm/test/tools/node_modules");

/** Texts with findings of each severity, in lines, with letters outside ASCII and octets that are not text. */
const TEXTS = ["http://a/%2e%2e/%00", "http://a@b/?u=http://127.0.0.1/", "/é%C0%AF", "ok", "😀%zz", "javascript:alert(1)", "/\x01"];
const INPUT = Buffer.concat([Buffer.from(`${TEXTS.join("\n")}\n/`), Buffer.of(0xff, 0x0a)]);

/** What the compiler says of a file of TypeScript. */
function said(log) {
  const folder = mkdtempSync(join(tmpdir(), "triplet-sarif-"));
  const file = join(folder, "log.ts");
  writeFileSync(file, `import type { Log } from "sarif";\nexport const log: Log = ${log};\n`);
  const options = ["--noEmit", "--strict", "--types", "sarif", "--typeRoots", join(modules, "@types"), "--skipLibCheck"];
  try {
    execFileSync(process.execPath, [join(modules, "typescript/bin/tsc"), ...options, file], { encoding: "utf8" });
    return "";
  } catch (error) {
    return error.stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const lint = (...args) => spawnSync(command, ["lint", "--format", "sarif", ...args], { input: INPUT, encoding: "utf8" });

test("each property is one of the standard, with a value of its type", () => {
  const { stdout, status } = lint("-");
  assert.equal(status, 1);
  const { results, tool } = JSON.parse(stdout).runs[0];
  assert.ok(results.length > 8, String(results.length));
  assert.deepEqual([...new Set(results.map((result) => result.level))].sort(), ["error", "note", "warning"]);
  const rules = new Set(tool.driver.rules.map((rule) => rule.id));
  assert.ok(results.every((result) => rules.has(result.ruleId)));
  assert.equal(said(stdout), "");
});

test("without a finding", () => {
  const { stdout, status } = spawnSync(command, ["lint", "--format", "sarif", "/a"], { encoding: "utf8" });
  assert.equal(status, 0);
  assert.deepEqual(JSON.parse(stdout).runs[0].results, []);
  assert.equal(said(stdout), "");
});

test("the compiler finds an unknown property, and a value of another type", () => {
  const { stdout } = lint("-");
  assert.match(said(stdout.replace('"results"', '"result"')), /does not exist in type 'Run'/);
  assert.match(said(stdout.replace('"startLine":1', '"startLine":"1"')), /'string' is not assignable to type 'number'/);
});
