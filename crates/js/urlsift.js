// The entry for browsers and other environments with `fetch`: loads the module that is beside this file.

import { start } from "./library.js";

const address = new URL("./urlsift.wasm", import.meta.url);

/** Compiles the module while it is loaded, which needs the media type `application/wasm`. */
async function compile() {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
  const isWasm = /^application\/wasm\b/i.test(response.headers.get("Content-Type") ?? "");
  return isWasm ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

await start(await compile());

export { check, display, find, href, linkTextDiffers, segments, wrap } from "./library.js";
export { DEFAULT_SCHEMES, linkify } from "./linkify.js";
