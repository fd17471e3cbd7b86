// The package as npm installs it.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const MAX_COMPRESSED_BYTES = 205_000;

const skip = spawnSync("npm", ["--version"]).status !== 0 && "npm is not installed";

/** Runs a program in `folder`, and returns its output. */
function run(folder, program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stderr}${stdout}`);
  return stdout;
}

/** Returns the examples of the README in a language. */
function examples(language) {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  return [...readme.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(([, code]) => code);
}

test("the packed package runs the README's examples in an empty folder", { skip }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), "urlsift-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const [{ filename, files }] = JSON.parse(run(ROOT, "npm", "pack", "--json", "--pack-destination", folder));
  const names = files.map(({ path }) => path).sort();
  assert.deepEqual(names, [
    ...["LICENSE-APACHE", "LICENSE-MIT", "README.md", "api.js", "bytes.js", "html.js", "init.d.ts", "init.js"],
    ...["inline.d.ts", "inline.js", "library.js", "linkify.js", "load.js", "markdown-it.cjs", "markdown-it.d.cts"],
    ...["markdown-it.d.ts", "markdown-it.js", "modules.cjs", "package.json", "policy.js", "texts.js"],
    ...["urlsift.cjs", "urlsift.d.cts", "urlsift.d.ts", "urlsift.js", "urlsift.node.js", "urlsift.wasm"],
  ]);
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  run(folder, "npm", "install", "--offline", "--no-audit", "--no-fund", join(folder, filename));

  const [example, ...others] = examples("js");
  // What the comments say is printed.
  const printed = [...example.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join("");
  writeFileSync(join(folder, "example.mjs"), example);
  assert.equal(run(folder, process.execPath, "example.mjs"), printed);
  others.forEach((code, i) => {
    // Examples for browsers need a document, and one needs another package.
    if (/document/.test(code) || /markdown-it/.test(code)) return;
    writeFileSync(join(folder, `example-${i}.mjs`), code);
    run(folder, process.execPath, `example-${i}.mjs`);
  });
});

test("what a browser loads is small", () => {
  const scripts = ["urlsift", "init", "load", "api", "library", "policy", "linkify", "texts", "html"];
  const loaded = ["urlsift.wasm", ...scripts.map((name) => `${name}.js`)];
  const size = (name) => gzipSync(readFileSync(join(ROOT, name)), { level: 9 }).length;
  const total = loaded.reduce((sum, name) => sum + size(name), 0);
  console.log(
    `${total} bytes compressed, ${size("urlsift.wasm")} of them the module,`,
    `which has ${statSync(join(ROOT, "urlsift.wasm")).size} bytes`,
  );
  assert.ok(total < MAX_COMPRESSED_BYTES, `${total} bytes`);
});
