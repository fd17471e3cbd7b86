// Runs `linkify` on random documents. It needs Node, the module of `../js`, and linkedom, which `../js/test.sh` installs.
//
//   node linkify.mjs [-runs=N] [-max_total_time=SECONDS] [-first=NUMBER]
//
// Each document is made of its number, so that it can be made again: `-first=NUMBER -runs=1`. The script checks:
//
// - Nothing throws, also if elements of a form hide properties of the form, as `<input name=localName>` does.
// - The text of the document stays as it is.
// - Links have an allowed scheme, and are not in elements whose text is not searched.
// - What is added is linear in the text.
// - A second call changes nothing.

const { linkify, DEFAULT_SCHEMES } = await import("../js/urlsift.node.js");
const { parseHTML } = await import("../js/node_modules/linkedom/esm/index.js");

const ALPHABET = [
  "http://",
  "https://",
  "mailto:",
  "ftp://",
  "javascript:",
  "data:text/html,",
  "<URL:",
  "<",
  ">",
  '"',
  "a.example",
  "www.example.org",
  "jim@example.org",
  "/",
  "b",
  "-",
  "\n",
  "\r\n",
  "\n> ",
  " ",
  "\t",
  ".",
  ",",
  "(",
  ")",
  "%20",
  "&amp;",
  "\\-",
  "?q=",
  "#f",
  ":80",
  "\u00a0",
  "\u00e9",
  "e\u0301",
  "\u{1F600}",
  "\uD800",
  "\uDC00",
  "\u200b",
  "\u202e",
  "\0",
  "text",
];

const ELEMENTS = (
  "a b br wbr i p pre div span form input table td ul li script style textarea button select option template svg " +
  "noscript iframe img x-own font tt blockquote details title"
).split(" ");

/** Properties that an element of a form may hide. */
const NAMES = (
  "localName hasAttribute getAttribute parentNode firstChild nextSibling nodeType ownerDocument isConnected style " +
  "matches append replaceWith childNodes textContent attributes children contains name id"
).split(" ");

const ATTRIBUTES = [
  ["hidden", ""],
  ["contenteditable", ""],
  ["contenteditable", "false"],
  ["style", "white-space: pre"],
  ["style", "display: none"],
  ["data-urlsift", "none"],
  ["href", "http://a.example/"],
  ["class", "skip"],
];

const OPTIONS = [
  {},
  { skip: ".skip" },
  { allow: ["http", "mailto"] },
  { join: "possible", forms: ["url", "angle", "quote", "prefix", "bare", "host", "address"] },
  { join: "never", accept: (link) => link.url.length % 2 === 0 },
];

/** The elements whose text is not searched, as `../js/README.md` lists them. Links of the document count too. */
const SKIPPED = "a:not([data-urlsift]), script, style, textarea, button, select, template, svg, noscript, iframe, title";

const MAX_SECONDS = 10;

