// The package for edge runtimes in which compiling is forbidden: there, an import of the file is a compiled module.

import module from "./triplet.wasm";
import { startLater } from "./running.js";

export * from "./functions.js";

startLater(() => module);

/** Does nothing: the module is compiled already. */
export async function init() {}
