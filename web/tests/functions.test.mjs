// The length of the functions of the page: a reader can hold each in mind. A function has the lines of the functions in it too.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const src = fileURLToPath(new URL("../src/", import.meta.url));

/** The most lines of a function. */
const MOST = 130;

/** The functions of a file with their lines, the methods and the arrows too: `{ name, lines }`. The comment before a function is not counted. */
function functionsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lineAt = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const [first, last] = [lineAt(node.getStart(source)), lineAt(node.end)];
      const name = node.name ?? node.parent.name;
      found.push({ name: `${file}:${first} ${name?.getText(source) ?? "(no name)"}`, lines: last - first + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const tooLong = (list) => list.filter(({ lines }) => lines > MOST).map(({ name, lines }) => `${name}: ${lines} lines`);

test("no function of the page is too long", () => {
  const files = readdirSync(src, { recursive: true }).filter((name) => name.endsWith(".js"));
  const all = files.flatMap((file) => functionsOf(file, readFileSync(join(src, file), "utf8")));
  assert.ok(all.length > 500, `${all.length} functions`);
  assert.deepEqual(tooLong(all), []);
});

test("a function that is too long is found, of each form", () => {
  const body = (lines) => `{\n${"  // }\n".repeat(lines - 2)}}`;
  const forms = (lines) => `
function a() ${body(lines)}
const b = () => ${body(lines)};
const c = async function* () ${body(lines)};
class D {
  e() ${body(lines)}
  get f() ${body(lines)}
}
({ g() ${body(lines)}, h: ({ i = "function" }) => ${body(lines)} });
call(() => ${body(lines)});
`;
  assert.deepEqual(tooLong(functionsOf("x.js", forms(MOST))), []);
  const names = tooLong(functionsOf("x.js", forms(MOST + 1))).map((line) => / (.*):/.exec(line)[1]);
  assert.deepEqual(names, ["a", "b", "c", "e", "f", "g", "h", "(no name)"]);
});
