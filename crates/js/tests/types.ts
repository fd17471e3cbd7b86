// Uses of the package that must compile, and misuse that must not.

import {
  check,
  DEFAULT_SCHEMES,
  display,
  find,
  findAround,
  findAt,
  href,
  linkify,
  linkTextDiffers,
  normalize,
  resumeAt,
  segments,
  toHtml,
  wrap,
} from "urlsift";
import type { Check, Failure, Grammar, Link, Linked, Note, Segment } from "urlsift";
import { init } from "urlsift/init";
import * as inline from "urlsift/inline";
import MarkdownIt from "markdown-it";
import markdownIt from "urlsift/markdown-it";

const links: Link[] = find("see http://example.org/", {
  forms: ["host"],
  join: "likely",
  softBreaks: "deleted",
  schemes: ["x-ticket"],
  onlySchemes: ["http", "x-ticket"],
  extras: ["localhost"],
  profile: "chat",
  asciiOnly: true,
  asWritten: false,
  start: 2,
  limit: 1,
});
for (const { href, notes, pieces, readings, grammars } of links) {
  const opened: string | null = href;
  const dangers: Note[] = notes.filter((note) => note.severity === "danger");
  const lengths: number[] = pieces.map(({ start, end }) => end - start);
  const others: string[] = readings.map((reading) => `${reading.display}: ${reading.why}`);
  const valid: boolean = grammars.includes("rfc3986");
  void [opened, dangers, lengths, others, valid];
}
const cut: Segment[] = segments("", undefined);
const checked: Check = check("http://example.org/");
const failure: Failure | undefined = checked.failures["rfc1738" satisfies Grammar];
const host: string | undefined = checked.parts.host?.text;
const results: Linked[] = linkify(document.body, {
  allow: [...DEFAULT_SCHEMES, "tel"],
  accept: (link) => link.readings.length === 0,
  skip: "code",
});
const opened: string | null = href("");
const shown: string = display("");
const wrapped: string = wrap("http://example.org/", { columns: 40 });
const differs: boolean = linkTextDiffers("a", "b");
const near: (Link | null)[] = [findAt("", 0), findAround("", 0, { forms: ["host"] })];
const resumed: number = resumeAt("", near.filter((link) => link?.is_verbatim && link.may_grow).length);
const normal: string = normalize("");
const html: string = toHtml("", { allow: ["http"], accept: (link) => link.range.start > resumed });
const loaded: Promise<void>[] = [init(), init(fetch("/urlsift.wasm")), init(new Uint8Array()), inline.init()];
const markdown = new MarkdownIt().use(markdownIt, { forms: ["url"], allow: ["http"] });
void [normal, markdown, wrapped, differs, html, loaded, inline.find("")];
void [cut, failure, host, results, opened, shown];

// @ts-expect-error: an unknown form
find("", { forms: ["lines"] });
// @ts-expect-error: an unknown profile
find("", { profile: "mail" });
// @ts-expect-error: not a string
find(1);
// @ts-expect-error: an unknown option
segments("", { flowed: true });
// @ts-expect-error: an option of linkify
new MarkdownIt().use(markdownIt, { skip: "a" });
// @ts-expect-error: segments have no limit
segments("", { limit: 1 });
// @ts-expect-error: the entry contains the module
inline.init("/urlsift.wasm");
// @ts-expect-error: not an element
linkify("body");
