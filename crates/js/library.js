// The functions of the package, on top of the WebAssembly module. `urlsift.js` and `urlsift.node.js` load the module
// and export these functions. `src/lib.rs` describes the calls.

/**
 * The length of the longest text that is searched at once, in UTF-16 units. The memory of a module never shrinks, and
 * it ends at 4 GB.
 */
const WINDOW_UNITS = 1 << 22;

/** How far before the end of a window a blank line is looked for, in UTF-16 units. */
const CUT_UNITS = 1 << 16;

/** The names of the options of a search. */
export const SEARCH_OPTIONS = ["forms", "join", "soft_breaks", "schemes"];

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const ENCODER = new TextEncoder();

/** The exports of the module. */
let wasm;

/** The functions that the module calls. */
const IMPORTS = { urlsift: { take, to_ascii: toAscii } };

/** The items of the result of the current call. */
let taken = [];

/** Makes an instance of `module`, a `WebAssembly.Module`. The other functions need it. */
export async function start(module) {
  wasm = (await WebAssembly.instantiate(module, IMPORTS)).exports;
}

/** Takes a chunk of a result: `length` bytes at `address`, a JSON array. */
function take(address, length) {
  const items = JSON.parse(DECODER.decode(new Uint8Array(wasm.memory.buffer, address, length)));
  if (taken.length === 0) taken = items;
  else for (const item of items) taken.push(item);
}

/** Maps a host by UTS 46 with the environment's parser of URLs. See `idna/src/lib.rs`. */
function toAscii(address, length, mapped, room) {
  const host = DECODER.decode(new Uint8Array(wasm.memory.buffer, address, length));
  let ascii;
  try {
    // Without the label after it, a host of digits would be read as an IPv4 address.
    ascii = new URL(`http://${host}.a/`).hostname.slice(0, -".a".length);
  } catch {
    return -1;
  }
  const { read, written } = ENCODER.encodeInto(ascii, new Uint8Array(wasm.memory.buffer, mapped, room));
  return read === ascii.length ? written : -1;
}

/** Runs `search` with the options `head` on `text`, and returns the items of its result. */
function runSearch(search, head, text) {
  // Reserving memory may replace its buffer, so it comes first.
  const address = wasm.reserve_ascii(text.length);
  const bytes = new Uint8Array(wasm.memory.buffer, address, text.length);
  const { read, written } = ENCODER.encodeInto(text, bytes);
  // A character beyond ASCII takes more bytes than units.
  const isAscii = read === text.length && written === text.length;
  writeUnits(isAscii ? head : head + text);
  taken = [];
  const failed = search(head.length, isAscii ? 1 : 0);
  const items = taken;
  taken = [];
  if (failed) throw new TypeError(items[0]);
  return items;
}

/** Runs `call` on `url`, and returns its result. */
function runOn(call, url) {
  writeUnits(url);
  taken = [];
  call();
  return taken.pop();
}

/** Writes the units of `text`, unpaired surrogates too, to the memory of the module. */
function writeUnits(text) {
  const address = wasm.reserve(text.length);
  const units = new Uint16Array(wasm.memory.buffer, address, text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
}

/** Throws a `TypeError` unless `value` is a string. */
function requireString(value, name) {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

function kindOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
}

/** Throws a `TypeError` unless `options` is an object. */
export function requireObject(options) {
  if (options === null || typeof options !== "object" || Array.isArray(options)) {
    throw new TypeError(`options must be an object, not ${kindOf(options)}`);
  }
}

/** Throws a `TypeError` if `options` has a name that is not in `known`. */
export function requireKnown(options, known) {
  const bad = Object.keys(options).find((name) => !known.includes(name));
  if (bad !== undefined) throw new TypeError(`unknown option "${bad}", expected one of: ${known.join(", ")}`);
}

/** Returns the options of a search as the module reads them. The module checks the values. */
function writeOptions(options = {}) {
  requireObject(options);
  requireKnown(options, SEARCH_OPTIONS);
  let written = "";
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    const isList = name === "forms" || name === "schemes";
    if (isList && !Array.isArray(value)) {
      throw new TypeError(`option ${name} must be an array of strings, not ${kindOf(value)}`);
    }
    written += `${name}=\0`;
    for (const word of isList ? value : [value]) {
      requireString(word, `option ${name}`);
      // A NUL ends a word, and no value has one.
      written += `${word.replaceAll("\0", "\uFFFD")}\0`;
    }
  }
  return written;
}

/** Calls `search` with the start and the text of each window of `text`. */
function eachWindow(text, search) {
  let start = 0;
  while (text.length - start > WINDOW_UNITS) {
    const end = cutBefore(text, start + WINDOW_UNITS);
    search(start, text.slice(start, end));
    start = end;
  }
  search(start, start === 0 ? text : text.slice(start));
}

