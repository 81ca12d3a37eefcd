/** The types of `browser-strings.js` for the page. */

import type { Strings } from "./engine.js";

export declare function browserStrings(memory: WebAssembly.Memory, module: WebAssembly.Module): Strings;
