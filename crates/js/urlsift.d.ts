/// <reference lib="dom" />

// The types of the package. Offsets are UTF-16 units, as in all strings of JavaScript, and ranges are half-open.

/** The form in which a text contains a URL. */
export type Form = "url" | "angle" | "quote" | "prefix" | "bare" | "www" | "host" | "address" | "repaired";

/** What can be accepted beyond the default. */
export type Extra = "doubtful_domain" | "ip_address" | "localhost" | "network_path" | "one_label" | "any_scheme";

/** The kind of a text. */
export type Profile = "archive" | "chat" | "escaped" | "source";

/** A grammar for URLs. */
export type Grammar = "draft03" | "rfc1738" | "rfc2396" | "rfc3986" | "rfc3987";

/** How sure it is that a URL without delimiters goes on after a line break. */
export type Grade = "certain" | "likely" | "possible";

/** The verdict on a URL. `valid` satisfies a grammar, `loose` none; `rejected` is not a URL. */
export type Standing = "valid" | "loose" | "rejected";

/** How much a note matters. Ask before you open a link with `danger`. */
export type Severity = "info" | "warning" | "danger";

/** The kind of a host. */
export type HostKind = "name" | "address" | "ip-literal" | "other" | "bad";

/** Options of a search. A property that is `undefined` counts as absent. */
export interface SearchOptions {
  /** The forms to look for. The default is all except `host`, `address` and `repaired`. */
  forms?: readonly Form[] | undefined;
  /** What is accepted beyond the default, such as `localhost`. The default is nothing. */
  extras?: readonly Extra[] | undefined;
  /**
   * The lowest grade at which URLs without delimiters are joined across line breaks. The default is `certain`, and `never`
   * for the profile `chat`.
   */
  join?: Grade | "never" | undefined;
  /** `deleted` for text with `format=flowed` and `DelSp=yes`. The default is `kept`. */
  softBreaks?: "kept" | "deleted" | undefined;
  /** More schemes to find, at most 32. */
  schemes?: readonly string[] | undefined;
  /** The only schemes to find. URLs of others hide nothing that is in them. The default is all. */
  onlySchemes?: readonly string[] | undefined;
  /** The kind of the text. The default is `archive`: mail and news. */
  profile?: Profile | undefined;
  /** Whether a URL ends before its first character beyond ASCII. The default is false. */
  asciiOnly?: boolean | undefined;
  /** Whether `url` is spelled as in the text, for example with `&amp;`. The default is false. */
  asWritten?: boolean | undefined;
}

/** Options of `find`. */
export interface FindOptions extends SearchOptions {
  /** The position at which the search begins. The text before it is context. The default is 0. */
  start?: number | undefined;
  /** The greatest number of links. The default is all. */
  limit?: number | undefined;
}

/** A range of the text. */
export interface Range {
  start: number;
  end: number;
}

/** A range of the text that the URL was read from. */
export interface Piece {
  start: number;
  end: number;
  /** The text of the piece in the URL. The texts of all pieces together are the URL. */
  text: string;
  /** Whether the text was copied from the range. Otherwise it was inserted in its place. */
  copied: boolean;
}

/** Another URL that the author may have meant. */
export interface Reading {
  url: string;
  href: string | null;
  display: string;
  /** The difference to the first reading, such as `hyphen at 31 dropped`. */
  why: string;
}

/** A place where readings differ. */
export interface Doubt {
  kind: "hyphen" | "at" | "gap" | "end" | "join" | "markup";
  at: number;
  /** The choice of the first reading. */
  chosen: string;
  /** The reason for the choice. */
  ground: string;
}

/** A remark on a URL. */
export interface Note {
  /** The name of the note, such as `user_looks_like_host`. Later versions may add some. */
  name: string;
  severity: Severity;
  /** A message for users, in English, without a full stop. */
  message: string;
  /** The document and section, if the note is about the URL alone. */
  section: string | null;
  /** The place in the URL, if the note is about the URL alone. */
  start: number | null;
  end: number | null;
}

/** A URL that was found. */
export interface Link {
  /** The URL as the author meant it, spelled as in the text. */
  url: string;
  /** The URL to open, in ASCII. Null if nothing should be opened. */
  href: string | null;
  /** The URL to show, which hides nothing. */
  display: string;
  form: Form;
  /** The start of the wrapper, delimiters included. */
  start: number;
  /** The end of the wrapper. */
  end: number;
  /** The range of the URL without delimiters, from its first piece to its last. */
  range: Range;
  /** Whether `url` is the text of `range` as it is: nothing was removed, inserted or escaped. */
  is_verbatim: boolean;
  /** Whether text that is typed at the end of the text may make the URL longer. */
  may_grow: boolean;
  /** The pieces of the URL, in order. Underline these, and nothing else. */
  pieces: Piece[];
  /** The other readings, best first. */
  readings: Reading[];
  doubts: Doubt[];
  /** The lowest grade of the line breaks over which the URL was joined. Null if there is none. */
  joined: Grade | null;
  standing: Standing;
  /** The grammars that the URL satisfies. */
  grammars: Grammar[];
  host_kind: HostKind | null;
  /** The host as written. Null if the URL has none. */
  host: string | null;
  notes: Note[];
}

/** A part of a text. A URL may have thousands of pieces: write its `href` once, and not for each of them. */
export interface Segment {
  kind: "plain" | "delimiter" | "piece" | "replaced" | "seam" | "quote_prefix";
  start: number;
  end: number;
  /** The link that the segment is part of. All segments of one link have the same object. */
  link: Link | null;
  /** The spelling in the URL, if `kind` is `replaced`. */
  text?: string;
}

