// The static site: its pages in Chromium, and that a link which leads nowhere is an error.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { makeSite } from "../site.js";
import { findChromium, openPage, startChromium } from "./chromium.js";
import { serve } from "./server.js";

const target = process.env.CARGO_TARGET_DIR ?? fileURLToPath(new URL("../../../target", import.meta.url));
const programs = [process.env.URLSIFT, `${target}/debug/urlsift`, `${target}/release/urlsift`];
const program = programs.find((path) => path && existsSync(path));
const chromium = findChromium();
const hasMarkdown = existsSync(new URL("../node_modules/markdown-it", import.meta.url));
const skip =
  (!program && "the program is not built") ||
  (!hasMarkdown && "markdown-it is not installed") ||
  (!chromium && "Chromium is not installed");

test("the pages of the site open", { skip }, async () => {
  const out = mkdtempSync(join(tmpdir(), "urlsift-site-"));
  const { server, address } = await serve(0, pathToFileURL(`${out}/`));
  const browser = startChromium(chromium);
  try {
    const pages = await makeSite(program, out);
    assert.ok(pages.length > 25, `${pages.length} pages`);
    for (const name of ["index.html", "crates/cli/guide/row.html", "CHANGELOG.html"]) {
      assert.ok(pages.includes(name), name);
    }
    assert.ok(JSON.parse(readFileSync(join(out, "row.schema.json"), "utf8")).properties.url);
    for (const name of pages) {
      const page = await openPage(browser, address + name, { width: 390 });
      const { title, headings, wide } = await page.evaluate(`({
        title: document.title,
        headings: document.querySelectorAll("h1").length,
        wide: document.documentElement.scrollWidth - innerWidth,
      })`);
      assert.ok(title.length > 3 && headings === 1, `${name}: ${title}, ${headings} headings`);
      assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
      assert.deepEqual(page.messages, [], name);
      for (const url of page.requests) assert.ok(url.startsWith(address) || url.startsWith("data:"), url);
    }
  } finally {
    await browser.stop();
    server.close();
    rmSync(out, { recursive: true, force: true });
  }
});
