import { readFileSync } from "node:fs";
import { start } from "./index.js";

start(new WebAssembly.Module(readFileSync(new URL("triplet.wasm", import.meta.url))));
export * from "./index.js";
