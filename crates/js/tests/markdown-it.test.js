// The plugin for markdown-it.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import "../urlsift.node.js";
import markdownIt from "../markdown-it.js";
import { randomTexts, TOKENS } from "./texts.js";

const { default: MarkdownIt } = await import("markdown-it").catch(() => ({}));
const skip = !MarkdownIt && "markdown-it is not installed";

/** Returns the HTML of `text`, with `[text](href)` for links. */
function shown(text, options) {
  return new MarkdownIt({ html: true })
    .use(markdownIt, options)
    .render(text)
    .trim()
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, "[$2]($1)");
}

// [Markdown, HTML with its links, options]
const TEXTS = [
  ["no link", "<p>no link</p>"],
  ["see (http://a.example/).", "<p>see ([http://a.example/](http://a.example/)).</p>"],
  [
    "<URL:http://a.example/\nb> and <http://a.example/foo-\nbar> c",
    "<p>&lt;URL:[http://a.example/\nb](http://a.example/b)&gt; and " +
      "&lt;[http://a.example/foo-\nbar](http://a.example/foo-bar)&gt; c</p>",
  ],
  ["> <http://a.example/\n> b>", "<blockquote>\n<p>&lt;[http://a.example/\nb](http://a.example/b)&gt;</p>\n</blockquote>"],
  ["<http://a.example/>", "<p>[http://a.example/](http://a.example/)</p>"],
  ["<URL:http://a.example/>", "<p>&lt;URL:[http://a.example/](http://a.example/)&gt;</p>"],
  ["\\<http://a.example/>", "<p>&lt;[http://a.example/](http://a.example/)&gt;</p>"],
  ["www.a.example, example.com and jim@a.example", "<p>[www.a.example](http://www.a.example), [example.com](http://example.com) and " +
    "[jim@a.example](mailto:jim@a.example)</p>"],
  ["*http://a.example/* http://b.example/_b_", "<p><em>[http://a.example/](http://a.example/)</em> " +
    "[http://b.example/_b_](http://b.example/_b_)</p>"],
  ["http://a.example/a\\_b", "<p>[http://a.example/a_b](http://a.example/a_b)</p>"],
  ["http://a.example/?a&amp;b", "<p>[http://a.example/?a&amp;b](http://a.example/?a&amp;b)</p>"],
  ["http://xn--bcher-kva.example/", "<p>[http://b\u00FCcher.example/](http://xn--bcher-kva.example/)</p>"],
  ["# http://a.example/", "<h1>[http://a.example/](http://a.example/)</h1>"],
  ["- a http://a.example/\n- b", "<ul>\n<li>a [http://a.example/](http://a.example/)</li>\n<li>b</li>\n</ul>"],
  // Code, links, images, HTML and definitions are left alone.
  ["`http://a.example/`", "<p><code>http://a.example/</code></p>"],
  ["    http://a.example/", "<pre><code>http://a.example/\n</code></pre>"],
  ["```\nhttp://a.example/\n```", "<pre><code>http://a.example/\n</code></pre>"],
  ["[see http://a.example/ b](/c)", "<p>[see http://a.example/ b](/c)</p>"],
  ["[http://a.example/](http://b.example/)", "<p>[http://a.example/](http://b.example/)</p>"],
  ["![http://a.example/](/c)", '<p><img src="/c" alt="http://a.example/"></p>'],
  ['<a href="http://a.example/">http://b.example/</a>', "<p>[http://b.example/](http://a.example/)</p>"],
  ['<i title="http://a.example/">b</i>', '<p><i title="http://a.example/">b</i></p>'],
  ["[a]: http://a.example/\n\n[a]", "<p>[a](http://a.example/)</p>"],
  // Dangers and other schemes stay text.
  ["http://www.bank.example@evil.example/", "<p>http://www.bank.example@evil.example/</p>"],
  ["file:///a ftp://a.example/", "<p>file:///a [ftp://a.example/](ftp://a.example/)</p>"],
  ["http://a.example/ ftp://a.example/", "<p>http://a.example/ [ftp://a.example/](ftp://a.example/)</p>", { allow: ["ftp"] }],
  ["example.com www.a.com", "<p>example.com [www.a.com](http://www.a.com)</p>", { forms: ["www"] }],
];

test("Markdown gets the expected links", { skip }, () => {
  for (const [text, expected, options] of TEXTS) assert.equal(shown(text, options), expected, text);
});

test("the plugin works with require, without another entry", { skip }, () => {
  const plugin = createRequire(import.meta.url)("urlsift/markdown-it");
  assert.equal(new MarkdownIt().use(plugin).renderInline("example.com"), '<a href="http://example.com">example.com</a>');
});

test("bad options throw", { skip }, () => {
  assert.throws(() => shown("", { forms: ["x"] }), TypeError);
  assert.throws(() => shown("", { allow: ["javascript"] }), TypeError);
});

const MARKDOWN = ["*", "_", "`", "[", "](", "](/x)", "!", "\\", "**", "~~", "\n\n", "# ", "- ", "    ", "&amp;", "<b>", "</b>"];

test("no link is in a link or in code, and the text stays", { skip }, () => {
  const [plain, linked] = [new MarkdownIt(), new MarkdownIt().use(markdownIt, { join: "possible" })];
  let count = 0;
  for (const text of randomTexts(3000, [...TOKENS, ...MARKDOWN])) {
    const html = linked.render(text);
    let depth = 0;
    for (const [tag] of html.matchAll(/<\/?(?:a|code|pre)\b/g)) {
      if (tag === "<a") assert.equal(depth, 0, JSON.stringify(text));
      depth += tag.startsWith("</") ? -1 : 1;
      if (tag === "<a") count++;
    }
    assert.equal(depth, 0, JSON.stringify(text));
    // Without URLs nothing differs.
    if (!/[:.@\u3002\uFF0F]/.test(text)) assert.equal(html, plain.render(text));
  }
  assert.ok(count > 1000, `only ${count} links`);
});

test("hostile Markdown ends in time", { skip }, () => {
  const md = new MarkdownIt().use(markdownIt);
  for (const unit of ["http://a.example/ ", "<http://a.example/", "[http://a.example/", "example.com ", "*example.com", "<URL:", "a@b.com\n", "www.a.com "]) {
    const time = (n) => {
      const start = process.cpuUsage();
      md.render(unit.repeat(n));
      return process.cpuUsage(start).user;
    };
    time(100);
    const [short, long] = [time(1000), time(8000)];
    assert.ok(long < 32 * short + 500_000, `${unit}: ${short} and ${long} µs`);
  }
});
