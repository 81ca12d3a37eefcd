/** The functions of `triplet`, with a module that the caller passes. */
export * from "./index.js";

declare global {
  interface Response {}
  interface URL {}
  namespace WebAssembly {
    interface Module {}
  }
}

/** The module: its address, a `Response`, its bytes, or compiled. */
export type ModuleSource = string | URL | Response | ArrayBuffer | SharedArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** Takes the module. A second call does nothing; other functions throw before the first. */
export declare function init(source: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;
/** Takes the module synchronously. */
export declare function initSync(source: ArrayBuffer | SharedArrayBuffer | ArrayBufferView | WebAssembly.Module): void;
