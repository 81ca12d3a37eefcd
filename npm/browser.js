import { browserStrings } from "./browser-strings.js";
import { start } from "./index.js";

const response = await fetch(new URL("triplet.wasm", import.meta.url));
if (!response.ok) throw new Error(`triplet.wasm: ${response.status}`);
start(await WebAssembly.compile(await response.arrayBuffer()), browserStrings);
export * from "./index.js";
