// Makes links of the URLs in a document. It needs only the methods of the DOM that all implementations have.

import { check, find, requireKnown, requireObject, SEARCH_OPTIONS } from "./library.js";
import { call, read, textsOf } from "./texts.js";

/** The schemes that are linked if the caller does not say. Each opens a page, a file to read, or a letter to write. */
export const DEFAULT_SCHEMES = Object.freeze(["http", "https", "ftp", "mailto", "news", "nntp"]);

/** The notes on URLs that are never linked: they contain a program or a document of the author of the text. */
const FORBIDDEN_NOTES = ["program_in_url", "document_in_url"];

const [ELEMENT, DOCUMENT, FRAGMENT] = [1, 9, 11];

/** In the order of their weight. */
const SEVERITIES = ["info", "warning", "danger"];

/**
 * Makes links of the URLs in `root`, an element, a document or a fragment. The README describes options and results.
 */
export function linkify(root, options = {}) {
  const type = root && read(root, "nodeType");
  if (![ELEMENT, DOCUMENT, FRAGMENT].includes(type)) {
    throw new TypeError("element must be an element, a document or a fragment");
  }
  requireObject(options);
  const { allow = DEFAULT_SCHEMES, accept, skip, ...search } = options;
  requireKnown(search, ["allow", "accept", "skip", ...SEARCH_OPTIONS]);
  const schemes = checkSchemes(allow);
  if (accept !== undefined && typeof accept !== "function") throw new TypeError("option accept must be a function");
  if (skip !== undefined && typeof skip !== "string") throw new TypeError("option skip must be a selector, a string");
  // A document without text has bad options too.
  find("", search);

  // The caller's function might change the document, so everything is decided before the first change.
  const results = [];
  const plans = [];
  // In linkedom the walk through a document would end at its doctype, which has no next sibling.
  const start = type === DOCUMENT ? read(root, "documentElement") : root;
  for (const text of start ? textsOf(start, skip) : []) {
    const plan = [];
    for (const link of find(text.content, search)) {
      if (text.isLinked(link)) continue;
      const refused = refusal(link, schemes, accept);
      const result = { link, refused, anchors: [] };
      results.push(result);
      if (refused === null) plan.push(...text.spansOf(link.pieces).map((span) => ({ ...span, result })));
    }
    if (plan.length > 0) plans.push({ text, plan });
  }
  for (const { text, plan } of plans) {
    text.wrap(plan, ({ result }, document) => {
      const anchor = makeAnchor(document, result.link);
      result.anchors.push(anchor);
      return anchor;
    });
  }
  for (const { link, anchors } of results) label(link, anchors);
  return results;
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

/** Returns why `link` stays text, or null. */
function refusal(link, schemes, accept) {
  if (link.href === null) return "href";
  const scheme = link.href.slice(0, link.href.indexOf(":")).toLowerCase();
  if (!schemes.has(scheme) || isForbidden(link)) return "scheme";
  return accept === undefined || accept(link) === true ? null : "caller";
}

/** Makes an element for a span of `link`. The text goes into attributes only, never through a parser. */
function makeAnchor(document, link) {
  const anchor = call(document, "createElementNS", "http://www.w3.org/1999/xhtml", "a");
  anchor.setAttribute("href", link.href);
  anchor.setAttribute("rel", "noopener noreferrer");
  const severity = Math.max(-1, ...link.notes.map((note) => SEVERITIES.indexOf(note.severity)));
  anchor.setAttribute("data-urlsift", SEVERITIES[severity] ?? "none");
  if (severity >= SEVERITIES.indexOf("warning")) anchor.setAttribute("title", titleOf(link));
  return anchor;
}

/** Makes `anchors` one stop of the Tab key and one link of a screen reader, without what lies between the pieces. */
function label(link, [first, ...others]) {
  const text = link.pieces.map(({ start, end, text }) => (start < end ? text : "")).join("");
  // A break element would be read as a space.
  const isPlain = first?.textContent === text && first.childNodes.length === 1;
  if (first && !isPlain) first.setAttribute("aria-label", link.display);
  for (const other of others) {
    other.setAttribute("aria-hidden", "true");
    other.setAttribute("tabindex", "-1");
  }
}

/** Returns the warnings on `link`, with the URL that it opens. */
function titleOf(link) {
  const warnings = link.notes
    .filter((note) => note.severity !== "info")
    .map((note) => `${note.severity}: ${note.message}`);
  const address = link.display === link.href ? [link.href] : [link.display, link.href];
  return [...new Set([...address, ...warnings])].join("\n");
}
