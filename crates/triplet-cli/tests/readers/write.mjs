// Reads lines of hexadecimal digits, and writes what js-cookie makes of each. The first line is the version.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(process.argv[2]);
let cookie = "";
globalThis.document = { set cookie(text) { cookie = text; } };
const cookies = require("js-cookie");
console.log(`js-cookie, Node ${process.versions.node}`);
for await (const line of createInterface({ input: process.stdin })) {
  cookies.set("a", Buffer.from(line, "hex").toString());
  console.log(Buffer.from(/^a=([^;]*); /.exec(cookie)[1]).toString("hex"));
}
