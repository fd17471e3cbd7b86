// The entry that contains the module, for bundlers and pages that load no other file. Its functions work after `init`.

import { BYTES } from "./bytes.js";
import { loadOnce } from "./load.js";

export * from "./api.js";

/** Loads the module, once. */
export function init() {
  return loadOnce(decompress);
}

async function decompress() {
  const bytes = Uint8Array.from(atob(BYTES), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}
