// The engines of the functions, made when the first of them is called. The entries of the package provide their modules: `index.js`
// contains it, `workerd.js` imports it, and the callers of `init.js` and `codec.js` pass it.

import { bufferStrings } from "./buffer-strings.js";
import { Engine } from "./engine.js";

/** One of the module with all operations, and one of `codec.wasm`. A program may have both entries. */
let engine, small;
let moduleNow = () => {
  throw new Error("triplet has no module yet: call `await init(…)` first");
};

/** The engine with all operations. Throws if there is no module, or if it cannot be compiled synchronously. */
export const whole = () => engine ?? start(moduleNow());

/** An engine with the operations that both modules have. */
export const running = () => engine ?? small ?? start(moduleNow());

export const isRunning = () => engine !== undefined;

export const isCodecRunning = () => small !== undefined;

/** Starts the engine with a module. */
export function start(module) {
  engine = new Engine(module, bufferStrings);
  return engine;
}

/** Starts the engine that has only what both modules have. */
export function startCodec(module) {
  small = new Engine(module, bufferStrings);
}

/** Sets the function that returns the module at the first call. */
export function startLater(source) {
  moduleNow = source;
}
