import type { ModuleSource } from "./init.js";

/** What an import of the file gives: an address, bytes or a module, by the tool that bundles. `init` takes each of them. */
declare const module: ModuleSource;
export default module;
