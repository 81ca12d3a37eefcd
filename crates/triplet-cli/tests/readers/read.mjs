// Reads lines of hexadecimal digits, and writes what the function makes of each. The first line is the version.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const [name, folder] = process.argv.slice(2);
let version = `Node ${process.versions.node}`;
let read;
if (name === "decodeURIComponent") {
  read = (octets) => Buffer.from(decodeURIComponent(octets.toString()));
} else {
  // The reference implementation of the URL Standard. Node's own URLSearchParams keeps only the low byte of a raw
  // character outside ASCII when there is a `%` in the same text (Node 20).
  const require = createRequire(`${folder}/`);
  const { percentDecodeBytes, URLSearchParams } = require("whatwg-url");
  version += `, whatwg-url ${require("whatwg-url/package.json").version}`;
  read = name === "percentDecodeBytes"
    ? (octets) => Buffer.from(percentDecodeBytes(octets))
    : (octets) => Buffer.from(new URLSearchParams(`x=${octets}`).get("x"));
}
const lines = [version];
for (const line of readFileSync(0, "utf8").split("\n").slice(0, -1)) {
  try {
    lines.push(read(Buffer.from(line, "hex")).toString("hex"));
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    lines.push("refused");
  }
}
process.stdout.write(`${lines.join("\n")}\n`);
