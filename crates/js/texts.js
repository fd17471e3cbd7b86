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

const [ELEMENT, TEXT, CDATA] = [1, 3, 4];

/**
 * A link gets no more elements than this. Each has the whole URL, so a URL in a thousand elements would make a document
 * a thousand times as long.
 */
const MAX_ELEMENTS = 8;

/** How many elements around the start and the end of a link may be put into its element whole. */
const MAX_DEPTH = 8;

/**
 * Returns a property of `node` as its class defines it. A form and a document also have properties with names from the
 * page, which come first: after `<input name=firstChild>`, `form.firstChild` is the input.
 */
export function read(node, name) {
  const prototype = Object.getPrototypeOf(node);
  // In linkedom some properties belong to the node, and no name comes from the page.
  return name in prototype ? Reflect.get(prototype, name, node) : node[name];
}

/** Calls a method of `node` as its class defines it. */
export function call(node, name, ...args) {
  return Reflect.apply(read(node, name), node, args);
}

/** A text that may be in several text nodes. */
class Text {
  content = "";
  /** The parts of nodes that the text consists of: from offset `from` of `node` on, `start..end` of the text. */
  chunks = [];
  /** The number of the next node's group: siblings with nothing but text, breaks and comments between them. */
  group = 0;
  /** The number of starts and ends of elements so far that stay where they are: hidden ones, links and custom ones. */
  fixed = 0;
  /** The chunks before this one are before the last span. */
  #chunk = 0;
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
    const chunk = { node, from, start, end: this.content.length, group: this.group, fixed: this.fixed };
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
   * Returns the spans of a link: the text from the first to the last of `pieces`, or its parts in each group of siblings
   * if one element cannot contain it. Links are asked for in order.
   */
  spansOf(pieces) {
    const spans = [];
    let [first, last] = [null, null];
    for (const piece of pieces) {
      while (this.chunks[this.#chunk]?.end <= piece.start) this.#chunk++;
      for (let i = this.#chunk; this.chunks[i]?.start < piece.end; i++) {
        const { group, start, end } = this.chunks[i];
        const span = { group, start: Math.max(start, piece.start), end: Math.min(end, piece.end) };
        // An inserted piece may have no text.
        if (span.start === span.end) continue;
        first ??= this.chunks[i];
        last = this.chunks[i];
        if (spans.at(-1)?.group === group) spans.at(-1).end = span.end;
        else spans.push(span);
      }
    }
    if (spans.length < 2) return spans;
    const [{ start }, { end }] = [spans[0], spans.at(-1)];
    const siblings = first.fixed === last.fixed && siblingsAround(first, start, last, end);
    return siblings ? [{ start, end, ...siblings }] : spans.slice(0, MAX_ELEMENTS);
  }

  /** Puts each of `spans`, which are in order, into an element that `make` returns for it. */
  wrap(spans, make) {
    let [at, element] = [0, null];
    for (const { node, from, start, end } of this.chunks) {
      while (spans[at]?.end <= start) at++;
      const span = spans[at];
      if (!(span?.start < end)) continue;
      if (span.first && span.first !== node && span.start >= start) {
        element = make(span, node.ownerDocument);
        call(span.first, "before", element);
        continue;
      }
      if (span.first && span.start < start && (span.end > end || span.last !== node)) {
        // At its last node, all nodes of the span are put into its element.
        let [next, isLast] = [span.end <= end ? element.nextSibling : null, false];
        while (next && !isLast) {
          isLast = next === span.last;
          element.append(next);
          next = element.nextSibling;
        }
        continue;
      }
      // A node is replaced once. To split it for each span would copy its text as often.
      const parts = call(node.ownerDocument, "createDocumentFragment");
      let done = 0;
      for (let i = at; spans[i]?.start < end; i++) {
        const last = from + Math.min(spans[i].end, end) - start;
        if (spans[i].start < start) {
          // The span began in an earlier node. The nodes since then, such as `<br>`, are siblings of its element.
          for (let next; (next = element.nextSibling) && next !== node; ) element.append(next);
        } else {
          const first = from + spans[i].start - start;
          if (done < first) parts.append(node.data.slice(done, first));
          done = first;
          element = make(spans[i], node.ownerDocument);
          parts.append(element);
        }
        element.append(node.data.slice(done, last));
        done = last;
      }
      if (done < node.data.length) parts.append(node.data.slice(done));
      node.replaceWith(parts);
    }
  }
}

/**
 * Returns the siblings, `first` and `last`, between which a link is that goes from offset `start` of the chunk `head` to
 * offset `end` of the chunk `tail`: text nodes, or elements that contain nothing else. Returns null if there are none.
 */
function siblingsAround(head, start, tail, end) {
  const isAtStart = start === head.start && head.from === 0;
  const isAtEnd = end === tail.end && tail.from + tail.end - tail.start === tail.node.data.length;
  const firsts = climb(head.node, isAtStart, "previousSibling");
  const lasts = climb(tail.node, isAtEnd, "nextSibling");
  const parents = new Map(lasts.map((last) => [read(last, "parentNode"), last]));
  const first = firsts.find((node) => parents.has(read(node, "parentNode")));
  return first ? { first, last: parents.get(read(first, "parentNode")) } : null;
}

/** Returns `node` and, if `isAtEdge`, the elements around it whose first or last node it is, by the property `next`. */
function climb(node, isAtEdge, next) {
  const nodes = [node];
  while (isAtEdge && nodes.length <= MAX_DEPTH && read(nodes.at(-1), next) === null) {
    const parent = read(nodes.at(-1), "parentNode");
    if (!parent || read(parent, "nodeType") !== ELEMENT) break;
    nodes.push(parent);
  }
  return nodes;
}

/** Returns the texts of `root`. Elements that match the selector `skip` are left out. */
export function textsOf(root, skip) {
  const texts = [];
  let text = new Text();
  const end = () => {
    if (text.chunks.length > 0) texts.push(text);
    text = new Text();
  };
  // A bad selector throws here, and not at each element.
  if (skip) call(root, "querySelector", skip);
  if (isInsideSkipped(root, skip)) return texts;
  // A stack, because a document may be nested too deeply for recursion.
  const stack = [{ next: read(root, "firstChild"), ...styleOf(root, { keepsBreaks: keepsBreaksAround(root) }, skip) }];
  while (stack.length > 0) {
    const top = stack.at(-1);
    const node = top.next;
    if (node === null) {
      stack.pop();
      text.group++;
      if (top.isFixed) text.fixed++;
      if (top.isBlock) end();
      continue;
    }
    top.next = null;
    try {
      top.next = read(node, "nextSibling");
      const type = read(node, "nodeType");
      if (type === TEXT || type === CDATA) text.add(node, top.keepsBreaks, top.isLinked);
      if (type !== ELEMENT) continue;
      const style = styleOf(node, top, skip);
      const name = nameOf(node);
      const isBreak = name === "BR" || name === "WBR";
      if (!isBreak) text.group++;
      if (style.isHidden || style.isFixed) text.fixed++;
      if (style.isHidden) continue;
      if (style.isBlock || style.isSkipped) end();
      if (style.isSkipped) continue;
      if (name === "BR") text.addBreak();
      if (!isBreak) stack.push({ next: read(node, "firstChild"), ...style });
    } catch {
      // An element of the page's own class may throw anything. It is left alone, and the others get their links.
      end();
    }
  }
  end();
  return texts;
}

function nameOf(element) {
  return read(element, "localName").toUpperCase();
}

/** Returns how the text in `element` is read. `around` is the style of its parent. */
function styleOf(element, around, skip) {
  const inherited = { isBlock: true, isSkipped: false, isHidden: false, keepsBreaks: around.keepsBreaks };
  if (read(element, "nodeType") !== ELEMENT) return inherited;
  const name = nameOf(element);
  // Only the window of a document that is shown computes styles.
  const view = read(element, "isConnected") ? read(read(element, "ownerDocument"), "defaultView") : null;
  const computed = view?.getComputedStyle?.(element);
  const display = computed?.display ?? "";
  const whiteSpace = computed?.whiteSpace || read(element, "style")?.whiteSpace || "";
  const isOwn = name === "A" && call(element, "hasAttribute", "data-urlsift");
  return {
    isLinked: Boolean(around.isLinked) || isOwn,
    // A custom element may react if it is moved, and a link in a link is not allowed.
    isFixed: isOwn || name.includes("-") || call(element, "hasAttribute", "is"),
    isHidden: call(element, "hasAttribute", "hidden") || display === "none",
    isBlock: BLOCKS.has(name) || /^(block|flex|grid|list-item|table|flow-root)/.test(display),
    isSkipped: (SKIPPED.has(name) && !isOwn) || isEditable(element) || isSelected(element, skip),
    keepsBreaks: whiteSpace
      ? /^(pre|break-spaces)/.test(whiteSpace)
      : PREFORMATTED.has(name) || Boolean(around.keepsBreaks),
  };
}

/** Reports whether the user writes in `element`. */
function isEditable(element) {
  return ![null, "false"].includes(call(element, "getAttribute", "contenteditable"));
}

function isSelected(element, skip) {
  return Boolean(skip) && call(element, "matches", skip);
}

/** Returns the elements around `root`, and `root` itself, from the inside out. */
function* ancestors(root) {
  for (let node = root; node && read(node, "nodeType") === ELEMENT; node = read(node, "parentNode")) yield node;
}

/** Reports whether `root` is in an element whose text is not searched. A link in a link is not allowed. */
function isInsideSkipped(root, skip) {
  return [...ancestors(root)].some(
    (element) => SKIPPED.has(nameOf(element)) || isEditable(element) || isSelected(element, skip),
  );
}

function keepsBreaksAround(root) {
  return [...ancestors(read(root, "parentNode"))].some((element) => PREFORMATTED.has(nameOf(element)));
}
