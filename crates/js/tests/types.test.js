// The declarations: they compile, and they have the functions and fields that the package has.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import * as urlsift from "../urlsift.node.js";

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const compiler = file("../node_modules/typescript/bin/tsc");

// [module, resolution, files]. Each resolution reads the conditions of `exports` in its own way.
const RESOLUTIONS = [
  ["nodenext", "nodenext", ["types.ts", "types.cts"]],
  ["node16", "node16", ["types.ts", "types.cts"]],
  ["esnext", "bundler", ["types.ts"]],
];

for (const [module, resolution, files] of RESOLUTIONS) {
  test(`the declarations compile with ${resolution}`, { skip: !existsSync(compiler) && "typescript is not installed" }, () => {
    const options = `--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module ${module}`.split(" ");
    const { status, stdout } = spawnSync(
      process.execPath,
      [compiler, ...options, "--moduleResolution", resolution, "--types", "", ...files.map(file)],
      { encoding: "utf8" },
    );
    assert.equal(status, 0, stdout);
  });
}

/** Returns the names in an interface of the declarations. */
function namesIn(declaration) {
  const text = readFileSync(file("../urlsift.d.ts"), "utf8").replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, "");
  const [, body] = new RegExp(`export interface ${declaration} \\{(.*?)\\n\\}`, "s").exec(text);
  return [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name).sort();
}

test("results have the declared fields", () => {
  const [link] = urlsift.find("<http://user:a@exam-\nple.org/>");
  const check = urlsift.check("http://exa mple.org:80/");
  const values = {
    Link: link,
    Piece: link.pieces[0],
    Range: link.range,
    Reading: link.readings[0],
    Doubt: link.doubts[0],
    Note: link.notes[0],
    Check: check,
    Failure: check.failures.rfc3986,
    Part: check.parts.host,
  };
  for (const [name, value] of Object.entries(values))
    assert.deepEqual(Object.keys(value).sort(), namesIn(name), name);
});

test("every entry has the declared exports", async () => {
  const declared = [...readFileSync(file("../urlsift.d.ts"), "utf8").matchAll(/^export (?:function|const) (\w+)/gm)];
  const names = declared.map(([, name]) => name).sort();
  assert.deepEqual(Object.keys(urlsift).sort(), names);
  assert.deepEqual(Object.keys(createRequire(import.meta.url)("urlsift")).sort(), names);
  for (const name of ["urlsift/init", "urlsift/inline"]) {
    assert.deepEqual(Object.keys(await import(name)).sort(), [...names, "init"].sort(), name);
  }
  // The entry for browsers needs `fetch` for files, which Node has not.
  const exported = (entry) => readFileSync(file(entry), "utf8").match(/^export .*/gm);
  assert.deepEqual(exported("../urlsift.js"), exported("../urlsift.node.js"));
});
