// The engine of the functions, made when the first of them is called. The entries of the package provide its module: `index.js`
// contains it, `workerd.js` imports it, and the caller of `init.js` passes it.

import { bufferStrings } from "./buffer-strings.js";
import { Engine } from "./engine.js";

let engine;
let moduleNow = () => {
  throw new Error("triplet has no module yet: call `await init(…)` first");
};

/** The engine. Throws if there is no module, or if it cannot be compiled synchronously. */
export const running = () => engine ?? start(moduleNow());

export const isRunning = () => engine !== undefined;

/** Starts the engine with a module. */
export function start(module) {
  engine = new Engine(module, bufferStrings);
  return engine;
}

/** Sets the function that returns the module at the first call. */
export function startLater(source) {
  moduleNow = source;
}
