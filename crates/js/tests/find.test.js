// What `find`, `segments`, `href` and `display` return for tables of texts.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  display,
  find,
  findAround,
  findAt,
  href,
  linkTextDiffers,
  normalize,
  resumeAt,
  segments,
  toHtml,
  wrap,
} from "../urlsift.node.js";

/** Returns the text without its marks `«` and `»`, and the ranges between these. */
function unmark(marked) {
  const ranges = [];
  let [text, start] = ["", 0];
  for (const part of marked.split(/([«»])/)) {
    if (part === "«") start = text.length;
    else if (part === "»") ranges.push([start, text.length]);
    else text += part;
  }
  return [text, ranges];
}

// [text with marks around the wrappers, URLs, options]
const TEXTS = [
  ["", []],
  ["no link", []],
  ["see «http://example.org/».", ["http://example.org/"]],
  ["\u{1F600}\u{1F468}\u200D\u{1F469} see «http://example.org/»!", ["http://example.org/"]],
  ["e\u0301 n\u0303 «http://example.org/e\u0301».", ["http://example.org/e\u0301"]],
  [
    "\u{1F4A9} «<http://example.org/\u{1F4A9}\n> b>» \u{1F4A9} «http://b.example/»",
    ["http://example.org/\u{1F4A9}b", "http://b.example/"],
  ],
  ["\uD800 «http://example.org/a»\uDC00b", ["http://example.org/a"]],
  ["\uDC00\uD800«<URL:http://example.org/\uD800>»", ["http://example.org/%ED%A0%80"]],
  ["«<URL:http://a.example/\uD83D\n\uDCA9>»", ["http://a.example/%ED%A0%BD%ED%B2%A9"]],
  ["\uFEFF«http://example.org/»\u0000", ["http://example.org/"]],
  ["«http://bücher.example/»", ["http://bücher.example/"]],
  ["example.org, jim@example.org", []],
  [
    "at «bank.de», «bank.co.uk/login», «news.bank.fr:8080» and «shop.app/a», not file.txt, bank.dex, a.b or x.example",
    ["http://bank.de", "http://bank.co.uk/login", "http://news.bank.fr:8080", "http://shop.app/a"],
    { forms: ["host"] },
  ],
  [
    "«www.example.org», «example.org», «jim@example.org»",
    ["http://www.example.org", "http://example.org", "mailto:jim@example.org"],
    { forms: ["www", "host", "address"] },
  ],
  ["x-ticket:4711", []],
  ["see «x-ticket:4711».", ["x-ticket:4711"], { schemes: ["x-ticket"] }],
  [
    "> The minutes of the meeting are at «http://lists.example.org/archive/\n> minutes/2001-05.html» now.\n",
    ["http://lists.example.org/archive/minutes/2001-05.html"],
  ],
  [
    "> The minutes of the meeting are at «http://lists.example.org/archive/»\n> minutes/2001-05.html now.\n",
    ["http://lists.example.org/archive/"],
    { join: "never" },
  ],
  ["«<http://example.org/a- \nb>»", ["http://example.org/a-b"], { softBreaks: "deleted" }],
  ["ftp://a.example/ view-source:«http://b.example/»", ["http://b.example/"], { onlySchemes: ["http"] }],
  ["http://a.example/", [], { onlySchemes: [] }],
  ["x-ticket:4711 «http://b.example/»", ["http://b.example/"], { onlySchemes: ["HTTP"], schemes: [] }],
  ["«localhost:8080/a», 192.0.2.7", ["http://localhost:8080/a"], { forms: ["host"], extras: ["localhost"] }],
  ["«192.0.2.7/a» «//example.org/b»", ["http://192.0.2.7/a", "http://example.org/b"], { forms: ["host"], extras: ["ip_address", "network_path"] }],
  ["«<made-up:x>»", ["made-up:x"], { extras: ["any_scheme"] }],
  ["«http://example.org/caf»\u00E9", ["http://example.org/caf"], { asciiOnly: true }],
  ["«http://example.org/?a&amp;b»", ["http://example.org/?a&b"], { asWritten: false }],
  ["«http://example.org/?a&amp;b»", ["http://example.org/?a&amp;b"], { asWritten: true }],
  ['{"url": "«http:\\/\\/a.example\\/b»"}', ["http://a.example/b"], { profile: "source" }],
  ["«http://a.example/?b&amp;c»&gt;", ["http://a.example/?b&c"], { profile: "escaped" }],
  [
    "> The minutes of the meeting are at «http://lists.example.org/archive/»\n> minutes/2001-05.html now.\n",
    ["http://lists.example.org/archive/"],
    { profile: "chat" },
  ],
];