/** Returns a source of numbers below `n`: xorshift, whose state is made of `number`. */
function randomOf(number) {
  let state = (Math.imul(number + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state = (state ^ (state << 5)) >>> 0;
    return state % n;
  };
}

function textOf(random) {
  let text = "";
  for (let count = random(12); count >= 0; count--) text += ALPHABET[random(ALPHABET.length)];
  // One text in 64 is long: a fragment is repeated, so that a URL has many pieces.
  if (random(64) > 0) return text;
  return (["<http://a.example/", "http://", ""][random(3)] + text.repeat(2 << random(10))).slice(0, 1 << 15);
}

/** Adds random nodes to `parent`. */
function grow(document, parent, random, room) {
  for (let count = random(6); count >= 0 && room.nodes > 0; count--) {
    room.nodes--;
    const kind = random(8);
    if (kind < 4) {
      parent.append(document.createTextNode(textOf(random)));
    } else if (kind === 4) {
      parent.append(random(2) ? document.createComment("http://comment.example/") : document.createTextNode(""));
    } else {
      const element = document.createElement(ELEMENTS[random(ELEMENTS.length)]);
      if (random(6) === 0) element.setAttribute(...ATTRIBUTES[random(ATTRIBUTES.length)]);
      if (random(8) === 0) element.setAttribute("name", NAMES[random(NAMES.length)]);
      parent.append(element);
      grow(document, element, random, room);
    }
  }
}

/**
 * Hides properties of forms as browsers do, which linkedom does not. Returns a function that shows them again, so that
 * the checks can read the document. In linkedom some properties belong to the node; these are left alone.
 */
function hide(root) {
  const hidden = [];
  for (const form of root.querySelectorAll("form")) {
    for (const value of form.querySelectorAll("input[name], button[name], select[name], textarea[name]")) {
      const name = value.getAttribute("name");
      if (Object.hasOwn(form, name)) continue;
      Object.defineProperty(form, name, { value, configurable: true });
      hidden.push(() => delete form[name]);
    }
  }
  return () => hidden.forEach((show) => show());
}

function assert(holds, message) {
  if (!holds) throw new Error(message);
}

function check(number) {
  const random = randomOf(number);
  const { document } = parseHTML("<!doctype html><html><head></head><body></body></html>");
  const { body } = document;
  grow(document, body, random, { nodes: 1 + random(40) });
  if (random(256) === 0) nest(document, body, 1 << random(13));
  const options = OPTIONS[random(OPTIONS.length)];
  const root = [body, body, document, body.firstElementChild ?? body][random(4)];
  const before = { text: body.textContent, html: body.innerHTML };
  const links = body.querySelectorAll("a").length;

  const show = hide(body);
  const began = performance.now();
  const results = linkify(root, options);
  const seconds = (performance.now() - began) / 1000;
  show();
  const html = body.innerHTML;
  assert(seconds < MAX_SECONDS, `${seconds} s for ${before.html.length} characters`);
  assert(body.textContent === before.text, "the text has changed");
  const made = results.flatMap((result) => result.anchors ?? [result.anchor]).filter(Boolean);
  assert(body.querySelectorAll("a").length === links + made.length, "a link is missing or was made twice");
  const schemes = options.allow ?? DEFAULT_SCHEMES;
  let targets = 0;
  for (const anchor of made) {
    const href = anchor.getAttribute("href");
    assert(schemes.includes(href.slice(0, href.indexOf(":")).toLowerCase()), href);
    assert(/^[!-~]+$/.test(href), href);
    assert(anchor.parentNode.closest?.(SKIPPED) == null, `in ${anchor.parentNode.localName}: ${href}`);
    targets += href.length + (anchor.getAttribute("title")?.length ?? 0);
  }
  // A character beyond ASCII has up to nine in an address, and a title repeats the address.
  assert(targets <= 32 * before.text.length + 1024 * made.length, `${targets} characters for ${before.text.length}`);
  assert(html.length <= 64 * before.html.length + 1024 * made.length + 1024, `${html.length} of ${before.html.length}`);
  linkify(root, options);
  assert(body.innerHTML === html, "a second call changes the document");
}

/** Puts the content of `parent` into many elements, one in the other. */
function nest(document, parent, depth) {
  const nodes = [...parent.childNodes];
  let inner = parent;
  for (let i = 0; i < depth; i++) inner = inner.appendChild(document.createElement("b"));
  inner.append(...nodes);
}

const flags = Object.fromEntries(process.argv.slice(2).map((flag) => flag.slice(1).split("=")));
const first = Number(flags.first ?? 0);
const runs = Number(flags.runs ?? 1000);
const end = flags.max_total_time ? performance.now() + 1000 * flags.max_total_time : Infinity;
let number = first;
for (; (runs < 0 || number < first + runs) && performance.now() < end; number++) {
  try {
    check(number);
  } catch (error) {
    console.log(`Test unit written to no file: -first=${number} -runs=1\n${error.stack}`);
    process.exitCode = 1;
    if (!("keep_going" in flags)) {
      number++;
      break;
    }
  }
}
console.log(`stat::number_of_executed_units: ${number - first}`);
