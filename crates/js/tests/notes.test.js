// Compares notes with `corpus/notes.tsv`, as the tests of the other packages do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { check, find } from "../urlsift.node.js";

const TABLE = readFileSync(new URL("../../../corpus/notes.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.includes("\t"))
  .map((line) => line.split("\t"))
  .map(([url, notes]) => [JSON.parse(`"${url}"`), notes.split(" ").filter(Boolean)]);

test("notes are those of the table", () => {
  assert.ok(TABLE.length >= 55, `${TABLE.length}`);
  const names = ({ notes }) => notes.map(({ severity, name }) => `${severity}:${name}`);
  for (const [url, notes] of TABLE) {
    assert.deepEqual(names(check(url)), notes, url);
    const links = find(`<URL:${url}>`);
    assert.deepEqual(links.map((link) => [link.url, names(link)]), [[url, notes]]);
  }
});
