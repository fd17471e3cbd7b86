// The entry that waits for nothing: its functions work after `init`.

import { loadOnce } from "./load.js";

export * from "./api.js";

/**
 * Loads the module, once: from `urlsift.wasm` beside this file, or from `source`, an address, a response, bytes or a
 * compiled module, or a promise of one of these. A call after one that failed tries again.
 */
export function init(source) {
  // Bundlers look for an address in this form.
  return loadOnce(() => source ?? new URL("./urlsift.wasm", import.meta.url));
}
