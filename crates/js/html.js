// Writes a text as HTML with its links, for programs without a document.

import { find, requireString } from "./library.js";
import { readPolicy, severityOf, titleOf } from "./policy.js";

/** Why a link stays text, by the reason. The caller needs no explanation of its own decision. */
const REASONS = {
  href: "not linked: programs disagree where it leads",
  scheme: "not linked: its scheme is not one to open",
  danger: "not linked: it is dangerous",
};

/** Characters that a page must not have: controls, and those that change the direction of the text after them. */
const BARRED = /[\0-\x08\x0B\x0E-\x1F\x7F-\x9F\u202A-\u202E\u2066-\u2069\p{Noncharacter_Code_Point}]/gu;

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\n": "&#10;" };

/** Escapes `text` for the content of an element. A character that a page must not have becomes U+FFFD. */
export function escapeText(text) {
  return text.replace(BARRED, "\uFFFD").replace(/[&<>"']/g, (character) => ESCAPES[character]);
}

/** Writes an attribute, with a space before it. A parser of HTML would keep a line break, but not all programs do. */
export function attribute(name, value) {
  return ` ${name}="${escapeText(value).replaceAll("\n", ESCAPES["\n"])}"`;
}

/**
 * Returns `text` as HTML: escaped, with one `<a>` for each URL, from its first piece to its last. A URL that should not
 * be opened is in a `<span>` instead. The README describes options and attributes.
 */
export function toHtml(text, options = {}) {
  requireString(text, "text");
  const { search, refusalOf } = readPolicy(options);
  let [html, at] = ["", 0];
  for (const link of find(text, search)) {
    const severity = severityOf(link);
    const refused = severity === "danger" ? "danger" : refusalOf(link);
    if (refused === "caller") continue;
    const { start, end } = link.range;
    html += escapeText(text.slice(at, start));
    html += tag(link, refused, severity) + escapeText(text.slice(start, end)) + (refused ? "</span>" : "</a>");
    at = end;
  }
  return html + escapeText(text.slice(at));
}

/** Returns the start tag of the element of `link`. */
function tag(link, refused, severity) {
  if (refused) return `<span${attribute("data-urlsift", "refused")}${attribute("title", titleOf(link, REASONS[refused]))}>`;
  const warning = severity === "warning" ? attribute("data-urlsift", severity) + attribute("title", titleOf(link)) : "";
  return `<a${attribute("href", link.href)} rel="noreferrer noopener nofollow"${warning}>`;
}
