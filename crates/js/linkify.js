// Makes links of the URLs in a document. It needs only the methods of the DOM that all implementations have.

import { find } from "./library.js";
import { readPolicy, severityOf, titleOf } from "./policy.js";
import { call, read, textsOf } from "./texts.js";

const [ELEMENT, DOCUMENT, FRAGMENT] = [1, 9, 11];

/**
 * Makes links of the URLs in `root`, an element, a document or a fragment. The README describes options and results.
 */
export function linkify(root, options = {}) {
  const type = root && read(root, "nodeType");
  if (![ELEMENT, DOCUMENT, FRAGMENT].includes(type)) {
    throw new TypeError("element must be an element, a document or a fragment");
  }
  const { search, skip, refusalOf } = readPolicy(options, ["skip"]);
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
      const refused = refusalOf(link);
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

/** Makes an element for a span of `link`. The text goes into attributes only, never through a parser. */
function makeAnchor(document, link) {
  const anchor = call(document, "createElementNS", "http://www.w3.org/1999/xhtml", "a");
  anchor.setAttribute("href", link.href);
  anchor.setAttribute("rel", "noopener noreferrer");
  const severity = severityOf(link);
  anchor.setAttribute("data-urlsift", severity);
  if (severity === "warning" || severity === "danger") anchor.setAttribute("title", titleOf(link));
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
