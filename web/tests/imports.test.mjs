// The import arrows of the page: which room may import from which, and no file imports itself through others.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

/** For each room, the rooms that it may import from, beside itself. `page.js` is the room "". */
const MAY = { model: ["npm"], work: ["model", "npm"], i18n: ["model", "work"], ui: ["model", "work", "i18n", "npm"], "": ["ui", "work"] };

const IMPORT = /^(?:import|export)\b[^;]*?"(\.[^"]+)";/gm;

/** The imports of each file, as paths from `web/src`. */
function importsOf(sources) {
  return new Map(
    Object.entries(sources).map(([file, text]) => [
      file,
      [...text.matchAll(IMPORT)].map(([, path]) => posix.join(posix.dirname(file), path)),
    ]),
  );
}

const roomOf = (file) => (file.startsWith("../../npm/") ? "npm" : file.includes("/") ? file.split("/")[0] : "");

function wrongArrows(imports) {
  const wrong = [];
  for (const [file, paths] of imports) {
    for (const path of paths) {
      const [from, to] = [roomOf(file), roomOf(path)];
      if (from !== to && !MAY[from].includes(to)) wrong.push(`${file} imports ${path}`);
    }
  }
  return wrong;
}

/** A cycle of imports as a list of files, or nothing. */
function cycle(imports) {
  const done = new Set();
  const way = [];
  const visit = (file) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    done.add(file);
    way.push(file);
    for (const path of imports.get(file) ?? []) {
      const found = visit(path);
      if (found) return found;
    }
    way.pop();
    return undefined;
  };
  for (const file of imports.keys()) {
    const found = visit(file);
    if (found) return found;
  }
  return undefined;
}

const files = readdirSync(join(web, "src"), { recursive: true }).filter((name) => name.endsWith(".js"));
const imports = importsOf(Object.fromEntries(files.map((file) => [file, readFileSync(join(web, "src", file), "utf8")])));

test("every import goes from a room to one that it may know", () => {
  assert.deepEqual(wrongArrows(imports), []);
});

test("no import is circular", () => {
  assert.equal(cycle(imports), undefined);
});

test("every import names a file, and page.js reaches every file but the service worker and the other languages", () => {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file) || roomOf(file) === "npm") return;
    assert.ok(imports.has(file), `${file} is missing`);
    reached.add(file);
    imports.get(file).forEach(visit);
  };
  visit("page.js");
  const others = files.filter((file) => !reached.has(file) && !/^i18n\/languages\//.test(file));
  assert.deepEqual(others, ["work/offline.js"]);
});

test("a wrong arrow and a cycle are found", () => {
  const wrong = importsOf({
    "model/a.js": 'import { b } from "../ui/b.js";\n',
    "ui/b.js": 'import {\n  c,\n} from "./c.js";\n',
    "ui/c.js": 'export { a } from "../model/a.js";\n',
  });
  assert.deepEqual(wrongArrows(wrong), ["model/a.js imports ui/b.js"]);
  assert.deepEqual(cycle(wrong), ["model/a.js", "ui/b.js", "ui/c.js", "model/a.js"]);
});
