// Loads the module for the entries without a file system.

import { IMPORTS, start } from "./library.js";

let loading;

/** Loads the module from what `provide` returns, unless it is loaded or a call loads it. */
export function loadOnce(provide) {
  loading ??= load(provide).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(provide) {
  let given = await provide();
  if (typeof given === "string" || given instanceof URL) given = await fetch(given);
  start(await WebAssembly.instantiate(await compile(given), IMPORTS));
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`${source.url}: ${source.status} ${source.statusText}`);
  // The module is compiled while it is loaded, which needs its media type.
  const isWasm = /^application\/wasm\b/i.test(source.headers.get("Content-Type") ?? "");
  return isWasm ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}
