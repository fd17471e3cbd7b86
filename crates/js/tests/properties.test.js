// What holds for any text.

import assert from "node:assert/strict";
import { test } from "node:test";

import { check, display, find, href, segments } from "../urlsift.node.js";
import { randomTexts, TOKENS } from "./texts.js";

const FORMS = ["url", "angle", "quote", "prefix", "bare", "www", "host", "address", "repaired"];

test("segments cover the text without gaps, and have the links of find", () => {
  let count = 0;
  for (const text of randomTexts(4000)) {
    for (const options of [undefined, { forms: FORMS, join: "possible" }]) {
      const [cut, links] = [segments(text, options), find(text, options)];
      let at = 0;
      for (const { start, end } of cut) {
        assert.equal(start, at, JSON.stringify(text));
        assert.ok(end > start);
        at = end;
      }
      assert.equal(at, text.length);
      assert.deepEqual(
        [...new Set(cut.map((segment) => segment.link))].filter((link) => link !== null),
        links,
      );
      for (const link of links) {
        assert.ok(0 <= link.start && link.start <= link.end && link.end <= text.length);
        assert.equal(link.pieces.map((piece) => piece.text).join(""), link.url);
        for (const piece of link.pieces) assert.ok(link.start <= piece.start && piece.end <= link.end);
        assert.equal(href(link.url), link.href);
        assert.equal(display(link.url), link.display);
        count++;
      }
    }
  }
  assert.ok(count > 3000, `only ${count} links`);
});

test("a text of ASCII has the same links in both searches", () => {
  const ascii = TOKENS.filter((token) => /^[\0-\x7F]*$/.test(token));
  for (const text of randomTexts(4000, ascii)) {
    const end = "\n\n\n\n";
    assert.deepEqual(find(`${text}${end}\u00E9`), find(`${text}${end}`), JSON.stringify(text));
  }
});

test("any string is checked, and the form to open opens", () => {
  for (const text of randomTexts(4000)) {
    const { url, parts, notes, failures, grammars, standing, rejection } = check(text);
    for (const part of Object.values(parts)) if (part) assert.equal(url.slice(part.start, part.end), part.text);
    for (const { start, end } of notes) if (start !== null) assert.ok(start <= end && end <= url.length);
    assert.equal(Object.keys(failures).length + grammars.length, 5);
    assert.equal(rejection !== null, standing === "rejected");
    const opened = href(text);
    if (opened !== null) assert.match(opened, /^[!-~]+$/);
  }
});

test("a long text is searched in windows with the same result", () => {
  const paragraph = `${"words and more words ".repeat(40)}\nsee <http://example.org/a\nb> and \u00E9\n\n`;
  const count = 12_000;
  const text = paragraph.repeat(count);
  assert.ok(text.length > 2 * 2 ** 22, "it has several windows");
  const links = find(text);
  assert.equal(links.length, count);
  links.forEach((link, i) => {
    assert.equal(link.url, "http://example.org/ab");
    assert.equal(link.start, i * paragraph.length + paragraph.indexOf("<"));
    assert.equal(text.slice(link.pieces[1].start, link.pieces[1].end), "b");
  });
  const cut = segments(text);
  assert.equal(cut.length, count * 6 + 1);
  assert.equal(cut.at(-1).end, text.length);
  assert.ok(cut.every((segment, i) => i === 0 || segment.start === cut[i - 1].end));
});

test("offsets in words move with their window", () => {
  const text = `${"x ".repeat(2 ** 22)}\n\n<http://example.org/well-\nknown>`;
  const [link] = find(text);
  const at = text.indexOf("-\nknown");
  assert.equal(link.doubts[0].at, at);
  assert.equal(link.readings[0].why, `hyphen at ${at} dropped`);
});

test("huge and hostile strings end in time", () => {
  const texts = [
    "a".repeat(20_000_000),
    "http://".repeat(1_000_000),
    "<URL:".repeat(1_000_000),
    "\uD800".repeat(2_000_000),
    `http://a.example/${"(".repeat(1_000_000)}`,
    `http://${"\u00E9".repeat(1_000_000)}/`,
    "%".repeat(1_000_000),
  ];
  for (const text of texts) {
    assert.ok(Array.isArray(find(text)));
    if (text.length <= 2_000_000) assert.equal(typeof check(text).standing, "string");
  }
});
