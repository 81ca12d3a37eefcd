/* @ts-self-types="./init.d.ts" */
// The package without its module, which the caller passes.

import { taking } from "./passed.js";
import { isRunning, start } from "./running.js";

export * from "./functions.js";

const passed = taking("triplet.wasm", "explain", isRunning, start);

export const init = passed.init;
export const initSync = passed.initSync;
