// Makes a static site: the demo as its front page, README.md, the guide and all pages that they link to, the report of a
// sample shelf, and the schema of a row. Browsers can install the front page like a program.
//
//   node crates/js/site.js PROGRAM OUT
//
// PROGRAM is urlsift, with the command `report`. The folder OUT is made anew. Files have the paths of the repository, so
// all links stay relative, and the site works below any address. A link that leads nowhere is an error.
//
// It needs the package: run test.sh first, which builds it and installs markdown-it. tests/site.test.js opens the pages.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const STYLE = `body { max-width: 50rem; margin: 0 auto; padding: 0 1rem 4rem; font: 1rem/1.5 system-ui, sans-serif; }
pre { overflow-x: auto; padding: .75rem; background: #8882; } code { font-size: .9em; }
table { display: block; overflow-x: auto; border-collapse: collapse; } th, td { padding: .25rem .5rem; }
img { max-width: 100%; height: auto; }
th, td { border: 1px solid #8886; text-align: left; vertical-align: top; } nav a { margin-right: 1rem; }
`;
/** The links on top of each page: path, name. */
const TOP = [
  ["index.html", "Try it"],
  ["README.html", "What urlsift is"],
  ["report.html", "Report of a sample shelf"],
  ["row.schema.json", "Schema of a row"],
];

/** Returns the anchor of a heading, as forges make them. */
function anchorOf(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/gu, "-");
}

const escapeHtml = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** Returns the path in the site of the file at `path` in the repository. */
function siteNameOf(path) {
  if (existsSync(join(ROOT, path)) && statSync(join(ROOT, path)).isDirectory()) return `${path}/index.html`;
  return path.replace(/\.md$/, ".html");
}

/** Returns the links on top of a page in the folder `depth`. */
function navigationFrom(depth) {
  const links = TOP.map(([to, name]) => `<a href="${relative(depth, to)}">${name}</a>`);
  return `<nav aria-label="Site">\n${links.join("\n")}\n</nav>`;
}

/** What browsers need to install the front page. */
const MANIFEST = {
  name: "urlsift",
  description: "The links of a mail, even those broken across lines",
  start_url: "index.html",
  scope: ".",
  display: "standalone",
  icons: [{ src: "crates/js/demo/icon.svg", sizes: "any", type: "image/svg+xml" }],
};

/** Returns the page of the demo for the root of the site. */
function frontPage() {
  return readFileSync(new URL("demo/index.html", import.meta.url), "utf8")
    .replaceAll(/(href|src)="(icon|demo)\./g, '$1="crates/js/demo/$2.')
    .replace("</head>", '<link rel="manifest" href="manifest.webmanifest">\n</head>')
    .replace("<body>", `<body>\n${navigationFrom("")}`);
}

/** Renders a page of Markdown. Returns its HTML, its anchors, and the files of the repository that it links to. */
function render(markdown, path, text) {
  const tokens = markdown.parse(text, {});
  const anchors = new Set();
  const links = [];
  let title = "urlsift";
  for (const [i, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      const words = tokens[i + 1].children.map(({ content }) => content).join("");
      if (token.tag === "h1") title = words;
      let anchor = anchorOf(words);
      for (let n = 1; anchors.has(anchor); n++) anchor = `${anchorOf(words)}-${n}`;
      anchors.add(anchor);
      token.attrSet("id", anchor);
    }
    for (const child of token.children ?? []) {
      const name = child.type === "link_open" ? "href" : child.type === "image" ? "src" : undefined;
      const link = name && child.attrGet(name);
      if (!link || /^[a-z]+:/i.test(link)) continue;
      const [file, anchor = ""] = link.split("#");
      const target = file ? normalize(join(dirname(path), file)).replace(/\/$/, "") : path;
      links.push({ target, anchor });
      const to = relative(dirname(siteNameOf(path)), siteNameOf(target)) || ".";
      child.attrSet(name, anchor ? `${file ? to : ""}#${anchor}` : to);
    }
  }
  const depth = dirname(siteNameOf(path));
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${relative(depth, "crates/js/demo/icon.svg")}">
<link rel="stylesheet" href="${relative(depth, "site.css")}">
${navigationFrom(depth)}
${markdown.renderer.render(tokens, markdown.options, {})}`;
  return { html, anchors, links };
}

/** Makes the site in the folder `out` with the program, and returns the paths of its pages. */
export async function makeSite(program, out) {
  const { default: MarkdownIt } = await import("markdown-it");
  const markdown = new MarkdownIt({ html: false });
  const write = (path, data) => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), data);
  };
  rmSync(out, { recursive: true, force: true });
  write("site.css", STYLE);
  const run = (...args) => execFileSync(program, args, { cwd: ROOT, maxBuffer: 1 << 26 });
  write("report.html", run("report", "corpus/recipes"));
  write("row.schema.json", run("help", "--schema"));
  // The demo, and the files of the package that it imports.
  const { files } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
  for (const file of ["demo", ...files.filter((file) => /^[a-z]+\.(js|wasm)$/.test(file))]) {
    cpSync(join(ROOT, "crates/js", file), join(out, "crates/js", file), { recursive: true });
  }
  rmSync(join(out, "crates/js/demo/index.html"));
  write("index.html", frontPage());
  write("manifest.webmanifest", JSON.stringify(MANIFEST));

  const pages = new Map();
  const waiting = ["README.md", "CHANGELOG.md"];
  const links = [];
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const source = join(ROOT, path);
    if (pages.has(path) || !existsSync(source) || statSync(source).isDirectory()) continue;
    if (!path.endsWith(".md")) {
      write(path, readFileSync(source));
      continue;
    }
    const page = render(markdown, path, readFileSync(source, "utf8"));
    pages.set(path, page);
    write(siteNameOf(path), page.html);
    for (const { target, anchor } of page.links) {
      links.push({ path, target, anchor });
      waiting.push(target);
    }
  }
  const broken = links.filter(({ target, anchor }) => {
    const page = pages.get(target);
    return !existsSync(join(out, siteNameOf(target))) || (anchor && page && !page.anchors.has(anchor));
  });
  if (broken.length > 0) {
    throw new Error(broken.map(({ path, target, anchor }) => `${path}: ${target}#${anchor} leads nowhere`).join("\n"));
  }
  return [...[...pages.keys()].map(siteNameOf), "report.html", "index.html"];
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , program, out] = argv;
  if (!program || !out) throw new Error("usage: site.js PROGRAM OUT");
  const pages = await makeSite(program, out);
  console.log(`${pages.length} pages: ${join(out, "index.html")}`);
}
