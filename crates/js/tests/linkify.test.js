// What `linkify` makes of documents. `demo.test.js` runs it in a browser too.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linkify } from "../urlsift.node.js";

const { parseHTML } = await import("linkedom").catch(() => ({}));
const skip = !parseHTML && "linkedom is not installed";

function documentOf(html) {
  return parseHTML(`<!doctype html><html><head></head><body>${html}</body></html>`).document;
}

/** Returns the document with `[text](href)` for links that were made. Existing links keep their tags. */
function shown(html, options) {
  const { body } = documentOf(html);
  const results = linkify(body, options);
  return [
    body.innerHTML.replace(/<a ([^>]*data-urlsift="\w+"[^>]*)>(.*?)<\/a>/gs, (_, attributes, text) => {
      assert.match(attributes, /rel="noopener noreferrer"/);
      return `[${text}](${/href="([^"]*)"/.exec(attributes)[1]})`;
    }),
    results,
  ];
}

// [HTML, the same with its links, options]
const DOCUMENTS = [
  ["<p>no link</p>", "<p>no link</p>"],
  ["<p>see http://example.org/.</p>", "<p>see [http://example.org/](http://example.org/).</p>"],
  [
    "http://a.example/ http://b.example/",
    "[http://a.example/](http://a.example/) [http://b.example/](http://b.example/)",
  ],
  // A link goes from the first to the last piece. The delimiters are outside.
  [
    "<pre>&lt;http://example.org/a\n&gt; b&gt;</pre>",
    "<pre>&lt;[http://example.org/a\n&gt; b](http://example.org/ab)&gt;</pre>",
  ],
  // A URL in several elements gets one link if these contain nothing else, and otherwise one in each of them.
  ["<p>ftp://<b>a<i>.</i></b>example</p>", "<p>[ftp://<b>a<i>.</i></b>example](ftp://a.example)</p>"],
  ["<p>x <b><i>http://a</i></b>.example</p>", "<p>x [<b><i>http://a</i></b>.example](http://a.example)</p>"],
  ["<p>http://a<i>.exam</i><b>ple<u>/</u></b>, x</p>", "<p>[http://a<i>.exam</i><b>ple<u>/</u></b>](http://a.example/), x</p>"],
  ["<b>http://a.<i>example</i></b>", "<b>[http://a.<i>example</i>](http://a.example)</b>"],
  [
    "<p>http://a.example/ http://<b>b</b>.example/ http://c.<i>example/</i> http://d.example/</p>",
    "<p>[http://a.example/](http://a.example/) [http://<b>b</b>.example/](http://b.example/) " +
      "[http://c.<i>example/</i>](http://c.example/) [http://d.example/](http://d.example/)</p>",
  ],
  [
    "<p>http://a<b>.example x</b></p>",
    "<p>[http://a](http://a.example)<b>[.example](http://a.example) x</b></p>",
  ],
  [
    "<p><b>x http://a</b>.exam<i>ple</i></p>",
    "<p><b>x [http://a](http://a.example)</b>[.exam](http://a.example)<i>[ple](http://a.example)</i></p>",
  ],
  // A custom element stays where it is.
  [
    "<p>http://a<x-b>.exam</x-b>ple/</p>",
    "<p>[http://a](http://a.example/)<x-b>[.exam](http://a.example/)</x-b>[ple/](http://a.example/)</p>",
  ],
  ["<x-b>http://a<b>.example</b></x-b>", "<x-b>[http://a<b>.example</b>](http://a.example)</x-b>"],
  [
    "<p>http://exam<wbr>ple.org/</p>",
    "<p>[http://exam<wbr>ple.org/](http://example.org/)</p>",
  ],
  ["<p>http://exam<!-- x -->ple.org/</p>", "<p>[http://exam<!-- x -->ple.org/](http://example.org/)</p>"],
  [
    "<pre><span>&gt; &lt;http://a.example/\n</span><span>&gt; b&gt;</span></pre>",
    "<pre><span>&gt; &lt;[http://a.example/](http://a.example/b)\n</span>" +
      "<span>&gt; [b](http://a.example/b)&gt;</span></pre>",
  ],
  // A line break element is a line break; one in the source is a space, except in `pre`.
  [
    "<p>&lt;http://a.example/b<br>\n  &gt; c&gt;</p>",
    "<p>&lt;[http://a.example/b<br>\n  &gt; c](http://a.example/bc)&gt;</p>",
  ],
  ["<p>http://a.example/-\nb</p>", "<p>[http://a.example/-](http://a.example/-)\nb</p>"],
  [
    '<div style="white-space: pre">&lt;http://a.example/-\nb&gt;</div>',
    '<div style="white-space: pre">&lt;[http://a.example/-\nb](http://a.example/-b)&gt;</div>',
  ],
  // Blocks end a text.
  [
    "<div>&lt;http://a.example/</div><div>b&gt;</div>",
    "<div>&lt;[http://a.example/](http://a.example/)</div><div>b&gt;</div>",
  ],
  ["<ul><li>http://a.example/<li>b</ul>", "<ul><li>[http://a.example/](http://a.example/)</li><li>b</li></ul>"],
  ["<table><tr><td>http://a.example/<td>b</table>", null],
  // Elements that are left alone.
  ...["script", "style", "textarea", "button", "select", "template", "noscript"].map((name) => [
    `<${name}>http://a.example/</${name}>`,
    `<${name}>http://a.example/</${name}>`,
  ]),
  ['<a href="/x">http://a.example/</a>', '<a href="/x">http://a.example/</a>'],
  ['<a href="/x"><b>http://a.example/</b></a>', '<a href="/x"><b>http://a.example/</b></a>'],
  ['<p contenteditable="true">http://a.example/</p>', '<p contenteditable="true">http://a.example/</p>'],
  ["<svg><text>http://a.example/</text></svg>", "<svg><text>http://a.example/</text></svg>"],
  ["<!-- http://a.example/ -->", "<!-- http://a.example/ -->"],
  ["<code>http://a.example/</code>", "<code>http://a.example/</code>", { skip: "code, .signature" }],
  ["<code>http://a.example/</code>", "<code>[http://a.example/](http://a.example/)</code>"],
  // Hidden text is not in the URL that is seen.
  [
    "<p>http://exam<span hidden>x</span>ple.org/</p>",
    "<p>[http://exam](http://example.org/)<span hidden>x</span>[ple.org/](http://example.org/)</p>",
  ],
  // Schemes.
  ["&lt;javascript:alert(1)&gt;", "&lt;javascript:alert(1)&gt;"],
  ["&lt;URL:JavaScript:alert(1)&gt;", "&lt;URL:JavaScript:alert(1)&gt;"],
  [
    "data:text/html,a file:///etc/passwd &lt;vbscript:a&gt;",
    "data:text/html,a file:///etc/passwd &lt;vbscript:a&gt;",
  ],
  [
    "news:comp.mail mailto:jim@example.org",
    "[news:comp.mail](news:comp.mail) [mailto:jim@example.org](mailto:jim@example.org)",
  ],
  [
    "http://a.example/ ftp://b.example/",
    "http://a.example/ [ftp://b.example/](ftp://b.example/)",
    { allow: ["FTP:"] },
  ],
  ["x-ticket:4711", "[x-ticket:4711](x-ticket:4711)", { schemes: ["x-ticket"], allow: ["x-ticket"] }],
  // Text is never read as markup.
  ["&lt;URL:http://a.example/&quot;onclick=alert(1)&gt; &lt;img src=x onerror=alert(1)&gt;", null],
  ["example.org", "example.org"],
  ["www.example.org", "[www.example.org](http://www.example.org)", { forms: ["www"] }],
  [
    "http://a.example/ http://b.example/",
    "http://a.example/ [http://b.example/](http://b.example/)",
    { accept: (link) => link.host === "b.example" },
  ],
  ["http://a.example/", "http://a.example/", { accept: () => "yes" }],
];

