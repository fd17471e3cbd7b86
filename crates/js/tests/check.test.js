// What `check` returns.

import assert from "node:assert/strict";
import { test } from "node:test";

import { check } from "../urlsift.node.js";

// [URL, standing, grammars, host, names of the notes]
const ALL = ["draft03", "rfc1738", "rfc2396", "rfc3986", "rfc3987"];
const URLS = [
  ["http://example.org/", "valid", ALL, "example.org", []],
  ["mailto:jim@example.org", "valid", ALL, null, []],
  ["http://example.org/~jim", "valid", ["rfc2396", "rfc3986", "rfc3987"], "example.org", []],
  ["http://m\u00FCnchen.example/", "valid", ["rfc3987"], "m\u00FCnchen.example", ["host_not_ascii"]],
  [
    "http://www.bank.example@evil.example/",
    "valid",
    ["draft03", "rfc2396", "rfc3986", "rfc3987"],
    "evil.example",
    ["user_not_allowed", "user_looks_like_host"],
  ],
  ["http://example.org/{a}", "loose", [], "example.org", []],
  ["http://exa mple.org/", "rejected", [], "exa mple.org", []],
  ["java\nscript:alert(1)", "rejected", [], null, ["program_in_url"]],
  ["", "rejected", [], null, []],
];

test("URLs have a verdict", () => {
  for (const [url, standing, grammars, host, notes] of URLS) {
    const checked = check(url);
    const got = [
      checked.url,
      checked.standing,
      checked.grammars,
      checked.host,
      checked.notes.map(({ name }) => name),
    ];
    assert.deepEqual(got, [url, standing, grammars, host, notes]);
  }
});

test("delimiters are removed and reported", () => {
  const { url, form, given } = check("<URL:http://example.org/>");
  assert.deepEqual([url, form, given], ["http://example.org/", "url", "<URL:http://example.org/>"]);
  assert.equal(check("http://example.org/").given, null);
});

test("failures, parts and notes are at offsets in UTF-16", () => {
  const url = "http://jim:geheim@\u{1F600}.example:8080/\u{1F600}/a b?q#f";
  const { failures, encoded, parts, port_or_default: port, notes } = check(url);
  assert.deepEqual(failures.rfc3987, {
    at: url.indexOf(" "),
    kind: "unsafe_character",
    found: " ",
    section: "2.2",
    message: failures.rfc3987.message,
  });
  assert.ok(failures.rfc3987.message.startsWith(`' ' at index ${url.indexOf(" ")} `), failures.rfc3987.message);
  assert.equal(failures.rfc3986.at, url.indexOf("\u{1F600}"));
  assert.equal(failures.rfc3986.found, "\u{1F600}");
  assert.deepEqual(encoded.rfc3987, { url: url.replace(" ", "%20"), failure: null });
  for (const [name, text] of Object.entries({
    user: "jim",
    password: "geheim",
    host: "\u{1F600}.example",
    port: "8080",
    query: "q",
    fragment: "f",
  })) {
    assert.equal(parts[name].text, text);
    assert.equal(url.slice(parts[name].start, parts[name].end), text);
  }
  assert.equal(port, 8080);
  const password = notes.find(({ name }) => name === "password");
  assert.equal(url.slice(password.start, password.end), "geheim");
});

test("a string that is no URL has the reason", () => {
  const { rejection } = check("http://exa mple.org/a");
  assert.deepEqual(rejection, {
    at: 10,
    kind: "whitespace",
    found: " ",
    section: null,
    message: "' ' at index 10 is whitespace",
  });
});

test("misuse throws a TypeError", () => {
  assert.throws(() => check(), { name: "TypeError", message: "url must be a string, not undefined" });
});

test("a URL of the draft has its production", () => {
  assert.equal(check("URL:http://example.org/").production, "prefixedurl");
  assert.equal(check("http://example.org/").production, "url");
  assert.equal(check("http://example.org/~jim").production, null);
});
