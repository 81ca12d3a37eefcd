// The package as its users have it: packed by `npm pack`, and installed from the file in an empty folder. Its module is that of
// the page that `node web/build.mjs` built.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("..", import.meta.url));

/** Without the variables that npm sets, if npm runs the tests. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
env.TRIPLET_WEB_ASSETS = fileURLToPath(new URL("../../target/web", import.meta.url));

/** Runs a program in a folder; returns what it prints. */
export function run(folder, program, ...args) {
  return execFileSync(program, args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], timeout: 120_000 });
}

/** `{folder, files, package, put, remove}`: a folder in which `triplet` is installed, and the files and manifest of the package. */
export function installed() {
  const folder = mkdtempSync(join(tmpdir(), "triplet-installed-"));
  const [{ filename, files }] = JSON.parse(run(source, "npm", "pack", "--json", "--silent", "--pack-destination", folder));
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  run(folder, "npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", `./${filename}`);
  return {
    folder,
    files: files.map(({ path }) => path).sort(),
    package: JSON.parse(readFileSync(join(folder, "node_modules/triplet/package.json"), "utf8")),
    /** Writes a file; returns its path. */
    put(name, text) {
      const path = join(folder, name);
      mkdirSync(join(path, ".."), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