/** Returns where to cut `text` before `limit`: after a blank line, a line, a space, or anywhere. */
function cutBefore(text, limit) {
  const from = limit - CUT_UNITS;
  const near = text.slice(from, limit);
  for (const mark of ["\n\n", "\r\n\r\n", "\n", "\r", " "]) {
    const at = near.lastIndexOf(mark);
    if (at >= 0) return from + at + mark.length;
  }
  const isPair = /[\uD800-\uDBFF]/.test(text[limit - 1]);
  return isPair ? limit - 1 : limit;
}

/** Moves the offsets of `link` by `start`, and adds the texts of its pieces, which `text` has. */
function place(link, start, text) {
  const { url, pieces } = link;
  if (pieces.length === 1) {
    pieces[0].text = url;
  } else {
    writePieces(pieces, url, text);
  }
  if (start === 0) return link;
  link.start += start;
  link.end += start;
  for (const piece of pieces) {
    piece.start += start;
    piece.end += start;
  }
  for (const doubt of link.doubts) doubt.at += start;
  for (const reading of link.readings) {
    reading.why = reading.why.replace(/ at (\d+) /g, (_, at) => ` at ${Number(at) + start} `);
  }
  return link;
}

/** Adds the texts of `pieces`, which together are `url`. */
function writePieces(pieces, url, text) {
  for (const piece of pieces) piece.text ??= text.slice(piece.start, piece.end);
  if (pieces.map((piece) => piece.text).join("") === url) return;
  // The text has unpaired surrogates, which are escapes in the URL. The two halves of a pair that a line break cut are
  // one character in the URL, which belongs to the later piece.
  let half = "";
  pieces.forEach((piece, i) => {
    let part = half + piece.text;
    half = "";
    if (pieces[i + 1]?.copied && /[\uD800-\uDBFF]$/.test(part)) {
      half = part.slice(-1);
      part = part.slice(0, -1);
    }
    piece.text = part.replace(/[\uD800-\uDFFF]/gu, escapeSurrogate);
  });
}

/** Returns the escapes of the three bytes of an unpaired surrogate. */
function escapeSurrogate(unit) {
  const code = unit.charCodeAt(0);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join("");
}

/** Returns the links of `text`. The README describes options and fields. */
export function find(text, options) {
  requireString(text, "text");
  const head = writeOptions(options);
  let links = [];
  eachWindow(text, (start, window) => {
    const items = runSearch(wasm.find, head, window);
    for (const link of items) place(link, start, window);
    links = links.length === 0 ? items : links.concat(items);
  });
  return links;
}

/** Returns the segments of `text`, which follow one another without gaps and cover it. */
export function segments(text, options) {
  requireString(text, "text");
  const head = writeOptions(options);
  const cut = [];
  eachWindow(text, (start, window) => {
    let [link, at] = [null, start];
    for (const item of runSearch(wasm.segments, head, window)) {
      if (!Array.isArray(item)) {
        link = place(item, start, window);
        continue;
      }
      const [kind, end, isOfLink, replaced] = item;
      const last = cut.at(-1);
      // Plain text before and after the start of a window is one segment.
      if (kind === "plain" && last?.kind === "plain") {
        last.end = start + end;
      } else {
        const segment = { kind, start: at, end: start + end, link: isOfLink ? link : null };
        cut.push(replaced === undefined ? segment : { ...segment, text: replaced });
      }
      at = start + end;
    }
  });
  return cut;
}

/** Returns what the validator says about `url`, a string. */
export function check(url) {
  requireString(url, "url");
  return runOn(wasm.check, url);
}

/** Returns the form of `url` to open, or null if it should not be opened. */
export function href(url) {
  requireString(url, "url");
  return runOn(wasm.href, url);
}

/** Returns the form of `url` to show. */
export function display(url) {
  requireString(url, "url");
  return runOn(wasm.display, url);
}

/**
 * Returns `url` as `<URL:…>`, broken over lines of at most `columns` columns, each with `quote` before it. Readers join
 * them again without a doubt.
 */
export function wrap(url, options = {}) {
  requireString(url, "url");
  requireObject(options);
  requireKnown(options, ["columns", "quote"]);
  const { columns = 72, quote = "" } = options;
  if (!Number.isSafeInteger(columns) || columns < 0) throw new TypeError("option columns must be a whole number");
  requireString(quote, "option quote");
  writeUnits(quote + url);
  taken = [];
  const failed = wasm.wrap(quote.length, Math.min(columns, 2 ** 31));
  const result = taken.pop();
  if (failed) throw new RangeError(result);
  return result;
}

/** Reports whether `shown`, the text of a link in HTML, names another place than `target`, the URL that it opens. */
export function linkTextDiffers(shown, target) {
  requireString(shown, "shown");
  requireString(target, "target");
  writeUnits(shown + target);
  return wasm.link_text_differs(shown.length) === 1;
}
