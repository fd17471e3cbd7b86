// Runs the labelled texts of the repository, `corpus/*.toml`, which `corpus/README.md` describes.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { find } from "../urlsift.node.js";

const FOLDER = new URL("../../../corpus/", import.meta.url);
const ENDS = { all: ["\n", "\r\n", "\r"], ends: ["\n", "\r\n", "\r"], lf: ["\n", "\r\n"], none: ["\n"] };
const QUOTES = ["", "> ", ">> ", "> > ", "| ", ": ", "% ", "# ", "› ", "JD> "];

const { parse } = await import("smol-toml").catch(() => ({}));

/** The cases with a host whose domain is only in the list of public suffixes, such as `中国`, which the module lacks. */
const NEED_SUFFIXES = ["labels-in-text-without-spaces", "wide-dots-in-hosts"];

/** Returns the cases of all files that the module can find. */
function cases() {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".toml"));
  const all = files.flatMap((name) => parse(readFileSync(new URL(name, FOLDER), "utf8")).case ?? []);
  for (const name of NEED_SUFFIXES) assert.ok(all.some((it) => it.name === name), name);
  return all.filter(({ name }) => !NEED_SUFFIXES.includes(name));
}

/** Applies a quote prefix and a line end to each line of `text`. */
function variant(text, quote, end) {
  const lines = text.split("\n");
  const last = lines.pop();
  return lines.map((line) => quote + line + end).join("") + (last === "" ? "" : quote + last);
}

/** Returns the text without its marks, and the ranges between these. */
function unmark(marked) {
  let text = "";
  const ranges = [];
  for (const part of marked.split(/([«»])/)) {
    if (part === "«") ranges.push([text.length]);
    else if (part === "»") ranges.at(-1).push(text.length);
    else text += part;
  }
  return [text, ranges];
}

/** Returns what `find` returns, in the terms of a case. */
function findings(text, options) {
  const links = find(text, options);
  return {
    ranges: links.map((link) => [link.start, link.end]),
    urls: links.map((link) => link.url),
    pieces: links.map((link) => link.pieces.map((piece) => piece.text)),
    readings: links.map((link) => link.readings.map((reading) => reading.url)),
    doubts: links.map((link) => link.doubts.map(({ kind, chosen, ground }) => `${kind} ${chosen} ${ground}`)),
    joined: links.map((link) => link.joined ?? ""),
    notes: links.map((link) => link.notes.map((note) => note.name)),
    forms: links.map((link) => link.form),
    grammars: links.map((link) => link.grammars),
  };
}

test("every case of the corpus gives the expected links", { skip: !parse && "smol-toml is not installed" }, () => {
  let runs = 0;
  for (const { name, text, look_for: forms, schemes, join, variants = "all", ...others } of cases()) {
    const { only_schemes, extras, profile, ascii_only, as_written, ...expected } = others;
    const added = { onlySchemes: only_schemes, extras, profile, asciiOnly: ascii_only, asWritten: as_written };
    for (const quote of variants === "all" ? QUOTES : QUOTES.slice(0, 1)) {
      for (const end of ENDS[variants]) {
        const [plain, ranges] = unmark(variant(text, quote, end));
        const got = findings(plain, { forms, schemes, join, ...added });
        const where = `${name}, ${JSON.stringify(quote)}, ${JSON.stringify(end)}`;
        assert.deepEqual(got.ranges, ranges, where);
        for (const [field, values] of Object.entries(got)) {
          if (field in expected) assert.deepEqual(values, expected[field], `${where}: ${field}`);
        }
        assert.deepEqual(
          got.pieces.map((pieces) => pieces.join("")),
          got.urls,
          where,
        );
        // A character beyond ASCII after the text makes the search one in UTF-16.
        const beyond = findings(`${plain}${end.repeat(3)}\u00E9${end}`, { forms, schemes, join, ...added });
        assert.deepEqual(beyond, got, `${where}, in UTF-16`);
        runs++;
      }
    }
  }
  assert.ok(runs > 10_000, `only ${runs} runs: was the corpus found?`);
});
