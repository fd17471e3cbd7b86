// `findAt`, `findAround`, `resumeAt`, and the options `start` and `limit` of `find`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { find, findAround, findAt, resumeAt } from "../urlsift.node.js";
import { randomOf, randomTexts } from "./texts.js";

const FORMS = ["url", "angle", "quote", "prefix", "bare", "www", "host", "address", "repaired"];

// [text with `|` at the position, the URL that begins there, the URL around it, options]
const POSITIONS = [
  ["|see http://a.example/", null, null],
  ["see |http://a.example/", "http://a.example/", "http://a.example/"],
  ["see http|://a.example/", null, "http://a.example/"],
  ["see http://a.example/| b", null, "http://a.example/"],
  ["see http://a.example/ |b", null, null],
  ["see |<http://a.example/\n> b>", "http://a.example/b", "http://a.example/b"],
  ["see <|http://a.example/\n> b>", "http://a.example/b", "http://a.example/b"],
  ["see <http://a.example/\n|> b>", null, "http://a.example/b"],
  ["\u{1F600} |http://b\u00FCcher.example/", "http://b\u00FCcher.example/", "http://b\u00FCcher.example/"],
  ["\u{1F600} http://b\u00FC|cher.example/", null, "http://b\u00FCcher.example/"],
  ["|www.example.org", "http://www.example.org", "http://www.example.org"],
  ["|example.org", null, null],
  ["|example.org", "http://example.org", "http://example.org", { forms: ["host"] }],
  ["|x-ticket:4711", "x-ticket:4711", "x-ticket:4711", { schemes: ["x-ticket"] }],
  ["|", null, null],
];

test("the link at a position is found", () => {
  for (const [marked, at, around, options] of POSITIONS) {
    const [text, position] = [marked.replace("|", ""), marked.indexOf("|")];
    assert.equal(findAt(text, position, options)?.url ?? null, at, marked);
    assert.equal(findAround(text, position, options)?.url ?? null, around, marked);
  }
  assert.equal(findAt("http://a.example/", 99), null);
  assert.equal(findAt("http://a.example/", Number.MAX_SAFE_INTEGER), null);
  assert.equal(findAround("http://a.example/", Number.MAX_SAFE_INTEGER), null);
});

// [text, its first link's text without delimiters, `is_verbatim`, `may_grow`]
const RANGES = [
  ["see http://a.example/b", "http://a.example/b", true, true],
  ["see http://a.example/b.\n> ", "http://a.example/b", true, true],
  ["see http://a.example/b and", "http://a.example/b", true, false],
  ["see http://a.example/b\n\n", "http://a.example/b", true, false],
  [`see http://a.example/b ${" ".repeat(1023)}`, "http://a.example/b", true, true],
  [`see http://a.example/b ${" ".repeat(1024)}`, "http://a.example/b", true, false],
  ["\u00E9 http://a.example/b.", "http://a.example/b", true, true],
  ["\u00E9 http://a.example/b and", "http://a.example/b", true, false],
  ["<URL:http://a.example/b>", "http://a.example/b", true, false],
  ["<http://a.example/\n> b>", "http://a.example/\n> b", false, false],
  ["http://a.example/?a&amp;b", "http://a.example/?a&amp;b", false, true],
  ["www.example.org", "www.example.org", false, true],
];

test("a link has the range of its URL", () => {
  for (const [text, expected, verbatim, mayGrow] of RANGES) {
    const [{ range, url, ...link }] = find(text);
    assert.equal(text.slice(range.start, range.end), expected, text);
    assert.equal(link.is_verbatim, verbatim, text);
    assert.equal(link.may_grow, mayGrow, text);
    if (verbatim) assert.equal(url, expected);
  }
});

test("find ends after its limit", () => {
  const text = "http://a.example/ http://b.example/ \u00E9 http://c.example/";
  for (let limit = 0; limit < 5; limit++) {
    assert.deepEqual(find(text, { limit }), find(text).slice(0, limit));
    assert.deepEqual(find(text.replace("\u00E9", "e"), { limit }).length, Math.min(limit, 3));
  }
  assert.equal(find(text, { limit: Number.MAX_SAFE_INTEGER }).length, 3);
  assert.deepEqual(
    find(text, { limit: 1, start: 1 }).map(({ url }) => url),
    ["http://b.example/"],
  );
  assert.deepEqual(find(text, { start: text.length + 1 }), []);
});

