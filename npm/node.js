import { readFileSync } from "node:fs";
import { start } from "./index.js";

// A copy, where a decoder looks at each unit. It counts in the order of the machine, and so it is used where that is the
// module's.
const isLittle = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
const copied = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).ucs2Slice();

start(new WebAssembly.Module(readFileSync(new URL("triplet.wasm", import.meta.url))), isLittle ? copied : undefined);
export * from "./index.js";
