// Reads the texts of a document as they are seen, and wraps parts of them.

/** Elements whose text is not searched. They end the text around them. */
const SKIPPED = new Set(
  (
    "A AREA AUDIO BUTTON CANVAS DATALIST EMBED FRAMESET HEAD IFRAME IMG INPUT MATH METER NOEMBED NOFRAMES NOSCRIPT " +
    "OBJECT PROGRESS SCRIPT SELECT STYLE SVG TEMPLATE TEXTAREA TITLE VIDEO"
  ).split(" "),
);

/** Elements that begin a new line and end the text before them. */
const BLOCKS = new Set(
  (
    "ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY CAPTION CENTER DD DETAILS DIALOG DIR DIV DL DT FIELDSET FIGCAPTION FIGURE " +
    "FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML LEGEND LI LISTING MAIN MENU NAV OL P PLAINTEXT PRE SEARCH " +
    "SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL XMP"
  ).split(" "),
);

/** Elements that keep line breaks. */
const PREFORMATTED = new Set("LISTING PLAINTEXT PRE XMP".split(" "));

const ELEMENT = 1;
const TEXT = 3;

/** A text that may be in several text nodes. */
class Text {
  content = "";
  /** The parts of nodes that the text consists of: from offset `from` of `node` on, `start..end` of the text. */
  chunks = [];
  /** The chunks in elements that an earlier call made. Those before `#next` are before the last link. */
  #linked = [];
  #next = 0;
  #isAtLineStart = true;

  /** Adds a text node. Line breaks that the page shows as spaces become spaces. */
  add(node, keepsBreaks, isLinked) {
    let from = 0;
    let data = node.data;
    if (!keepsBreaks) {
      // The page does not show spaces at the start of a line, except no-break spaces.
      if (this.#isAtLineStart) from = data.length - data.replace(/^[\t\n\f\r ]+/, "").length;
      data = data.slice(from).replace(/[\n\r]/g, " ");
    }
    if (data === "") return;
    this.#isAtLineStart = data.endsWith("\n");
    const start = this.content.length;
    this.content += data;
    const chunk = { node, from, start, end: this.content.length };
    this.chunks.push(chunk);
    if (isLinked) this.#linked.push(chunk);
  }

  addBreak() {
    this.content += "\n";
    this.#isAtLineStart = true;
  }

  /** Reports whether a part of `link` is in an element that an earlier call made. Links are asked for in order. */
  isLinked(link) {
    while (this.#linked[this.#next]?.end <= link.start) this.#next++;
    return this.#linked[this.#next]?.start < link.end;
  }

  /**
   * Puts the text of `ranges` into elements that `make` returns for a range, one for each node that the range is in.
   * Ranges are in order and do not overlap.
   */
  wrap(ranges, make) {
    let at = 0;
    for (const { node, from, start, end } of this.chunks) {
      while (ranges[at]?.end <= start) at++;
      if (!(ranges[at]?.start < end)) continue;
      // A node is replaced once. To split it for each range would copy its text as often.
      const parts = node.ownerDocument.createDocumentFragment();
      let done = 0;
      for (let i = at; ranges[i]?.start < end; i++) {
        const first = from + Math.max(ranges[i].start, start) - start;
        const last = from + Math.min(ranges[i].end, end) - start;
        if (done < first) parts.append(node.data.slice(done, first));
        const element = make(ranges[i], node.ownerDocument);
        element.append(node.data.slice(first, last));
        parts.append(element);
        done = last;
      }
      if (done < node.data.length) parts.append(node.data.slice(done));
      node.replaceWith(parts);
    }
  }
}

/** Returns the texts of `root`. Elements that match the selector `skip` are left out. */
export function textsOf(root, skip) {
  const texts = [];
  let text = new Text();
  const end = () => {
    if (text.chunks.length > 0) texts.push(text);
    text = new Text();
  };
  if (isInsideSkipped(root, skip)) return texts;
  // A stack, because a document may be nested too deeply for recursion.
  const stack = [{ next: root.firstChild, ...styleOf(root, { keepsBreaks: keepsBreaksAround(root) }, skip) }];
  while (stack.length > 0) {
    const top = stack.at(-1);
    const node = top.next;
    if (node === null) {
      stack.pop();
      if (top.isBlock) end();
      continue;
    }
    top.next = node.nextSibling;
    if (node.nodeType === TEXT) {
      text.add(node, top.keepsBreaks, top.isLinked);
    } else if (node.nodeType === ELEMENT) {
      const style = styleOf(node, top, skip);
      const name = nameOf(node);
      if (style.isHidden) continue;
      if (style.isBlock || style.isSkipped) end();
      if (style.isSkipped) continue;
      if (name === "BR") text.addBreak();
      else stack.push({ next: node.firstChild, ...style });
    }
  }
  end();
  return texts;
}

function nameOf(element) {
  return element.localName?.toUpperCase() ?? "";
}

/** Returns how the text in `element` is read. `around` is the style of its parent. */
function styleOf(element, around, skip) {
  const inherited = { isBlock: true, isSkipped: false, isHidden: false, keepsBreaks: around.keepsBreaks };
  if (element.nodeType !== ELEMENT) return inherited;
  const name = nameOf(element);
  // Only the window of a document that is shown computes styles.
  const view = element.isConnected ? element.ownerDocument.defaultView : null;
  const computed = view?.getComputedStyle?.(element);
  const display = computed?.display ?? "";
  const whiteSpace = computed?.whiteSpace || element.style?.whiteSpace || "";
  const isOwn = name === "A" && element.hasAttribute("data-urlsift");
  return {
    isLinked: Boolean(around.isLinked) || isOwn,
    isHidden: element.hasAttribute("hidden") || display === "none",
    isBlock: BLOCKS.has(name) || /^(block|flex|grid|list-item|table|flow-root)/.test(display),
    isSkipped: (SKIPPED.has(name) && !isOwn) || isEditable(element) || Boolean(skip && element.matches(skip)),
    keepsBreaks: whiteSpace
      ? /^(pre|break-spaces)/.test(whiteSpace)
      : PREFORMATTED.has(name) || Boolean(around.keepsBreaks),
  };
}

/** Reports whether the user writes in `element`. */
function isEditable(element) {
  return element.hasAttribute("contenteditable") && element.getAttribute("contenteditable") !== "false";
}

/** Returns the elements around `root`, and `root` itself, from the inside out. */
function* ancestors(root) {
  for (let node = root; node?.nodeType === ELEMENT; node = node.parentNode) yield node;
}

/** Reports whether `root` is in an element whose text is not searched. A link in a link is not allowed. */
function isInsideSkipped(root, skip) {
  return [...ancestors(root)].some(
    (element) => SKIPPED.has(nameOf(element)) || isEditable(element) || (skip && element.matches(skip)),
  );
}

function keepsBreaksAround(root) {
  return [...ancestors(root.parentNode)].some((element) => PREFORMATTED.has(nameOf(element)));
}