test("each link of random texts is found at its positions", () => {
  let [count, total] = [0, 0];
  for (const text of randomTexts(1500)) {
    const options = { forms: FORMS, join: "possible" };
    const links = find(text, options);
    total += links.length;
    for (const link of links) {
      assert.ok(link.start <= link.range.start && link.range.end <= link.end, text);
      const around = findAround(text, link.range.end, options);
      assert.ok(around.start <= link.range.end && link.range.end <= around.end, text);
      // What comes before a link hides it in `find`.
      const at = findAt(text, link.start, options);
      assert.ok(at === null || at.start === link.start || at.range.start === link.start, text);
      if (at?.end === link.end && at.url === link.url) count++;
    }
    for (let position = 0; position <= text.length; position++) {
      const at = findAt(text, position, options);
      if (at) assert.ok(at.start === position || at.range.start === position, text);
      const around = findAround(text, position, options);
      if (around) assert.ok(around.start <= position && position <= around.end, text);
    }
  }
  assert.ok(total > 800 && count > 0.95 * total, `${count} of ${total} links`);
});

/** Mail of the corpus, some 40,000 units. */
const MAIL = ["joins.txt", "appendix.txt", "archives/shelf.mbox", "archives/pages.mbox", "archives/fields.mbox"]
  .map((name) => readFileSync(new URL(`../../../corpus/${name}`, import.meta.url), "latin1"))
  .join("\n\n");

test("a link far into a text is found as in the whole text", () => {
  for (const filler of ["words and more words\n", "\u00E9 words\n", "\u{1F600}"]) {
    const text = filler.repeat(20_000) + "\n\n" + MAIL;
    const links = find(text);
    for (const link of links) {
      const at = findAt(text, link.start);
      assert.deepEqual([at.url, at.start, at.end, at.pieces], [link.url, link.start, link.end, link.pieces]);
      assert.equal(findAround(text, link.range.start)?.url, link.url);
    }
    assert.ok(links.length > 100);
  }
});

test("a long URL is whole, wherever it ends", () => {
  for (const length of [10, 16_000, 16_384, 17_000, 40_000, 60_000]) {
    for (const [before, after] of [["", ""], ["text\n".repeat(9000), " and more\n".repeat(40_000)], ["\u00E9 ", " \u00E9"]]) {
      const url = `http://a.example/${"b".repeat(length)}`;
      const text = before + url + after;
      for (const link of [findAt(text, before.length), findAround(text, before.length + 5)]) {
        assert.deepEqual([link.start, link.end, link.url === url], [before.length, before.length + url.length, true]);
        assert.equal(link.may_grow, after === "");
      }
    }
  }
});

test("calls for all positions take time linear in the text", () => {
  // Each call reads at most a window, so the bound is one of calls. A call that read the whole text would take hours.
  for (const text of ["<".repeat(20_000), "http://".repeat(3000), "a ".repeat(500_000), "\u00E9 http:".repeat(3000)]) {
    for (let position = 0; position < text.length; position += text.length > 100_000 ? 331 : 7) findAt(text, position);
  }
});

/** Returns the links that are kept before an edit, and those that are found again. */
function searchAgain(before, after, position, options) {
  const start = resumeAt(after, position, options);
  assert.ok(start <= position);
  assert.equal(resumeAt(before, position, options), start, "the text before the edit shows it too");
  return [
    ...find(before, options).filter((link) => link.end <= start),
    ...find(after, { ...options, start }),
  ];
}

test("a search after an edit finds what a whole one finds", () => {
  const random = randomOf(34);
  const facts = (links) => links.map(({ url, start, end }) => [url, start, end]);
  const isSeen = ({ doubts }) => doubts.some(({ ground }) => ground === "seen");
  const inserted = [...randomTexts(400)];
  let kept = 0;
  for (const [i, text] of inserted.entries()) {
    const before = (i % 2 ? "\u4E00\n" : "") + MAIL;
    const position = random(before.length);
    const after = before.slice(0, position) + text + before.slice(position + random(80));
    const options = { forms: FORMS, join: "likely" };
    const whole = find(after, options);
    const again = searchAgain(before, after, position, options);
    kept += resumeAt(after, position, options) > 0 ? 1 : 0;
    // A whole copy of a URL, which an edit adds or removes, decides doubts anywhere.
    if (whole.some(isSeen) || find(before, options).some(isSeen)) continue;
    assert.deepEqual(facts(again), facts(whole), JSON.stringify(after.slice(position - 100, position + 200)));
  }
  assert.ok(kept > 20, `only ${kept} searches began after the start`);
});

test("a search after an edit at the end of a long text begins near it", () => {
  for (const line of ["See\nhttp://a.example/\n\n", "S\u00E9e http://a.example/\n", `${"long ".repeat(1000)}\n`]) {
    const text = line.repeat(Math.ceil(3_000_000 / line.length));
    const start = resumeAt(text, text.length);
    assert.ok(text.length - start < 64_000, `${text.length - start}`);
    const after = `${text}and http://b.example/`;
    const links = find(after, { start });
    assert.equal(links.at(-1).url, "http://b.example/");
    assert.equal(links.at(-1).start, after.lastIndexOf("http"));
    assert.ok(links[0].start >= start);
  }
  // A text of one line is searched from its start.
  assert.equal(resumeAt("a ".repeat(100_000), 150_000), 0);
});