/** Where and why a URL fails. */
export interface Failure {
  /** The offset in the URL. */
  at: number;
  kind: string;
  /** The character at the offset. Null at the end of the URL. */
  found: string | null;
  /** The section of the grammar's document. Null for a rejection. */
  section: string | null;
  message: string;
}

/** A part of a URL, as it is spelled there. */
export interface Part {
  start: number;
  end: number;
  text: string;
}

/** The verdict on one URL. */
export interface Check {
  url: string;
  href: string | null;
  display: string;
  form: Form;
  /** The URL with its delimiters, such as `<URL:…>`. Null if it has none. */
  given: string | null;
  standing: Standing;
  grammars: Grammar[];
  host_kind: HostKind | null;
  /** The production of the draft that the text satisfies as given. */
  production: "url" | "prefixedurl" | null;
  /** The failures, by the grammars that the URL does not satisfy. */
  failures: { [grammar in Grammar]?: Failure };
  /** For these grammars, the URL with escapes that satisfies them, or the reason why there is none. */
  encoded: { [grammar in Grammar]?: { url: string; failure: null } | { url: null; failure: Failure } };
  /** Why the string is not a URL. Null if `standing` is not `rejected`. */
  rejection: Failure | null;
  host: string | null;
  parts: {
    [part in "scheme" | "user" | "password" | "host" | "port" | "path" | "query" | "fragment"]: Part | null;
  };
  port_or_default: number | null;
  notes: Note[];
}

/** Options of `toHtml`. */
export interface HtmlOptions extends SearchOptions {
  /** The schemes to link. The default is `DEFAULT_SCHEMES`. */
  allow?: readonly string[] | undefined;
  /** Decides about each link that would be made. Must return true to make it. */
  accept?: ((link: Link) => boolean) | undefined;
}

/** Options of `linkify`. */
export interface LinkifyOptions extends HtmlOptions {
  /** A selector of elements that are left alone. */
  skip?: string | undefined;
}

/** What `linkify` did with a link. */
export interface Linked {
  /** The link. Its offsets are those of the text of its block. */
  link: Link;
  /**
   * Why the link stays text: it has no `href`, its scheme is not allowed, or `accept` did not return true. Null if it
   * was made.
   */
  refused: "href" | "scheme" | "caller" | null;
  /**
   * The elements that were made, in order: one, or up to eight if the URL begins or ends inside of an element that
   * contains other text.
   */
  anchors: HTMLAnchorElement[];
}

/** Returns the links of `text`, in order. Throws a `TypeError` for a bad option. */
export function find(text: string, options?: FindOptions): Link[];

/**
 * Returns the link that begins at `position` of `text`: at its delimiter or at its first character. Reads the text near
 * the position only, so calls for all positions take time linear in the length of the text.
 */
export function findAt(text: string, position: number, options?: SearchOptions): Link | null;

/** Returns the link around `position` of `text`, delimiters included: for a click on it. */
export function findAround(text: string, position: number, options?: SearchOptions): Link | null;

/**
 * Returns the position at which to search again if `text` changed at `position` or after it. Keep the links that end
 * before it, and add those of `find` with this value of `start`.
 */
export function resumeAt(text: string, position: number, options?: SearchOptions): number;

/** Returns the segments of `text`. They follow one another without gaps and cover the text. */
export function segments(text: string, options?: SearchOptions): Segment[];

/** Returns the verdict on `url`, any string. */
export function check(url: string): Check;

/** Returns the form of `url` to open, in ASCII, or null if it should not be opened. */
export function href(url: string): string | null;

/** Returns the form of `url` to show. Do not open this form. */
export function display(url: string): string;

/** Returns the normal form of `url`: a key for a cache, and equal for URLs that are equivalent. Do not open it. */
export function normalize(url: string): string;

/** Options of `wrap`. */
export interface WrapOptions {
  /** The greatest width of a line. The default is 72. */
  columns?: number | undefined;
  /** The text before each line, such as `> `. The default is none. */
  quote?: string | undefined;
}

/**
 * Returns `url` as `<URL:…>`, broken across lines so that readers join it again. Throws a `RangeError` if `url` has a
 * character that cannot be written so, or is too long.
 */
export function wrap(url: string, options?: WrapOptions): string;

/**
 * Returns a note if `shown`, the text of a link in HTML, is one URL, host or address and names another host than
 * `target`, the URL that the link opens. Hosts below one registered domain, such as `example.org`, are the same. The note
 * is a warning if the target has the host of the text after its own host, and a danger otherwise.
 */
export function linkTextNote(shown: string, target: string): Note | null;

/** Reports whether `linkTextNote` returns a note. */
export function linkTextDiffers(shown: string, target: string): boolean;

/**
 * Makes links of the URLs in the text of `root`. Returns all links that it found, except those that an earlier call
 * made.
 */
export function linkify(root: Element | Document | DocumentFragment, options?: LinkifyOptions): Linked[];

/**
 * Returns `text` as HTML: escaped, with one `<a>` for each URL. A URL that should not be opened is in a `<span>` with the
 * reason as its title.
 */
export function toHtml(text: string, options?: HtmlOptions): string;

/** The schemes that `linkify` and `toHtml` link by default. */
export const DEFAULT_SCHEMES: readonly string[];