test("documents get the expected links", { skip }, () => {
  for (const [html, expected, options] of DOCUMENTS) {
    const [got, results] = shown(html, options);
    if (expected !== null) assert.equal(got.replaceAll("&quot;", '"'), expected.replaceAll("&quot;", '"'), html);
    for (const { refused, anchors } of results) assert.equal(anchors.length > 0, refused === null, html);
  }
});

test("a second call changes nothing and returns nothing", { skip }, () => {
  for (const [html, , options] of DOCUMENTS) {
    const { body } = documentOf(html);
    const first = linkify(body, options);
    const made = body.innerHTML;
    const second = linkify(body, options);
    assert.equal(body.innerHTML, made, html);
    assert.deepEqual(
      second.map(({ refused }) => refused),
      first.map(({ refused }) => refused).filter((refused) => refused !== null),
      html,
    );
  }
});

test("text that is added later gets its links", { skip }, () => {
  const { body } = documentOf("<p>http://a.example/</p>");
  assert.equal(linkify(body).length, 1);
  body.append("http://b.example/");
  assert.deepEqual(
    linkify(body).map(({ link }) => link.url),
    ["http://b.example/"],
  );
  assert.equal(body.querySelectorAll("a").length, 2);
});

test("markup in a URL stays text", { skip }, () => {
  const { body } = documentOf("");
  body.append('<URL:http://a.example/"><img/src=x/onerror=alert(1)> http://b.example/"onclick="alert(1)');
  const text = body.textContent;
  linkify(body);
  assert.equal(body.textContent, text);
  assert.equal(body.querySelector("img"), null);
  for (const anchor of body.querySelectorAll("a")) {
    assert.deepEqual(
      [...anchor.attributes].map(({ name }) => name).filter((name) => name.startsWith("on")),
      [],
    );
  }
});

