// The functions of all entries.

export { toHtml } from "./html.js";
export {
  check,
  display,
  find,
  findAround,
  findAt,
  href,
  linkTextDiffers,
  linkTextNote,
  normalize,
  resumeAt,
  segments,
  wrap,
} from "./library.js";
export { linkify } from "./linkify.js";
export { DEFAULT_SCHEMES } from "./policy.js";
