// Reads lines of hexadecimal digits, and writes the JSON of the nested names of each form. The first line is the version.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [work, folder] = process.argv.slice(2);
const require = createRequire(`${folder}/`);
const qs = require("qs");
const lines = [`qs ${require("qs/package.json").version}`];
for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  const text = Buffer.from(line, "hex").toString();
  try {
    const answer = work === "build" ? qs.stringify(JSON.parse(text)) : JSON.stringify(qs.parse(text, { strictDepth: true }));
    lines.push(Buffer.from(answer).toString("hex"));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    lines.push("refused");
  }
}
process.stdout.write(`${lines.join("\n")}\n`);