test("links are at the expected offsets", () => {
  for (const [marked, urls, options] of TEXTS) {
    const [text, ranges] = unmark(marked);
    const links = find(text, options);
    assert.deepEqual(
      links.map((link) => link.url),
      urls,
      marked,
    );
    assert.deepEqual(
      links.map((link) => [link.start, link.end]),
      ranges,
      marked,
    );
  }
});

test("a link has the fields of a row", () => {
  const [link] = find("\u{1F600} <http://www.exam-\nple.org/%20a>", { forms: ["angle"] });
  assert.deepEqual(link, {
    url: "http://www.exam-ple.org/%20a",
    href: "http://www.exam-ple.org/%20a",
    display: "http://www.exam-ple.org/%20a",
    form: "angle",
    start: 3,
    end: 34,
    range: { start: 4, end: 33 },
    is_verbatim: false,
    may_grow: false,
    pieces: [
      { start: 4, end: 20, text: "http://www.exam-", copied: true },
      { start: 21, end: 33, text: "ple.org/%20a", copied: true },
    ],
    readings: [
      {
        url: "http://www.example.org/%20a",
        href: "http://www.example.org/%20a",
        display: "http://www.example.org/%20a",
        why: "hyphen at 19 dropped",
      },
    ],
    doubts: [{ kind: "hyphen", at: 19, chosen: "kept", ground: "default" }],
    joined: null,
    standing: "valid",
    grammars: ["draft03", "rfc1738", "rfc2396", "rfc3986", "rfc3987"],
    host_kind: "name",
    host: "www.exam-ple.org",
    notes: [
      {
        name: "host_gap",
        severity: "danger",
        message: "whitespace, a hidden character or an undecodable byte is inside the host",
        section: null,
        start: null,
        end: null,
      },
      {
        name: "hyphen_in_doubt",
        severity: "warning",
        message: "a hyphen before a line break may or may not belong",
        section: null,
        start: null,
        end: null,
      },
    ],
  });
});

test("a note has the offsets of its place in the URL", () => {
  const [link] = find("http://ü:geheim@example.org/");
  const note = link.notes.find(({ name }) => name === "password");
  assert.equal(link.url.slice(note.start, note.end), "geheim");
});

test("a joined URL has its grade and the other reading", () => {
  const [link] = find(
    "> The minutes of the meeting are at http://lists.example.org/archive/\n> minutes/2001-05.html now.\n",
  );
  assert.equal(link.joined, "certain");
  assert.deepEqual(
    link.readings.map(({ url }) => url),
    ["http://lists.example.org/archive/"],
  );
});

test("inserted text is a piece that was not copied", () => {
  const [link] = find("jim%relay@example.org", { forms: ["address"] });
  assert.deepEqual(link.pieces, [
    { start: 0, end: 0, text: "mailto:", copied: false },
    { start: 0, end: 3, text: "jim", copied: true },
    { start: 3, end: 4, text: "%25", copied: false },
    { start: 4, end: 21, text: "relay@example.org", copied: true },
  ]);
});

test("segments are the parts of a text", () => {
  const text = "\u{1F600} see <http://example.org/a\n> b%zz> now";
  const cut = segments(text);
  assert.deepEqual(
    cut.map(({ kind, start, end }) => [kind, text.slice(start, end)]),
    [
      ["plain", "\u{1F600} see "],
      ["delimiter", "<"],
      ["piece", "http://example.org/a"],
      ["seam", "\n"],
      ["quote_prefix", ">"],
      ["seam", " "],
      ["piece", "b%zz"],
      ["delimiter", ">"],
      ["plain", " now"],
    ],
  );
  const [link] = find(text);
  assert.equal(cut[0].link, null);
  assert.deepEqual(cut[1].link, link);
  for (const segment of cut.slice(1, -1)) assert.equal(segment.link, cut[1].link, "one object for one link");
});

test("a replaced segment has its spelling in the URL", () => {
  const cut = segments("jim%relay@example.org", { forms: ["address"] });
  assert.deepEqual(
    cut.filter(({ kind }) => kind === "replaced").map(({ start, end, text }) => [start, end, text]),
    [[3, 4, "%25"]],
  );
});

