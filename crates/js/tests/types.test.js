// The declarations: they compile, and they have the functions and fields that the package has.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import * as urlsift from "../urlsift.node.js";

const file = (name) => fileURLToPath(new URL(name, import.meta.url));
const compiler = file("../node_modules/typescript/bin/tsc");

test("the declarations compile", { skip: !existsSync(compiler) && "typescript is not installed" }, () => {
  const options = [
    "--noEmit",
    "--strict",
    "--exactOptionalPropertyTypes",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--types",
    "",
  ];
  const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, file("types.ts")], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stdout);
});

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

test("the package has the declared exports, in Node and in browsers", () => {
  const declared = [...readFileSync(file("../urlsift.d.ts"), "utf8").matchAll(/^export (?:function|const) (\w+)/gm)];
  const names = declared.map(([, name]) => name).sort();
  assert.deepEqual(Object.keys(urlsift).sort(), names);
  const exported = (entry) => /^export \{.*/gms.exec(readFileSync(file(entry), "utf8"))[0];
  assert.equal(exported("../urlsift.js"), exported("../urlsift.node.js"));
});
