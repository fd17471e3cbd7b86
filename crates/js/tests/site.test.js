// The static site in Chromium: its pages, and the demo as its front page. A link that leads nowhere is an error.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
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

let out, server, address, browser, pages;

before(async () => {
  if (skip) return;
  out = mkdtempSync(join(tmpdir(), "urlsift-site-"));
  pages = await makeSite(program, out);
  ({ server, address } = await serve(0, pathToFileURL(`${out}/`)));
  browser = startChromium(chromium);
});

after(async () => {
  if (skip) return;
  await browser.stop();
  server.close();
  rmSync(out, { recursive: true, force: true });
});

test("the pages of the site open", { skip }, async () => {
  assert.ok(pages.length > 25, `${pages.length} pages`);
  for (const name of ["index.html", "README.html", "crates/cli/guide/row.html", "CHANGELOG.html"]) {
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
});

/** What the key Tab reaches on the front page, in this order. */
const STOPS = [
  "Try it",
  "What urlsift is",
  "Report of a sample shelf",
  "Schema of a row",
  "Broken lines",
  "Deceptive links",
];

/** The names of what a screen reader finds on the front page, by role. */
const SPOKEN = [
  ["navigation", ["Site"]],
  ["textbox", ["Paste a mail"]],
  ["checkbox", ["hosts without a scheme", "mail addresses"]],
  ["combobox", ["join bare URLs"]],
  ["region", ["Paste a mail", "Links 1 found"]],
  ["list", ["Remarks on the links", ""]],
];

test("the front page shows the links of a pasted mail", { skip }, async () => {
  const page = await openPage(browser, `${address}index.html`, { width: 1280 });
  const focused = () => page.evaluate("document.activeElement.textContent");
  for (const stop of STOPS) {
    await page.press("Tab");
    assert.equal(await focused(), stop);
  }
  await page.press("e");
  await page.evaluate('document.getElementById("mail").select()');
  await page.send("Input.insertText", { text: "<http://www.bank.example@a.example/well-\n  known>" });
  const card = await page.evaluate('document.querySelector(".card").textContent');
  for (const text of ["@a.example/well-known", "danger: the user looks like a host", "or http://www.bank.example@a.example/wellknown"]) {
    assert.ok(card.includes(text), `${text}: ${card}`);
  }
  for (const [role, names] of SPOKEN) assert.deepEqual(await page.spoken(role), names, role);
  await page.press("Escape");
  await page.press("n");
  await page.press("Enter");
  assert.deepEqual(await page.spoken("dialog"), ["Open this link?"]);
  await page.press("Escape");
  assert.deepEqual(page.messages, []);
});

test("browsers can install the front page", { skip }, async () => {
  const page = await openPage(browser, `${address}index.html`, { width: 390 });
  const { url, errors, manifest } = await page.send("Page.getAppManifest");
  assert.deepEqual([url, errors], [`${address}manifest.webmanifest`, []]);
  assert.equal(manifest.startUrl, `${address}index.html`);
  const { installabilityErrors } = await page.send("Page.getInstallabilityErrors");
  assert.deepEqual(installabilityErrors, []);
});
