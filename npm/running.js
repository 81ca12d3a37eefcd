// The engine that the functions run on, made when the first of them is called. The entries of the package say of what:
// `index.js` has the module within itself, `workerd.js` imports it, and `init.js` is given it.

import { bufferStrings } from "./buffer-strings.js";
import { Engine } from "./engine.js";

let engine;
let moduleNow = () => {
  throw new Error("triplet has no module yet: `await init(…)` comes before other calls");
};

/** The engine. Throws if there is no module, or if it cannot be compiled while a caller waits. */
export const running = () => engine ?? start(moduleNow());

export const isRunning = () => engine !== undefined;

/** Starts the engine with a module. */
export function start(module) {
  engine = new Engine(module, bufferStrings);
  return engine;
}

/** Says where the module comes from when the first function is called. */
export function startLater(source) {
  moduleNow = source;
}