test("links have their severity and warnings", { skip }, () => {
  const { body } = documentOf(
    "http://a.example/ http://www.bank.example@evil.example/ http://b\u00FCcher.example/ http://jim:a@b.example/",
  );
  linkify(body);
  const anchors = [...body.querySelectorAll("a")];
  assert.deepEqual(
    anchors.map((anchor) => anchor.getAttribute("data-urlsift")),
    ["none", "danger", "info", "warning"],
  );
  assert.equal(anchors[0].getAttribute("title"), null);
  assert.equal(
    anchors[1].getAttribute("title"),
    [
      "http://www.bank.example@evil.example/",
      "warning: the scheme allows no user",
      "danger: the user looks like a host, and the host comes after it",
    ].join("\n"),
  );
});

test("refused links are returned with the reason", { skip }, () => {
  const { body } = documentOf("&lt;URL:http://exa^mple.org/&gt; file:///a http://a.example/ http://b.example/");
  const results = linkify(body, { accept: (link) => link.host !== "a.example" });
  assert.deepEqual(
    results.map(({ link, refused, anchors }) => [link.url, refused, anchors.length]),
    [
      ["http://exa^mple.org/", "href", 0],
      ["file:///a", "scheme", 0],
      ["http://a.example/", "caller", 0],
      ["http://b.example/", null, 1],
    ],
  );
});

test("nothing is done in a link, and deep documents end", { skip }, () => {
  const { body } = documentOf('<a href="/x"><b>http://a.example/</b></a>');
  assert.equal(linkify(body.querySelector("b")).length, 0);
  let [outer, inner] = [body, body];
  for (let i = 0; i < 5_000; i++) {
    outer = body.ownerDocument.createElement("i");
    inner.append(outer);
    inner = outer;
  }
  inner.append("http://deep.example/");
  assert.equal(linkify(body).length, 1);
});

test("misuse throws a TypeError", { skip }, () => {
  const { body } = documentOf("");
  for (const [args, message] of [
    [[null], "element must be an element, a document or a fragment"],
    [["body"], "element must be an element, a document or a fragment"],
    [[body, null], "options must be an object, not null"],
    [[body, { allow: "http" }], "option allow must be an array of strings"],
    [[body, { allow: ["http", "JavaScript:"] }], 'option allow: "javascript" is never linked'],
    [[body, { allow: ["data"] }], 'option allow: "data" is never linked'],
    [[body, { allow: ["Mocha"] }], 'option allow: "mocha" is never linked'],
    [[body, { allow: ["blob"] }], 'option allow: "blob" is never linked'],
    [[body, { accept: true }], "option accept must be a function"],
    [[body, { skip: 1 }], "option skip must be a selector, a string"],
    [
      [body, { forms: ["x"] }],
      'option forms: unknown value "x", expected one of: url, angle, quote, prefix, bare, www, host, address, repaired',
    ],
    [
      [body, { target: "_blank" }],
      'unknown option "target", expected one of: allow, accept, skip, forms, extras, schemes, onlySchemes, join, profile, softBreaks, asciiOnly, asWritten',
    ],
  ]) {
    assert.throws(() => linkify(...args), { name: "TypeError", message });
  }
});

