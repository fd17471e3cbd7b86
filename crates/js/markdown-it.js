// A plugin for markdown-it that finds links as this package does, in place of the library that markdown-it comes with.

import { find } from "./library.js";
import { readPolicy, severityOf } from "./policy.js";

/** The forms that are looked for by default: all but `repaired`. */
const FORMS = ["url", "angle", "quote", "prefix", "bare", "www", "host", "address"];

/** An autolink of CommonMark, which markdown-it parses itself. It would take `URL:` for a scheme. */
const AUTOLINK = /<(?!url:)[a-z][a-z0-9+.-]{1,31}:[^<>\0-\x20]*>|<[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9.-]+>/iy;

/** Characters that begin nothing in Markdown, so text of them may be added at once. */
const WORDS = /[A-Za-z0-9 '(),./;?|\x80-\uFFFF]*/y;

/**
 * Adds the plugin to `md`: `md.use(plugin, options)`. URLs of running text and in wrappers such as `<URL:…>` become links,
 * but not those in code, in links, in images and in HTML. The README describes the options.
 */
export default function markdownIt(md, options = {}) {
  const { search, refusalOf } = readPolicy({ forms: FORMS, ...options });
  find("", search);
  const isLinked = (link) =>
    severityOf(link) !== "danger" && refusalOf(link) === null && md.validateLink(md.normalizeLink(link.href));

  /** The links of the text of each state. */
  const linksOf = new WeakMap();

  /** Returns the first link of the text of `state` whose URL is not before its position. */
  function nextLink(state) {
    let links = linksOf.get(state);
    if (!links) {
      links = /[:.@]/.test(state.src) ? find(state.src, search).filter(isLinked) : [];
      linksOf.set(state, links);
    }
    // The parser reads the label of a link and goes back, so links before the position are kept.
    let [low, high] = [0, links.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (links[middle].range.start < state.pos) low = middle + 1;
      else high = middle;
    }
    return links[low];
  }

  /** Parses the link at the position of `state`, or the words before the next link. */
  function parse(state, isSilent) {
    if (state.linkLevel > 0) return false;
    const link = nextLink(state);
    if (!link) return false;
    const { pos, src } = state;
    const isWrapper = pos === link.start && pos < link.range.start;
    if (pos !== link.range.start && !isWrapper) {
      // Text after the link is not read, so that all gaps together take linear time.
      const words = src.slice(pos, Math.min(link.start > pos ? link.start : link.range.start, state.posMax));
      WORDS.lastIndex = 0;
      const end = pos + WORDS.exec(words)[0].length;
      if (end === pos) return false;
      if (!isSilent) state.pending += src.slice(pos, end);
      state.pos = end;
      return true;
    }
    AUTOLINK.lastIndex = pos;
    const end = isWrapper ? link.end : link.range.end;
    if (end > state.posMax || AUTOLINK.test(src)) return false;
    if (!isSilent) {
      if (isWrapper) state.pending += src.slice(pos, link.range.start);
      push(state, link);
      if (isWrapper) state.pending += src.slice(link.range.end, end);
    }
    state.pos = end;
    return true;
  }

  /** Adds the tokens of `link`: its text has a line break where the URL has one. */
  function push(state, link) {
    const open = state.push("link_open", "a", 1);
    open.attrs = [["href", md.normalizeLink(link.href)]];
    open.markup = "linkify";
    open.info = "auto";
    const { pieces, range, url } = link;
    if (state.src.slice(range.start, range.end).includes("\n")) {
      pieces.forEach(({ start, end, text }, i) => {
        if (i > 0 && state.src.slice(pieces[i - 1].end, start).includes("\n")) state.push("softbreak", "br", 0);
        if (start < end) state.push("text", "", 0).content = text;
      });
    } else {
      const shown = md.normalizeLinkText(url);
      // A scheme that the text leaves out is not shown.
      const scheme = pieces[0].end === range.start && pieces[0].start === pieces[0].end ? pieces[0].text : "";
      state.push("text", "", 0).content = shown.startsWith(scheme) ? shown.slice(scheme.length) : shown;
    }
    const close = state.push("link_close", "a", -1);
    close.markup = "linkify";
    close.info = "auto";
  }

  md.disable("linkify", true);
  md.inline.ruler.before("text", "urlsift", parse);
}
