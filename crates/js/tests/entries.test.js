// The entries of the package: what they export, and that they load the module.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { serve } from "./server.js";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Runs a program with the source `code` in a process of its own, as `type`. Returns its output, or its error. */
function run(code, type = "module") {
  const { stdout, stderr, status } = spawnSync(process.execPath, [`--input-type=${type}`, "--eval", code], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : stderr;
}

const FIND = 'find("see <http://example.org/a\\n> b>")[0].href';
const FOUND = "http://example.org/ab";

test("require and import work in Node, in one process too", () => {
  assert.equal(run(`console.log(require("urlsift").${FIND})`, "commonjs"), FOUND);
  assert.equal(run(`const { find } = require("urlsift"); console.log(${FIND})`, "commonjs"), FOUND);
  assert.equal(run(`import { find } from "urlsift"; console.log(${FIND})`), FOUND);
  const both = `import("urlsift").then(({ find }) => console.log(${FIND}, require("urlsift").${FIND}))`;
  assert.equal(run(both, "commonjs"), `${FOUND} ${FOUND}`);
});

const MESSAGE = 'urlsift is not loaded: import "urlsift", or await init() of another entry';

test("before init all functions say what is missing", () => {
  for (const entry of ["urlsift/init", "urlsift/inline"]) {
    const calls = [
      'find("")',
      'findAt("", 0)',
      'findAround("", 0)',
      'resumeAt("", 0)',
      'segments("")',
      'check("")',
      'href("")',
      'display("")',
      'wrap("")',
      'normalize("")',
      'linkTextDiffers("", "")',
      'linkTextNote("", "")',
      'toHtml("")',
    ];
    const code = `
      import * as urlsift from "${entry}";
      const { ${calls.map((call) => call.split("(")[0]).join(", ")} } = urlsift;
      for (const call of [${calls.map((call) => `() => ${call}`).join(", ")}]) {
        try {
          call();
        } catch (error) {
          console.log(error.message);
        }
      }`;
    assert.deepEqual(run(code).split("\n"), calls.map(() => MESSAGE), entry);
  }
});

test("init loads the module from what it is given", async (t) => {
  const { server, address } = await serve();
  t.after(() => server.close());
  const start = 'import { readFileSync } from "node:fs"; import { find, init } from "urlsift/init";';
  const bytes = 'readFileSync("urlsift.wasm")';
  // The server is in this process, so `spawnSync` would block it. `import` with a query makes a module of its own.
  for (const make of [
    () => `${address}urlsift.wasm`,
    () => new URL(`${address}urlsift.wasm`),
    () => fetch(`${address}urlsift.wasm`),
    () => readFileSync(join(ROOT, "urlsift.wasm")),
    () => WebAssembly.compile(readFileSync(join(ROOT, "urlsift.wasm"))),
  ]) {
    const { loadOnce } = await import(`../load.js?${Math.random()}`);
    await loadOnce(make);
  }
  assert.equal(run(`${start} await init(${bytes}); console.log(${FIND})`), FOUND);
  assert.equal(run(`${start} await init(WebAssembly.compile(${bytes})); console.log(${FIND})`), FOUND);
  assert.equal(run(`import { find, init } from "urlsift/inline"; await init(); await init(); console.log(${FIND})`), FOUND);
});

test("init that failed can be called again", async (t) => {
  const { server, address } = await serve();
  t.after(() => server.close());
  const { loadOnce } = await import("../load.js?failed");
  await assert.rejects(loadOnce(() => `${address}no.wasm`), { message: `${address}no.wasm: 404 Not Found` });
  await assert.rejects(loadOnce(() => new Uint8Array(8)), WebAssembly.CompileError);
  const loading = loadOnce(() => `${address}urlsift.wasm`);
  assert.equal(loadOnce(() => assert.fail()), loading);
  await loading;
});

const esbuild = await import("esbuild").catch(() => null);

/** A program of a user, with the entry for bundlers. */
const PROGRAM = `
  import { find, init, toHtml } from "urlsift/inline";
  init().then(() => {
    for (const link of find("see <http://example.org/a\\n> b>")) console.log(link.href);
    console.log(toHtml("http://example.org/").startsWith("<a href="));
  });`;

test("esbuild bundles the entry with the module in all formats", { skip: !esbuild && "esbuild is not installed" }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), "urlsift-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [format, name, platform] of [
    ["iife", "a.cjs", "browser"],
    ["cjs", "b.cjs", "node"],
    ["esm", "c.mjs", "neutral"],
  ]) {
    const outfile = join(folder, name);
    const { warnings } = esbuild.buildSync({
      stdin: { contents: PROGRAM, resolveDir: ROOT },
      bundle: true,
      minify: true,
      format,
      platform,
      outfile,
    });
    assert.deepEqual(warnings, [], format);
    assert.ok(existsSync(outfile));
    const { stdout, stderr } = spawnSync(process.execPath, [outfile], { cwd: folder, encoding: "utf8" });
    assert.equal(stdout, `${FOUND}\ntrue\n`, `${format}: ${stderr}`);
  }
});
