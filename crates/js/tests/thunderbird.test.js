// The example for Thunderbird, with a stub of its interface.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { linksOf, mayOpen, textParts } from "../examples/thunderbird/links.js";
import * as urlsift from "../urlsift.node.js";

const { parseHTML } = await import("linkedom").catch(() => ({}));
const FOLDER = new URL("../examples/thunderbird/", import.meta.url);

const MESSAGE = {
  contentType: "message/rfc822",
  parts: [
    {
      contentType: "multipart/mixed",
      parts: [
        {
          contentType: "text/plain",
          headers: { "content-type": ["text/plain; format=flowed; delsp=yes"] },
          body: "<http://a.example/b- \nc> http://www.bank.example@evil.example/ http://a.example/b-c",
        },
        {
          contentType: "text/html",
          body: "<p>http://x.example/</p><p>Regards <a href='#top'>up</a> <a href='http://evil.example/'>bank.de</a> <a href='javascript:alert(1)'>y</a></p>",
        },
        { contentType: "image/png", body: "http://png.example/" },
      ],
    },
  ],
};

const messenger = {
  messageDisplay: { getDisplayedMessages: async (tab) => ({ messages: tab === 7 ? [{ id: 3 }] : [] }) },
  messages: { getFull: async (id) => (assert.equal(id, 3), MESSAGE) },
};

test("the example lists the links of a message once, with warnings", { skip: !parseHTML && "linkedom is not installed" }, async () => {
  const parse = (html) => parseHTML(`<!doctype html><html><body>${html}</body></html>`).document;
  const links = await linksOf(messenger, 7, parse, urlsift);
  assert.deepEqual(
    links.map(({ display, isRisky }) => [display, isRisky, mayOpen({ ...links.find((it) => it.display === display) }, () => false)]),
    [
      ["http://a.example/b-c", false, true],
      ["http://www.bank.example@evil.example/", true, false],
      ["http://x.example/", false, true],
      ["http://evil.example/", true, false],
      ["javascript:alert(1)", true, false],
    ],
  );
  assert.ok(links[3].notes.includes("the text of the link names another place: bank.de"));
  assert.ok(mayOpen(links[1], () => true) && !mayOpen(links[4], () => true));
  assert.deepEqual(await linksOf(messenger, 8, parse, urlsift), []);
  assert.deepEqual(textParts({}), []);
});

test("the files that the manifest names are there", () => {
  const manifest = JSON.parse(readFileSync(new URL("manifest.json", FOLDER), "utf8"));
  const popup = manifest.message_display_action.default_popup;
  assert.ok(existsSync(new URL(popup, FOLDER)));
  const [, script] = /src="([^"]+)"/.exec(readFileSync(new URL(popup, FOLDER), "utf8"));
  const imports = [...readFileSync(new URL(script, FOLDER), "utf8").matchAll(/from "\.\/([^"]+)"/g)].map(([, name]) => name);
  // `pack.sh` copies the files of the package.
  for (const name of imports) assert.ok(existsSync(new URL(name.replace(/^urlsift\//, "../../"), FOLDER)), name);
});
