// The entry for browsers and other environments with `fetch`: loads the module that is beside this file.

import { init } from "./init.js";

await init();

export * from "./api.js";
