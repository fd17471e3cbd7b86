export * from "./urlsift.js";

/** What the module is loaded from: an address, a response, bytes, or the compiled module. */
export type ModuleSource = string | URL | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the module, once: from `source`, or from `urlsift.wasm` beside the entry. The other functions throw before it is
 * loaded. Rejects if the module cannot be loaded; a later call tries again.
 */
export function init(source?: ModuleSource | Promise<ModuleSource>): Promise<void>;