// [URL, form to open, form to show]. The hosts are those of the library's own tests.
const URLS = [
  ["http://example.org/", "http://example.org/", "http://example.org/"],
  ["http://bücher.example/a b?ü", "http://xn--bcher-kva.example/a%20b?%C3%BC", "http://bücher.example/a%20b?ü"],
  ["<URL:http://example.org/>", "http://example.org/", "<URL:http://example.org/>"],
  ["http://exa^mple.org/", null, "http://exa^mple.org/"],
  ["http://EXAMPLE.org/", "http://EXAMPLE.org/", "http://EXAMPLE.org/"],
  ["http://BÜCHER.example/", "http://xn--bcher-kva.example/", "http://BÜCHER.example/"],
  ["http://b%C3%BCcher.example/", "http://xn--bcher-kva.example/", null],
  ["http://президент.рф/", "http://xn--d1abbgf6aiiy.xn--p1ai/", "http://президент.рф/"],
  ["http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/", null],
  ["http://ｅxample.org/", "http://example.org/", null],
  ["http://bu\u0308cher.example/", "http://xn--bcher-kva.example/", null],
  ["http://b%FFcher.example/", null, null],
  ["http://%61%2eexample/", "http://a.example/", null],
  ["http://a.example%3A22/", null, null],
  ["http://a%40b.example/", null, null],
  ["http://a%00.example/", null, null],
  ["http://a%09.example/", null, null],
  ["http://a\u3002/", "http://a./", null],
  ["http://\uFF11.\uFF12/", "http://1.2/", null],
  ["http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/", "http://bücher.example/"],
  [
    "http://xn--80ak6aa92e.com/%E2%80%AE",
    "http://xn--80ak6aa92e.com/%E2%80%AE",
    "http://xn--80ak6aa92e.com/%E2%80%AE",
  ],
  ["http://xn--a.example/", "http://xn--a.example/", "http://xn--a.example/"],
  ["http://a.example/\u202Egpj.exe", "http://a.example/%E2%80%AEgpj.exe", "http://a.example/%E2%80%AEgpj.exe"],
  ["http://a.example/\uD800", "http://a.example/%EF%BF%BD", null],
  ["", null, ""],
];

test("URLs have a form to open and a form to show", () => {
  for (const [url, opened, shown] of URLS) {
    assert.equal(href(url), opened, url);
    if (shown !== null) assert.equal(display(url), shown, url);
  }
});

const findAtStart = (text, options) => findAt(text, 0, options);
const resumeAtStart = (text, options) => resumeAt(text, 0, options);

const FORMS = " expected one of: url, angle, quote, prefix, bare, www, host, address, repaired";

// [arguments of find, message]
const MISUSE = [
  [["", { forms: ["lines"] }], 'option forms: unknown value "lines",' + FORMS],
  [["", { forms: "url" }], "option forms must be an array of strings, not string"],
  [["", { forms: [1] }], "option forms must be a string, not number"],
  [["", { forms: ["url\0angle"] }], 'option forms: unknown value "url\uFFFDangle",' + FORMS],
  [
    ["", { join: "always" }],
    'option join: unknown value "always", expected one of: certain, likely, possible, never',
  ],
  [["", { softBreaks: "flowed" }], 'option softBreaks: unknown value "flowed", expected one of: kept, deleted'],
  [["", { schemes: ["a b"] }], "option schemes: \"a b\": ' ' at byte 1 is not allowed in the name of a scheme"],
  [["", { onlySchemes: ["a b"] }], "option onlySchemes: \"a b\": ' ' at byte 1 is not allowed in the name of a scheme"],
  [["", { schemes: ["join="] }], "option schemes: \"join\uFFFD\": '\uFFFD' at byte 4 is not allowed in the name of a scheme"],
  [
    ["", { extras: ["ipv4"] }],
    'option extras: unknown value "ipv4", expected one of: doubtful_domain, ip_address, localhost, network_path, ' +
      "one_label, any_scheme",
  ],
  [
    ["", { profile: "mail" }],
    'option profile: unknown value "mail", expected one of: archive, chat, escaped, source',
  ],
  [["", { asciiOnly: "yes" }], "option asciiOnly must be true or false, not string"],
  [["", { asWritten: null }], "option asWritten must be true or false, not null"],
  [["", null], "options must be an object, not null"],
  [["", []], "options must be an object, not an array"],
  [[1], "text must be a string, not number"],
  [[], "text must be a string, not undefined"],
];

test("misuse throws a TypeError that names the accepted values", () => {
  for (const [args, message] of MISUSE) {
    for (const search of [find, segments, findAtStart, resumeAtStart]) {
      assert.throws(() => search(...args), { name: "TypeError", message });
    }
  }
  const known = "forms, extras, schemes, onlySchemes, join, profile, softBreaks, asciiOnly, asWritten";
  for (const [search, expected] of [
    [find, `${known}, start, limit`],
    [segments, known],
    [findAtStart, known],
    [resumeAtStart, known],
  ]) {
    assert.throws(() => search("", { form: [] }), {
      name: "TypeError",
      message: `unknown option "form", expected one of: ${expected}`,
    });
  }
  for (const [call, name] of [
    [() => find("", { limit: -1 }), "option limit"],
    [() => find("", { limit: "1" }), "option limit"],
    [() => find("", { start: 0.5 }), "option start"],
    [() => findAt("", -1), "position"],
    [() => findAround("", Infinity), "position"],
    [() => resumeAt("", null), "position"],
    [() => resumeAt(""), "position"],
  ]) {
    assert.throws(call, { name: "TypeError", message: `${name} must be a whole number` });
  }
  for (const call of [href, display])
    assert.throws(() => call(null), { name: "TypeError", message: "url must be a string, not null" });
  assert.equal(find("http://example.org/", { forms: undefined, join: undefined }).length, 1);
  assert.equal(find("http://example.org/", { forms: [] }).length, 0);
});

