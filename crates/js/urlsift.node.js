// The entry for Node: reads the module from the file beside this one.

import { readFileSync } from "node:fs";

import { IMPORTS, start } from "./library.js";

const module = new WebAssembly.Module(readFileSync(new URL("./urlsift.wasm", import.meta.url)));
start(new WebAssembly.Instance(module, IMPORTS));

export * from "./api.js";
