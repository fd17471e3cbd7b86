export * from "./urlsift.js";

/** Loads the module that the entry contains, once. The other functions throw before it is loaded. */
export function init(): Promise<void>;
