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
  const text = "> <URL:http://a.example/\n> b> <img src=x onerror=alert(1)> <URL:javascript:alert(1)> www.example.org";
  assert.deepEqual(await type(text), [
    text,
    [
      ["http://a.example/\n> b", "http://a.example/b"],
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
  ["<p>&lt;http://a.example/b<br>c&gt;</p>", ["http://a.example/bc"]],
  ["<p>http://exam<b>ple</b>.org/</p>", ["http://example.org/"]],
  ['<div class="pre">&lt;http://a.example/-\nb&gt;</div>', ["http://a.example/-\nb"]],
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

test("names in a page hide no property that linkify needs", { skip }, async () => {
  const page = await openDemo({ width: 1280 });
  const got = await page.evaluate(`import("../urlsift.js").then(({ linkify }) => {
    const namesOf = (node) => {
      const names = new Set();
      for (let of = node; of && of !== Object.prototype; of = Object.getPrototypeOf(of)) {
        for (const name of Object.getOwnPropertyNames(of)) names.add(name);
      }
      return [...names];
    };
    const frame = document.body.appendChild(document.createElement("iframe"));
    const other = frame.contentDocument;
    const urls = (results) => results.map(({ link, anchors }) => anchors.length > 0 && link.url);

    // Each property of a form is hidden by a field, and each of the document by a form.
    const form = document.createElement("form");
    const inForm = namesOf(form);
    const fields = inForm.map((name) => \`<input name="\${name}">\`).join("");
    const forms = namesOf(other).map((name) => \`<form name="\${name}"></form>\`).join("");
    const text = \`<form id="form">http://b.example/ <b>http://c.example/</b>\${fields}</form>\`;
    const detached = document.implementation.createHTMLDocument("");
    const [body, detachedBody] = [other.body, detached.body];
    const make = (body) => {
      body.innerHTML = \`<p>http://a.example/</p>\${text}<p>http://d.example/</p>\${forms}\`;
      return [...body.children][1];
    };
    const isHidden = [make(body).firstChild.name, other.createElementNS.name, inForm.length > 200];
    const page = urls(linkify(other));
    const alone = urls(linkify(make(body), { skip: "code" }));
    const first = Object.getOwnPropertyDescriptor(Node.prototype, "firstChild").get;
    const inside = urls(linkify(first.call(make(body)).nextSibling));
    make(detachedBody);
    return [isHidden, page, alone, inside, urls(linkify(detached))];
  })`);
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => `http://${name}.example/`);
  assert.deepEqual(got, [["firstChild", "createElementNS", true], [a, b, c, d], [b, c], [c], [a, b, c, d]]);
});

test("linkify works in every kind of document and leaves alone what is edited", { skip }, async () => {
  const page = await openDemo({ width: 1280 });
  const got = await page.evaluate(`import("../urlsift.js").then(({ linkify }) => {
    customElements.define("x-bad", class extends HTMLElement {
      get localName() { throw new Error("localName"); }
    });
    const url = "http://a.example/";
    const isLink = (anchor) => anchor instanceof HTMLAnchorElement;
    const linked = (root, options) => {
      const anchors = linkify(root, options).flatMap(({ anchors }) => anchors);
      return anchors.map((anchor) => isLink(anchor) && anchor.textContent);
    };
    const element = (html, name = "div") => {
      const made = document.createElement(name);
      made.innerHTML = html;
      return document.body.appendChild(made);
    };
    const xml = (text, type) => new DOMParser().parseFromString(text, type);
    const shadow = element("").attachShadow({ mode: "closed" });
    shadow.innerHTML = "<p>" + url + "</p>";
    const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"';
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><a href="/x"><text>' + url + "</text></a></svg>";
    const isRefused = () => { try { linked(new DocumentFragment(), { skip: "[" }); } catch { return true; } };
    return [
      linked(shadow),
      linked(xml("<html " + xhtml + "><p>http://a.<![CDATA[example/]]></p></html>", "application/xhtml+xml")),
      linked(xml("<x><y>" + url + "</y></x>", "text/xml")),
      linked(xml(svg, "image/svg+xml")),
      linked(element(svg)),
      linked(element("<template>" + url + "</template>")),
      linked(element("<template>" + url + "</template>").firstChild.content),
      linked(element("<p contenteditable>" + url + "<b>" + url + "</b></p>")),
      linked(element("<p contenteditable=plaintext-only>" + url + "</p><p contenteditable=false>" + url + "</p>")),
      linked(element("<p contenteditable><b>" + url + "</b></p>").querySelector("b")),
      linked(element("<x-bad>" + url + "</x-bad><p>" + url + "</p>")),
      isRefused(),
    ];
  })`);
  const one = ["http://a.example/"];
  assert.deepEqual(got, [one, one, one, [], [], [], one, [], one, [], one, true]);
});

test("a URL in thousands of pieces or elements has few links in Chromium", { skip }, async () => {
  const page = await openDemo({ width: 1280 });
  const got = await page.evaluate(`import("../urlsift.js").then(({ linkify }) => {
    return ["\\\\-", "<b>a</b>b", "a<wbr>", "a<i hidden></i>"].map((part) => {
      const html = "http://a.example/" + part.repeat(2000);
      const root = document.body.appendChild(document.createElement("div"));
      root.innerHTML = html;
      const [{ anchors }] = linkify(root);
      const result = [anchors.length, root.innerHTML.length < 8 * html.length];
      root.remove();
      return result;
    });
  })`);
  assert.deepEqual(got, [[1, true], [1, true], [1, true], [8, true]]);
});

test("a screen reader hears one link for each URL", { skip }, async () => {
  const page = await openDemo({ width: 1280 });
  await page.evaluate(`import("../urlsift.js").then(({ linkify }) => {
    document.body.innerHTML = "<pre>&gt; &lt;http://a.example/\\n&gt; b&gt;</pre><p>http://exam<b>ple</b>.org/</p>"
      + "<p>&lt;http://c.example/<br>d&gt;</p><p>http://e.exa<wbr>mple/</p>";
    linkify(document.body);
  })`);
  assert.deepEqual(await page.spoken("link"), [
    "http://a.example/b",
    "http://example.org/",
    "http://c.example/d",
    "http://e.example/",
  ]);
});
