// Compares notes with `corpus/notes.tsv`, as the tests of the other packages do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { check, find, linkTextDiffers, linkTextNote } from "../urlsift.node.js";

const TABLE = readFileSync(new URL("../../../corpus/notes.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line.includes("\t"))
  .map((line) => line.split("\t"))
  .map((line) => line.map((column) => JSON.parse(`"${column}"`)))
  .map(([url, notes, ...link]) => [url, notes.split(" ").filter(Boolean), ...link]);

test("notes are those of the table", () => {
  assert.ok(TABLE.length >= 55, `${TABLE.length}`);
  const names = ({ notes }) => notes.map(({ severity, name }) => `${severity}:${name}`);
  for (const [url, notes] of TABLE) {
    assert.deepEqual(names(check(url)), notes, url);
    const links = find(`<URL:${url}>`);
    assert.deepEqual(links.map((link) => [link.url, names(link)]), [[url, notes]]);
  }
});

test("links have the notes of the table", () => {
  const links = TABLE.filter((row) => row.length === 4);
  assert.ok(links.length >= 20, `${links.length}`);
  for (const [url, , text, severity] of links) {
    const note = linkTextNote(text, url);
    assert.equal(note?.severity ?? "", severity, `${text} ${url}`);
    assert.equal(note?.name ?? "text_names_other_host", "text_names_other_host");
    assert.equal(linkTextDiffers(text, url), note !== null);
  }
});
