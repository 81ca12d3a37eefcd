/* @ts-self-types="./codec.d.ts" */
// The functions that encode, decode and read forms, with a module that has only these; the caller passes it.

import { taking } from "./passed.js";
import { isCodecRunning, startCodec } from "./running.js";

export * from "./codec-functions.js";

const passed = taking("codec.wasm", "choose_set", isCodecRunning, startCodec);

export const init = passed.init;
export const initSync = passed.initSync;
