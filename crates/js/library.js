// The functions of the package, on top of the WebAssembly module. The entries load the module. `src/lib.rs` describes
// the calls.

/**
 * The length of the longest text that is searched at once, in UTF-16 units. The memory of a module never shrinks, and
 * it ends at 4 GB.
 */
const WINDOW_UNITS = 1 << 22;

/** How far before the end of a window a blank line is looked for, in UTF-16 units. */
const CUT_UNITS = 1 << 16;

/** How far before the start of a search its context begins at least, in UTF-16 units. */
const CONTEXT_UNITS = 1 << 16;

/**
 * How much of a text `findAt` and `findAround` read before the position, after it, and after it for a long URL, in
 * UTF-16 units. The module reads no more.
 */
const [UNITS_BEFORE, UNITS_AFTER, UNITS_FAR_AFTER] = [1 << 14, 1 << 14, 1 << 17];

/** A link with more than this after it, in UTF-16 units, cannot grow. */
const GROWTH_UNITS = 1 << 10;

/**
 * The options of a search that are arrays of strings, those that are one, and those that are true or false. A test of the
 * library writes them.
 */
const LISTS = ["forms", "extras", "schemes", "onlySchemes"];
const WORDS = ["join", "profile"];
const FLAGS = ["asciiOnly", "asWritten"];

/** The names of the options of a search. */
export const SEARCH_OPTIONS = [...LISTS, ...WORDS, "softBreaks", ...FLAGS];

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const ENCODER = new TextEncoder();

/** The exports of the module. Until it is loaded, each of them throws. */
let wasm = new Proxy(
  {},
  {
    get() {
      throw new Error('urlsift is not loaded: import "urlsift", or await init() of another entry');
    },
  },
);

/** The functions that the module calls. */
export const IMPORTS = { urlsift: { take, to_ascii: toAscii } };

/** The items of the result of the current call. */
let taken = [];

