// What `toHtml` makes of texts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { DEFAULT_SCHEMES, find, toHtml } from "../urlsift.node.js";
import { randomTexts, TOKENS } from "./texts.js";

const { parseHTML } = await import("linkedom").catch(() => ({}));
const skip = !parseHTML && "linkedom is not installed";

/** Returns `html` with `[text](href)` for links, and `{text}` for URLs that are not linked. */
function short(html) {
  return html
    .replace(/<a href="([^"]*)" rel="noreferrer noopener nofollow"[^>]*>(.*?)<\/a>/gs, "[$2]($1)")
    .replace(/<span data-urlsift="refused" title="[^"]*">(.*?)<\/span>/gs, "{$1}");
}

// [text, HTML in short, options]
const TEXTS = [
  ["", ""],
  ["a < b & c > \"d\" 'e'\n", "a &lt; b &amp; c &gt; &quot;d&quot; &#39;e&#39;\n"],
  ["see http://a.example/.", "see [http://a.example/](http://a.example/)."],
  ["http://a.example/?a&b'c", "[http://a.example/?a&amp;b&#39;c](http://a.example/?a&amp;b&#39;c)"],
  ["<http://a.example/\n> b> c", "&lt;[http://a.example/\n&gt; b](http://a.example/b)&gt; c"],
  [
    "http://a.example/ http://b.example/",
    "[http://a.example/](http://a.example/) [http://b.example/](http://b.example/)",
  ],
  ["\u{1F600} http://b\u00FCcher.example/", "\u{1F600} [http://b\u00FCcher.example/](http://xn--bcher-kva.example/)"],
  ["jim%x@a.example", "[jim%x@a.example](mailto:jim%25x@a.example)", { forms: ["address"] }],
  ["http://a.example/?a&amp;b", "[http://a.example/?a&amp;amp;b](http://a.example/?a&amp;b)"],
  // Dangers, URLs without a form to open, and schemes that are not allowed.
  ["http://www.bank.example@evil.example/", "{http://www.bank.example@evil.example/}"],
  ["<URL:http://exa^mple.org/>", "&lt;URL:{http://exa^mple.org/}&gt;"],
  ["file:///etc/passwd", "{file:///etc/passwd}"],
  ["<URL:javascript:alert(1)> <URL:data:text/html,b>", "&lt;URL:{javascript:alert(1)}&gt; &lt;URL:{data:text/html,b}&gt;"],
  ["http://a.example/ ftp://b.example/", "{http://a.example/} [ftp://b.example/](ftp://b.example/)", { allow: ["ftp"] }],
  // The caller needs no mark of its own decision.
  [
    "http://a.example/ http://b.example/",
    "http://a.example/ [http://b.example/](http://b.example/)",
    { accept: ({ host }) => host !== "a.example" },
  ],
];

test("texts become HTML", () => {
  for (const [text, expected, options] of TEXTS) assert.equal(short(toHtml(text, options)), expected, text);
});

test("the HTML is that of the other languages", () => {
  const table = readFileSync(new URL("../../../corpus/html.tsv", import.meta.url), "utf8");
  const rows = table.split("\n").filter((line) => line.includes("\t")).map((line) => line.split("\t"));
  assert.ok(rows.length > 15);
  for (const [text, html] of rows) assert.equal(toHtml(JSON.parse(`"${text}"`)), JSON.parse(`"${html}"`), text);
});

test("a warning is in the title, and a URL that is not linked says why", () => {
  const [warned] = toHtml("http://jim:a@b.example/").match(/<a .*?>/);
  assert.equal(
    warned,
    '<a href="http://jim:a@b.example/" rel="noreferrer noopener nofollow" data-urlsift="warning" ' +
      'title="http://jim:a@b.example/&#10;warning: a password stands in the URL&#10;' +
      'warning: the scheme allows no user">',
  );
  for (const [text, reason] of [
    ["file:///a", "its scheme is not one to open"],
    ["<URL:http://exa^mple.org/>", "programs disagree where it leads"],
    ["http://a.com@b.example/", "it is dangerous&#10;warning: the scheme allows no user&#10;danger: the user looks like"],
  ]) {
    assert.ok(toHtml(text).includes(`&#10;not linked: ${reason}`), toHtml(text));
  }
});