const PARTS = [
  "http://a.example/",
  "http://",
  "b.example",
  "/c-",
  "&lt;",
  "&gt;",
  "&lt;URL:",
  "&quot;",
  " ",
  "\n",
  "\n&gt; ",
  "<br>",
  "<wbr>",
  ".",
  "www.example.org",
  "jim@example.org",
  "javascript:alert(1)",
  "\u{1F600}",
  "&amp;",
  "text",
  "<!-- x -->",
  "<img>",
];
const ELEMENTS = ["b", "i", "span", "p", "div", "pre", "a", "a href=x", "code", "td", "span hidden", "textarea"];

/** Returns random HTML. `random(n)` returns a number below `n`. */
function randomHtml(random, depth = 0) {
  let html = "";
  for (let i = random(8); i > 0; i--) {
    const element = ELEMENTS[random(ELEMENTS.length)];
    const isNested = depth < 4 && random(4) === 0;
    html += isNested
      ? `<${element}>${randomHtml(random, depth + 1)}</${element.split(" ")[0]}>`
      : PARTS[random(PARTS.length)];
  }
  return html;
}

/** Checks that `anchors` are one link, and that its text is that of the pieces of `link` with what is between them. */
function checkText(link, anchors, html) {
  if (anchors.length === 0) return;
  const copied = link.pieces.filter((piece) => piece.copied).map((piece) => piece.text);
  const shown = anchors.map((anchor) => anchor.textContent).join("");
  if (link.pieces.every((piece) => piece.copied)) {
    let at = 0;
    for (const text of copied) {
      // A piece may be in two elements, and its spaces at the start of a line are not in the text.
      const found = shown.indexOf(text, at);
      if (anchors.length === 1) assert.ok(found >= at, html);
      at = Math.max(at, found + text.length);
    }
    if (anchors.length === 1) assert.equal(at, shown.length, html);
    assert.ok(shown.startsWith(anchors.length === 1 ? copied[0] : copied[0][0]), html);
    assert.ok(shown.endsWith(copied.at(-1).at(-1)), html);
  }
  const isPlain = anchors.length === 1 && shown === copied.join("") && anchors[0].childNodes.length === 1;
  assert.equal(anchors[0].getAttribute("aria-label") ?? link.display, link.display, html);
  if (isPlain && link.pieces.every((piece) => piece.copied)) assert.equal(anchors[0].getAttribute("aria-label"), null);
  anchors.forEach((anchor, i) => {
    assert.equal(anchor.getAttribute("aria-hidden"), i > 0 ? "true" : null, html);
    assert.equal(anchor.getAttribute("tabindex"), i > 0 ? "-1" : null, html);
  });
}

