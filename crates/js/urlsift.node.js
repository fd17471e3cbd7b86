// The entry for Node: reads the module from the file beside this one.

import { readFile } from "node:fs/promises";

import { start } from "./library.js";

await start(await WebAssembly.compile(await readFile(new URL("./urlsift.wasm", import.meta.url))));

export { check, display, find, href, linkTextDiffers, segments, wrap } from "./library.js";
export { DEFAULT_SCHEMES, linkify } from "./linkify.js";
