import { readFileSync } from "node:fs";
import { bufferStrings } from "./buffer-strings.js";
import { start } from "./index.js";

start(new WebAssembly.Module(readFileSync(new URL("triplet.wasm", import.meta.url))), bufferStrings);
export * from "./index.js";
