// The package for edge runtimes, in which no module may be compiled: there an import gives it compiled already.

import module from "./triplet.wasm";
import { startLater } from "./running.js";

export * from "./functions.js";

startLater(() => module);

/** There is nothing to wait for. */
export async function init() {}