test("a document keeps its text, and its links are those of its results", { skip }, () => {
  let state = 1738;
  const random = (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  let count = 0;
  for (let i = 0; i < 2000; i++) {
    const html = randomHtml(random);
    const { body } = documentOf(html);
    const [text, before] = [body.textContent, body.querySelectorAll("a").length];
    const results = linkify(body, {
      forms: ["url", "angle", "quote", "prefix", "bare", "www", "host", "address"],
      join: "likely",
    });
    assert.equal(body.textContent, text, html);
    const anchors = [...body.querySelectorAll("a[data-urlsift]")];
    assert.deepEqual(
      results.flatMap((result) => result.anchors),
      anchors,
      html,
    );
    assert.equal(body.querySelectorAll("a").length, before + anchors.length, html);
    assert.equal(body.querySelector("a a[data-urlsift], a[data-urlsift] a, textarea a"), null, html);
    for (const { link, anchors: made, refused } of results) {
      assert.equal(made.length > 0, refused === null);
      assert.ok(made.every((anchor) => anchor.getAttribute("href") === link.href));
      checkText(link, made, html);
      count += made.length;
    }
    const made = body.innerHTML;
    assert.ok(
      linkify(body, { forms: ["url", "angle", "quote", "prefix", "bare", "www", "host", "address"], join: "likely" }).every(
        ({ refused }) => refused,
      ),
      html,
    );
    assert.equal(body.innerHTML, made, html);
  }
  assert.ok(count > 1000, `only ${count} links`);
});

test("a document is linked as its body is", { skip }, () => {
  const document = documentOf("<p>see http://example.org/.</p>");
  const [result] = linkify(document);
  assert.equal(result.link.url, "http://example.org/");
  assert.equal(document.querySelectorAll("a").length, 1);
  assert.deepEqual(linkify(parseHTML("").document), []);
});

test("a link is one stop of the Tab key and one text of a screen reader", { skip }, () => {
  // [HTML, the label, the number of elements]
  for (const [html, label, count] of [
    ["http://a.example/", null, 1],
    ["http://exam<wbr>ple.org/", "http://example.org/", 1],
    ["<pre>&lt;http://a.example/\n&gt; b&gt;</pre>", "http://a.example/b", 1],
    ["http://a.example/<b>b</b>", "http://a.example/b", 1],
    ["http://a.example/<b>b c</b>", "http://a.example/b", 2],
    ["&lt;mailto:jim at a.example&gt;", "mailto:jim@a.example", 1],
    ["www.example.org", null, 1],
  ]) {
    const { body } = documentOf(html);
    const [{ link, anchors }] = linkify(body, { forms: ["angle", "bare", "www"] });
    assert.equal(anchors.length, count, html);
    assert.equal(anchors[0].getAttribute("aria-label"), label, html);
    checkText(link, anchors, html);
  }
});

/** Each is a URL that is cut into `n` parts, as HTML. */
const CUT_URLS = [
  ["by markup", (n) => `http://a.example/${"\\-".repeat(n)}`],
  ["by line breaks", (n) => `<pre>&lt;http://a.example/${"a\n&gt; ".repeat(n)}b&gt;</pre>`],
  ["by break elements", (n) => `&lt;http://a.example/${"a<br>".repeat(n)}b&gt;`],
  ["by places for a break", (n) => `http://a.example/${"a<wbr>".repeat(n)}`],
  ["by elements", (n) => `http://a.example/${"<b>a</b>b".repeat(n)}`],
  ["by nested elements", (n) => `${"<i>x ".repeat(n)} http://a.example/${"a</i>b".repeat(n)}`],
  ["by hidden elements", (n) => `http://a.example/${"a<i hidden></i>".repeat(n)}`],
  ["by elements, beyond ASCII", (n) => `http://a.example/${"<b>\u{4E00}</b>".repeat(n)}`],
  ["by elements, with a warning", (n) => `http://u:p@a.example/${"<b>%00</b>".repeat(n)}`],
  ["into URLs", (n) => "http://a.example/ ".repeat(n)],
];

test("what is made of a hostile document is at most 32 times as long", { skip }, () => {
  for (const [name, make] of CUT_URLS) {
    for (const n of [10, 4000]) {
      const html = make(n);
      const { body } = documentOf(html);
      const results = linkify(body);
      assert.ok(results.length > 0 && results.every(({ anchors }) => anchors.length <= 8), name);
      const [made, most] = [body.innerHTML.length, 32 * html.length];
      assert.ok(made <= most, `${name}, ${n}: ${made} of ${html.length}`);
    }
  }
});

test("an element that throws does not take the links of the others", { skip }, () => {
  for (const name of ["localName", "hasAttribute", "firstChild"]) {
    const { body } = documentOf("<p>http://a.example/</p><p id=x>http://b.example/</p><p>http://c.example/</p>");
    const bad = body.querySelector("#x");
    // A class of the page between the element and its class. In linkedom some properties are those of the element.
    const prototype = Object.create(Object.getPrototypeOf(bad));
    Object.defineProperty(name === "localName" ? bad : prototype, name, { get: () => assert.fail() });
    Object.setPrototypeOf(bad, prototype);
    const urls = linkify(body).map(({ link }) => link.url);
    assert.deepEqual(urls, ["http://a.example/", "http://c.example/"], name);
  }
});

test("text of an XML document is linked, in CDATA sections too", { skip }, () => {
  const document = documentOf("<p>http://exa</p>");
  const { body } = document;
  body.firstChild.append(document.createCDATASection("mple.org/"), " http://b.example/");
  const [{ anchors }] = linkify(body);
  assert.equal(anchors[0].textContent, "http://example.org/");
  assert.equal(body.textContent, "http://example.org/ http://b.example/");
  assert.equal(body.querySelectorAll("p > a[data-urlsift]").length, 2);
});
