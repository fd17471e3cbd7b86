// Decides which links are opened: the schemes, and what the caller accepts. `linkify` and `toHtml` share it.

import { check, ownOptions, SEARCH_OPTIONS } from "./library.js";

/** The schemes that are linked if the caller does not say. Each opens a page, a file to read, or a letter to write. */
export const DEFAULT_SCHEMES = Object.freeze(["http", "https", "ftp", "mailto", "news", "nntp"]);

/** The notes on URLs that are never linked: they contain a program or a document of the author of the text. */
const FORBIDDEN_NOTES = ["program_in_url", "document_in_url"];

/** In the order of their weight. */
const SEVERITIES = ["info", "warning", "danger"];

/**
 * Splits `options` into those of a search, those named in `own`, and `refusalOf`, a function that returns why a link
 * stays text: `href`, `scheme`, `caller` or null. Throws a `TypeError` for a bad option.
 */
export function readPolicy(options, own = []) {
  const others = ownOptions(options, ["allow", "accept", ...own, ...SEARCH_OPTIONS]);
  const { allow = DEFAULT_SCHEMES, accept } = others;
  delete others.allow;
  delete others.accept;
  const schemes = checkSchemes(allow);
  if (accept !== undefined && typeof accept !== "function") throw new TypeError("option accept must be a function");
  const ours = {};
  for (const name of own) {
    ours[name] = others[name];
    delete others[name];
  }
  return { search: others, ...ours, refusalOf: (link) => refusal(link, schemes, accept) };
}

/** Returns the set of the allowed schemes, in lower case. */
function checkSchemes(allow) {
  if (!Array.isArray(allow) || allow.some((scheme) => typeof scheme !== "string")) {
    throw new TypeError("option allow must be an array of strings");
  }
  const schemes = new Set(allow.map((scheme) => scheme.toLowerCase().replace(/:$/, "")));
  const forbidden = [...schemes].find((scheme) => isForbidden(check(`${scheme}:`)));
  if (forbidden) throw new TypeError(`option allow: "${forbidden}" is never linked`);
  return schemes;
}

/** Reports whether `link`, or the result of `check`, is never linked. */
function isForbidden(link) {
  return link.notes.some((note) => FORBIDDEN_NOTES.includes(note.name));
}

function refusal(link, schemes, accept) {
  if (link.href === null) return "href";
  const scheme = link.href.slice(0, link.href.indexOf(":")).toLowerCase();
  if (!schemes.has(scheme) || isForbidden(link)) return "scheme";
  return accept === undefined || accept(link) === true ? null : "caller";
}

/** Returns the highest severity of the notes on `link`, or `none`. */
export function severityOf(link) {
  const severity = Math.max(-1, ...link.notes.map((note) => SEVERITIES.indexOf(note.severity)));
  return SEVERITIES[severity] ?? "none";
}

/** Returns the lines that warn of `link`: the URL, its form to open, `reason` if it is not null, and its warnings. */
export function titleOf(link, reason = null) {
  const warnings = link.notes
    .filter((note) => note.severity !== "info")
    .map((note) => `${note.severity}: ${note.message}`);
  const lines = [link.display, link.href, reason, ...warnings];
  return [...new Set(lines.filter((line) => line !== null))].join("\n");
}
