// The demo, and `linkify`, in Chromium without a window.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { findChromium, openPage, startChromium } from "./chromium.js";
import { serve } from "./server.js";

const program = findChromium();
const skip = !program && "Chromium is not installed";

let chromium, server, address;

before(async () => {
  if (skip) return;
  ({ server, address } = await serve());
  chromium = startChromium(program);
});

after(async () => {
  if (skip) return;
  await chromium.stop();
  server.close();
});

const READY = `new Promise((resolve) => {
  const wait = () => (document.querySelector(".card") ? resolve() : setTimeout(wait, 20));
  wait();
})`;

/** Opens the demo and waits until it is drawn. */
async function openDemo(settings) {
  const page = await openPage(chromium, `${address}demo/index.html`, settings);
  await page.evaluate(READY);
  return page;
}

for (const width of [390, 1280]) {
  for (const isDark of [false, true]) {
    test(`the demo works at ${width} pixels, ${isDark ? "dark" : "light"}`, { skip }, async () => {
      const page = await openDemo({ width, isDark });
      const names = await page.evaluate(
        '[...document.querySelectorAll("#examples button")].map((button) => button.textContent)',
      );
      assert.ok(names.length >= 3);
      for (const i of names.keys()) {
        await page.evaluate(`document.querySelectorAll("#examples button")[${i}].click()`);
        const { cards, links, wide, low, overlaps } = await page.evaluate(`(() => {
          const cards = [...document.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
          return {
            cards: cards.length,
            links: document.querySelectorAll("#drawn a[data-number]").length,
            wide: document.documentElement.scrollWidth - innerWidth,
            low: [...document.querySelectorAll("#examples button, select")].filter((it) => it.offsetHeight < 36).length,
            overlaps: cards.filter((card, i) => i > 0 && card.top < cards[i - 1].bottom).length,
          };
        })()`);
        assert.ok(cards > 0 && links > 0 && links <= cards, `${names[i]}: ${cards} cards, ${links} links`);
        assert.deepEqual([wide, low, overlaps], [0, 0, 0], names[i]);
      }
      assert.deepEqual(page.messages, []);
      for (const url of page.requests) assert.ok(url.startsWith(address), url);
    });
  }
}

test("the mail is drawn again when it changes", { skip }, async () => {
  const page = await openDemo({ width: 1280 });
  const type = (text) =>
    page.evaluate(`(() => {
    const mail = document.getElementById("mail");
    mail.value = ${JSON.stringify(text)};
    mail.dispatchEvent(new Event("input"));
    const drawn = document.getElementById("drawn");
    return [drawn.textContent, [...drawn.querySelectorAll("a")].map((anchor) => [anchor.textContent, anchor.href])];
  })()`);
  const text = "<URL:http://a.example/\n> b> <img src=x onerror=alert(1)> <URL:javascript:alert(1)> www.example.org";
  assert.deepEqual(await type(text), [
    text,
    [
      ["http://a.example/", "http://a.example/b"],
      ["b", "http://a.example/b"],
      ["www.example.org", "http://www.example.org/"],
    ],
  ]);
  assert.deepEqual(await type("nothing"), ["nothing", []]);
  assert.deepEqual(page.messages, []);
});

test("the keys do what the demo says", { skip }, async () => {
  const page = await openDemo({ width: 1280 });
  await page.evaluate('document.querySelectorAll("#examples button")[1].click()');
  const focused = () => page.evaluate("document.activeElement.textContent");
  await page.press("n");
  assert.equal(await focused(), "http://www.bank.example@203.0.113.7/login");
  await page.press("n");
  await page.press("p");
  assert.equal(await focused(), "http://www.bank.example@203.0.113.7/login");
  // A dangerous link asks.
  await page.press("Enter");
  const ask = () =>
    page.evaluate('[document.getElementById("ask").open, document.getElementById("ask").textContent]');
  const [isOpen, text] = await ask();
  assert.ok(isOpen && text.includes("the user looks like a host"), text);
  await page.press("Escape");
  assert.equal((await ask())[0], false);
  await page.press("e");
  assert.equal(await page.evaluate("document.activeElement.id"), "mail");
  await page.press("Escape");
  assert.equal(await page.evaluate("document.activeElement.id"), "");
});

// [HTML, texts of the links that are made]. The styles of the page count here, not only the names of elements.
const DOCUMENTS = [
  ["<p>&lt;http://a.example/b<br>c&gt;</p>", ["http://a.example/b", "c"]],
  ["<p>http://exam<b>ple</b>.org/</p>", ["http://exam", "ple", ".org/"]],
  ['<div class="pre">&lt;http://a.example/-\nb&gt;</div>', ["http://a.example/-", "b"]],
  ['<span class="block">&lt;http://a.example/</span>b&gt;', ["http://a.example/"]],
  ['http://exam<span class="none">x</span>ple.org/', ["http://exam", "ple.org/"]],
  ["<textarea>http://a.example/</textarea><button>http://a.example/</button>", []],
  ['<a href="/x">http://a.example/</a>', []],
];

test("linkify follows the styles of a page", { skip }, async () => {
  const page = await openDemo({ width: 1280 });
  const got = await page.evaluate(`import("../urlsift.js").then(({ linkify }) => {
    const style = new CSSStyleSheet();
    style.replaceSync(".pre { white-space: pre-wrap } .block { display: block } .none { display: none }");
    document.adoptedStyleSheets = [style];
    return ${JSON.stringify(DOCUMENTS)}.map(([html]) => {
      const root = document.createElement("div");
      root.innerHTML = html;
      document.body.append(root);
      linkify(root);
      const texts = [...root.querySelectorAll("a[data-urlsift]")].map((anchor) => anchor.textContent);
      const isDone = linkify(root).length === 0;
      root.remove();
      return [html, texts, isDone];
    });
  })`);
  assert.deepEqual(
    got,
    DOCUMENTS.map((row) => [...row, true]),
  );
  assert.deepEqual(page.messages, []);
});
