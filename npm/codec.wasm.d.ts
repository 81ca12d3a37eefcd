import type { ModuleSource } from "./init.js";

/** The value of an import of the file: an address, bytes or a module, as the bundler decides. `init` of
 * `triplet/codec` takes each of them. */
declare const module: ModuleSource;
export default module;