test("misuse throws a TypeError", () => {
  for (const [args, message] of [
    [[1], "text must be a string, not number"],
    [["", null], "options must be an object, not null"],
    [["", { allow: ["javascript"] }], 'option allow: "javascript" is never linked'],
    [["", { join: "x" }], 'option join: unknown value "x", expected one of: certain, likely, possible, never'],
    [["", { skip: "a" }], 'unknown option "skip", expected one of: allow, accept, forms, extras, schemes, onlySchemes, join, profile, softBreaks, asciiOnly, asWritten'],
  ]) {
    assert.throws(() => toHtml(...args), { name: "TypeError", message });
  }
});

/** The tags that may be written. Nothing else has an angle bracket, a quote, or an ampersand that is not a reference. */
const REFERENCE = "&(?:amp|lt|gt|quot|#39|#10);";
const VALUE = `"(?:[^"<>&'\n]|${REFERENCE})*"`;
const LINK = `<a href=${VALUE} rel="noreferrer noopener nofollow"(?: data-urlsift="warning" title=${VALUE})?>`;
const MARK = `<span data-urlsift="refused" title=${VALUE}>`;
const PLAIN = `(?:[^<>"'&]|${REFERENCE})*`;
const PAGE = new RegExp(`^${PLAIN}(?:(?:${LINK}${PLAIN}</a>|${MARK}${PLAIN}</span>)${PLAIN})*$`);

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "http://a.example/\"onclick=\"alert(1)",
  "<URL:http://a.example/'onclick='alert(1)>",
  "<URL:javascript:alert(1)>",
  "<JaVaScRiPt:alert(1)>",
  "<URL:java\nscript:alert(1)>",
  "<vbscript:x>",
  "<data:text/html;base64,PHNjcmlwdD4=>",
  "http://a.example/<script>",
  "http://a.example/</a><b>",
  "<http://a.example/\n</a><script>>",
  "http://a.example/&#34;onclick=alert(1)",
  "&lt;http://a.example/&quot;&gt;",
  "http://javascript:alert(1)@a.example/",
  "mailto:a@a.example?body=<script>",
  "<!--",
  "-->",
  "]]>",
  "\u0000",
  "\u202E",
  "\uD800",
  "</span>",
  "</a>",
  "<plaintext>",
];

test("no text becomes markup, and each URL is at most one element", { skip }, () => {
  let [links, refused] = [0, 0];
  const options = { forms: ["url", "angle", "quote", "prefix", "bare", "www", "host", "address", "repaired"], join: "possible" };
  for (const text of [...HOSTILE, ...randomTexts(4000, [...TOKENS, ...HOSTILE])]) {
    const html = toHtml(text, options);
    assert.match(html, PAGE, JSON.stringify(text));
    const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
    // The text is what is seen, without the characters that a page must not have.
    assert.equal(document.body.textContent, text.replace(/[\0\u202E]/g, "\uFFFD"));
    const elements = [...document.body.querySelectorAll("*")];
    assert.equal(elements.length, find(text, options).length, JSON.stringify(text));
    for (const element of elements) {
      if (element.localName === "span") {
        refused++;
        continue;
      }
      links++;
      const names = [...element.attributes].map(({ name }) => name);
      assert.ok(names.every((name) => ["href", "rel", "title", "data-urlsift"].includes(name)), html);
      const href = element.getAttribute("href");
      assert.match(href, /^[!-~]+$/);
      assert.ok(DEFAULT_SCHEMES.includes(href.slice(0, href.indexOf(":")).toLowerCase()), href);
      if (URL.canParse(href)) assert.ok(DEFAULT_SCHEMES.includes(new URL(href).protocol.slice(0, -1)), href);
    }
  }
  assert.ok(links > 1500 && refused > 500, `${links} links, ${refused} refused`);
});

test("what is made of a hostile text is linear in it", () => {
  for (const make of [
    (n) => `<http://a.example/${"a\n> ".repeat(n)}b>`,
    (n) => "http://a.example/ ".repeat(n),
    (n) => "http://a.com@b.example/\u202E ".repeat(n),
    (n) => `http://u:p@a.example/${"%00".repeat(n)}`,
    (n) => "<>&\"'".repeat(n),
  ]) {
    for (const n of [10, 4000]) assert.ok(toHtml(make(n)).length <= 40 * make(n).length, make(1));
  }
});