// [URL, options, lines]
const WRAPPED = [
  ["http://example.org/", undefined, ["<URL:http://example.org/>"]],
  ["<http://example.org/ma\u00F1ana>", {}, ["<URL:http://example.org/ma%C3%B1ana>"]],
  [
    "http://www.example.org/well-known/wrappers.html?lang=en",
    { columns: 40, quote: "> " },
    ["> <URL:http://www.example.org/", "> well-known/wrappers.html?lang=en>"],
  ],
  ["http://example.org/a/b", { columns: 20 }, ["<URL:http://", "example.org/a/b>"]],
  ["http://example.org/a/b", { columns: Number.MAX_SAFE_INTEGER }, ["<URL:http://example.org/a/b>"]],
];

test("a URL is broken across lines that are read back", () => {
  for (const [url, options, lines] of WRAPPED) {
    const wrapped = wrap(url, options);
    assert.deepEqual(wrapped.split("\n"), lines);
    assert.deepEqual(
      find(wrapped).map((link) => link.url),
      [href(url)],
    );
  }
  assert.throws(() => wrap("no URL"), { name: "RangeError" });
  assert.throws(() => wrap("http://a.example/\uD800", { quote: "a" }), { name: "RangeError" });
  assert.throws(() => wrap("", { columns: 1.5 }), {
    name: "TypeError",
    message: "option columns must be a whole number",
  });
  assert.throws(() => wrap("", { quote: 1 }), {
    name: "TypeError",
    message: "option quote must be a string, not number",
  });
  assert.throws(() => wrap("", { prefix: "" }), {
    name: "TypeError",
    message: 'unknown option "prefix", expected one of: columns, quote',
  });
});

test("equivalent URLs have one normal form", () => {
  assert.equal(normalize("HTTP://Example.ORG:80/%7ejim"), "http://example.org/~jim");
  assert.equal(normalize("http://example.org/"), "http://example.org/");
  assert.throws(() => normalize(1), { name: "TypeError", message: "url must be a string, not number" });
});

// [text of a link, target, whether they differ]
const TARGETS = [
  ["http://www.bank.example/", "http://bank.example.evil.example/", true],
  ["www.bank.example", "http://www.bank.example@evil.example/", true],
  ["www.Bank.example", "https://www.bank.example:443/login", false],
  ["Click here", "http://anywhere.example/", false],
  ["b\u00FCcher.example", "http://xn--bcher-kva.example/", false],
  ["www.b\u00FCcher.example", "http://www.bucher.example/", true],
  ["", "", false],
  ["\uD800", "\uDC00", false],
  // Hosts without `www.`, which the table of suffixes knows.
  ["bank.de", "http://evil.example/", true],
  ["bank.de", "https://www.bank.de/login", false],
  ["Bank.co.uk/login", "http://bank.de/", true],
  ["paypal.com", "http://paypal.com.evil.example/", true],
  ["node.js", "http://evil.example/", false],
  ["3.5", "http://evil.example/", false],
];

test("the text of a link is compared with its target", () => {
  for (const [shown, target, differs] of TARGETS) assert.equal(linkTextDiffers(shown, target), differs, shown);
  assert.throws(() => linkTextDiffers("a"), { name: "TypeError", message: "target must be a string, not undefined" });
});

test("properties of the prototype of all objects are no options", () => {
  const inherited = { limit: 0, start: 3, columns: 1, quote: "x", allow: [], accept: () => false, skip: "*" };
  const text = "http://a.example/";
  const answers = () => [find(text), toHtml(text), wrap(text), find(text, {}), find(text, Object.create(inherited))];
  const expected = answers();
  assert.equal(expected[0].length, 1);
  try {
    for (const [name, value] of Object.entries(inherited)) {
      Object.defineProperty(Object.prototype, name, { value, configurable: true });
    }
    assert.deepEqual(answers(), expected);
  } finally {
    for (const name of Object.keys(inherited)) delete Object.prototype[name];
  }
});
