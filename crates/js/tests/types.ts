// Uses of the package that must compile, and misuse that must not.

import { check, DEFAULT_SCHEMES, display, find, href, linkify, linkTextDiffers, segments, wrap } from "../urlsift.js";
import type { Check, Failure, Grammar, Link, Linked, Note, Segment } from "../urlsift.js";

const links: Link[] = find("see http://example.org/", {
  forms: ["host"],
  join: "likely",
  soft_breaks: "deleted",
  schemes: ["x-ticket"],
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
void [wrapped, differs];
void [cut, failure, host, results, opened, shown];

// @ts-expect-error: an unknown form
find("", { forms: ["lines"] });
// @ts-expect-error: not a string
find(1);
// @ts-expect-error: an unknown option
segments("", { flowed: true });
// @ts-expect-error: not an element
linkify("body");
