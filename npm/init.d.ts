/** The functions of `triplet`, with a module that the caller gives. */
export * from "./index.js";

declare global {
  interface Response {}
  interface URL {}
  namespace WebAssembly {
    interface Module {}
  }
}

/** What `init` takes for the module: its address, an answer with it, its bytes, or compiled. */
export type ModuleSource = string | URL | Response | ArrayBuffer | SharedArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Takes the module, once: a second call changes nothing. The other functions throw before. */
export declare function init(source: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
/** The same at once. */
export declare function initSync(source: ArrayBuffer | SharedArrayBuffer | ArrayBufferView | WebAssembly.Module): void;