/** Sets the instance of the module, made with `IMPORTS`. The other functions need it. */
export function start(instance) {
  wasm = instance.exports;
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

/** Runs `search` with the options `head` and with `args` on `text`, and returns the items of its result. */
function runSearch(search, head, text, ...args) {
  // Reserving memory may replace its buffer, so it comes first.
  const address = wasm.reserve_ascii(text.length);
  const bytes = new Uint8Array(wasm.memory.buffer, address, text.length);
  const { read, written } = ENCODER.encodeInto(text, bytes);
  // A character beyond ASCII takes more bytes than units.
  const isAscii = read === text.length && written === text.length;
  writeUnits(isAscii ? head : head + text);
  return collect(() => search(head.length, isAscii ? 1 : 0, ...args));
}

/** Like `runSearch`, for a short text, which is never searched in place. */
function runSearchUtf16(search, head, text, ...args) {
  writeUnits(head + text);
  return collect(() => search(head.length, ...args));
}

/** Calls `search`, and returns the items of its result. */
function collect(search) {
  taken = [];
  const failed = search();
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
export function requireString(value, name) {
  if (typeof value !== "string") throw new TypeError(`${name} must be a string, not ${kindOf(value)}`);
}

/** Throws a `TypeError` unless `value` is a number that counts something. */
function requireCount(value, name) {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError(`${name} must be a whole number`);
}

function kindOf(value) {
  return value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
}

/**
 * Returns the own properties of `options`. What a page has added to the prototype of all objects is not an option. Throws a
 * `TypeError` unless `options` is an object whose names are all in `known`.
 */
export function ownOptions(options, known) {
  if (options === null || typeof options !== "object" || Array.isArray(options)) {
    throw new TypeError(`options must be an object, not ${kindOf(options)}`);
  }
  const bad = Object.keys(options).find((name) => !known.includes(name));
  if (bad !== undefined) throw new TypeError(`unknown option "${bad}", expected one of: ${known.join(", ")}`);
  return { __proto__: null, ...options };
}

/**
 * Returns the options of a search as the module reads them. The module checks the values. `others` are the names of
 * options that the caller reads.
 */
function writeOptions(options = {}, others = []) {
  let written = "";
  for (const [name, value] of Object.entries(ownOptions(options, [...SEARCH_OPTIONS, ...others]))) {
    if (value === undefined || others.includes(name)) continue;
    const isList = LISTS.includes(name);
    if (isList && !Array.isArray(value)) {
      throw new TypeError(`option ${name} must be an array of strings, not ${kindOf(value)}`);
    }
    written += `${name}=\0`;
    if (FLAGS.includes(name)) {
      if (typeof value !== "boolean") throw new TypeError(`option ${name} must be true or false, not ${kindOf(value)}`);
      written += `${value}\0`;
      continue;
    }
    for (const word of isList ? value : [value]) {
      requireString(word, `option ${name}`);
      // A NUL ends a word, and `=` a name. No value has one.
      written += `${word.replace(/\0|=$/g, "\uFFFD")}\0`;
    }
  }
  return written;
}

/**
 * Calls `search` with each window of `text`: its start, its text, and whether it is the last. Ends after a call that
 * returns false. A search begins at `from`, which the first window contains, with text before it.
 */
function eachWindow(text, from, search) {
  let start = from < CONTEXT_UNITS + CUT_UNITS ? 0 : cutBefore(text, from - CONTEXT_UNITS);
  // What follows a window that is not the last is long enough that no link before it can grow.
  while (text.length - start > WINDOW_UNITS + GROWTH_UNITS) {
    const end = cutBefore(text, start + WINDOW_UNITS);
    if (search(start, text.slice(start, end), false) === false) return;
    start = end;
  }
  search(start, start === 0 ? text : text.slice(start), true);
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

/**
 * Moves the offsets of `link` by `start`, and adds the texts of its pieces, which `text` has. `isLast` tells whether
 * the text ends where `text` ends.
 */
function place(link, start, text, isLast) {
  const { url, pieces } = link;
  if (!isLast) link.may_grow = false;
  if (pieces.length === 1) {
    pieces[0].text = url;
  } else {
    writePieces(pieces, url, text);
  }
  if (start === 0) return link;
  link.start += start;
  link.end += start;
  for (const range of [link.range, ...pieces]) {
    range.start += start;
    range.end += start;
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
  // The text has unpaired surrogates, which are escapes in the URL.
  for (const piece of pieces) piece.text = piece.text.replace(/[\uD800-\uDFFF]/gu, escapeSurrogate);
}

/** Returns the escapes of the three bytes of an unpaired surrogate. */
function escapeSurrogate(unit) {
  const code = unit.charCodeAt(0);
  const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join("");
}

/** Returns the links of `text`. The README describes options and fields. */
export function find(text, options = {}) {
  requireString(text, "text");
  const head = writeOptions(options, ["start", "limit"]);
  const { start: from = 0, limit = Number.MAX_SAFE_INTEGER } = { __proto__: null, ...options };
  requireCount(from, "option start");
  requireCount(limit, "option limit");
  let links = [];
  eachWindow(text, Math.min(from, text.length), (start, window, isLast) => {
    const most = Math.min(limit - links.length, 2 ** 32 - 1);
    const items = runSearch(wasm.find, head, window, Math.min(Math.max(from - start, 0), window.length), most);
    for (const link of items) place(link, start, window, isLast);
    links = links.length === 0 ? items : links.concat(items);
    return links.length < limit;
  });
  return links;
}

/** Returns the link that begins at `position` of `text`, or null. */
export function findAt(text, position, options) {
  return findNear(text, position, options, 0);
}

/** Returns the link around `position` of `text`, or null. */
export function findAround(text, position, options) {
  return findNear(text, position, options, 1);
}

function findNear(text, position, options, isAround) {
  requireString(text, "text");
  requireCount(position, "position");
  const head = writeOptions(options);
  const start = Math.max(position - UNITS_BEFORE, 0);
  for (const after of [UNITS_AFTER, UNITS_FAR_AFTER]) {
    const isLast = text.length - position <= after + GROWTH_UNITS;
    const window = text.slice(start, isLast ? text.length : position + after);
    const [link] = runSearchUtf16(wasm.find_near, head, window, Math.min(position - start, 2 ** 32 - 1), isAround);
    // A long URL may go on after the window.
    if (!isLast && link?.end === window.length && after < UNITS_FAR_AFTER) continue;
    return link ? place(link, start, window, isLast) : null;
  }
}

/** Returns the position at which to search again if `text` changed at `position` or after it. */
export function resumeAt(text, position, options) {
  requireString(text, "text");
  requireCount(position, "position");
  const head = writeOptions(options);
  const at = Math.min(position, text.length);
  // The module reads the lines before the position as far as it needs. The text before them costs only time.
  for (let before = 1 << 16; ; before *= 8) {
    const start = Math.max(at - before, 0);
    const window = text.slice(start, at + UNITS_FAR_AFTER);
    const [resumed] = runSearchUtf16(wasm.resume_at, head, window, at - start);
    // It counts lines up to 4,096 bytes before the position and those in which a wrapper may begin, 8,192 bytes more.
    // Then it reads the text around the result. If there are no lines, it returns the start.
    const line = window.lastIndexOf("\n", at - start - 4097) + 1;
    const first = window.indexOf("\n") + 1;
    if (start === 0 || (first > 0 && line - first >= 8192 && resumed >= UNITS_BEFORE)) return start + resumed;
  }
}

/** Returns the segments of `text`, which follow one another without gaps and cover it. */
export function segments(text, options) {
  requireString(text, "text");
  const head = writeOptions(options);
  const cut = [];
  eachWindow(text, 0, (start, window, isLast) => {
    let [link, at] = [null, start];
    for (const item of runSearch(wasm.segments, head, window)) {
      if (!Array.isArray(item)) {
        link = place(item, start, window, isLast);
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
 * Returns `url` as `<URL:…>`, broken across lines of at most `columns` columns, each with `quote` before it. Readers join
 * them again without a doubt.
 */
export function wrap(url, options = {}) {
  requireString(url, "url");
  const { columns = 72, quote = "" } = ownOptions(options, ["columns", "quote"]);
  requireCount(columns, "option columns");
  requireString(quote, "option quote");
  writeUnits(quote + url);
  taken = [];
  const failed = wasm.wrap(quote.length, Math.min(columns, 2 ** 31));
  const result = taken.pop();
  if (failed) throw new RangeError(result);
  return result;
}

/** Returns a note if `shown`, the text of a link in HTML, names another host than `target`, the URL that it opens, or null. */
export function linkTextNote(shown, target) {
  requireString(shown, "shown");
  requireString(target, "target");
  const [note = null] = runOn(() => wasm.link_text_note(shown.length), shown + target);
  return note;
}

/** Reports whether `linkTextNote` returns a note. */
export function linkTextDiffers(shown, target) {
  return linkTextNote(shown, target) !== null;
}

/** Returns the normal form of `url`: a key for a cache, and equal for URLs that are equivalent. */
export function normalize(url) {
  requireString(url, "url");
  return runOn(wasm.normalize, url);
}
